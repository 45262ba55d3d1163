package channel

import (
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// Speech is what was sent to one ear and how far it has come. Times are the platform's: a channel reports fragments that were
// played, or the one in which the person spoke. It is bounded by what one call says between two silences, and not safe for
// several goroutines.
type Speech struct {
	pieces []piece
	words  []hear.Word // of all pieces, in order; End is unused
	at     int         // words that were played
	told   bool        // the platform tells what it played
}

// piece is one text that was sent.
type piece struct {
	turn  evercart.TurnID
	text  string // as sent
	hold  bool   // not part of a reply
	from  int    // its words in Speech.words
	count int
}

// maxPieces bounds a speech that no platform ever acknowledges.
const maxPieces = 500

// Sent notes a piece; hold = it is no part of the turn's reply.
func (s *Speech) Sent(turn evercart.TurnID, text string, hold bool) {
	if len(s.pieces) >= maxPieces {
		s.forget(maxPieces / 2)
	}
	w := hear.Words(text)
	s.pieces = append(s.pieces, piece{turn, text, hold, len(s.words), len(w)})
	s.words = append(s.words, w...)
}

// forget drops the first n pieces as heard.
func (s *Speech) forget(n int) {
	if n <= 0 {
		return
	}
	gone := s.pieces[n-1].from + s.pieces[n-1].count
	s.pieces = append([]piece(nil), s.pieces[n:]...)
	s.words = append([]hear.Word(nil), s.words[gone:]...)
	s.at = max(0, s.at-gone)
	for i := range s.pieces {
		s.pieces[i].from -= gone
	}
}

// Played notes a fragment that the platform played to its end, or up to where it was cut.
func (s *Speech) Played(fragment string) {
	s.told = true
	if end, ok := s.find(hear.Words(fragment)); ok {
		s.at = end
	}
}

// CutIn notes the fragment in which the person spoke. Where the platform tells what it plays, that fragment was told already.
func (s *Speech) CutIn(fragment string) {
	w := hear.Words(fragment)
	if len(w) == 0 || s.told && s.endsWith(w) {
		return
	}
	if end, ok := s.find(w); ok {
		s.at = end
	}
}

// endsWith says that what was played ends with these words.
func (s *Speech) endsWith(w []hear.Word) bool {
	if len(w) > s.at {
		return false
	}
	return hear.Same(s.words[s.at-len(w):s.at], w)
}

// find gives where the words of a fragment end, at or after the place that was reached. The nearest place counts: no more is
// called heard than is sure. A platform that tells all that it plays goes on where it was, so that a word or two which stand
// far from there too tell nothing.
func (s *Speech) find(w []hear.Word) (end int, ok bool) {
	if len(w) == 0 {
		return 0, false
	}
	last := len(s.words)
	if s.told && len(w) < hear.Slip {
		last = min(last, s.at+hear.Slip+1)
	}
	for at := s.at; at < last; at++ {
		n := min(len(w), len(s.words)-at)
		if n == len(w) && hear.Same(s.words[at:at+n], w) {
			return at + n, true
		}
		// A fragment may break off inside its last word.
		if n == len(w) && n > 1 && hear.Same(s.words[at:at+n-1], w[:n-1]) && strings.HasPrefix(s.words[at+n-1].Plain, w[n-1].Plain) {
			return at + n - 1, true
		}
	}
	if n := hear.Follow(s.words[s.at:], w); 2*n >= len(w) && n > 0 {
		return s.at + n, true
	}
	return 0, false
}

// Silent says that everything that was sent was played.
func (s *Speech) Silent() bool { return s.at >= len(s.words) }

// Told says that the platform tells what it plays.
func (s *Speech) Told() bool { return s.told }

// Stops says what a person heard of one turn's reply.
type Stops struct {
	Turn  evercart.TurnID
	Heard string // of the reply; without fillers
	Whole bool   // all that was sent so far
}

// Clear forgets what was sent, and gives what was heard of each turn in it, in order.
func (s *Speech) Clear() []Stops {
	out := s.Turns()
	s.pieces, s.words, s.at = nil, nil, 0
	return out
}

// Turns gives what was heard of each turn so far, in order.
func (s *Speech) Turns() []Stops {
	var out []Stops
	for _, p := range s.pieces {
		if len(out) == 0 || out[len(out)-1].Turn != p.turn {
			out = append(out, Stops{Turn: p.turn, Whole: true})
		}
		o := &out[len(out)-1]
		heard := p.heard(s.at)
		if p.hold {
			continue
		}
		if heard != "" {
			o.Heard = strings.TrimSpace(o.Heard + " " + heard)
		}
		o.Whole = o.Whole && p.from+p.count <= s.at
	}
	return out
}

// heard is the part of a piece that was played.
func (p piece) heard(at int) string {
	switch n := at - p.from; {
	case n >= p.count:
		return strings.TrimSpace(p.text)
	case n <= 0:
		return ""
	default:
		return strings.TrimSpace(p.text[:hear.Words(p.text)[n-1].End])
	}
}

// Settle forgets turns that were heard whole, except the newest one.
func (s *Speech) Settle() {
	n := 0
	for i, p := range s.pieces {
		if p.from+p.count > s.at || p.turn == s.pieces[len(s.pieces)-1].turn {
			break
		}
		n = i + 1
	}
	s.forget(n)
}
