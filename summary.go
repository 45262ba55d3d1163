package evercart

import "strings"

// Summary is what earlier turns came to, as far as it outlives them. What is a fact, such as the cart, stands in the state itself and
// never here.
type Summary struct {
	Told []Personal `json:"told,omitempty"` // what the shopper told of themselves and their wish, in their own words, oldest first
	Text Personal   `json:"text,omitempty"` // a model's account of the rest
}

// Bounds of a Summary.
const (
	MaxTold        = 24   // sentences
	MaxToldText    = 240  // characters of one
	MaxSummaryText = 1200 // characters
)

// ActorSummary is who writes a SummaryMade, alone in its change.
const ActorSummary Actor = "job:summary"

// Summarized says which events a summary tells: all from the first up to one.
type Summarized struct {
	To Seq `json:"to"`
}

// Reveal is the summary as people read it.
func (s Summary) Reveal() string {
	parts := make([]string, 0, len(s.Told)+1)
	for _, t := range s.Told {
		parts = append(parts, t.Reveal())
	}
	if text := s.Text.Reveal(); text != "" {
		parts = append(parts, text)
	}
	return strings.Join(parts, "\n")
}

// IsZero says that there is none.
func (s Summary) IsZero() bool { return len(s.Told) == 0 && s.Text == "" }

func (s Summary) bounded() Summary {
	out := Summary{Text: Private(Clip(s.Text.Reveal(), MaxSummaryText))}
	for _, t := range s.Told[:min(len(s.Told), MaxTold)] {
		out.Told = append(out.Told, Private(Clip(t.Reveal(), MaxToldText)))
	}
	return out
}

// SummedUp is the seq up to which a summary tells; 0 = there is none.
func (s State) SummedUp() Seq {
	if s.Summary == nil {
		return 0
	}
	return s.Summary.To
}

func (f *SummaryMade) fold(s *State, _ Event) {
	base := s.SummedUp()
	if f.Base != base || f.From != base+1 || f.To < f.From || f.To > s.Seq {
		return // made of another past than this one
	}
	s.Summary, s.Personal.Summary = &Summarized{To: f.To}, f.Personal.bounded()
}

// A summary may tell what was redacted: it is made again, of what is left.
func (f *Redacted) fold(s *State, _ Event) { s.Summary, s.Personal.Summary = nil, Summary{} }
