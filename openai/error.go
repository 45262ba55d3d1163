package openai

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/model"
)

const op = "openai.Think"

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
	e := &evercart.Error{Op: op, Err: f.cause(res.StatusCode), RetryAfter: model.RetryAfter(res.Header, now)}
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
	case f.Code == "context_length_exceeded":
		return evercart.TooLarge, "the conversation is too long for the model"
	case f.Code == "insufficient_quota":
		return evercart.Unauthorized, "the account of the model server is used up" // waiting does not help
	}
	code, text := model.Refused(status)
	if code == evercart.Invalid && (f.Code == "content_filter" || f.Code == "content_policy_violation") {
		return evercart.ModelRefused, "the model server declines this conversation"
	}
	return code, text
}
