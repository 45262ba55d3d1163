package agent_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
)

const other = evercart.SessionID("11111111-2222-4333-8444-555555555555")

// A session begins once, with what it is to begin with; many connections at once begin it together.
func TestAttach(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	_, err := b.agent.Attach(b.ctx, evercart.Attach{Session: session})
	wantCode(t, err, evercart.NotFound)
	_, err = b.agent.Attach(b.ctx, evercart.Attach{Session: "nonsense", Begin: true})
	wantCode(t, err, evercart.Invalid)
	seed := &evercart.Seed{Cart: []evercart.SeedLine{{SKU: "SCF-RED", Quantity: 2}}, Saved: []evercart.SeedLine{{SKU: "CND-CAF", Quantity: 1}}, Focus: []evercart.SKU{"SOC-3PK", "scarf"}}
	s, err := b.agent.Attach(b.ctx, evercart.Attach{Session: session, Begin: true, Seed: seed, Channel: "ws", Locale: "en-GB"})
	if err != nil || s.Cart.Totals.Total != 6666 || len(s.Cart.Saved) != 1 || len(s.Cart.Undo) > 0 || len(s.Focus) != 2 || s.Focus[1] != "SCF-RED" || s.Locale != "en-GB" {
		t.Errorf("begun with %+v, %v", s, err)
	}
	_, err = b.agent.Attach(b.ctx, evercart.Attach{Session: session, Begin: true, Seed: seed})
	wantCode(t, err, evercart.Conflict)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if s, err := b.agent.Attach(b.ctx, evercart.Attach{Session: session, Begin: true}); err != nil || s.Session != session {
				t.Error(s.Session, err)
			}
		})
	}
	all.Wait()
	anew, err := b.agent.Attach(b.ctx, evercart.Attach{Begin: true})
	if _, bad := evercart.ParseSessionID(string(anew.Session)); err != nil || bad != nil || anew.Session == session {
		t.Errorf("a new session is %s, %v", anew.Session, err)
	}
	bad := &evercart.Seed{Cart: []evercart.SeedLine{{SKU: "NOPE", Quantity: 1}}}
	_, err = b.agent.Attach(b.ctx, evercart.Attach{Begin: true, Seed: bad})
	wantCode(t, err, evercart.NotFound)
}

// Many connections of one shopper at once begin a session together: none is told that it is not there.
func TestBegunTogether(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for n := range 40 {
		id := evercart.SessionID(fmt.Sprintf("11111111-2222-4333-8444-%012d", n))
		var all sync.WaitGroup
		for range 16 {
			all.Go(func() {
				if s, err := b.agent.Attach(b.ctx, evercart.Attach{Session: id, User: "ben", Begin: true}); err != nil || s.Session != id {
					t.Error(s.Session, err)
				}
			})
		}
		all.Wait()
	}
}

// A session that is named is that one, and becomes the shopper's open one, which those without an id join; another shopper's
// is not found.
func TestOneOpenSession(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ada, err := b.agent.Attach(b.ctx, evercart.Attach{Session: session, User: "ada", Begin: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		at   evercart.Attach
		want evercart.SessionID
	}{
		{evercart.Attach{User: "ada"}, session}, {evercart.Attach{User: "ada", Session: session}, session},
		{evercart.Attach{User: "ada", Session: other, Begin: true}, other}, {evercart.Attach{User: "ada", Session: other}, other},
		{evercart.Attach{User: "ada"}, other}, {evercart.Attach{User: "ada", Session: session}, session},
	} {
		if s, err := b.agent.Attach(b.ctx, c.at); err != nil || s.Session != c.want || s.Subject != ada.Subject {
			t.Errorf("%q leads to %s, not %s, %v", c.at.Session, s.Session, c.want, err)
		}
	}
	_, err = b.agent.Attach(b.ctx, evercart.Attach{User: "ben", Session: session, Begin: true})
	wantCode(t, err, evercart.NotFound)
	_, err = b.agent.SignIn(b.ctx, session, "ben")
	wantCode(t, err, evercart.NotFound)
	_, err = b.agent.Attach(b.ctx, evercart.Attach{User: "nobody"})
	wantCode(t, err, evercart.NotFound)
	if h := take(b.ctx, b.agent, evercart.Utterance{Session: other, Text: "add SCF-RED"}); h.err != nil {
		t.Fatal(h.err)
	}
	b.wantCart(map[evercart.SKU]int{}) // a cart belongs to its session
}

// A guest's session whose shopper becomes known by speaking keeps its own cart, and only that; a sign-in merges.
func TestKnownBySpeaking(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	seed := &evercart.Seed{Cart: []evercart.SeedLine{{SKU: "CND-CAF", Quantity: 2}}}
	if _, err := b.agent.Attach(b.ctx, evercart.Attach{Session: other, User: "ada", Begin: true, Seed: seed}); err != nil {
		t.Fatal(err)
	}
	b.begin()
	b.answered("t-1", "add SCF-RED")
	for range 2 {
		if s, err := b.agent.Attach(b.ctx, evercart.Attach{Session: session, User: "ada"}); err != nil || s.Session != session {
			t.Fatal(s.Session, err)
		}
	}
	b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
	_, err := b.agent.Attach(b.ctx, evercart.Attach{Session: session, User: "ben"})
	wantCode(t, err, evercart.NotFound)
	for range 2 {
		s, err := b.agent.SignIn(b.ctx, session, "ada")
		if err != nil || s.Session != other || len(s.Cart.Lines) != 2 || s.Cart.Totals.Total != 2*2450+3333 {
			t.Fatalf("merged into %+v, %v", s, err)
		}
	}
}

// A guest signs in: first as a new shopper, whose session stays; then another guest's cart is merged into it, once.
func TestSignIn(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.begin()
	b.answered("t-1", "add SCF-RED")
	s, err := b.agent.SignIn(b.ctx, session, "ada")
	if err != nil || s.Session != session || s.Cart.Totals.Total != 3333 {
		t.Fatalf("signed in to %+v, %v", s, err)
	}
	seed := &evercart.Seed{Cart: []evercart.SeedLine{{SKU: "SCF-RED", Quantity: 99}, {SKU: "CND-CAF", Quantity: 2}}, Saved: []evercart.SeedLine{{SKU: "SOC-3PK", Quantity: 3}}}
	if _, err := b.agent.Attach(b.ctx, evercart.Attach{Session: other, Begin: true, Seed: seed}); err != nil {
		t.Fatal(err)
	}
	said := take(b.ctx, b.agent, evercart.Utterance{Session: other, Turn: "g-1", Text: "hello"})
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if s, err := b.agent.SignIn(b.ctx, other, "ada"); err != nil || s.Session != session {
				t.Error(s.Session, err)
			}
		})
	}
	all.Wait()
	b.wantCart(map[evercart.SKU]int{"SCF-RED": 99, "CND-CAF": 2})
	s, err = b.agent.View(b.ctx, other)
	if err != nil || s.Session != session || len(s.Cart.Saved) != 1 || s.Cart.Saved[0].Quantity != 3 {
		t.Errorf("the old id shows %+v, %v", s.Cart, err)
	}
	if h := take(b.ctx, b.agent, evercart.Utterance{Session: other, Turn: "g-1", Text: "hello"}); h.err != nil || h.text() != said.text() {
		t.Errorf("a turn of before the merge, repeated: %v", h.err)
	}
	if h := take(b.ctx, b.agent, evercart.Utterance{Session: session, Turn: "g-1", Text: "hello"}); h.err != nil || h.text() != said.text() {
		t.Errorf("the same by the new id: %v", h.err)
	}
	noted := 0
	events, err := b.store.Events(b.ctx, session, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if f, ok := e.Fact.(*evercart.Noted); ok && f.With["left"] == "1" {
			noted++
		}
	}
	if noted != 1 {
		t.Errorf("what did not fit is noted %d times, want once", noted)
	}
	guest := evercart.As(context.Background(), evercart.Caller{Role: evercart.RoleShopper, Subjects: []evercart.Subject{guestOf(t, b)}})
	if s, err := b.agent.View(guest, other); err != nil || s.Session != session {
		t.Errorf("the guest's own token reaches %s, %v", s.Session, err)
	}
}

// guestOf finds who the merged session belonged to.
func guestOf(t *testing.T, b *bench) evercart.Subject {
	t.Helper()
	s, err := b.store.Load(b.ctx, other)
	if err != nil {
		t.Fatal(err)
	}
	return s.Subject
}

// A greeting for who is new, a short word for who is back, a recap with what changed for who was away; it answers no question.
func TestGreeting(t *testing.T) {
	t.Parallel()
	model := script("model", []evercart.Thought{call("look", `{}`), stop(evercart.StopCalls)}, []evercart.Thought{text("Which one?"), stop(evercart.StopSaid)})
	b := newBench(t, with(model))
	clock := &hurried{}
	b.agent = b.another(with(model), func(c *agentConfig) { c.Clock = clock })
	s := b.begin()
	greet := func(id evercart.TurnID) string {
		h := take(b.ctx, b.agent, evercart.Utterance{Session: session, Turn: id, What: evercart.SayGreeting})
		if h.err != nil {
			t.Fatal(h.err)
		}
		return h.text()
	}
	if first := greet("g-1"); !strings.Contains(first, "AI") || greet("g-1") != first {
		t.Errorf("the greeting is %q", first)
	}
	b.answered("t-1", "look")
	if got := greet("g-2"); got != "Welcome back." {
		t.Errorf("the welcome is %q", got)
	}
	if s, _ = b.agent.View(b.ctx, session); s.Question == nil {
		t.Error("the greeting closed the open question")
	}
	b.change(evercart.Command{Verb: evercart.Add, SKU: "SCF-RED", Quantity: 1})
	b.goods.Apply(thing("scarf", "Red Scarf", "SCF-RED", 4000))
	clock.by.Store(int64(3 * time.Hour))
	recap := greet("g-3")
	for _, part := range []string{"red scarf", "forty dollars", "went up from thirty-three dollars and thirty-three cents"} {
		wantHas(t, recap, part)
	}
	if again := greet("g-4"); strings.Contains(again, "went up") {
		t.Errorf("the news is told twice: %q", again)
	}
}

// hurried is the machine's clock, moved on.
type hurried struct {
	evercart.SystemClock
	by atomic.Int64
}

func (h *hurried) Now() time.Time { return time.Now().Add(time.Duration(h.by.Load())) }

// Follow gives what was, then what comes, from any place, to any number of readers.
func TestFollow(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.begin()
	b.answered("t-1", "hello")
	ctx, cancel := context.WithCancel(b.ctx)
	defer cancel()
	ahead := make(chan evercart.Event, 64)
	over := make(chan struct{})
	go func() {
		defer close(over)
		for e, err := range b.agent.Follow(ctx, session, 1) {
			if err != nil {
				t.Error(err)
				return
			}
			ahead <- e
		}
	}()
	for want := evercart.Seq(2); want <= 3; want++ {
		if e := <-ahead; e.Seq != want {
			t.Errorf("event %d, want %d", e.Seq, want)
		}
	}
	b.answered("t-2", "hello again")
	for want := evercart.Seq(4); want <= 5; want++ {
		if e := <-ahead; e.Seq != want {
			t.Errorf("event %d, want %d", e.Seq, want)
		}
	}
	cancel()
	<-over
	for _, err := range b.agent.Follow(b.ctx, other, 0) {
		wantCode(t, err, evercart.NotFound)
	}
}

// Transcript gives turns after a place, or the newest ones.
func TestTranscript(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.begin()
	for _, id := range []evercart.TurnID{"a", "b", "c"} {
		b.answered(id, "hello "+string(id))
	}
	all := b.transcript()
	for _, c := range []struct {
		after evercart.Seq
		last  int
		want  string
	}{{0, 0, "abc"}, {0, 2, "bc"}, {all[0].Closed, 0, "bc"}, {all[0].Closed, 1, "c"}, {all[2].Closed, 5, ""}, {0, 50, "abc"}} {
		v, err := b.agent.Transcript(b.ctx, session, c.after, c.last)
		got := ""
		for _, x := range v {
			got += string(x.Turn)
		}
		if err != nil || got != c.want {
			t.Errorf("after %d, last %d: %q, want %q (%v)", c.after, c.last, got, c.want, err)
		}
	}
}

// A call that begins hears what is in the cart, however short ago it was left; a page that is opened again hears a word of welcome.
func TestGreetedAnew(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.begin()
	b.say(b.agent, "t-1", "add SCF-RED")
	page := take(b.ctx, b.agent, evercart.Utterance{Session: session, Turn: "g-1", What: evercart.SayGreeting})
	call := take(b.ctx, b.agent, evercart.Utterance{Session: session, Turn: "g-2", What: evercart.SayGreeting, Anew: true})
	if page.text() != "Welcome back." || !strings.HasPrefix(call.text(), "Welcome back. ") || !strings.Contains(call.text(), "scarf") {
		t.Errorf("%q, %q", page.text(), call.text())
	}
}

// rival lets another connection begin a session while this one begins it: once it is known whose it is to be, or when it is written.
type rival struct {
	evercart.Store
	once        sync.Once
	whenWritten bool
	begins      func()
}

func (r *rival) Identify(ctx context.Context, by string, id evercart.Personal) (evercart.Shopper, error) {
	who, err := r.Store.Identify(ctx, by, id)
	if !r.whenWritten {
		r.once.Do(r.begins)
	}
	return who, err
}

func (r *rival) Update(ctx context.Context, u evercart.Update) (evercart.Committed, error) {
	if r.whenWritten && u.Open {
		r.once.Do(r.begins)
	}
	return r.Store.Update(ctx, u)
}

// Two connections begin one session at the same moment, as two parts of a sentence do: both are in it, whoever is faster, though each would have
// begun it for a guest of its own. One that another user has begun is not found.
func TestBegunByTwoAtOnce(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		faster, slower evercart.Personal
		want           evercart.Code
	}{"guests": {"", "", ""}, "one user": {"ada", "ada", ""}, "a guest, then a user": {"", "ada", ""}, "two users": {"ada", "ben", evercart.NotFound}} {
		for _, late := range []bool{false, true} {
			t.Run(fmt.Sprint(name, late), func(t *testing.T) {
				t.Parallel()
				b := newBench(t)
				var first evercart.State
				attach := func(by *agent.Agent, user evercart.Personal) (evercart.State, error) {
					return by.Attach(b.ctx, evercart.Attach{Session: session, User: user, Begin: true, Channel: "webhook"})
				}
				r := &rival{Store: b.store, whenWritten: late, begins: func() {
					var err error
					if first, err = attach(b.agent, c.faster); err != nil {
						t.Error(err)
					}
				}}
				s, err := attach(b.another(func(cfg *agentConfig) { cfg.Store = r }), c.slower)
				wantCode(t, err, c.want)
				if first.Seq == 0 || c.want == "" && (s.Session != first.Session || s.Seq < first.Seq) {
					t.Errorf("begun at %d, entered at %d", first.Seq, s.Seq)
				}
			})
		}
	}
}
