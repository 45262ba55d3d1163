package twilio

import (
	"encoding/xml"
	"net/http"
	"strconv"
	"strings"
)

// element is one verb or noun of an answer.
type element struct {
	name  string
	attrs []xml.Attr
	text  string
	in    []element
}

func verb(name string, attrs ...string) element {
	e := element{name: name}
	for i := 0; i+1 < len(attrs); i += 2 {
		if attrs[i+1] != "" {
			e.attrs = append(e.attrs, xml.Attr{Name: xml.Name{Local: attrs[i]}, Value: attrs[i+1]})
		}
	}
	return e
}

func (e element) with(in ...element) element  { e.in = append(e.in, in...); return e }
func (e element) saying(words string) element { e.text = words; return e }

// write encodes an element. Everything is escaped by the encoder.
func (e element) write(x *xml.Encoder) error {
	start := xml.StartElement{Name: xml.Name{Local: e.name}, Attr: e.attrs}
	if err := x.EncodeToken(start); err != nil {
		return err
	}
	if e.text != "" {
		if err := x.EncodeToken(xml.CharData(e.text)); err != nil {
			return err
		}
	}
	for _, in := range e.in {
		if err := in.write(x); err != nil {
			return err
		}
	}
	return x.EncodeToken(start.End())
}

// answer sends what the platform is to do with the call.
func answer(w http.ResponseWriter, verbs ...element) error {
	var b strings.Builder
	b.WriteString(xml.Header)
	x := xml.NewEncoder(&b)
	if err := verb("Response").with(verbs...).write(x); err != nil {
		return err
	}
	if err := x.Flush(); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/xml")
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write([]byte(b.String())) // the platform may have left: nothing to be done
	return nil
}

// Style is how a call sounds; empty = as the platform does it.
type Style struct {
	Language      Language   // spoken and understood first
	Languages     []Language // further ones that the recogniser is told of
	Interruptible string     // none, dtmf, speech, any
	Sensitivity   string     // high, medium, low
	NoKeypad      bool       // keys are not taken
	Greeting      string     // whether the greeting may be spoken over: as Interruptible
	Hints         []string   // words that a recogniser should know
}

// Language is one language with the voices of it.
type Language struct {
	Code          string // BCP 47
	Voice         string
	Speech        string // provider of the voice: Google, Amazon, ElevenLabs
	Transcription string // provider of the recogniser: Google, Deepgram
	Model         string // of the recogniser
}

func (l Language) attrs() []string {
	return []string{"ttsProvider", l.Speech, "voice", l.Voice, "transcriptionProvider", l.Transcription, "speechModel", l.Model}
}

// relay is the noun that connects a call to our socket.
func (s Style) relay(address string, params ...string) element {
	attrs := append([]string{"url", address, "language", s.Language.Code}, s.Language.attrs()...)
	attrs = append(attrs, "interruptible", s.Interruptible, "interruptSensitivity", s.Sensitivity, "dtmfDetection", strconv.FormatBool(!s.NoKeypad),
		"reportInputDuringAgentSpeech", "none", "events", "speaker-events tokens-played", "hints", hints(s.Hints))
	e := verb("ConversationRelay", attrs...)
	for _, l := range s.Languages {
		e.in = append(e.in, verb("Language", append([]string{"code", l.Code}, l.attrs()...)...))
	}
	for i := 0; i+1 < len(params); i += 2 {
		e.in = append(e.in, verb("Parameter", "name", params[i], "value", params[i+1]))
	}
	return e
}

// Bounds of the hints: recognisers take about a hundred, and the answer must stay small.
const (
	maxHints     = 100
	maxHint      = 60   // characters of one
	maxHintsText = 2000 // characters of all
)

// hints joins words for the recogniser: without the comma that parts them, each once, as many as are taken.
func hints(list []string) string {
	var out []string
	seen, size := map[string]bool{}, 0
	for _, h := range list {
		h = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
			if r == ',' || r < ' ' {
				return ' '
			}
			return r
		}, h)), " ")
		n := len([]rune(h))
		if h == "" || n > maxHint || seen[strings.ToLower(h)] {
			continue
		}
		if len(out) == maxHints || size+n+1 > maxHintsText {
			break
		}
		seen[strings.ToLower(h)] = true
		out, size = append(out, h), size+n+1
	}
	return strings.Join(out, ",")
}
