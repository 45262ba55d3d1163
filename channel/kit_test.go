package channel_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/channel"
	"github.com/evercart/evercart/channeltest"
	"github.com/evercart/evercart/fake"
)

type bench struct {
	*channeltest.Bench
	t *testing.T
}

func newBench(t *testing.T) *bench {
	t.Helper()
	return &bench{channeltest.New(t), t}
}

func (b *bench) join(who channel.Who) *channel.Line {
	b.t.Helper()
	l, err := b.Desk.Join(b.t.Context(), channel.Arrival{Who: who, Channel: "phone"})
	if err != nil {
		b.t.Fatal(err)
	}
	return l
}

// ear keeps what it is given.
type ear struct {
	mu     sync.Mutex
	pieces []channel.Piece
}

func (e *ear) hear(p channel.Piece) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.pieces = append(e.pieces, p)
}

func (e *ear) text() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	var out []string
	for _, p := range e.pieces {
		out = append(out, p.Text)
	}
	return strings.Join(out, "|")
}

func (b *bench) turn(l *channel.Line, words string) string {
	b.t.Helper()
	var e ear
	if _, err := l.Turn(b.t.Context(), evercart.Utterance{Text: evercart.Personal(words)}, e.hear); err != nil {
		b.t.Fatal(err)
	}
	return e.text()
}

func (b *bench) last(l *channel.Line) evercart.TurnView {
	b.t.Helper()
	turns := b.Turns(l.Session())
	return turns[len(turns)-1]
}

func heard(v evercart.TurnView) string {
	if v.Heard == nil {
		return "(not known)"
	}
	return v.Heard.Reveal()
}

// Who calls again is the same shopper in the same session, whatever node answers; another number is another's; a withheld one
// is known by its call alone.
func TestWhoCalls(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ada, ok := channel.ByPhone("+15550100001")
	if !ok {
		t.Fatal("no number")
	}
	first := b.join(ada).Session()
	if again := b.join(ada).Session(); again != first {
		t.Errorf("%s, then %s", first, again)
	}
	ben, _ := channel.ByPhone("+15550100002")
	if b.join(ben).Session() == first {
		t.Error("two numbers share a session")
	}
	for _, from := range []string{"", "anonymous", "Restricted", "+266696687", "sip:ada@example.com", "client:ada", "15550100001", "+1555010000112345678"} {
		if _, ok := channel.ByPhone(from); ok {
			t.Errorf("%q tells callers apart", from)
		}
	}
	one, two := channel.ByCall("test", "CA1"), channel.ByCall("test", "CA2")
	if s := b.join(one).Session(); s != b.join(one).Session() || s == b.join(two).Session() || s == first {
		t.Error("calls without a number are mixed up")
	}
}

// A reply that is spoken over is remembered up to where it was heard, by the platform's own account, in the words that were written.
func TestCutReply(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Desk.Pronounce = func(s string) string { return strings.ReplaceAll(s, "Fern", "FURN") }
	b.Desk.Written = func(s string) string { return strings.ReplaceAll(s, "FURN", "Fern") }
	l := b.join(channel.ByCall("test", "1"))
	if got := b.turn(l, "Fern"); got != "You said FURN. And that is really all of it." && got != "You said FURN.|And that is really all of it." {
		t.Fatalf("%q", got)
	}
	l.Played("You said FURN.")
	l.Played(" And that")
	l.Cut(t.Context(), "And that", nil)
	if v := b.last(l); heard(v) != "You said Fern. And that" {
		t.Errorf("heard %q", heard(v))
	}
	if !l.Silent() {
		t.Error("something is still to be heard")
	}
}

// While a turn is being made, other words end it, and nothing of it is sent any more.
func TestNewestWins(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	l := b.join(channel.ByCall("test", "1"))
	var first ear
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = l.Turn(t.Context(), evercart.Utterance{Text: "wait here"}, first.hear)
	}()
	<-b.Brain.Half
	l.Over(t.Context(), nil)
	<-done
	if v := b.last(l); v.How != evercart.Interrupted || heard(v) != "" {
		t.Errorf("%s, heard %q", v.How, heard(v))
	}
	before := first.text()
	if got := b.turn(l, "other words"); !strings.HasPrefix(got, "You said other words.") || first.text() != before {
		t.Errorf("%q; of the first %q", got, first.text())
	}
}

// A connection that is lost leaves its turn running; who comes back in the same call hears that it broke, and the answer again.
// What was heard in the end is what is remembered.
func TestLeaveAndResume(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	old := b.join(channel.ByCall("test", "1"))
	var first ear
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = old.Turn(t.Context(), evercart.Utterance{Text: "wait here"}, first.hear)
	}()
	<-b.Brain.Half
	left := make(chan struct{})
	go func() { defer close(left); old.Leave(t.Context()) }()
	close(b.Brain.Onward)
	<-done
	<-left
	if v := b.last(old); v.How != evercart.Done || heard(v) != "(not known)" {
		t.Errorf("%s, heard %q", v.How, heard(v))
	}
	l := b.join(channel.ByCall("test", "1"))
	b.turn(l, "again")
	l.Played("You said again.")
	l.Leave(t.Context())
	if v := b.last(l); heard(v) != "You said again." {
		t.Errorf("heard %q", heard(v))
	}
	l = b.join(channel.ByCall("test", "1"))
	var e ear
	if _, err := l.Resume(t.Context(), "resume-1", e.hear); err != nil {
		t.Fatal(err)
	}
	want := "Sorry, I was cut off there.|You said again. And that is really all of it."
	if e.text() != want || e.pieces[1].First {
		t.Fatalf("%q", e.text())
	}
	l.Played("Sorry, I was cut off there. You said again. And that is really all of it.")
	l.Leave(t.Context())
	if v := b.last(l); heard(v) != "You said again. And that is really all of it." {
		t.Errorf("in the end heard %q", heard(v))
	}
	var quiet ear
	if _, err := b.join(channel.ByCall("test", "1")).Resume(t.Context(), "resume-2", quiet.hear); err != nil || quiet.text() != "Sorry, I was cut off there." {
		t.Errorf("%q, %v", quiet.text(), err)
	}
}

// What fails is said, in the caller's language, and never its text.
func TestSorry(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	l := b.join(channel.ByCall("test", "1"))
	var e ear
	_, err := l.Turn(t.Context(), evercart.Utterance{Text: evercart.Personal(strings.Repeat("many ", 1000))}, e.hear)
	if evercart.CodeOf(err) != evercart.TooLarge || e.text() == "" || !e.pieces[0].Hold || strings.Contains(e.text(), "agent") {
		t.Errorf("%v: %q", err, e.text())
	}
	var es ear
	_, err = l.Turn(t.Context(), evercart.Utterance{Language: "es", Text: evercart.Personal(strings.Repeat("many ", 1000))}, es.hear)
	if err == nil || es.text() == e.text() {
		t.Errorf("in Spanish %q", es.text())
	}
}

// Who is forgotten during a call begins again.
func TestErasedMeanwhile(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ada, _ := channel.ByPhone("+15550100001")
	l := b.join(ada)
	b.turn(l, "hello")
	sys := evercart.As(t.Context(), evercart.Caller{Shop: "default", Role: evercart.RoleSystem})
	who, err := b.Store.Lookup(sys, ada.By, ada.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Store.Erase(sys, evercart.Erasure{Subject: who.Subject, By: "operator:test"}); err != nil {
		t.Fatal(err)
	}
	if got := b.turn(l, "still there"); !strings.HasPrefix(got, "You said still there.") {
		t.Errorf("%q", got)
	}
}

func TestTicket(t *testing.T) {
	t.Parallel()
	clock := fake.NewClock(time.Unix(1_800_000_000, 0))
	k := channel.Ticket{Key: []byte("secret"), Clock: clock, Lasts: time.Minute, Leeway: 5 * time.Second}
	pass := k.Make("call", "1")
	if err := k.Check(pass, "call", "1"); err != nil {
		t.Fatal(err)
	}
	if k.Make("call", "1") == pass {
		t.Error("two passes are the same: the second would count as used")
	}
	for name, c := range map[string]struct {
		pass  string
		about []string
	}{
		"another call": {pass, []string{"call", "2"}}, "joined words": {pass, []string{"call1"}}, "parted words": {pass, []string{"cal", "l1"}},
		"empty": {"", []string{"call", "1"}}, "no mac": {strings.Split(pass, ".")[0] + ".", []string{"call", "1"}},
		"later": {"9" + pass, []string{"call", "1"}}, "nonsense": {"x.y.z", []string{"call", "1"}},
	} {
		if code := evercart.CodeOf(k.Check(c.pass, c.about...)); code != evercart.Unauthorized {
			t.Errorf("%s: %q", name, code)
		}
	}
	clock.Advance(61 * time.Second)
	if code := evercart.CodeOf(k.Check(pass, "call", "1")); code != evercart.Unauthorized {
		t.Errorf("expired: %q", code)
	}
}

func TestSpeech(t *testing.T) {
	t.Parallel()
	var s channel.Speech
	s.Sent("t1", "One moment, please.", true)
	s.Sent("t1", "Sentence 1 of twelve: the quick brown fox jumps over the lazy dog.", false)
	s.Sent("t1", "Sentence 2 of twelve: the quick brown fox jumps over the lazy dog.", false)
	s.Sent("t2", "Anything else?", false)
	for _, p := range []string{"One moment, please.", "Sentence 1 of twelve:", " the quick brown fox jumps over the lazy dog.", "Sentence 2 of"} {
		s.Played(p)
	}
	s.CutIn("Sentence 2 of") // the same fragment again
	want := []channel.Stops{{Turn: "t1", Heard: "Sentence 1 of twelve: the quick brown fox jumps over the lazy dog. Sentence 2 of"}, {Turn: "t2"}}
	if got := s.Turns(); !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	// Without accounts of what was played, the fragment alone tells: its first place counts, a word cut in the middle does not.
	var u channel.Speech
	u.Sent("t1", "I added the scarf. Your total is ten dollars. Your total was ten.", false)
	u.CutIn("Your total is ten dol")
	if got := u.Clear(); len(got) != 1 || got[0].Heard != "I added the scarf. Your total is ten" || got[0].Whole {
		t.Errorf("%+v", got)
	}
	if !u.Silent() {
		t.Error("not silent after all was purged")
	}
	// Of a platform that tells what it plays, one word that stands far away too tells nothing.
	var far channel.Speech
	far.Sent("t1", "I added the scarf and the blouse that you liked. Shall I also add shoes?", false)
	far.Played("I added the")
	far.CutIn("shoes")
	if got := far.Clear(); got[0].Heard != "I added the" {
		t.Errorf("%+v", got)
	}
	// Odd accounts break nothing, and never make more of it than was sent.
	var odd channel.Speech
	odd.Sent("t1", "Short.", false)
	for _, p := range []string{"", "   ", "…", "nothing of the kind", "Short. Short. Short.", strings.Repeat("x ", 5000)} {
		odd.Played(p)
		odd.CutIn(p)
	}
	if got := odd.Turns(); len(got) != 1 || len(got[0].Heard) > len("Short.") {
		t.Errorf("%+v", got)
	}
	for i := range 3000 { // a platform that never tells does not cost memory
		odd.Sent(evercart.TurnID(strings.Repeat("t", i%7+1)), "Some words.", false)
	}
	if n := len(odd.Turns()); n > 501 {
		t.Errorf("%d turns are kept", n)
	}
}
