package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/evercart/evercart"
)

const op = "openai.Think"

// maxWait bounds what is believed of Retry-After: nobody sleeps for three days.
const maxWait = time.Minute

// fault is an error as servers word it: an object, or a string where the object is missing.
type fault struct {
	Message string
	Type    string
	Code    string
	Param   string
}

func faultOf(raw json.RawMessage) fault {
	var o struct {
		Message string          `json:"message"`
		Type    string          `json:"type"`
		Code    json.RawMessage `json:"code"` // a word or a number
		Param   string          `json:"param"`
	}
	if json.Unmarshal(raw, &o) != nil {
		var s string
		_ = json.Unmarshal(raw, &s) // what is neither stays unknown
		return fault{Message: s}
	}
	return fault{o.Message, o.Type, strings.Trim(string(o.Code), `"`), o.Param}
}

// cause is what an operator needs. The server's sentence may quote the shopper and is left out, but where it is about the
// credential or the model.
func (f fault) cause(status int) error {
	words := []string{"status " + strconv.Itoa(status)}
	for _, w := range []string{f.Type, f.Code, f.Param} {
		if w != "" && w != "null" {
			words = append(words, evercart.Clip(evercart.Clean(w), 80))
		}
	}
	switch status {
	case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden, http.StatusNotFound:
		words = append(words, evercart.Clip(evercart.Clean(f.Message), 200))
	}
	return errors.New(strings.Join(words, ", "))
}

// refused is the error of an HTTP status.
func refused(res *http.Response, body []byte, now time.Time) error {
	var o struct {
		Error json.RawMessage `json:"error"`
	}
	_ = json.Unmarshal(body, &o) // a proxy's page is no JSON; the status tells enough
	f := faultOf(o.Error)
	e := &evercart.Error{Op: op, Err: f.cause(res.StatusCode), RetryAfter: retryAfter(res.Header, now)}
	e.Code, e.Message = f.code(res.StatusCode)
	return e
}

// inStream is the error that an event tells.
func inStream(raw json.RawMessage) error {
	f := faultOf(raw)
	status, err := strconv.Atoi(f.Code)
	if err != nil || status < 400 || status > 599 {
		status = http.StatusServiceUnavailable
	}
	if f.Type == "rate_limit_error" || f.Code == "rate_limit_exceeded" {
		status = http.StatusTooManyRequests
	}
	e := &evercart.Error{Op: op, Err: f.cause(status)}
	e.Code, e.Message = f.code(status)
	return e
}

// code is the one table from a server's answers to ours.
func (f fault) code(status int) (evercart.Code, string) {
	switch {
	case f.Code == "context_length_exceeded" || status == http.StatusRequestEntityTooLarge:
		return evercart.TooLarge, "the conversation is too long for the model"
	case f.Code == "insufficient_quota" || status == http.StatusPaymentRequired:
		return evercart.Unauthorized, "the account of the model server is used up" // waiting does not help
	case status == http.StatusTooManyRequests:
		return evercart.RateLimited, "the model server takes no more requests for now"
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return evercart.Unauthorized, "the model server refuses the credential"
	case status == http.StatusRequestTimeout:
		return evercart.Timeout, "the model server took too long"
	case status == http.StatusConflict || status == http.StatusTooEarly || status >= 500:
		return evercart.Unavailable, "the model server is overloaded or broken"
	case f.Code == "content_filter" || f.Code == "content_policy_violation":
		return evercart.ModelRefused, "the model server declines this conversation"
	}
	return evercart.Invalid, fmt.Sprintf("the model server does not take our request (status %d)", status)
}

// retryAfter reads how long to wait, at most maxWait; 0 = it does not say.
func retryAfter(h http.Header, now time.Time) time.Duration {
	wait := func(n float64, unit time.Duration) time.Duration {
		if !(n > 0) {
			return 0
		}
		return time.Duration(min(n*float64(unit), float64(maxWait)))
	}
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return wait(ms, time.Millisecond)
	}
	after := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(after, 64); err == nil {
		return wait(s, time.Second)
	}
	if at, err := http.ParseTime(after); err == nil {
		return wait(at.Sub(now).Seconds(), time.Second)
	}
	return 0
}

// failed is the error of a request or stream that broke.
func (w *watcher) failed(err error) error {
	var slow net.Error
	switch {
	case errors.Is(w.parent.Err(), context.Canceled):
		return evercart.Wrap(w.parent.Err(), evercart.Canceled, op)
	case w.parent.Err() != nil:
		return evercart.Wrap(w.parent.Err(), evercart.Timeout, op)
	case w.slow():
		return &evercart.Error{Code: evercart.Timeout, Op: op, Message: "the model server took too long", Err: errSlow}
	case errors.As(err, &slow) && slow.Timeout():
		return &evercart.Error{Code: evercart.Timeout, Op: op, Message: "the model server took too long", Err: err}
	}
	return &evercart.Error{Code: evercart.Unavailable, Op: op, Message: "the model server cannot be reached, or the answer broke off", Err: err}
}
