package fake

import (
	"cmp"
	"context"
	"encoding/hex"
	"slices"
	"time"

	"github.com/evercart/evercart"
)

type job struct {
	evercart.Job
	leased time.Time // until when; zero = not
	parked bool
}

// Enqueue implements evercart.Jobs.
func (s *Store) Enqueue(ctx context.Context, jobs ...evercart.Job) error {
	if _, err := caller(ctx, "fake.Enqueue"); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.enqueue(jobs)
	return nil
}

func (s *Store) enqueue(jobs []evercart.Job) {
	for _, j := range jobs {
		if j.Key != "" && !s.flaws.IgnoresKey && slices.ContainsFunc(s.jobs, func(o *job) bool { return o.Kind == j.Kind && o.Key == j.Key }) {
			continue
		}
		j.ID, j.Attempt, j.Fence, j.Body = hex.EncodeToString(random(8)), 0, 0, slices.Clone(j.Body)
		if j.Due.IsZero() {
			j.Due = s.now()
		}
		s.jobs = append(s.jobs, &job{Job: j})
	}
}

// Lease implements evercart.Jobs.
func (s *Store) Lease(ctx context.Context, _ evercart.NodeID, kinds []string, most int, lasting time.Duration) ([]evercart.Job, error) {
	if _, err := caller(ctx, "fake.Lease"); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	var due []*job
	for _, j := range s.jobs {
		if slices.Contains(kinds, j.Kind) && !j.parked && !j.Due.After(now) && !j.leased.After(now) {
			due = append(due, j)
		}
	}
	slices.SortStableFunc(due, func(a, b *job) int { return cmp.Compare(a.Due.UnixNano(), b.Due.UnixNano()) })
	var out []evercart.Job
	for _, j := range due[:min(len(due), max(most, 0))] {
		j.leased = now.Add(lasting)
		j.Attempt++
		j.Fence++
		out = append(out, j.Job)
	}
	return out, nil
}

// held finds a job whose lease is the caller's. The lock must be held.
func (s *Store) held(ctx context.Context, j evercart.Job, op string) (int, error) {
	if _, err := caller(ctx, op); err != nil {
		return 0, err
	}
	i := slices.IndexFunc(s.jobs, func(o *job) bool { return o.ID == j.ID })
	if i < 0 || !s.flaws.IgnoresFence && (s.jobs[i].Fence != j.Fence || s.jobs[i].leased.IsZero()) {
		return 0, evercart.Errorf(evercart.ClaimLost, op, "the job is another's now")
	}
	return i, nil
}

// Extend implements evercart.Jobs.
func (s *Store) Extend(ctx context.Context, j evercart.Job, lasting time.Duration) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.held(ctx, j, "fake.Extend")
	if err == nil && !s.flaws.ShortLease {
		s.jobs[i].leased = s.now().Add(lasting)
	}
	return err
}

// Settle implements evercart.Jobs.
func (s *Store) Settle(ctx context.Context, j evercart.Job, how evercart.Settlement) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.held(ctx, j, "fake.Settle")
	if err != nil {
		return err
	}
	s.jobs[i].leased = time.Time{}
	switch {
	case how.Done:
		s.jobs = slices.Delete(s.jobs, i, i+1)
	case how.Park:
		s.jobs[i].parked = true
	default:
		s.jobs[i].Due = how.Again
		if how.Count > 0 && !s.flaws.CountsAll {
			s.jobs[i].Attempt = how.Count
		}
	}
	return nil
}

// Unpark implements evercart.Jobs.
func (s *Store) Unpark(ctx context.Context, kinds []string) error {
	if _, err := caller(ctx, "fake.Unpark"); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, j := range s.jobs {
		if j.parked && (slices.Contains(kinds, j.Kind) || s.flaws.UnparksAll) {
			j.parked, j.Due = false, s.now()
		}
	}
	return nil
}
