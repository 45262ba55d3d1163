package bench

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"
)

// Report is what came of a run. Times are milliseconds.
type Report struct {
	Store          string           `json:"store"`
	Sessions       int              `json:"sessions"`
	ThinkMS        int64            `json:"think_ms"` // 0 = closed loop
	Mix            []string         `json:"mix"`
	Seconds        float64          `json:"seconds"`
	Turns          int              `json:"turns"`       // durably answered
	Refused        int              `json:"refused"`     // answered with an error
	NotDurable     int              `json:"not_durable"` // answered while the store was away
	TurnsPerSecond float64          `json:"turns_per_second"`
	First          Times            `json:"first_ms"` // from the words' last byte to the first byte of an answer
	Reply          Times            `json:"reply_ms"` // to the whole reply
	Own            Times            `json:"own_ms"`   // first, less the brain's and the tools' time; commits included
	Stages         map[string]Times `json:"stages_ms,omitempty"`
	Noted          int              `json:"noted"` // turns whose stages were read
	GroupSize      float64          `json:"group_size,omitempty"`
	WALPerTurn     int64            `json:"wal_bytes_per_turn,omitempty"`
	CPU            float64          `json:"cpu_ms_per_turn,omitempty"`          // of the process of a server of its own, with those who speak to it
	DatabaseCPU    float64          `json:"database_cpu_ms_per_turn,omitempty"` // of its database
	Allocations    int64            `json:"allocations_per_turn,omitempty"`     // pieces of memory, of the process that CPU is of
	Allocated      int64            `json:"allocated_bytes_per_turn,omitempty"`
	Reference      *Reference       `json:"reference,omitempty"`
	Growth         *Growth          `json:"growth,omitempty"`
}

// Reference is the database's own speed in the same run.
type Reference struct {
	Clients          int     `json:"clients"`
	InsertsPerSecond float64 `json:"inserts_per_second"`
	Insert           Times   `json:"insert_ms"`
	TurnsPerInsert   float64 `json:"turns_per_insert"`          // turns a second over inserts a second
	Paced            *Times  `json:"paced_insert_ms,omitempty"` // at the loop's rate, by as many as there are sessions
	OwnPerPaced      float64 `json:"own_p99_per_paced_insert_p99,omitempty"`
}

// Growth compares the turns around the 1,000th of one session with those around the 20th: medians.
type Growth struct {
	Turns     int     `json:"turns"`
	Early     Point   `json:"early"`
	Late      Point   `json:"late"`
	TimeRatio float64 `json:"time_ratio"`
	WALRatio  float64 `json:"wal_ratio,omitempty"`
}

// Point is a stretch of turns.
type Point struct {
	From     int     `json:"from"`
	To       int     `json:"to"`
	ReplyMS  float64 `json:"reply_ms"`
	WALBytes int64   `json:"wal_bytes,omitempty"`
}

// Times are percentiles.
type Times struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
	P99 float64 `json:"p99"`
}

func timesOf(d []time.Duration) Times {
	d = slices.Clone(d)
	slices.Sort(d)
	at := func(q float64) float64 {
		if len(d) == 0 {
			return 0
		}
		return ms(d[min(len(d)-1, int(q*float64(len(d))))])
	}
	return Times{at(.5), at(.95), at(.99)}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (r *Report) count(people []*person) {
	var first, reply []time.Duration
	for _, p := range people {
		r.Refused += p.refused
		r.NotDurable += p.light
		for _, s := range p.samples {
			first, reply = append(first, s.first), append(reply, s.reply)
		}
	}
	r.Turns = len(reply) - r.NotDurable
	r.TurnsPerSecond = float64(r.Turns) / r.Seconds
	r.First, r.Reply = timesOf(first), timesOf(reply)
}

// taken is what a turn took of what is counted.
func (r *Report) taken(before, after mark) {
	if r.Turns > 0 {
		r.WALPerTurn = (after.wrote - before.wrote) / int64(r.Turns)
		r.CPU = ms(after.own-before.own) / float64(r.Turns)
		r.DatabaseCPU = ms(after.database-before.database) / float64(r.Turns)
		r.Allocations = int64(after.pieces-before.pieces) / int64(r.Turns)
		r.Allocated = int64(after.bytes-before.bytes) / int64(r.Turns)
	}
	if g := after.groups.minus(before.groups); g.groups > 0 {
		r.GroupSize = g.changes / g.groups
	}
}

func (r *Report) compare(ref reference) {
	if len(ref.took) == 0 {
		return
	}
	r.Reference = &Reference{Clients: ref.c.Clients, InsertsPerSecond: float64(len(ref.took)) / ref.seconds, Insert: timesOf(ref.took)}
	r.Reference.TurnsPerInsert = r.TurnsPerSecond / r.Reference.InsertsPerSecond
	if len(ref.paced) > 0 {
		paced := timesOf(ref.paced)
		r.Reference.Paced = &paced
	}
}

// Print writes the report for a person.
func (r Report) Print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(name string, format string, args ...any) {
		_, _ = fmt.Fprintf(t, "%s\t"+format+"\n", append([]any{name}, args...)...)
	}
	pace := "closed loop"
	if r.ThinkMS > 0 {
		pace = fmt.Sprintf("%.1f s to think", float64(r.ThinkMS)/1000)
	}
	row("live sessions", "%d, %s, for %.1f s, on %s", r.Sessions, pace, r.Seconds, r.Store)
	row("durable turns", "%d = %.0f a second; %d refused, %d not durable", r.Turns, r.TurnsPerSecond, r.Refused, r.NotDurable)
	if ref := r.Reference; ref != nil {
		row("single-row inserts", "%.0f a second by %d clients; a turn to an insert %.2f", ref.InsertsPerSecond, ref.Clients, ref.TurnsPerInsert)
	}
	if r.GroupSize > 0 {
		row("changes in a group", "%.1f", r.GroupSize)
	}
	if r.WALPerTurn > 0 {
		row("log written a turn", "%d bytes", r.WALPerTurn)
	}
	if r.CPU > 0 {
		row("server CPU per turn", "%.2f ms, those who speak to it included", r.CPU)
	}
	if r.Allocations > 0 {
		row("allocations per turn", "%d, of %.1f KB in all, likewise", r.Allocations, float64(r.Allocated)/1000)
	}
	if r.DatabaseCPU > 0 {
		row("database CPU per turn", "%.2f ms", r.DatabaseCPU)
	}
	_, _ = fmt.Fprintln(t, "\t\nMILLISECONDS\tP50\tP95\tP99")
	times := func(name string, v Times) { row(name, "%.2f\t%.2f\t%.2f", v.P50, v.P95, v.P99) }
	times("words to first byte", r.First)
	times("words to reply", r.Reply)
	times("own share of the first byte", r.Own)
	names := make([]string, 0, len(r.Stages))
	for name := range r.Stages {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		times("  "+name, r.Stages[name])
	}
	if ref := r.Reference; ref != nil {
		times("one insert, closed loop", ref.Insert)
		if ref.Paced != nil {
			times("one insert, at the turns' rate", *ref.Paced)
			row("own share p99 to that insert's", "%.2f", ref.OwnPerPaced)
		}
	}
	if g := r.Growth; g != nil {
		_, _ = fmt.Fprintf(t, "\t\nONE SESSION OF %d TURNS\tREPLY MS\tLOG BYTES\n", g.Turns)
		for _, p := range []Point{g.Early, g.Late} {
			row(fmt.Sprintf("turns %d to %d (medians)", p.From, p.To), "%.2f\t%d", p.ReplyMS, p.WALBytes)
		}
		row("late to early", "%.2f\t%.2f", g.TimeRatio, g.WALRatio)
	}
	return t.Flush()
}
