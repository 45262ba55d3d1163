package braintest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/evercart/evercart"
)

func checkText(ctx context.Context, _ Features, open Open) error {
	const script = `{"answer":{"text":"You have two scarves.","chunk":1,"hold":"h","hold_at":6,"usage":{"prompt":90,"cached":80,"completion":7}}}`
	return with(open, script, func(b *bench) error {
		var s step
		held := false
		for t, err := range b.brain.Think(ctx, says("what do I have?")) {
			if err != nil {
				return err
			}
			if s.text += t.Text; t.Stop != "" {
				s.last = t
			}
			if s.text == "You " && !held { // all that was sent before the hold is here: it was not kept back
				if held = true; b.server.Held(ctx, "h", 1) != nil {
					return errors.New("the answer was not held")
				}
				b.server.Release("h", false)
			}
		}
		if !held {
			return errors.New("the first words did not come while the rest was held")
		}
		if u := s.last.Usage; u.In != 90 || u.Cached != 80 || u.Out != 7 || s.last.Model == "" {
			return fmt.Errorf("usage %+v of model %q", u, s.last.Model)
		}
		return s.wants("You have two scarves.", evercart.StopSaid, "")
	})
}

func checkCharacters(ctx context.Context, _ Features, open Open) error {
	const text = "Café 👩‍👩‍👧 é 🇩🇪 $1,299.00 **bold** <b>"
	for _, cut := range []string{`"bytes":1,"chunk":-1`, `"bytes":1,"chunk":1`, `"bytes":7,"chunk":3`} {
		err := with(open, `{"answer":{"text":"`+text+`",`+cut+`}}`, func(b *bench) error {
			return b.think(ctx, says("hello")).wants(text, evercart.StopSaid, "")
		})
		if err != nil {
			return fmt.Errorf("%s: %w", cut, err)
		}
	}
	return with(open, `{"answer":{"text":"a\ufffdb","bad_utf8":true}}`, func(b *bench) error {
		return b.think(ctx, says("hello")).wants("a\ufffdb", evercart.StopSaid, "")
	})
}

func checkCalls(ctx context.Context, _ Features, open Open) error {
	const script = `{"answer":{"text":"One moment.","chunk":-1,"calls":[{"id":"v-1","tool":"add_to_cart","args":{"sku":"SCF-RED","quantity":12}}],"hold":"h","hold_at":5}}`
	return with(open, script, func(b *bench) error {
		var released atomic.Bool
		go func() {
			if b.server.Held(ctx, "h", 1) == nil {
				_ = evercart.SystemClock{}.Sleep(ctx, 50*time.Millisecond) // so that a brain that gives the call too early is seen
				released.Store(true)
				b.server.Release("h", false)
			}
		}()
		var s step
		for t, err := range b.brain.Think(ctx, says("a dozen scarves")) {
			if err != nil {
				return err
			}
			if t.Call != nil {
				if s.calls = append(s.calls, *t.Call); !released.Load() {
					return errors.New("the call came before the message was whole")
				}
			}
			if s.text += t.Text; t.Stop != "" {
				s.last = t
			}
		}
		if len(s.calls) != 1 {
			return fmt.Errorf("%d calls, want 1", len(s.calls))
		}
		if c := s.calls[0]; c.ID == "" || c.Vendor != "v-1" || c.Tool != "add_to_cart" || !sameJSON(c.Args, `{"sku":"SCF-RED","quantity":12}`) {
			return fmt.Errorf("call %q %q of %q with %s", c.ID, c.Vendor, c.Tool, c.Args.Reveal())
		}
		return s.wants("One moment.", evercart.StopCalls, "")
	})
}

func checkParallel(ctx context.Context, _ Features, open Open) error {
	const script = `{"answer":{"chunk":2,"calls":[{"tool":"add_to_cart","args":{"sku":"A"}},{"tool":"add_to_cart","args":{"sku":"A"}},{"tool":"view_cart"}]}}`
	return with(open, script, func(b *bench) error {
		p := says("two and tell me")
		p.Now.Steps = []evercart.Step{{Brain: b.brain.Name(), Calls: []evercart.ToolCall{wish("1.1", "v", "view_cart", "{}")}, Results: []evercart.Result{done("1.1", "None.")}}}
		s := b.think(ctx, p)
		var got strings.Builder
		ids := map[evercart.CallID]bool{"1.1": true}
		for _, c := range s.calls {
			if ids[c.ID] {
				return fmt.Errorf("the id %q was used twice in one turn", c.ID)
			}
			ids[c.ID] = true
			got.WriteString(fmt.Sprintf("%s %s;", c.Tool, c.Args.Reveal()))
		}
		if want := `add_to_cart {"sku":"A"};add_to_cart {"sku":"A"};view_cart {};`; got.String() != want {
			return fmt.Errorf("calls %s want %s", got.String(), want)
		}
		return s.wants("", evercart.StopCalls, "")
	})
}

func checkCut(ctx context.Context, _ Features, open Open) error {
	call := `"chunk":-1,"calls":[{"tool":"add_to_cart","args":{"sku":"SCF-RED","quantity":1}}]`
	for name, answer := range map[string]string{
		"dropped in text":           `{"text":"Your total is thirty-","cut":"reset"}`,
		"ended in text":             `{"text":"Your total is thirty-","cut":"end"}`,
		"no finish reason":          `{"text":"Your total is thirty-","no_finish":true}`,
		"error in the stream":       `{"text":"Your total is thirty-","error":{"message":"Overloaded","type":"overloaded_error"}}`,
		"dropped after a call":      `{"text":"Your total is thirty-","cut":"reset",` + call + `}`,
		"ended after a call":        `{"text":"Your total is thirty-","cut":"end",` + call + `}`,
		"call without finish":       `{"text":"Your total is thirty-","no_finish":true,` + call + `}`,
		"call, then nothing at all": `{"text":"Your total is thirty-","no_finish":true,"no_done":true,` + call + `}`,
	} {
		err := with(open, `{"answer":`+answer+`}`, func(b *bench) error {
			s := b.think(ctx, says("the total?"))
			if len(s.calls) > 0 {
				return errors.New("a call came of a message that was cut")
			}
			if len(b.server.Requests()) != 1 {
				return errors.New("the server was asked again")
			}
			return s.wants("Your total is thirty-", "", evercart.Unavailable)
		})
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func checkHalf(ctx context.Context, _ Features, open Open) error {
	for name, c := range map[string]struct{ call, args string }{
		"cut":         {`"raw":"{\"sku\":\"SCF-RED\",\"quantity\":1"`, "null"},
		"a list":      {`"raw":"[]"`, "null"},
		"a number":    {`"raw":"12"`, "null"},
		"two objects": {`"raw":"{\"quantity\":1}{\"quantity\":2}"`, "null"},
		"words":       {`"raw":"one scarf"`, "null"},
		"too long":    {`"args":{"sku":"SCF-RED"},"pad":1048576`, "null"},
		"none":        {`"raw":""`, "{}"},
		"more keys":   {`"args":{"sku":"SCF-RED","wrap":true}`, `{"sku":"SCF-RED","wrap":true}`},
	} {
		err := with(open, `{"answer":{"chunk":4096,"calls":[{"tool":"add_to_cart",`+c.call+`}]}}`, func(b *bench) error {
			s := b.think(ctx, says("a scarf"))
			if len(s.calls) != 1 || !sameJSON(s.calls[0].Args, c.args) {
				return fmt.Errorf("%d calls, want one with %s (%v)", len(s.calls), c.args, s.err)
			}
			return s.wants("", evercart.StopCalls, "")
		})
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func checkEnds(ctx context.Context, _ Features, open Open) error {
	for _, finish := range []string{"length", "something_new"} {
		for _, calls := range []string{``, `,"calls":[{"tool":"add_to_cart","args":{"sku":"SCF-RED","quantity":1}}]`} {
			err := with(open, `{"answer":{"text":"Two","finish":"`+finish+`"`+calls+`}}`, func(b *bench) error {
				s := b.think(ctx, says("twelve scarves"))
				if len(s.calls) > 0 {
					return errors.New("a call came of a message that may not be whole")
				}
				return s.wants("Two", evercart.StopLength, "")
			})
			if err != nil {
				return fmt.Errorf("%s%s: %w", finish, calls, err)
			}
		}
	}
	return with(open, `{"answer":{"finish":"stop","calls":[{"tool":"view_cart"}]}}`, func(b *bench) error {
		s := b.think(ctx, says("my cart"))
		if len(s.calls) != 1 {
			return fmt.Errorf("whole calls under the end %q: %d, want 1", "stop", len(s.calls))
		}
		return s.wants("", evercart.StopCalls, "")
	})
}

func checkRefusal(ctx context.Context, _ Features, open Open) error {
	for _, answer := range []string{`{"text":"I","finish":"content_filter"}`, `{"refusal":"I","finish":"stop"}`} {
		err := with(open, `{"answer":`+answer+`}`, func(b *bench) error {
			return b.think(ctx, says("something vile")).wants("I", evercart.StopRefused, "")
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func sameJSON(got evercart.PersonalJSON, want string) bool {
	var a, b any
	if json.Unmarshal(got, &a) != nil || json.Unmarshal([]byte(want), &b) != nil {
		return false
	}
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}
