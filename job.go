package evercart

import (
	"context"
	"encoding/json"
	"time"
)

// Job is work that must be done outside the commit that asked for it, at least once, and told from a repeat by its Key.
type Job struct {
	ID      string // set by the store
	Kind    string
	Key     string // unique by kind while the job is kept: the same one again is left alone; "" = none
	Session SessionID
	Life    Life
	Due     time.Time // zero = now
	Attempt int       // leases so far, this one included
	Fence   int64     // grows with every lease: an older holder can settle nothing
	Body    json.RawMessage
}

// Settlement is how a lease ends: one of the three.
type Settlement struct {
	Done  bool
	Park  bool      // a person must look
	Again time.Time // retry then
	Count int       // with Again: the leases that count from here on; 0 = as many as there were
	Why   Code
}

// FailingFrom is after how many leases a job that is not done is told to people: by then it has failed for half a minute.
const FailingFrom = 6

// JobCount says how the jobs of one kind stand.
type JobCount struct {
	Kind    string
	Open    int  // all that are not settled, those below too
	Failing int  // tried FailingFrom times and more, and tried again
	Parked  int  // tried no more: a person must look
	Why     Code // what one of the failing or parked ones met; "" = nothing
}

// OpenJobs lists what is still to be done, for people; a store that can implements it.
type OpenJobs interface {
	// JobCounts counts the jobs that are not settled, by kind.
	JobCounts(context.Context) ([]JobCount, error)
	// OpenJobs gives jobs of a kind that are not settled, the oldest first, at most limit; parked ones too.
	OpenJobs(ctx context.Context, kind string, limit int) ([]Job, error)
	// CloseJob settles one whoever holds it: a person did it. NotFound.
	CloseJob(ctx context.Context, kind, key string) error
}

// Jobs is the table of durable jobs.
type Jobs interface {
	// Enqueue adds jobs outside a change; one whose Kind and Key are there already is left alone.
	Enqueue(context.Context, ...Job) error
	// Lease takes jobs that are due, or whose lease ran out, and raises their Fence.
	Lease(ctx context.Context, by NodeID, kinds []string, most int, lasting time.Duration) ([]Job, error)
	// Extend prolongs a lease. ClaimLost when Fence moved on.
	Extend(ctx context.Context, j Job, lasting time.Duration) error
	// Settle ends a lease. ClaimLost when Fence moved on.
	Settle(context.Context, Job, Settlement) error
	// Unpark has jobs of these kinds that were parked tried again, at once.
	Unpark(ctx context.Context, kinds []string) error
}
