package openaiapi

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"unicode"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/channel"
)

// request is what a platform asks; what we have no use for is passed over.
type request struct {
	Model    string    `json:"model"`
	Messages []message `json:"messages"`
	Stream   bool      `json:"stream"`
	Options  struct {
		Usage bool `json:"include_usage"`
	} `json:"stream_options"`
	Tools  []tool            `json:"tools"`
	Choice json.RawMessage   `json:"tool_choice"` // "none", or of another shape
	User   evercart.Personal `json:"user"`
	Call   struct {          // Vapi
		ID       string   `json:"id"`
		Customer customer `json:"customer"`
	} `json:"call"`
	Customer customer `json:"customer"` // Vapi
}

type customer struct {
	Number evercart.Personal `json:"number"`
}

type message struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"` // a string, parts of several kinds, or null
}

type tool struct {
	Function struct {
		Name       string `json:"name"`
		Parameters struct {
			Properties map[string]struct {
				Type json.RawMessage   `json:"type"`
				Enum []json.RawMessage `json:"enum"`
			} `json:"properties"`
			Required []string `json:"required"`
		} `json:"parameters"`
	} `json:"function"`
}

// read reads a request within its bounds. Invalid, TooLarge.
func (c *Channel) read(w http.ResponseWriter, r *http.Request) (request, error) {
	var q request
	bad := func(why string) error { return evercart.Errorf(evercart.Invalid, "openaiapi", "%s", why) }
	body, err := channel.Body(w, r, c.Limits.Body)
	if err != nil {
		return q, err
	}
	if err := json.Unmarshal(body, &q); err != nil {
		return q, bad("the body is not the JSON of a chat completion request")
	}
	switch {
	case len(q.Messages) == 0:
		return q, bad("messages: at least one is needed")
	case len(q.Messages) > c.Limits.Messages || len(q.Tools) > c.Limits.Tools:
		return q, evercart.Errorf(evercart.TooLarge, "openaiapi", "at most %d messages and %d tools", c.Limits.Messages, c.Limits.Tools)
	}
	for _, m := range q.Messages {
		if m.Role == "" {
			return q, bad("messages: each has a role")
		}
	}
	if q.Model == "" || len(q.Model) > 200 {
		q.Model = model
	}
	return q, nil
}

// text is what a message says: its string, or its parts that are text.
func (m message) text() string {
	var s string
	if json.Unmarshal(m.Content, &s) == nil {
		return strings.TrimSpace(s)
	}
	var parts []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(m.Content, &parts) != nil {
		return ""
	}
	var out []string
	for _, p := range parts {
		if p.Text != "" {
			out = append(out, p.Text)
		}
	}
	return strings.TrimSpace(strings.Join(out, " "))
}

// exchange is something that the person said, and what the platform holds was said to him then.
type exchange struct {
	user, assistant string
	asked           bool // false = he had said nothing yet
}

// told is a request's list of messages as we see it.
type told struct {
	before []exchange // oldest first
	what   string     // evercart.SayWords, SayGreeting, or nothing
	words  evercart.Personal
	heard  bool // the list has words of an assistant: the platform keeps them
	failed bool // a tool of the platform's says that it did not work
}

const nothing = "nothing" // the person said nothing new

// keys are how platforms write what was typed on a telephone.
var keys = regexp.MustCompile(`^(?:User's Keypad Entry|DTMF): *([0-9*#]{1,32})$`)

// tell reads the list of messages.
func (q request) tell() told {
	t := told{what: evercart.SayGreeting}
	for _, m := range q.Messages {
		text := m.text()
		switch m.Role {
		case "user":
			t.before = append(t.before, exchange{user: text, asked: true})
			t.what = evercart.SayWords
		case "assistant":
			if len(t.before) == 0 {
				t.before = append(t.before, exchange{})
			}
			e := &t.before[len(t.before)-1]
			e.assistant = strings.TrimSpace(e.assistant + " " + text)
			t.what, t.heard = nothing, t.heard || text != ""
		case "tool", "function":
			t.what = nothing
			t.failed = failed(text)
		}
	}
	if t.what == evercart.SayWords {
		last := t.before[len(t.before)-1].user
		t.before = t.before[:len(t.before)-1]
		if typed := keys.FindStringSubmatch(last); typed != nil {
			last = strings.TrimSuffix(typed[1], "#")
		}
		t.words = evercart.Private(last)
	}
	return t
}

// failed says that a tool's result tells of a failure: platforms have no one form for that.
func failed(result string) bool {
	l := strings.ToLower(result)
	return strings.Contains(l, "error") || strings.Contains(l, "fail")
}

// maxName bounds the name of a call, in bytes.
const maxName = 256

// call is the platform's name of the call, "" where the request has none: by the path, a header, or Vapi's own field. Invalid.
func (q request) call(r *http.Request) (string, error) {
	for _, id := range []string{r.PathValue("call"), r.Header.Get("X-Call-Id"), q.Call.ID} {
		if id == "" {
			continue
		}
		if len(id) > maxName || strings.ContainsFunc(id, unicode.IsControl) {
			return "", evercart.Errorf(evercart.Invalid, "openaiapi", "the id of a call has at most %d bytes, and no control characters", maxName)
		}
		return id, nil
	}
	return "", nil
}

// who is the person on the line: the user whom the request names, the number that calls, or whoever is in that call. Invalid.
func (c *Channel) who(q request, call string) (channel.Who, error) {
	if q.User != "" {
		id, err := evercart.ParseUserID(q.User.Reveal())
		return channel.Who{By: "user", ID: id}, err
	}
	for _, n := range []customer{q.Customer, q.Call.Customer} {
		if w, ok := channel.ByPhone(n.Number.Reveal()); ok && c.Numbers {
			return w, nil
		}
	}
	if call == "" {
		return channel.Who{}, evercart.Errorf(evercart.Invalid, "openaiapi",
			"the request does not say which conversation it belongs to: send the header X-Call-Id, the field user, or use a base URL with the call in it (/channels/openai/CALL/v1)")
	}
	return channel.ByCall(Name, call), nil
}

// mark begins the ids of all turns of one call, or of one person where no call is named.
func (c *Channel) mark(who channel.Who, call string) string {
	if call == "" {
		call = who.By + "\x00" + who.ID.Reveal()
	} else {
		call = "call\x00" + call
	}
	return "oa-" + c.digest([]byte(call))[:12] + "-"
}

// print tells one list of messages from every other: a copy of a request has the same one. A key that the platform gives counts instead.
func (c *Channel) print(q request, r *http.Request) string {
	if key := r.Header.Get("Idempotency-Key"); key != "" {
		return c.digest([]byte("key\x00" + key))
	}
	var b bytes.Buffer
	for _, m := range q.Messages {
		if m.Role == "user" || m.Role == "assistant" {
			b.WriteString(m.Role)
			b.WriteByte(0)
			b.WriteString(m.text())
			b.WriteByte(0)
		}
	}
	return c.digest(b.Bytes())
}

// digest is keyed: ids of turns are kept and logged, and nobody shall find out of them what was said, or by whom.
func (c *Channel) digest(b []byte) string {
	return base64.RawURLEncoding.EncodeToString(channel.MAC(sha256.New, c.secret, b)[:18])
}
