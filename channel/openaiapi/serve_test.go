package openaiapi_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
	"github.com/evercart/evercart/channel"
	"github.com/evercart/evercart/channel/openaiapi"
	"github.com/evercart/evercart/channeltest"
	"github.com/evercart/evercart/internal/testdata"
)

// A stream and a whole answer, usage where it is asked for, on the path and the doubled one; the greeting where nobody spoke yet.
func TestAnswers(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if g := b.ask(request(list("system", "You are a shop."))); !strings.Contains(g.text, "Hello") || g.usage != nil || g.finish != "stop" {
		t.Errorf("%+v", g)
	}
	if g := b.want("You said boots. "+all, request(list("user", "boots"), "stream_options", obj{"include_usage": true})); g.usage["total_tokens"] != 19.0 {
		t.Errorf("%+v", g)
	}
	parts := []obj{{"role": "developer", "content": "x"}, {"role": "user", "content": []obj{{"type": "text", "text": "red"}, {"type": "image_url"}, {"type": "text", "text": "socks"}}}}
	if g := b.want("You said red socks. "+all, request(parts, "stream", false)); g.usage["prompt_tokens"] != 12.0 {
		t.Errorf("%+v", g)
	}
	b.want("You said 12. "+all, request(list("user", "User's Keypad Entry: 12#")))
	for _, p := range []string{path + "/chat/completions", "/channels/openai/c-2" + path, "/channels/openai/c-2" + path + "/chat/completions"} {
		if g := b.read(b.post(t.Context(), p, request(list("user", p)))); g.text != "You said "+p+". "+all {
			t.Errorf("%s: %+v", p, g)
		}
	}
	if n := len(b.turns(call("c-2"))); n != 2 { // the path counts before the body
		t.Errorf("%d turns", n)
	}
}

// The conversation of a request: a header, the path, Vapi's call; a user and a number lead to the shopper. Without any it is refused.
func TestWho(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	number, _ := channel.ByPhone("+15550100001")
	b.want("You said a. "+all, request(list("user", "a"), "customer", obj{"number": "+15550100001"}))
	b.want("You said b. "+all, request(list("user", "b"), "call", obj{"id": "other", "customer": obj{"number": "+15550100001"}}))
	b.want("You said c. "+all, request(list("user", "c"), "call", nil), "X-Call-Id", "c-7")
	b.want("You said d. "+all, request(list("user", "d"), "call", nil, "user", "ada"))
	for who, n := range map[channel.Who]int{number: 2, call("c-7"): 1, {By: "user", ID: "ada"}: 1, call("c-1"): 0} {
		if got := len(b.turns(who)); got != n {
			t.Errorf("%s %s: %d turns, want %d", who.By, who.ID.Reveal(), got, n)
		}
	}
	deaf := newBench(t, func(c *openaiapi.Config) { c.Numbers = false })
	deaf.ask(request(list("user", "a"), "customer", obj{"number": "+15550100001"}))
	if n := len(deaf.turns(call("c-1"))); n != 1 {
		t.Errorf("%d turns in the call", n)
	}
}

// What is wrong with a request is said in OpenAI's form, and nothing of it is kept.
func TestRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(c *openaiapi.Config) { c.Limits.Messages, c.Limits.Body = 3, 4096 })
	good := request(list("user", "a"))
	for name, c := range map[string]struct {
		q      any
		head   []string
		status int
		code   string
	}{
		"no key":        {good, []string{"Authorization", ""}, 401, "invalid_api_key"},
		"wrong key":     {good, []string{"Authorization", "Bearer " + key + "x"}, 401, "invalid_api_key"},
		"half a key":    {good, []string{"Authorization", "Bearer " + key[:16]}, 401, "invalid_api_key"},
		"scheme alone":  {good, []string{"Authorization", "Bearer"}, 401, "invalid_api_key"},
		"basic":         {good, []string{"Authorization", "Basic " + key}, 401, "invalid_api_key"},
		"other header":  {good, []string{"Authorization", "", "X-Api-Key", key}, 401, "invalid_api_key"},
		"no JSON":       {[]byte("{"), nil, 400, "invalid_request"},
		"no messages":   {request(nil), nil, 400, "invalid_request"},
		"no role":       {request(list("", "a")), nil, 400, "invalid_request"},
		"other shape":   {request(list("user", "a"), "messages", "hello"), nil, 400, "invalid_request"},
		"no call":       {request(list("user", "a"), "call", nil), nil, 400, "invalid_request"},
		"a long call":   {request(list("user", "a"), "call", obj{"id": strings.Repeat("x", 257)}), nil, 400, "invalid_request"},
		"odd user":      {request(list("user", "a"), "user", "a\x00b"), nil, 400, "invalid_request"},
		"many messages": {request(list("user", "a", "user", "a", "user", "a", "user", "a")), nil, 413, "request_too_large"},
		"a large body":  {request(list("user", strings.Repeat("a", 5000))), nil, 413, "request_too_large"},
	} {
		res := b.post(t.Context(), path, c.q, c.head...)
		var out struct {
			Error struct{ Message, Type, Code string }
		}
		if err := json.NewDecoder(res.Body).Decode(&out); err != nil || res.StatusCode != c.status || out.Error.Code != c.code || out.Error.Type != "invalid_request_error" || out.Error.Message == "" {
			t.Errorf("%s: %d %+v %v", name, res.StatusCode, out, err)
		}
	}
	for _, head := range []string{key, "bearer another-key-of-it"} {
		if res := b.post(t.Context(), path, good, "Authorization", head); res.StatusCode != 200 {
			t.Errorf("%q is %d", head, res.StatusCode)
		}
	}
	if n := b.ch.Stats().Refused; n != 6 {
		t.Errorf("%d refused", n)
	}
	r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, b.server.URL+"/v1/models", nil)
	r.Header.Set("Authorization", "Bearer "+key)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if body, _ := io.ReadAll(res.Body); !strings.Contains(string(body), `"id":"evercart"`) {
		t.Errorf("%s", body)
	}
}

// Vapi's own objects, as it sent them.
func TestVapiSamples(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for i, file := range []string{"vapi-assistant-request.json", "vapi-end-of-call-report.json", "vapi-tool-calls.json"} {
		raw, err := os.ReadFile(testdata.Path(t, "..", "reference", "voice-samples", file))
		if err != nil {
			t.Fatal(err)
		}
		var sample struct {
			Message struct {
				Call, Customer, PhoneNumber, Timestamp any
				Artifact                               struct{ MessagesOpenAIFormatted []obj }
			}
		}
		if err := json.Unmarshal(raw, &sample); err != nil {
			t.Fatal(err)
		}
		m := sample.Message
		said := fmt.Sprint("words ", i)
		b.want("You said "+said+". "+all, request(append(m.Artifact.MessagesOpenAIFormatted, list("user", said)...), "call", m.Call, "customer", m.Customer, "phoneNumber", m.PhoneNumber, "timestamp", m.Timestamp))
	}
	if number, _ := channel.ByPhone("+15550100001"); len(b.turns(number)) != 3 {
		t.Error("the number does not lead to the caller")
	}
}

// The same list again is the same turn, once; the same words later in the call are another one.
func TestAgain(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	first := "You said yes. " + all
	for range 3 {
		b.want(first, request(list("user", "yes")))
	}
	b.want(first, request(list("user", "yes", "assistant", first, "user", "yes")))
	if n := len(b.turns(call("c-1"))); n != 2 || b.Brain.Asked.Load() != 2 {
		t.Errorf("%d turns, the brain was asked %d times", n, b.Brain.Asked.Load())
	}
	other := request(list("user", "hm, other words"))
	b.want("You said hm, other words. "+all, other, "Idempotency-Key", "k")
	b.want("You said hm, other words. "+all, other, "Idempotency-Key", "k")
	b.want("You said hm, other words. "+all, other, "Idempotency-Key", "k2")
	if n := b.Brain.Asked.Load(); n != 4 {
		t.Errorf("the brain was asked %d times", n)
	}
	// Where no call is named it is so for a while alone, and while nothing else was said.
	u := newBench(t, func(c *openaiapi.Config) { c.Limits.Again = time.Hour })
	mine := func(text string) obj { return request(list("user", text), "call", nil, "user", "ada") }
	for _, text := range []string{"yes", "yes", "no", "yes"} {
		u.want("You said "+text+". "+all, mine(text))
	}
	if n := u.Brain.Asked.Load(); n != 3 {
		t.Errorf("the brain was asked %d times", n)
	}
	short := newBench(t, func(c *openaiapi.Config) { c.Limits.Again = time.Nanosecond })
	short.want(first, mine("yes"))
	short.want(first, mine("yes"))
	if n := short.Brain.Asked.Load(); n != 2 {
		t.Errorf("the brain was asked %d times", n)
	}
}

// Requests that overlap: the newest one is answered, those before end at once, and the log has what was heard of them.
func TestOverlap(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var all6 sync.WaitGroup
	answers := make([]got, 6)
	for i := range 6 {
		res := b.post(t.Context(), path, request(list("user", fmt.Sprint("wait ", i))))
		all6.Go(func() { answers[i] = b.read(res) })
		if got := <-b.Brain.Half; got != fmt.Sprint("wait ", i) {
			t.Errorf("%q is being answered, not %d", got, i)
		}
	}
	close(b.Brain.Onward)
	all6.Wait()
	for i, g := range answers {
		if whole := strings.HasSuffix(g.text, all); whole != (i == 5) || !g.done || g.finish != "stop" {
			t.Errorf("%d: %+v", i, g)
		}
	}
	b.want("You said on. "+all, request(list("user", "wait 5", "assistant", answers[5].text, "user", "on")))
	turns := b.turns(call("c-1"))
	if len(turns) != 7 {
		t.Fatalf("%d turns", len(turns))
	}
	for i, v := range turns[:6] {
		if cut := v.How == evercart.Interrupted; cut != (i < 5) {
			t.Errorf("%d ended as %s", i, v.How)
		}
	}
	if n := b.ch.Stats(); n.Interrupted != 5 || n.Live != 0 {
		t.Errorf("%+v", n)
	}
}

// Whoever hangs up ends the turn; a copy of the request that comes soon goes on with it instead.
func TestDisconnect(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(c *openaiapi.Config) { c.Limits.Grace = time.Minute })
	left, leave := context.WithCancel(t.Context())
	b.post(left, path, request(list("user", "wait a moment")))
	<-b.Brain.Half
	leave()
	res := b.post(t.Context(), path, request(list("user", "wait a moment")))
	close(b.Brain.Onward)
	if g := b.read(res); g.text != "You said wait a moment. "+all || b.Brain.Asked.Load() != 1 {
		t.Errorf("%+v, asked %d times", g, b.Brain.Asked.Load())
	}

	b = newBench(t)
	left, leave = context.WithCancel(t.Context())
	b.post(left, path, request(list("user", "wait")))
	<-b.Brain.Half
	leave()
	for until := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if turns := b.turns(call("c-1")); len(turns) == 1 && turns[0].How == evercart.Interrupted {
			break
		}
		if time.Now().After(until) {
			t.Fatalf("the turn goes on: %+v", b.turns(call("c-1")))
		}
	}
	close(b.Brain.Onward)
	for range 2 { // asked again too late to go on with it, it is answered, once
		b.want("You said wait. "+all, request(list("user", "wait")))
	}
	if n := b.Brain.Asked.Load(); n != 2 {
		t.Errorf("the brain was asked %d times", n)
	}
	b.want("You said boots. "+all, request(list("user", "wait", "assistant", "You said", "user", "boots")))
	if v := b.turns(call("c-1"))[1]; v.Heard == nil || *v.Heard != "You said" {
		t.Errorf("%+v", v)
	}
}

// A stream shows that it is alive while nothing is said.
func TestBeat(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	res := b.post(t.Context(), path, request(list("user", "wait")))
	<-b.Brain.Half
	seen := ""
	for buf := make([]byte, 4096); !strings.Contains(seen, "\n\n: \n\n: \n\n"); {
		n, err := res.Body.Read(buf)
		if seen += string(buf[:n]); err != nil {
			t.Fatal(seen, err)
		}
	}
	close(b.Brain.Onward)
}

// A shopper whom nobody can look up hears a sentence, with 200: a platform ends the call where a model fails.
func TestAway(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(c *openaiapi.Config) { c.Desk.Shoppers = away{} })
	if g := b.ask(request(list("user", "a"))); g.text == "" || g.finish != "stop" || !g.done {
		t.Errorf("%+v", g)
	}
}

type away struct{ evercart.Shoppers }

func (away) Identify(context.Context, string, evercart.Personal) (evercart.Shopper, error) {
	return evercart.Shopper{}, evercart.Errorf(evercart.Unavailable, "double", "away")
}

// A server that stops takes nothing new, and lets what runs be answered.
func TestStop(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	res := b.post(t.Context(), path, request(list("user", "wait")))
	<-b.Brain.Half
	stopped := make(chan error, 1)
	go func() { stopped <- b.ch.Stop(t.Context()) }()
	for b.post(t.Context(), path, request(list("user", "x"), "call", obj{"id": "c-9"})).StatusCode != http.StatusServiceUnavailable {
		time.Sleep(time.Millisecond)
	}
	close(b.Brain.Onward)
	if g := b.read(res); !strings.HasSuffix(g.text, all) {
		t.Errorf("%+v", g)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

// While the store hangs a stream asks for patience, and what follows goes on from there; in a whole answer there is nothing of it, and
// nothing of it in the reply.
func TestStoreHangs(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	asked := make(chan struct{})
	b.Shoppers.Before = func(context.Context) error { <-asked; return nil }
	res := b.post(t.Context(), path, request(list("user", "hello")))
	var told strings.Builder
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		told.WriteString(lines.Text())
		if strings.Contains(lines.Text(), "One moment, please.") {
			close(asked)
		}
	}
	if got := told.String(); strings.Count(got, "moment") != 1 || !strings.Contains(got, `" You said hello.`) || !strings.Contains(got, "[DONE]") {
		t.Errorf("%s", got)
	}
	b.Shoppers.Before = func(ctx context.Context) error { return evercart.SystemClock{}.Sleep(ctx, time.Second) } // a filler is due
	b.want("You said hello. "+all, request(list("user", "hello"), "stream", false, "call", obj{"id": "c-2"}))
	b.Shoppers.Before = nil
	for _, id := range []string{"c-1", "c-2"} {
		turns := b.turns(call(id))
		if spoken := turns[len(turns)-1].Spoken; spoken != evercart.Private("You said hello. "+all) {
			t.Errorf("spoken is %q", spoken.Reveal())
		}
	}
	b.Shoppers.Before = channeltest.Away
	if g := b.ask(request(list("user", "hello"), "stream", false)); !strings.Contains(g.text, "nothing was changed") {
		t.Errorf("%q", g.text)
	}
}

// A tool that takes long is told of in a stream, and is no part of the reply.
func TestSlowTool(t *testing.T) {
	t.Parallel()
	b := onBench(t, channeltest.New(t, func(l *agent.Limits) { l.Tool = time.Millisecond }))
	res := b.post(t.Context(), path, request(list("user", "slow please")))
	var told strings.Builder
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		told.WriteString(lines.Text())
		if strings.Contains(lines.Text(), "looking that up.") {
			close(b.Release)
		}
	}
	if got := told.String(); strings.Count(got, "looking that up.") != 1 || !strings.Contains(got, `" You said slow please.`) || !strings.Contains(got, "[DONE]") {
		t.Errorf("%s", got)
	}
	turns := b.turns(call("c-1"))
	if v := turns[len(turns)-1]; v.Spoken != "You said slow please. "+all {
		t.Errorf("spoken is %q", v.Spoken.Reveal())
	}
}
