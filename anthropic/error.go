package anthropic

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	sdk "github.com/anthropics/anthropic-sdk-go/v2"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/model"
)

const op = "anthropic.Think"

// statuses are what the vendor's kinds of error would have as HTTP status: in the middle of a stream there is none.
var statuses = map[string]int{
	"invalid_request_error": http.StatusBadRequest, "authentication_error": http.StatusUnauthorized, "billing_error": http.StatusPaymentRequired,
	"permission_error": http.StatusForbidden, "not_found_error": http.StatusNotFound, "conflict_error": http.StatusConflict,
	"request_too_large": http.StatusRequestEntityTooLarge, "rate_limit_error": http.StatusTooManyRequests, "api_error": http.StatusInternalServerError,
	"timeout_error": http.StatusGatewayTimeout, "overloaded_error": 529,
}

// refused is the house's error for the vendor's. The vendor's own text may quote the shopper: it is left out, but where it is about
// the credential or the model.
func refused(v *sdk.Error, now time.Time) error {
	status := v.StatusCode
	if status < http.StatusBadRequest {
		status = http.StatusServiceUnavailable
		if s, known := statuses[string(v.Type())]; known {
			status = s
		}
	}
	words := []string{"status " + strconv.Itoa(status)}
	for _, w := range []string{string(v.Type()), string(v.ErrorCode()), v.RequestID} {
		if w != "" {
			words = append(words, evercart.Clip(evercart.Clean(w), 80))
		}
	}
	switch status {
	case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden, http.StatusNotFound:
		words = append(words, evercart.Clip(evercart.Clean(v.Message), 200))
	}
	e := &evercart.Error{Op: op, Err: cause{errors.New(strings.Join(words, ", ")), status == http.StatusNotFound}}
	if v.Response != nil {
		e.RetryAfter = model.RetryAfter(v.Response.Header, now)
	}
	e.Code, e.Message = codeOf(v, status)
	return e
}

// cause is what an operator needs to know.
type cause struct {
	error
	gone bool // there is no such model
}

// gone says that an error is about a model that is not there.
func gone(err error) bool {
	c, ok := errors.AsType[cause](err)
	return ok && c.gone
}

// codeOf is the one table from the vendor's errors to ours.
func codeOf(v *sdk.Error, status int) (evercart.Code, string) {
	switch {
	case status == http.StatusBadRequest && strings.HasPrefix(v.Message, "prompt is too long"):
		return evercart.TooLarge, "the conversation is too long for the model" // the vendor has no code for the latter, only these words
	case v.ErrorCode() == sdk.ErrorCodeEnforcedSpendLimitReached, v.ErrorCode() == sdk.ErrorCodeContractSpendLimitReached:
		return evercart.Unauthorized, "the account of the model server is used up" // waiting does not help
	case status == http.StatusNotFound:
		return evercart.Invalid, "the model server has no such model"
	}
	return model.Refused(status)
}
