package model

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/evercart/evercart"
)

// BaseURL is the address of a model server as requests are made from it, without a slash at its end. Invalid.
func BaseURL(op, address string) (string, error) {
	address = strings.TrimRight(address, "/")
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return "", evercart.Errorf(evercart.Invalid, op, "the base URL of a model server is http(s)://HOST/PATH")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return "", evercart.Errorf(evercart.Invalid, op, "the base URL of a model server has no user, query or fragment")
	}
	return address, nil
}

// Client asks model servers; connect is for name lookup and TCP, and as much again for TLS. A nil transport is one of its own. It follows no
// redirects: they would carry the shopper's words to a server that nobody named.
func Client(transport http.RoundTripper, connect time.Duration) *http.Client {
	if transport == nil {
		transport = &http.Transport{
			Proxy:               http.ProxyFromEnvironment,
			DialContext:         (&net.Dialer{Timeout: connect}).DialContext,
			TLSHandshakeTimeout: connect,
			ForceAttemptHTTP2:   true,
			MaxIdleConnsPerHost: 64,
			IdleConnTimeout:     90 * time.Second,
		}
	}
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// Level is how an answer of that code is logged.
func Level(code evercart.Code) slog.Level {
	switch code {
	case "", evercart.Canceled:
		return slog.LevelDebug
	case evercart.Unauthorized, evercart.Invalid:
		return slog.LevelError // it will not heal by itself
	}
	return slog.LevelWarn
}

// Refused is what an HTTP status of a model server means by itself, where the vendor's own words do not say more.
func Refused(status int) (evercart.Code, string) {
	switch {
	case status == http.StatusRequestEntityTooLarge:
		return evercart.TooLarge, "the conversation is too long for the model"
	case status == http.StatusPaymentRequired:
		return evercart.Unauthorized, "the account of the model server is used up" // waiting does not help
	case status == http.StatusTooManyRequests:
		return evercart.RateLimited, "the model server takes no more requests for now"
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return evercart.Unauthorized, "the model server refuses the credential"
	case status == http.StatusRequestTimeout:
		return evercart.Timeout, "the model server took too long"
	case status == http.StatusConflict || status == http.StatusTooEarly || status >= http.StatusInternalServerError:
		return evercart.Unavailable, "the model server is overloaded or broken"
	}
	return evercart.Invalid, fmt.Sprintf("the model server does not take our request (status %d)", status)
}

// Conclude yields the calls of a whole message, then its end.
func Conclude(calls []evercart.ToolCall, end evercart.Thought, yield func(evercart.Thought, error) bool) {
	for i := range calls {
		if !yield(evercart.Thought{Call: &calls[i]}, nil) {
			return
		}
	}
	yield(end, nil)
}
