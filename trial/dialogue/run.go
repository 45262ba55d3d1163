package dialogue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/evercart/evercart/client"
	"github.com/evercart/evercart/trial"
)

// Config says how dialogues are played.
type Config struct {
	Open     trial.Open     // starts private servers; used where Server is nil
	Server   *client.Client // a running server; dialogues that would change it for others are skipped
	Parallel int            // dialogues at one time; 0 = 8
	Repeat   int            // how often each is played; 0 = 1
	Timeout  time.Duration  // for one dialogue; 0 = 1 min
}

// Outcome is what came of one dialogue, over all its repetitions.
type Outcome struct {
	File     string        `json:"file"`
	Line     int           `json:"line"`
	Name     string        `json:"name"`
	Passed   int           `json:"passed"`
	Of       int           `json:"of"`
	Skipped  string        `json:"skipped,omitempty"`  // why it was not played
	Failures []Failure     `json:"failures,omitempty"` // of the first repetition that failed
	Took     time.Duration `json:"-"`                  // of all repetitions together
	Millis   int64         `json:"ms"`

	models took
}

// Run plays dialogues and tells what came of each, in their order. Its error is that of a server that does not start.
func Run(ctx context.Context, c Config, dialogues []Dialogue) ([]Outcome, error) {
	r := runner{Config: c, shared: map[string]trial.Stage{}}
	r.Parallel, r.Repeat, r.Timeout = cmp.Or(c.Parallel, 8), cmp.Or(c.Repeat, 1), cmp.Or(c.Timeout, time.Minute)
	out := make([]Outcome, len(dialogues))
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var (
		tasks = make(chan int)
		done  sync.WaitGroup
		mu    sync.Mutex // guards out
	)
	for range r.Parallel {
		done.Go(func() {
			for i := range tasks {
				failures, models, took, err := r.once(ctx, dialogues[i])
				if err != nil {
					stop(fmt.Errorf("%s:%d: %w", dialogues[i].File, dialogues[i].Line, err))
				}
				mu.Lock()
				out[i].add(failures, took)
				out[i].models.plus(models)
				mu.Unlock()
			}
		})
	}
	for range r.Repeat {
		for i, d := range dialogues {
			out[i].File, out[i].Line, out[i].Name = d.File, d.Line, d.Name
			if c.Server != nil && d.Alone() {
				out[i].Skipped = "needs a server of its own"
				continue
			}
			select {
			case tasks <- i:
			case <-ctx.Done():
			}
		}
	}
	close(tasks)
	done.Wait()
	return out, errors.Join(context.Cause(ctx), r.close(ctx))
}

func (o *Outcome) add(failures []Failure, took time.Duration) {
	o.Of++
	o.Took += took
	o.Millis = o.Took.Milliseconds()
	switch {
	case len(failures) == 0:
		o.Passed++
	case len(o.Failures) == 0:
		o.Failures = failures
	}
}

// runner holds the servers that several dialogues share, by their goods.
type runner struct {
	Config
	mu     sync.Mutex // guards shared, and is held while one of them starts
	shared map[string]trial.Stage
}

// served is a running server as a stage.
type served struct{ client *client.Client }

func (s served) Client() *client.Client { return s.client }

// once plays a dialogue once.
func (r *runner) once(ctx context.Context, d Dialogue) (_ []Failure, models took, lasted time.Duration, err error) {
	p := play{dialogue: d}
	switch {
	case r.Server != nil:
		p.on = served{r.Server}
	case d.Alone():
		own, openErr := r.Open(ctx, d.Catalog)
		if openErr != nil {
			return nil, models, 0, openErr
		}
		defer func() { err = errors.Join(err, own.Close(ctx)) }()
		p.on = own
	default:
		if p.on, err = r.share(ctx, d.Catalog); err != nil {
			return nil, models, 0, err
		}
	}
	began := time.Now()
	limited, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	p.run(limited)
	return p.failures, p.took, time.Since(began), ctx.Err()
}

func (r *runner) share(ctx context.Context, catalog string) (trial.Stage, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s, ok := r.shared[catalog]; ok {
		return s, nil
	}
	s, err := r.Open(ctx, catalog)
	if err == nil {
		r.shared[catalog] = s
	}
	return s, err
}

func (r *runner) close(ctx context.Context) error {
	var errs []error
	for _, s := range r.shared {
		errs = append(errs, s.Close(ctx))
	}
	return errors.Join(errs...)
}
