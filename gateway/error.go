package gateway

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/coder/websocket"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/wire"
)

// answer is what a code becomes outside.
type answer struct {
	status int
	title  string
}

// answers is the table of the HTTP edge; a code that is not here is internal.
var answers = map[evercart.Code]answer{
	evercart.Invalid:        {http.StatusBadRequest, "The request is malformed or out of bounds"},
	evercart.Unauthorized:   {http.StatusUnauthorized, "A valid credential is needed"},
	evercart.Forbidden:      {http.StatusForbidden, "This credential may not do that"},
	evercart.NotFound:       {http.StatusNotFound, "There is no such thing"},
	evercart.Gone:           {http.StatusGone, "This was erased"},
	evercart.Conflict:       {http.StatusConflict, "It changed meanwhile; it is safe to repeat"},
	evercart.TurnKnown:      {http.StatusConflict, "This turn is known"},
	evercart.TurnMismatch:   {http.StatusUnprocessableEntity, "This turn id was used with other words"},
	evercart.ClaimLost:      {http.StatusConflict, "Another writer has taken over; nothing was written"},
	evercart.Busy:           {http.StatusServiceUnavailable, "Busy; try again"},
	evercart.RateLimited:    {http.StatusTooManyRequests, "Too many requests"},
	evercart.TooLarge:       {http.StatusRequestEntityTooLarge, "Over a documented bound"},
	evercart.Ambiguous:      {http.StatusConflict, "More than one thing may be meant"},
	evercart.NotForSale:     {http.StatusConflict, "Not for sale"},
	evercart.OutOfStock:     {http.StatusConflict, "Fewer are left than wanted"},
	evercart.LimitReached:   {http.StatusConflict, "A limit of the shop is reached"},
	evercart.PriceChanged:   {http.StatusConflict, "A price changed meanwhile"},
	evercart.CouponRefused:  {http.StatusConflict, "The coupon is refused"},
	evercart.OutcomeUnknown: {http.StatusGatewayTimeout, "It may have happened; look before repeating it"},
	evercart.ModelRefused:   {http.StatusBadGateway, "The model declined"},
	evercart.Damaged:        {http.StatusInternalServerError, "Stored data cannot be read"},
	evercart.Unavailable:    {http.StatusServiceUnavailable, "Something needed is away; nothing was done now"},
	evercart.Timeout:        {http.StatusGatewayTimeout, "It took too long"},
	evercart.Canceled:       {499, "The caller left"},
	evercart.NotImplemented: {http.StatusNotImplemented, "Not possible here"},
	evercart.Internal:       {http.StatusInternalServerError, "Something went wrong inside"},
}

// Status is the HTTP status of a code.
func Status(c evercart.Code) int { return answerOf(c).status }

func answerOf(c evercart.Code) answer {
	if a, ok := answers[c]; ok {
		return a
	}
	return answers[evercart.Internal]
}

// known gives an error as this edge shows it: what is no code of ours is internal.
func known(err error) *evercart.Error {
	e := evercart.AsError(err)
	if _, ok := answers[e.Code]; !ok {
		e = &evercart.Error{Code: evercart.Internal, Err: err}
	}
	var big *http.MaxBytesError
	if e.Code == evercart.Internal && errors.As(err, &big) {
		e = evercart.Errorf(evercart.TooLarge, "gateway", "the body has more than %d bytes", big.Limit)
	}
	return e
}

// exit is the one way out of every HTTP handler that failed.
func (g *Gateway) exit(w http.ResponseWriter, r *http.Request, err error) {
	e := known(err)
	trace := g.note(r.Context(), r.Pattern, sessionOf(r), e)
	a := answerOf(e.Code)
	writeProblem(w, e, a.status, a.title, trace)
}

func writeProblem(w http.ResponseWriter, e *evercart.Error, status int, title, trace string) {
	h := w.Header()
	if e.RetryAfter > 0 {
		h.Set("Retry-After", strconv.FormatInt(int64((e.RetryAfter+time.Second-1)/time.Second), 10))
	}
	if status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", `Bearer realm="evercart"`)
	}
	h.Set("Content-Type", "application/problem+json")
	body, err := wire.Marshal(wire.ProblemOf(e, status, title, trace))
	if err != nil {
		body = []byte(`{"type":"urn:evercart:problem:internal","title":"Something went wrong inside","status":500,"code":"internal"}`)
	}
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// note counts an error and logs what somebody must look at: refusals by one line without personal data, internal ones
// with their cause and a trace id, which is all that the outside learns. session is as the caller gave it, "" = none.
func (g *Gateway) note(ctx context.Context, where string, session evercart.SessionID, e *evercart.Error) (trace string) {
	g.metrics.errors.WithLabelValues(string(e.Code)).Inc()
	at := []slog.Attr{slog.String("route", where), slog.String("code", string(e.Code)), slog.String("session", string(session))}
	switch {
	case e.Code == evercart.Internal, e.Code == evercart.Damaged:
		trace = random(8)
		g.log.LogAttrs(ctx, slog.LevelError, "gateway: failed", append(at, slog.String("trace_id", trace), slog.String("error", e.Error()))...)
	case e.Err != nil && (e.Code == evercart.Unavailable || e.Code == evercart.OutcomeUnknown || e.Code == evercart.Timeout):
		// The caller learns that something is away; what it is (a full disk, a lost database) somebody must be able to find.
		g.log.LogAttrs(ctx, slog.LevelError, "gateway: away", append(at, slog.String("error", e.Error()))...)
	case e.Code == evercart.RateLimited: // a flood must not fill the disk with the news of itself
		g.floods.Do(func() {
			g.log.LogAttrs(ctx, slog.LevelWarn, "gateway: refused", append(at, slog.String("why", e.Message))...)
		})
	case e.Code == evercart.Unauthorized, e.Code == evercart.Forbidden,
		e.Code == evercart.NotFound && session != "": // not there, or another's: who looks for sessions leaves a trace
		g.log.LogAttrs(ctx, slog.LevelWarn, "gateway: refused", append(at, slog.String("op", e.Op), slog.String("why", e.Message))...)
	}
	return trace
}

// sessionOf gives the session that a path names; "" where it names none, or nonsense, which has no place in a log.
func sessionOf(r *http.Request) evercart.SessionID {
	id, err := evercart.ParseSessionID(r.PathValue("session_id"))
	if err != nil {
		return ""
	}
	return id
}

// closing is how a socket ends: a code and a fixed reason.
type closing struct {
	code   websocket.StatusCode
	reason string
}

// The ways in which this server ends a socket. A frame over the limit is ended by the library, with 1009.
var (
	closeDrain    = closing{websocket.StatusGoingAway, "the server is going away"}
	closeUTF8     = closing{websocket.StatusInvalidFramePayloadData, "a text frame must be valid UTF-8"}
	closeSlow     = closing{websocket.StatusTryAgainLater, "frames are not read fast enough"}
	closeExpired  = closing{websocket.StatusPolicyViolation, "the token has expired"}
	closeSilent   = closing{websocket.StatusPolicyViolation, "pings are not answered"}
	closeDripping = closing{websocket.StatusPolicyViolation, "a message takes too long to come"}
	closeProtocol = closing{websocket.StatusProtocolError, "not a frame that a client may send"}
	closeFailed   = closing{websocket.StatusInternalError, "the server failed"}
	closeDone     = closing{websocket.StatusNormalClosure, ""}
)

// random gives n random bytes as hexadecimal digits.
func random(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails (crypto/rand)
	return hex.EncodeToString(b)
}

// newUUID makes a random UUID (v4).
func newUUID() string {
	b := make([]byte, 16)
	_, _ = rand.Read(b)
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	s := hex.EncodeToString(b)
	return s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]
}
