package twilio

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/channel"
)

// maxForm bounds a webhook's body, in bytes.
const maxForm = 64 << 10

var callSID = regexp.MustCompile(`^CA[0-9a-f]{32}$`)

// form reads a webhook that our account signed. Forbidden, Invalid, TooLarge.
func (c *Channel) form(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	body, err := channel.Body(w, r, maxForm)
	if err != nil {
		return nil, err
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return nil, evercart.Errorf(evercart.Invalid, "twilio", "a webhook is a form")
	}
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, evercart.Errorf(evercart.Invalid, "twilio", "the form cannot be read")
	}
	if err := c.signed(r, Signed{URL: c.public + address(r), Form: form}); err != nil {
		return nil, err
	}
	if form.Get("AccountSid") != c.Account {
		return nil, c.refuse("another account's call")
	}
	if !callSID.MatchString(form.Get("CallSid")) {
		return nil, evercart.Errorf(evercart.Invalid, "twilio", "the call has no CallSid")
	}
	return form, nil
}

// address is what stands behind the public address: the path is ours whatever prefix a proxy took off.
func address(r *http.Request) string {
	if r.URL.RawQuery == "" {
		return r.URL.EscapedPath()
	}
	return r.URL.EscapedPath() + "?" + r.URL.RawQuery
}

func (c *Channel) signed(r *http.Request, s Signed) error {
	err := Verify(c.Tokens, r.Header.Get("X-Twilio-Signature"), s)
	if err != nil {
		c.counts.refused.Add(1)
	}
	return err
}

func (c *Channel) refuse(why string) error {
	c.counts.refused.Add(1)
	return evercart.Errorf(evercart.Forbidden, "twilio", "%s", why)
}

// voice answers a call that comes in.
func (c *Channel) voice(w http.ResponseWriter, r *http.Request) error {
	form, err := c.form(w, r)
	if err != nil {
		return err
	}
	c.mu.Lock()
	err = c.room()
	c.mu.Unlock()
	if err != nil {
		return answer(w, c.say(c.desk.Voice("").Say("call.refused")), verb("Hangup"))
	}
	by := byCall
	if c.believed(form) {
		by = c.byNumber(person(form.Get("Direction"), form.Get("From"), form.Get("To")))
	}
	return answer(w, c.connect(r, form, by, 0, beginning))
}

// believed says whether the number leads to the shopper of earlier calls.
func (c *Channel) believed(form url.Values) bool {
	switch c.Callers {
	case CallersAttested:
		return strings.HasPrefix(form.Get("StirVerstat"), "TN-Validation-Passed-A")
	case CallersNobody:
		return false
	}
	return true
}

// How a connection comes to be, as its pass says.
const (
	byNumber = "number." // the caller's number leads to the shopper; its mark follows
	byCall   = "call"    // only this call does

	beginning = "begin"      // of a call
	again     = "again"      // the connection before was lost
	notTaken  = "unanswered" // nobody took the call that was put through
)

// person is the number of the shopper on the line: of a call that we made, the one who was called.
func person(direction, from, to string) string {
	if strings.HasPrefix(direction, "out") {
		return to
	}
	return from
}

// byNumber says that a number leads to the shopper, and binds that to the number without saying it: the setup of a socket names
// one as well, and only who has the same is who the webhook was about.
func (c *Channel) byNumber(number string) string {
	who, ok := channel.ByPhone(number)
	if !ok {
		return byCall
	}
	mark := channel.MAC(sha256.New, c.pass.Key, []byte("caller "+string(who.ID.Reveal())))
	return byNumber + base64.RawURLEncoding.EncodeToString(mark)
}

// byOf reads it from an address of ours.
func byOf(r *http.Request) string {
	if by := r.URL.Query().Get("by"); strings.HasPrefix(by, byNumber) {
		return by
	}
	return byCall
}

// connect gives the verb that connects the call of a webhook to our socket. tries counts connections that failed at once. A webhook is signed without
// a time: whoever recorded it could send it again for ever, and get a new pass each time. So the pass says of which one it is, and one whose pass
// has opened a socket opens none again. Its signature is what it is known by: a platform that was not answered sends the same once more.
func (c *Channel) connect(r *http.Request, form url.Values, by string, tries int, how string) element {
	from := c.from(r)
	pass := c.pass.Make(c.Account, form.Get("CallSid"), by, how, from)
	action := c.public + pathAction + "?" + url.Values{"by": {by}, "tries": {strconv.Itoa(tries)}}.Encode()
	return verb("Connect", "action", action).with(c.style().relay(c.socket+pathRelay, "by", by, "how", how, "from", from, "pass", pass))
}

// from names a webhook that was checked. However its signature is written, it is the same one.
func (c *Channel) from(r *http.Request) string {
	signature, _ := base64.StdEncoding.DecodeString(r.Header.Get("X-Twilio-Signature"))
	return base64.RawURLEncoding.EncodeToString(channel.MAC(sha256.New, c.pass.Key, []byte("webhook"), signature))
}

// say gives the verb that speaks a sentence in the shop's language.
func (c *Channel) say(words string) element {
	return verb("Say", "language", c.style().Language.Code).saying(words)
}

// lasted is how long a connection has to live to be more than a failed try.
const lasted = 20 * time.Second

// action answers when a connection has ended. Its address is ours and signed, so that what it carries is what we wrote.
func (c *Channel) action(w http.ResponseWriter, r *http.Request) error {
	form, err := c.form(w, r)
	if err != nil {
		return err
	}
	by := byOf(r)
	log := c.log.With(slog.String("service", "twilio"), slog.String("call", form.Get("CallSid")), slog.String("status", form.Get("SessionStatus")))
	if form.Get("CallStatus") == "completed" {
		log.Info("twilio: the caller hung up")
		return answer(w)
	}
	switch form.Get("SessionStatus") {
	case "ended":
		return c.ended(w, r, form, by)
	case "completed":
		return answer(w, verb("Hangup"))
	}
	seconds, err := strconv.Atoi(form.Get("SessionDuration"))
	tries, _ := strconv.Atoi(r.URL.Query().Get("tries")) // ours; else 0
	if tries++; err == nil && time.Duration(seconds)*time.Second >= lasted {
		tries = 1
	}
	log.Warn("twilio: the connection was lost", slog.String("error_code", channel.Digits(form.Get("ErrorCode"))), slog.Int("try", tries))
	if tries > c.Limits.Tries {
		return answer(w, c.say(c.desk.Voice("").Say("call.refused")), verb("Hangup"))
	}
	return answer(w, c.connect(r, form, by, tries, again))
}

// ended does what our own end of a connection was for.
func (c *Channel) ended(w http.ResponseWriter, r *http.Request, form url.Values, by string) error {
	var h handOff
	if err := json.Unmarshal([]byte(form.Get("HandoffData")), &h); err != nil || h.Reason != endTransfer || c.desk.People == nil {
		return answer(w, verb("Hangup"))
	}
	p := c.desk.People()
	number := channel.Dialable(p.Number)
	if !p.There || number == "" { // they left meanwhile
		return answer(w, c.connect(r, form, by, 0, notTaken))
	}
	c.counts.transferred.Add(1)
	dial := verb("Dial", "answerOnBridge", "true", "timeout", "30", "action", c.public+pathDialed+"?"+url.Values{"by": {by}}.Encode())
	return answer(w, dial.with(verb("Number").saying(number)))
}

// dialed answers when a call that was put through has ended, or was not taken.
func (c *Channel) dialed(w http.ResponseWriter, r *http.Request) error {
	form, err := c.form(w, r)
	if err != nil {
		return err
	}
	by := byOf(r)
	switch form.Get("DialCallStatus") {
	case "completed", "answered":
		return answer(w, verb("Hangup"))
	}
	return answer(w, c.connect(r, form, by, 0, notTaken))
}
