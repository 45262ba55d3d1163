package model

import (
	"context"
	"iter"
	"log/slog"
	"sync"
	"time"

	"github.com/evercart/evercart"
)

// Budget bounds what models may cost, in millionths of a US dollar; 0 = no bound. The request that passes a bound is still answered:
// what it costs is known afterwards.
type Budget struct {
	Day  int64 // of this process and those before it on the same data, and of other nodes as far as they are known, in UTC
	Call int64 // of one session
}

// Spent is what models have cost on one day.
type Spent struct {
	Day      string `json:"day"` // "2026-11-29", UTC
	MicroUSD int64  `json:"micro_usd"`
}

// Meter counts what models cost, and says when a budget is used up. One serves all brains of a process. Make it with NewMeter.
type Meter struct {
	clock evercart.Clock

	mu     sync.Mutex // guards what follows
	budget Budget
	today  Spent
	others Spent  // by other nodes
	notice string // the day on which it was said that the budget is used up
}

// NewMeter goes on from what was spent before.
func NewMeter(b Budget, before Spent, clock evercart.Clock) *Meter {
	return &Meter{clock: clock, budget: b, today: before}
}

// Today is what was spent on this day so far.
func (m *Meter) Today() Spent {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.turned()
}

// Others says what other nodes have spent on a day, as far as is known: the day's budget is of all together.
func (m *Meter) Others(s Spent) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.others = s
}

// Together is what was spent on this day so far by all nodes that are known.
func (m *Meter) Together() Spent {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.together()
}

func (m *Meter) together() Spent {
	all := m.turned()
	if m.others.Day == all.Day {
		all.MicroUSD += m.others.MicroUSD
	}
	return all
}

// turned begins a new day where there is one; under mu.
func (m *Meter) turned() Spent {
	if day := m.clock.Now().UTC().Format(time.DateOnly); day != m.today.Day {
		m.today = Spent{Day: day}
	}
	return m.today
}

func (m *Meter) add(u evercart.Usage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.turned()
	m.today.MicroUSD += u.MicroUSD
}

// used says which budget a session has used up; "" = none. first = it is the first time today that the day's is.
func (m *Meter) used(s evercart.State) (which string, first bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch today := m.together(); {
	case m.budget.Day > 0 && today.MicroUSD >= m.budget.Day:
		first = m.notice != today.Day
		m.notice = today.Day
		return "day", first
	case m.budget.Call > 0 && s.Spent.MicroUSD >= m.budget.Call:
		return "call", false
	}
	return "", false
}

// Metered is a brain whose costs are counted.
type Metered struct {
	evercart.Brain
	Meter *Meter
	Log   *slog.Logger
	// Told hears of every answer and what it took, and of every turn that a budget ("day", "call") kept from the brain.
	Told   func(brain, model string, u evercart.Usage)
	Denied func(brain, budget string)
}

var _ evercart.Brain = (*Metered)(nil)

// Think implements evercart.Brain. LimitReached where a budget is used up.
func (b *Metered) Think(ctx context.Context, p evercart.Prompt) iter.Seq2[evercart.Thought, error] {
	return func(yield func(evercart.Thought, error) bool) {
		if which, first := b.Meter.used(p.State); which != "" {
			if first {
				b.Log.Error("the budget of the day is used up: the next brain answers until midnight UTC", slog.String("brain", b.Name()))
			}
			b.Denied(b.Name(), which)
			yield(evercart.Thought{}, evercart.Errorf(evercart.LimitReached, "model.Meter", "the %s's budget for models is used up", which))
			return
		}
		for t, err := range b.Brain.Think(ctx, p) {
			if t.Stop != "" {
				b.Meter.add(t.Usage)
				b.Told(b.Name(), t.Model, t.Usage)
			}
			if !yield(t, err) {
				return
			}
		}
	}
}
