package gateway_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/gateway"
	"github.com/evercart/evercart/wire"
)

func TestSocketAnswers(t *testing.T) {
	t.Parallel()
	b := setup(t)
	l := b.dial("/ws/" + adaSession)
	ready := l.next()
	if ready.Type != wire.TypeReady || ready.Ready.Seq != 0 || ready.Ready.Session != adaSession || ready.Ready.State.Cart.Currency != "USD" {
		t.Fatalf("first frame %+v", ready.Ready)
	}
	l.send(`{"user_id":"ada","text":"add BLS-IVR-M","turn_id":"t-1"}`)
	if d := l.until(wire.TypeDelta).Delta; d.Text != "Added." || d.Turn != "t-1" || d.Hold {
		t.Errorf("delta %+v", d)
	}
	r := l.until(wire.TypeReply).Reply
	if r.Reply != "Added." || r.Turn != "t-1" || r.Seq != 4 || r.Version != r.Seq || !r.Durable || r.Cart.Total != 8950 || len(r.Cart.Lines) != 1 {
		t.Errorf("reply %+v", r)
	}
	l.send(`{"user_id":"ada","text":"add BLS-IVR-M","turn_id":"t-1"}`)
	if again := l.until(wire.TypeReply).Reply; again.Seq != 4 || again.Cart.Lines[0].Quantity != 1 {
		t.Errorf("the same turn again: %+v", again)
	}
	l.send(`{"user_id":"ada","text":"add it twice","turn_id":"t-1"}`)
	if e := l.trouble(evercart.TurnMismatch); e.Turn != "t-1" {
		t.Errorf("error %+v", e)
	}
	l.send(`{"type":"ping"}`)
	if f := l.next(); f.Type != wire.TypePong {
		t.Errorf("answer to ping: %+v", f)
	}
	// A new socket finds the session, with its turns.
	again := b.dial("/ws/" + strings.ToUpper(adaSession)).next().Ready
	if again.Seq != 4 || len(again.State.Turns) != 1 || again.State.Turns[0].Said != "add BLS-IVR-M" {
		t.Errorf("second socket: %+v", again)
	}
}

func TestSocketStaysOpenAfterBadFrames(t *testing.T) {
	t.Parallel()
	b := setup(t)
	l := b.dial("/ws/" + adaSession)
	l.next()
	long := strings.Repeat("x", evercart.MaxText+1)
	for frame, code := range map[string]evercart.Code{
		`{`: evercart.Invalid, `[]`: evercart.Invalid, `"hello"`: evercart.Invalid, `{}`: evercart.Invalid, `{"text":7}`: evercart.Invalid,
		`{"text":"a","text":"b"}`: evercart.Invalid, `{"text":"  "}`: evercart.Invalid, `{"type":"dance"}`: evercart.Invalid,
		`{"text":"a","user_id":"a\u0000b"}`: evercart.Invalid, `{"text":"a","turn_id":"a b"}`: evercart.Invalid, `{"text":"` + long + `"}`: evercart.TooLarge,
		`{"type":"resume","seq":"1"}`: evercart.Invalid, `{"type":"resume","seq":-1}`: evercart.Invalid, `{"text":"fail internal"}`: evercart.Internal,
	} {
		l.send(frame)
		e := l.trouble(code)
		if e.Message == "" || strings.Contains(e.Message, "secret cause") {
			t.Errorf("%.40s: message %q", frame, e.Message)
		}
	}
	l.raw(websocket.MessageBinary, []byte(`{"text":"hello"}`))
	l.trouble(evercart.Invalid)
	l.send(`{"text":"hello","colour":"new clients may say more"}`)
	if r := l.until(wire.TypeReply).Reply; r.Reply != "You said: hello" {
		t.Errorf("reply %+v", r)
	}
	if b.log.String() == "" || strings.Contains(b.log.String(), "hello") {
		t.Errorf("log: %s", b.log)
	}
}

func TestSocketText(t *testing.T) {
	t.Parallel()
	b := setup(t)
	l := b.dial("/ws/" + adaSession)
	l.next()
	for frame, want := range map[string]string{
		`{"text":"add a\u0000 scarf"}`:  "add a scarf",
		`{"text":"\ud83d lone"}`:        "\uFFFD lone",
		`{"text":"\udc00\ud83d two"}`:   "\uFFFD\uFFFD two",
		`{"text":"six \\u0000 signs"}`:  `six \u0000 signs`,
		`{"text":"\ud83d\ude00 whole"}`: "😀 whole",
	} {
		l.send(frame)
		l.until(wire.TypeReply)
		b.double.mu.Lock()
		got := b.double.spoken[len(b.double.spoken)-1].Text.Reveal()
		b.double.mu.Unlock()
		if got != want {
			t.Errorf("%s: %q, want %q", frame, got, want)
		}
	}
	l.raw(websocket.MessageText, []byte("{\"text\":\"\xff\xfe\"}"))
	if code := l.closed(); code != websocket.StatusInvalidFramePayloadData {
		t.Errorf("close code %d", code)
	}
	l = b.dial("/ws/" + adaSession)
	l.next()
	l.raw(websocket.MessageText, []byte(`{"text":"`+strings.Repeat("y", wire.MaxFrame)+`"}`))
	if code := l.closed(); code != websocket.StatusMessageTooBig {
		t.Errorf("close code of a frame over the limit: %d", code)
	}
}

func TestSocketGreetsWhenAsked(t *testing.T) {
	t.Parallel()
	b := setup(t)
	l := b.dial("/ws/" + adaSession + "?channel=page")
	l.next()
	l.send(`{"type":"greet","user_id":"ada"}`)
	if r := l.until(wire.TypeReply).Reply; r.Reply != "You said: Welcome." || !strings.HasPrefix(string(r.Turn), "srv-") {
		t.Errorf("greeting %+v", r)
	}
	b.double.mu.Lock()
	defer b.double.mu.Unlock()
	if u := b.double.spoken[0]; u.What != evercart.SayGreeting || u.Channel != "page" {
		t.Errorf("utterance %+v", u)
	}
}

func TestSocketsOfOneSession(t *testing.T) {
	t.Parallel()
	b := setup(t)
	one := b.dial("/ws/" + adaSession)
	one.next()
	one.send(`{"user_id":"ada","text":"hello","turn_id":"t-1"}`)
	seq := one.until(wire.TypeReply).Reply.Seq
	two := b.dial(fmt.Sprintf("/ws/%s?after=%d", adaSession, seq))
	if r := two.next().Ready; r.Seq != seq || len(r.State.Turns) != 0 {
		t.Fatalf("second socket after %d: %+v", seq, r)
	}
	two.send(`{"user_id":"ada","text":"add BLS-IVR-M","turn_id":"t-2"}`)
	r := two.until(wire.TypeReply).Reply
	st := one.until(wire.TypeState).State
	if st.Seq != r.Seq || st.State.Cart.Total != 8950 || len(st.State.Turns) != 1 || st.State.Turns[0].Turn != "t-2" {
		t.Errorf("the other socket was told %+v", st)
	}
	one.send(`{"type":"resume","seq":0}`)
	if st := one.until(wire.TypeState).State; len(st.State.Turns) != 2 {
		t.Errorf("resume from 0: %+v", st)
	}
	// Its own turn brings no state frame: the next frame after the reply is the pong.
	two.send(`{"type":"ping"}`)
	if f := two.next(); f.Type != wire.TypePong {
		t.Errorf("unasked frame %+v", f)
	}
}

func TestSocketInterrupt(t *testing.T) {
	t.Parallel()
	b := setup(t)
	l := b.dial("/ws/" + adaSession)
	l.next()
	l.send(`{"user_id":"ada","text":"wait","turn_id":"t-1"}`)
	if d := l.until(wire.TypeDelta).Delta; !d.Hold {
		t.Fatalf("delta %+v", d)
	}
	l.send(`{"type":"interrupt","turn_id":"unheard-of"}`)
	l.trouble(evercart.NotFound)
	l.send(`{"type":"interrupt","turn_id":"t-1","heard":"I added"}`)
	l.send(`{"type":"interrupt"}`)
	l.send(`{"type":"ping"}`)
	l.until(wire.TypePong)
	b.double.mu.Lock()
	cut := b.double.cut
	b.double.mu.Unlock()
	if len(cut) != 2 || cut[0].Turn != "t-1" || cut[0].Heard == nil || cut[0].Heard.Reveal() != "I added" || cut[1].Turn != "" || cut[1].Heard != nil {
		t.Errorf("interruptions %+v", cut)
	}
	close(b.double.release)
	if r := l.until(wire.TypeReply).Reply; r.Turn != "t-1" {
		t.Errorf("reply %+v", r)
	}
}

// An interruption that comes right behind the words that it is about is not lost, though the agent does not know of them yet.
func TestSocketInterruptsWhatIsComing(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.double.mu.Lock()
	b.double.late = 3
	b.double.mu.Unlock()
	l := b.dial("/ws/" + adaSession)
	l.next()
	l.send(`{"text":"wait","turn_id":"t-1"}`)
	l.send(`{"type":"interrupt","turn_id":"t-1","heard":""}`)
	l.send(`{"type":"ping"}`)
	for f := l.next(); f.Type != wire.TypePong; f = l.next() {
		if f.Type == wire.TypeError {
			t.Errorf("the interruption was lost: %+v", f)
		}
	}
	b.double.mu.Lock()
	cut := b.double.cut
	b.double.late = 1
	b.double.mu.Unlock()
	if len(cut) != 1 || cut[0].Turn != "t-1" {
		t.Errorf("interruptions %+v", cut)
	}
	close(b.double.release)
	l.until(wire.TypeReply)
	l.send(`{"type":"interrupt","turn_id":"gone"}`) // nobody waits for what is not coming
	l.trouble(evercart.NotFound)
}

func TestSocketQueueIsBounded(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *gateway.Config) { c.Limits.Queue = 1 })
	l := b.dial("/ws/" + adaSession)
	l.next()
	l.send(`{"text":"wait","turn_id":"t-1"}`)
	l.until(wire.TypeDelta)
	l.send(`{"text":"two","turn_id":"t-2"}`)
	l.send(`{"text":"three","turn_id":"t-3"}`)
	if e := l.trouble(evercart.Busy); e.Turn != "t-3" || e.RetryAfter == 0 {
		t.Errorf("error %+v", e)
	}
	close(b.double.release)
	if r := l.until(wire.TypeReply).Reply; r.Turn != "t-1" {
		t.Errorf("reply %+v", r)
	}
	if r := l.until(wire.TypeReply).Reply; r.Turn != "t-2" {
		t.Errorf("reply %+v", r)
	}
}

func TestSocketRates(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *gateway.Config) { c.Limits.SessionRate = 1.0 / 3600 * 1 })
	l := b.dial("/ws/" + adaSession)
	l.next()
	l.send(`{"text":"one"}`)
	l.until(wire.TypeReply)
	l.send(`{"text":"two"}`)
	if e := l.trouble(evercart.RateLimited); e.RetryAfter == 0 {
		t.Errorf("error %+v", e)
	}
	b.want(429, evercart.RateLimited, "POST", "/webhook", "", `{"session_id":"`+adaSession+`","text":"three"}`)
}

func TestSlowReaderIsDropped(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *gateway.Config) { c.Limits.Outgoing, c.Limits.WriteWait = 4, 300*time.Millisecond })
	l := b.dial("/ws/" + adaSession)
	l.next()
	// It asks and never reads. The kernel's buffers take a few megabytes before a write blocks.
	text := strings.Repeat("z", 3900)
	deadline := time.Now().Add(time.Minute)
	for i := 0; time.Now().Before(deadline); i++ {
		ctx, cancel := context.WithDeadline(context.Background(), deadline)
		err := l.c.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"type":"resume","seq":0,"pad":%q,"n":%d}`, text, i))
		gone := ctx.Err() == nil
		cancel()
		if err != nil && gone {
			return // dropped
		}
		if i == 0 {
			l.send(`{"text":"` + text + `"}`)
		}
	}
	t.Fatal("a reader that does not read was neither dropped nor served on for a minute")
}

func TestDrain(t *testing.T) {
	t.Parallel()
	b := setup(t)
	idle := b.dial("/ws/" + benSession)
	idle.next()
	l := b.dial("/ws/" + adaSession)
	l.next()
	l.send(`{"user_id":"ada","text":"wait","turn_id":"t-1"}`)
	l.until(wire.TypeDelta)
	done := make(chan error, 1)
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		done <- b.gate.Drain(ctx)
	}()
	if code := idle.closed(); code != websocket.StatusGoingAway {
		t.Errorf("idle socket closed with %d", code)
	}
	b.want(503, evercart.Unavailable, "GET", "/readyz", "", "")
	b.want(503, evercart.Unavailable, "GET", "/ws/"+benSession, "", "", "Connection", "Upgrade", "Upgrade", "websocket",
		"Sec-WebSocket-Version", "13", "Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA==")
	close(b.double.release)
	if r := l.until(wire.TypeReply).Reply; r.Turn != "t-1" {
		t.Errorf("the running turn got %+v", r)
	}
	if code := l.closed(); code != websocket.StatusGoingAway {
		t.Errorf("closed with %d", code)
	}
	if err := <-done; err != nil {
		t.Errorf("drain: %v", err)
	}
}

func TestDrainGivesUpInTime(t *testing.T) {
	t.Parallel()
	b := setup(t)
	l := b.dial("/ws/" + adaSession)
	l.next()
	l.send(`{"user_id":"ada","text":"wait"}`)
	l.until(wire.TypeDelta)
	drained := make(chan error, 1)
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		drained <- b.gate.Drain(ctx)
	}()
	if code := l.closed(); code != websocket.StatusGoingAway {
		t.Errorf("closed with %d", code)
	}
	if code := evercart.CodeOf(<-drained); code != evercart.Timeout {
		t.Errorf("drain with a turn that hangs: %q", code)
	}
}

func TestSocketAfterAnErasure(t *testing.T) {
	t.Parallel()
	b := setup(t)
	l := b.dial("/ws/" + adaSession)
	l.next()
	l.send(`{"user_id":"ada","text":"add BLS-IVR-M","turn_id":"t-1"}`)
	l.until(wire.TypeReply)
	b.want(200, "", "DELETE", "/v1/users/ada", "", "")
	l.send(`{"user_id":"ada","text":"hello","turn_id":"t-2"}`)
	if r := l.until(wire.TypeReply).Reply; r.Reply != "You said: hello" || len(r.Cart.Lines) != 0 || r.Seq != 3 {
		t.Errorf("after an erasure the words begin anew: %+v", r)
	}
	// And the socket follows the new session.
	b.want(200, "", "POST", "/webhook", "", turn("add BLS-IVR-M", "t-3"))
	if st := l.until(wire.TypeState).State; st.State.Cart.Total != 8950 {
		t.Errorf("told %+v", st)
	}
}

func TestSocketsAreCounted(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *gateway.Config) { c.Limits.PerSession, c.Limits.Sockets = 1, 2 })
	upgrade := []string{"Connection", "Upgrade", "Upgrade", "websocket", "Sec-WebSocket-Version", "13", "Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="}
	one := b.dial("/ws/" + adaSession)
	one.next()
	b.want(503, evercart.Busy, "GET", "/ws/"+adaSession, "", "", upgrade...)
	b.dial("/ws/" + benSession).next()
	b.want(503, evercart.Busy, "GET", "/ws/00000000-0000-4000-8000-000000000001", "", "", upgrade...)
	if err := one.c.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) { // the place is free once the server has noticed
		if status, _, _ := b.call("GET", "/ws/"+adaSession, "", "", "Connection", "close"); status != 503 || time.Now().After(deadline) {
			if status != 426 {
				t.Errorf("a plain GET of a free place: %d", status)
			}
			return
		}
	}
}

func TestSocketOfAnotherOrigin(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *gateway.Config) { c.Origins = []string{"https://shop.example.com"} })
	b.dial("/ws/"+adaSession, "Origin", "https://shop.example.com").next()
	b.dial("/ws/"+adaSession, "Origin", b.server.URL).next()
	b.want(403, evercart.Forbidden, "GET", "/ws/"+adaSession, "", "", "Origin", "http://shop.example.com")
}

func TestSocketMovesWithAMerge(t *testing.T) {
	t.Parallel()
	b := setup(t)
	other := strings.ReplaceAll(turn("add BLS-IVR-M", "t-0"), adaSession, benSession)
	b.want(200, "", "POST", "/webhook", "", other)
	l := b.dial("/ws/" + adaSession)
	l.next()
	l.send(`{"text":"hello","turn_id":"t-1"}`)
	l.until(wire.TypeReply)
	b.double.merge(adaSession, benSession)
	st := l.until(wire.TypeState).State
	if st.Session != benSession || st.State.Cart.Total != 8950 || len(st.State.Turns) != 1 || st.State.Turns[0].Turn != "t-0" {
		t.Fatalf("told %+v", st)
	}
	l.send(`{"text":"add BLS-IVR-M","turn_id":"t-2"}`)
	if r := l.until(wire.TypeReply).Reply; r.Session != benSession || r.Cart.Total != 17900 {
		t.Errorf("reply %+v", r)
	}
	b.want(200, "", "POST", "/webhook", "", strings.ReplaceAll(other, "t-0", "t-3"))
	if st := l.until(wire.TypeState).State; st.State.Cart.Total != 26850 {
		t.Errorf("it does not follow where it moved: %+v", st)
	}
}
