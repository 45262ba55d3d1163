package tables

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"slices"
	"time"

	"github.com/evercart/evercart"
)

const (
	// EraseJob is the kind of the job that carries an erasure to its end.
	EraseJob = "erase"
	// EraseAfter is the head start of the caller's own attempt before the runner of jobs tries.
	EraseAfter = 30 * time.Second
)

// Erasure is the body of that job: random names alone.
type Erasure struct {
	Receipt  string             `json:"receipt"`
	Subjects []evercart.Subject `json:"subjects"`
	Lives    []evercart.Life    `json:"lives"`
	Outside  int                `json:"outside,omitempty"` // outside ids that went when the lives ended
	Names    [][]byte           `json:"names,omitempty"`   // their keyed hashes: who asks again is found by them until it is done
}

// NewErasure begins one.
func NewErasure() Erasure { return Erasure{Receipt: rand.Text()} }

// ReadErasure reads the body of its job. Damaged.
func ReadErasure(j evercart.Job) (Erasure, error) {
	var e Erasure
	if err := json.Unmarshal(j.Body, &e); err != nil || e.Receipt == "" {
		return e, &evercart.Error{Code: evercart.Damaged, Op: "tables.ReadErasure", Message: "no body of an erasure", Err: err}
	}
	return e, nil
}

// Bare is what is left of an erasure once its rows are gone: what is left to do needs no names.
func (e Erasure) Bare() Erasure { return Erasure{Receipt: e.Receipt} }

// Body is the body of the job.
func (e Erasure) Body() ([]byte, error) { return json.Marshal(e) }

// LifeNames lists the lives; never nil.
func (e Erasure) LifeNames() []string {
	out := []string{}
	for _, l := range e.Lives {
		out = append(out, string(l))
	}
	return out
}

// SubjectNames lists the subjects; never nil.
func (e Erasure) SubjectNames() []string {
	out := []string{}
	for _, sub := range e.Subjects {
		out = append(out, string(sub))
	}
	return out
}

// ReadReceipt makes the receipt of an erasure that is done from its row. Damaged.
func ReadReceipt(id string, at int64, parts []byte) (evercart.Receipt, error) {
	r := evercart.Receipt{ID: id, At: time.UnixMilli(at).UTC(), Done: true}
	return r, evercart.Wrap(json.Unmarshal(parts, &r.Parts), evercart.Damaged, "tables.ReadReceipt")
}

// Of says whether an erasure is of this subject.
func (e Erasure) Of(s evercart.Subject) bool { return slices.Contains(e.Subjects, s) }

// Named says whether one of its shoppers had the outside id of this hash.
func (e Erasure) Named(hash []byte) bool {
	return slices.ContainsFunc(e.Names, func(n []byte) bool { return bytes.Equal(n, hash) })
}

// Search is what the body of an erasure's job holds of a subject or of a hash: which jobs are to be read at all.
func Search[T evercart.Subject | []byte](of T) []byte {
	b, _ := json.Marshal(of) // neither can fail
	return b
}
