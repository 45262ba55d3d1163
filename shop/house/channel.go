package house

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Channels says how the voice platforms sound.
type Channels struct {
	Twilio Twilio `toml:"twilio"`
}

// Twilio is how a telephone call sounds; what is left out is as Twilio does it.
type Twilio struct {
	Voice                 string `toml:"voice"`
	TTSProvider           string `toml:"tts_provider"`           // Google, Amazon, ElevenLabs
	TranscriptionProvider string `toml:"transcription_provider"` // Google, Deepgram
	SpeechModel           string `toml:"speech_model"`

	Interruptible string `toml:"interruptible"` // what cuts an answer: none, dtmf, speech, any
	Sensitivity   string `toml:"sensitivity"`   // high, medium, low
	Greeting      string `toml:"greeting"`      // none = the greeting is spoken to its end
	Keypad        *bool  `toml:"keypad"`        // left out = keys are taken

	Hints     []string   `toml:"hints"` // words for the recogniser, before the names of goods
	Languages []Language `toml:"languages"`
}

// Language is a further one in which callers may speak.
type Language struct {
	Code                  string `toml:"code"` // BCP 47
	Voice                 string `toml:"voice"`
	TTSProvider           string `toml:"tts_provider"`
	TranscriptionProvider string `toml:"transcription_provider"`
	SpeechModel           string `toml:"speech_model"`
}

const maxLanguages = 20

var languageTag = regexp.MustCompile(`^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$`)

// LanguageTag says whether a text has the form of a BCP 47 tag.
func LanguageTag(s string) bool { return languageTag.MatchString(s) }

func (t Twilio) check() error {
	for _, c := range []struct {
		key, value string
		may        []string
	}{
		{"tts_provider", t.TTSProvider, []string{"Google", "Amazon", "ElevenLabs"}},
		{"transcription_provider", t.TranscriptionProvider, []string{"Google", "Deepgram"}},
		{"interruptible", t.Interruptible, []string{"none", "dtmf", "speech", "any"}},
		{"sensitivity", t.Sensitivity, []string{"high", "medium", "low"}},
		{"greeting", t.Greeting, []string{"none", "any"}},
	} {
		if c.value != "" && !slices.Contains(c.may, c.value) {
			return faulty(fmt.Sprintf("one of %s, not %q", strings.Join(c.may, ", "), c.value), c.key)
		}
	}
	if len(t.Languages) > maxLanguages {
		return faulty(fmt.Sprintf("at most %d", maxLanguages), "languages", strconv.Itoa(maxLanguages))
	}
	for i, l := range t.Languages {
		if !languageTag.MatchString(l.Code) {
			return faulty(fmt.Sprintf("%q is no language tag; one is es-ES", l.Code), "languages", strconv.Itoa(i), "code")
		}
	}
	return nil
}
