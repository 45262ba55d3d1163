package agent_test

import (
	"fmt"
	"testing"

	"github.com/evercart/evercart"
)

// Who has just read a session gets its turns without another look at it, and the same ones.
func TestTurnsOfAStateThatWasRead(t *testing.T) {
	t.Parallel()
	f := &flaky{}
	b := newBench(t)
	f.Store = b.store
	b.agent = b.another(onFlaky(f)...)
	b.begin()
	for i := range 5 {
		b.answered(evercart.TurnID(fmt.Sprint("t-", i)), "hello")
	}
	st, err := b.agent.View(b.ctx, session)
	if err != nil {
		t.Fatal(err)
	}
	asked, err := b.agent.Transcript(b.ctx, session, 0, 3)
	if err != nil {
		t.Fatal(err)
	}
	before := f.loads.Load()
	got, err := b.agent.Transcript(evercart.Having(b.ctx, st), session, st.Recent[0]-1, 3)
	if err != nil || fmt.Sprint(got) != fmt.Sprint(asked) || len(got) != 3 {
		t.Errorf("%v %v, want %v", got, err, asked)
	}
	if n := f.loads.Load() - before; n != 0 {
		t.Errorf("it was read %d times more", n)
	}
}
