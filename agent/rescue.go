package agent

import (
	"sync"

	"github.com/evercart/evercart"
)

// rescues are the sessions in which a turn is being resumed here.
type rescues struct {
	mu       sync.Mutex // guards the maps
	of       map[evercart.SessionID]struct{}
	hopeless map[evercart.SessionID]evercart.TurnID // that panic however they are touched: this process leaves them alone
}

// maxRescues is for a node that dies with hundreds of turns open: each of the others takes its share within seconds.
const maxRescues = 128

// begin is false where one is at work in the session, or there are too many: the next look finds it again.
func (r *rescues) begin(id evercart.SessionID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, there := r.of[id]; there || len(r.of) >= maxRescues {
		return false
	}
	if r.of == nil {
		r.of = map[evercart.SessionID]struct{}{}
	}
	r.of[id] = struct{}{}
	return true
}

func (r *rescues) end(id evercart.SessionID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.of, id)
}

// rescue does what resumes a turn of a session, beside us. False = not now.
func (a *Agent) rescue(id evercart.SessionID, do func()) bool {
	if !a.rescues.begin(id) {
		return false
	}
	err := a.begin(func() {
		defer a.rescues.end(id)
		do()
	})
	if err != nil {
		a.rescues.end(id)
	}
	return err == nil
}
