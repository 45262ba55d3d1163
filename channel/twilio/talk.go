package twilio

import (
	"log/slog"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/channel"
)

// take is the one dispatch of the platform's frames. It is done before the next frame is read: what follows an interruption
// must not overtake it.
func (s *call) take(f frame) {
	if s.line == nil { // nothing can be said to it
		return
	}
	switch f.Type {
	case "prompt":
		if f.whole() {
			s.heard(f.Prompt, s.language(string(f.Lang)))
		}
	case "interrupt":
		s.touch()
		s.c.counts.interrupted.Add(1)
		s.line.Cut(s.ctx, f.Until.Reveal(), s.ear(utterance{lang: s.tongue()}))
	case "dtmf":
		s.key(string(f.Digit))
	case "info":
		s.info(f)
	case "error": // it quotes our frame, which are words of a reply
		s.log.Warn("twilio: a frame of ours is refused", slog.Int("bytes", len(f.Complaint)))
	}
}

// heard takes words: they end what is being answered, and are answered next.
func (s *call) heard(words evercart.Personal, lang string) {
	s.mu.Lock()
	s.asked, s.lang = false, lang
	s.words++
	at := s.words
	s.mu.Unlock()
	s.touch()
	s.line.Over(s.ctx, s.ear(utterance{lang: lang}))
	s.put(utterance{words: words, lang: lang, at: at, goodbye: s.goodbye(words, lang)})
}

// put queues words for the speaker. A caller who says more than can be answered hears so.
func (s *call) put(u utterance) {
	select {
	case s.says <- u:
	default:
		busy := &evercart.Error{Code: evercart.Busy, Op: "twilio", Message: "too many turns are waiting"}
		s.send(textFrame{Type: "text", Token: s.c.desk.Sorry(s.spoken(u.lang), busy), Last: true, Lang: u.lang})
	}
}

// language is the configured language that the recogniser heard, where it is not the first one; "" = that.
func (s *call) language(heard string) string {
	of := base(heard)
	if of == "" || of == base(s.style.Language.Code) {
		return ""
	}
	for _, l := range s.style.Languages {
		if base(l.Code) == of {
			return l.Code
		}
	}
	return ""
}

func base(tag string) string {
	b, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")
	return b
}

// spoken is the language of an aside.
func (s *call) spoken(lang string) string {
	if lang == "" {
		return s.line.Locale()
	}
	return lang
}

// goodbye says that the caller takes leave.
func (s *call) goodbye(words evercart.Personal, lang string) bool {
	return channel.Goodbye(s.spoken(lang), words)
}

// info notes what is played, and that somebody speaks.
func (s *call) info(f frame) {
	switch f.Name {
	case "tokensPlayed":
		s.line.Played(f.value())
		s.touch()
	case "agentSpeaking", "clientSpeaking":
		s.touch()
	}
}

// tongue is the language of the words last said.
func (s *call) tongue() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lang
}

// touch notes that somebody speaks.
func (s *call) touch() {
	now := s.c.desk.Clock.Now()
	s.mu.Lock()
	s.active = now
	s.mu.Unlock()
}

// keypad collects keys into one utterance.
type keypad struct {
	keys string
	gen  int // of the last key: a timer of an earlier one has nothing to do
}

// maxKeys is how many keys are one utterance.
const maxKeys = 32

// key takes one key: # ends the number, or a pause does.
func (s *call) key(k string) {
	if s.style.NoKeypad || len(k) != 1 || !strings.Contains("0123456789*#", k) {
		return
	}
	s.touch()
	s.mu.Lock()
	s.asked = false
	if k != "#" && len(s.keys.keys) < maxKeys {
		s.keys.keys += k
	}
	s.keys.gen++
	gen := s.keys.gen
	s.mu.Unlock()
	if k == "#" {
		s.typed(gen)
		return
	}
	s.goes(func() {
		if s.c.desk.Clock.Sleep(s.ctx, s.c.Limits.Keys) == nil {
			s.typed(gen)
		}
	})
}

// typed takes the keys as words: alone, 0 asks for a person and * for what was said; all else is a number.
func (s *call) typed(gen int) {
	s.mu.Lock()
	keys, lang := s.keys.keys, s.lang
	if s.keys.gen != gen || keys == "" {
		s.mu.Unlock()
		return
	}
	s.keys.keys = ""
	s.mu.Unlock()
	v := s.c.desk.Voice(s.spoken(lang))
	switch keys {
	case "0":
		keys = v.Say("call.key.person")
	case "*":
		keys = v.Say("call.key.repeat")
	}
	s.heard(evercart.Private(keys), lang)
}

// ear gives what sends the pieces of an answer.
func (s *call) ear(u utterance) func(channel.Piece) {
	return func(p channel.Piece) {
		f := textFrame{Type: "text", Token: p.Text, Lang: u.lang}
		if !p.First {
			f.Token = " " + p.Text // pieces are joined by one blank, and the platform joins tokens as they come
		}
		if no := false; u.greeting && s.style.Greeting == "none" {
			f.Interruptible = &no
		}
		s.touch()
		s.send(f)
	}
}
