package chaos_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/trial/chaos"
	"github.com/evercart/evercart/wire"
)

// log builds the record of a session.
type log struct {
	events []wire.Event
	socks  int
}

func (l *log) add(turn, kind, facts string) {
	l.events = append(l.events, wire.Event{Seq: evercart.Seq(len(l.events) + 1), Turn: evercart.TurnID(turn), Kind: evercart.Kind(kind), Facts: json.RawMessage(facts)})
}

func (l *log) open(turn string)  { l.add(turn, "turn.opened", `{"node":"n1"}`) }
func (l *log) close(turn string) { l.add(turn, "turn.closed", `{"how":"done"}`) }

func (l *log) change(turn, verb string, socks int) {
	l.socks = socks
	l.add(turn, "cart.changed", fmt.Sprintf(`{"command":{"verb":%q},"lines":[{"line":1,"sku":"SOC-3PK","quantity":%d}]}`, verb, socks))
}

// whole is a turn that adds a pack.
func (l *log) whole(turn string) {
	l.open(turn)
	l.change(turn, "add", l.socks+1)
	l.close(turn)
}

func added(turn string, call, at, socks int) chaos.Told {
	return chaos.Told{Turn: evercart.TurnID(turn), Verb: evercart.Add, Call: call, At: at, Cart: [2]int{socks, 0}}
}

// The judge tells what is right from each thing that can be wrong.
func TestJudge(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		record func(*log)
		told   []chaos.Told
		want   chaos.Contract
		order  chaos.Histories
		gaps   int
	}{
		"all is well": {func(l *log) { l.whole("a"); l.whole("b") }, []chaos.Told{added("a", 1, 2, 1), added("b", 3, 4, 2)},
			chaos.Contract{Acknowledged: 2, Changes: 2, Found: 2}, chaos.Histories{Explained: 1}, 0},
		"a turn is not there": {func(l *log) { l.whole("a") }, []chaos.Told{added("a", 1, 2, 1), added("b", 3, 4, 2)},
			chaos.Contract{Acknowledged: 2, Changes: 2, Found: 1, Lost: 1}, chaos.Histories{Explained: 1}, 0},
		"a turn is half there": {func(l *log) { l.open("a"); l.change("a", "add", 1) }, []chaos.Told{added("a", 1, 2, 1)},
			chaos.Contract{Acknowledged: 1, Changes: 1, Lost: 1}, chaos.Histories{Explained: 1}, 0},
		"a turn did nothing": {func(l *log) { l.open("a"); l.close("a") }, []chaos.Told{added("a", 1, 2, 1)},
			chaos.Contract{Acknowledged: 1, Changes: 1, Lost: 1}, chaos.Histories{Explained: 1}, 0},
		"a turn overwrote another": {func(l *log) { l.whole("a"); l.open("b"); l.change("b", "add", 1); l.close("b") }, []chaos.Told{added("a", 1, 9, 1), added("b", 1, 9, 1)},
			chaos.Contract{Acknowledged: 2, Changes: 2, Found: 1, Lost: 1}, chaos.Histories{Unexplained: 1}, 0},
		"its call was refused, and said so": {func(l *log) {
			l.open("a")
			l.add("a", "call.done", `{"call":{"id":"1","tool":"add_to_cart","code":"conflict"}}`)
			l.close("a")
		}, []chaos.Told{{Turn: "a", Verb: evercart.Add, Call: 1, At: 2, Sorry: true}}, chaos.Contract{Refused: 1}, chaos.Histories{Explained: 1}, 0},
		"nothing there is nothing to remove": {func(l *log) { l.open("a"); l.close("a") }, []chaos.Told{{Turn: "a", Verb: evercart.Remove, Call: 1, At: 2}},
			chaos.Contract{Acknowledged: 1, Changes: 1, Found: 1}, chaos.Histories{Explained: 1}, 0},
		"it happened twice": {func(l *log) { l.open("a"); l.change("a", "add", 1); l.change("a", "add", 2); l.close("a") }, []chaos.Told{added("a", 1, 2, 2)},
			chaos.Contract{Acknowledged: 1, Changes: 1, Found: 1, Doubled: 1}, chaos.Histories{Unexplained: 1}, 0},
		"one turn within another": {func(l *log) {
			l.open("a")
			l.open("b")
			l.change("b", "add", 1)
			l.close("b")
			l.change("a", "add", 2)
			l.close("a")
		},
			[]chaos.Told{added("a", 1, 9, 2), added("b", 1, 9, 1)}, chaos.Contract{Acknowledged: 2, Changes: 2, Found: 2, Woven: 2}, chaos.Histories{Explained: 1}, 0},
		"an effect after its turn": {func(l *log) { l.open("a"); l.close("a"); l.change("a", "add", 1) }, []chaos.Told{added("a", 1, 2, 1)},
			chaos.Contract{Acknowledged: 1, Changes: 1, Found: 1, Woven: 1}, chaos.Histories{Explained: 1}, 0},
		"nobody was told, and it is there": {func(l *log) { l.whole("a"); l.whole("b") }, []chaos.Told{{Turn: "a", Verb: evercart.Add, Call: 1, Not: true}, added("b", 3, 4, 2)},
			chaos.Contract{Acknowledged: 1, Changes: 1, Found: 1, Unknown: 1}, chaos.Histories{Explained: 1}, 0},
		"nobody was told, and it is not there, and yet was seen": {func(l *log) { l.whole("b") }, []chaos.Told{{Turn: "a", Verb: evercart.Add, Call: 1, Not: true}, added("b", 3, 4, 2)},
			chaos.Contract{Acknowledged: 1, Changes: 1, Found: 1, Unknown: 1}, chaos.Histories{Unexplained: 1}, 0},
		"a look at what was": {func(l *log) { l.whole("a"); l.open("b"); l.close("b") }, []chaos.Told{added("a", 1, 2, 1), {Turn: "b", Call: 3, At: 4}},
			chaos.Contract{Acknowledged: 2, Changes: 1, Found: 2}, chaos.Histories{Unexplained: 1}, 0},
		"said twice, told what the cart is by now": {func(l *log) { l.whole("a"); l.whole("b") },
			[]chaos.Told{{Turn: "a", Verb: evercart.Add, Call: 1, At: 9, Tries: 2, Cart: [2]int{2, 0}}, added("b", 3, 4, 2)},
			chaos.Contract{Acknowledged: 2, Changes: 2, Found: 2}, chaos.Histories{Explained: 1}, 0},
		"said once, told what the cart was a little later": {func(l *log) { l.whole("a"); l.whole("b") }, []chaos.Told{added("a", 1, 9, 2), added("b", 3, 10, 2),
			{Call: 4, At: 5, Cart: [2]int{1, 0}}}, chaos.Contract{Acknowledged: 2, Changes: 2, Found: 2}, chaos.Histories{Explained: 1}, 0},
		"said once, told what the cart was before": {func(l *log) { l.whole("a"); l.whole("b") }, []chaos.Told{added("a", 1, 9, 1), added("b", 3, 4, 1)},
			chaos.Contract{Acknowledged: 2, Changes: 2, Found: 2}, chaos.Histories{Unexplained: 1}, 0},
		"an event is missing": {func(l *log) { l.whole("a"); l.events[2].Seq = 7 }, []chaos.Told{added("a", 1, 2, 1)},
			chaos.Contract{Acknowledged: 1, Changes: 1, Found: 1}, chaos.Histories{Explained: 1}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var l log
			c.record(&l)
			dir := t.TempDir()
			r, err := chaos.Judge(l.events, c.told, dir)
			if err != nil {
				t.Fatal(err)
			}
			c.want.Times, c.want.LongestMS = 1, r.Total.LongestMS
			if r.Total != c.want || r.Histories != c.order || r.Gaps != c.gaps {
				t.Errorf("%+v, %+v, %d gaps; want %+v, %+v, %d", r.Total, r.Histories, r.Gaps, c.want, c.order, c.gaps)
			}
			kept, err := os.ReadFile(filepath.Join(dir, "history-s.txt"))
			if unexplained := c.order.Unexplained > 0; unexplained != (err == nil) || unexplained && !strings.Contains(string(kept), "saw [") {
				t.Errorf("unexplained is %v, and %q is kept (%v)", unexplained, kept, err)
			}
		})
	}
}

// A turn counts under the fault that struck while it ran, or the next one after it; one after the last fault under none.
func TestUnderWhichFault(t *testing.T) {
	t.Parallel()
	var l log
	for _, turn := range []string{"a", "b", "c"} {
		l.whole(turn)
	}
	r, err := chaos.Judge(l.events, []chaos.Told{added("a", 1, 2, 1), added("b", 55, 70, 2), added("c", 80, 90, 3)}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, f := range r.Faults {
		got[f.Fault] = f.Acknowledged
	}
	if len(got) != 2 || got["kill-node"] != 2 || got["none"] != 1 {
		t.Errorf("%v", got)
	}
}

// What cannot be tried is refused before anything starts.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]chaos.Config{
		"several nodes on SQLite":     {Nodes: 2},
		"a Redis beside SQLite":       {Redis: "redis://cache.example.com"},
		"several nodes without keys":  {Nodes: 2, Postgres: "postgres://shop@db.example.com/shop"},
		"two databases":               {Own: true, Postgres: "postgres://shop@db.example.com/shop"},
		"a fault that does not exist": {Faults: []string{"flood"}},
		"another's database killed":   {Postgres: "postgres://shop@db.example.com/shop", Nodes: 1, Faults: []string{"kill-database"}},
		"kills that no fault brings":  {Faults: []string{"cut-callers"}, Kills: 1},
		"a brain that does not exist": {Brain: "clever"},
		"nobody":                      {Sessions: -1},
		"a time that is none":         {For: 1},
	} {
		if err := c.Check(); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	c := chaos.Config{}
	if err := c.Check(); err != nil || c.Nodes != 1 || len(c.Faults) != 5 {
		t.Errorf("%v %+v", err, c)
	}
	if c = (chaos.Config{Own: true}); c.Check() != nil || c.Nodes != 3 || len(c.Faults) < len(chaos.Faults())-4 {
		t.Errorf("%+v", c)
	}
}

// What another node takes over from one that only seemed dead, before it was killed, says nothing of how long the dead are waited for.
func TestWaitsBeforeADeathAreNone(t *testing.T) {
	t.Parallel()
	began := time.Now()
	var l log
	at := func(ms int) { l.events[len(l.events)-1].At = began.Add(time.Duration(ms) * time.Millisecond) }
	l.whole("a")
	l.open("b")
	l.add("b", "turn.taken", `{"node":"n2"}`) // n1 was frozen
	at(2_000)
	l.close("b")
	l.open("c")
	l.add("c", "turn.taken", `{"node":"n2"}`)
	at(5_700)
	l.close("c")
	got, err := chaos.TakenOver(began, 5_000, l.events, []chaos.Told{added("a", 1, 2, 1)})
	if want := (chaos.Spread{Times: 1, P50MS: 700, P99MS: 700, MaxMS: 700}); err != nil || got != want {
		t.Errorf("waits %+v, want %+v (%v)", got, want, err)
	}
}
