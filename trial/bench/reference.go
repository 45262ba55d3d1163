package bench

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"
)

// reference is what the database does by itself, in the same run: as fast as so many clients can, before and after the loop;
// and, after a loop with thinking time, at the loop's own rate.
type reference struct {
	c       Config
	took    []time.Duration
	seconds float64
	paced   []time.Duration
}

const refShare = 4 // of the loop's time, each

func (r *reference) before(ctx context.Context) error {
	if r.c.Database == nil {
		return nil
	}
	r.c.say("the reference: rows inserted by %d clients", r.c.Clients)
	return r.fast(ctx)
}

func (r *reference) after(ctx context.Context, rate float64) error {
	if r.c.Database == nil {
		return nil
	}
	if r.c.Think > 0 && rate > 0 {
		r.c.say("the reference at the same rate, %.0f a second", rate)
		if err := r.slow(ctx, rate); err != nil {
			return err
		}
	}
	r.c.say("the reference again")
	return r.fast(ctx)
}

func (r *reference) fast(ctx context.Context) error {
	began := time.Now()
	end := began.Add(max(r.c.For/refShare, 500*time.Millisecond))
	took, err := r.insert(ctx, r.c.Clients, func() bool { return time.Now().Before(end) })
	r.took = append(r.took, took...)
	r.seconds += time.Since(began).Seconds()
	return err
}

// slow inserts at a rate, by as many as there are sessions, each in its own time.
func (r *reference) slow(ctx context.Context, rate float64) error {
	clients := r.c.Sessions
	each := time.Duration(float64(clients) / rate * float64(time.Second))
	end := time.Now().Add(r.c.For)
	var err error
	r.paced, err = r.insert(ctx, clients, func() bool {
		select {
		case <-time.After(each/2 + rand.N(each)):
		case <-ctx.Done():
		}
		return time.Now().Before(end)
	})
	return err
}

func (r *reference) insert(ctx context.Context, clients int, more func() bool) ([]time.Duration, error) {
	took, errs := make([][]time.Duration, clients), make([]error, clients)
	var all sync.WaitGroup
	for i := range clients {
		all.Go(func() {
			for more() && ctx.Err() == nil && errs[i] == nil {
				began := time.Now()
				errs[i] = r.c.Database.Insert(ctx)
				took[i] = append(took[i], time.Since(began))
			}
		})
	}
	all.Wait()
	var out []time.Duration
	for i := range took {
		if errs[i] != nil {
			return nil, errs[i]
		}
		out = append(out, took[i]...)
	}
	return out, ctx.Err()
}
