package catalog

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"time"

	"github.com/evercart/evercart"
)

// fetchAddress downloads the feed, unless the server says that it is the one that was taken.
func (s *Source) fetchAddress(ctx context.Context, taken edition) (*os.File, edition, error) {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.address.String(), nil)
	if err != nil {
		return nil, edition{}, evercart.Wrap(bare(err), evercart.Invalid, opSource)
	}
	request.Header.Set("User-Agent", "evercart-catalog")
	if taken.etag != "" {
		request.Header.Set("If-None-Match", taken.etag)
	}
	if taken.modified != "" {
		request.Header.Set("If-Modified-Since", taken.modified)
	}
	response, err := s.cfg.Client.Do(request)
	if err != nil {
		return nil, edition{}, downloadError(err)
	}
	defer func() { _ = response.Body.Close() }()
	switch {
	case response.StatusCode == http.StatusNotModified && taken.hash != "":
		return nil, edition{}, nil
	case response.StatusCode != http.StatusOK:
		return nil, edition{}, s.refused(response)
	case response.ContentLength > s.cfg.MaxBytes:
		return nil, edition{}, s.tooLarge()
	}
	return s.spool(ctx, response.Body, edition{etag: response.Header.Get("ETag"), modified: response.Header.Get("Last-Modified")})
}

// refused gives a status its code.
func (s *Source) refused(response *http.Response) error {
	code := evercart.Unavailable
	switch response.StatusCode {
	case http.StatusNotFound, http.StatusGone:
		code = evercart.NotFound
	case http.StatusUnauthorized, http.StatusForbidden:
		code = evercart.Unauthorized
	case http.StatusTooManyRequests:
		code = evercart.RateLimited
	}
	e := evercart.Errorf(code, opSource, "%s answered %d", s.name, response.StatusCode)
	e.RetryAfter = retryAfter(response.Header.Get("Retry-After"), s.cfg.Options.Clock.Now())
	return e
}

// retryAfter reads seconds or a date; nobody waits for more than a day.
func retryAfter(header string, now time.Time) time.Duration {
	const most = 24 * time.Hour
	if seconds, err := strconv.Atoi(header); err == nil {
		return min(time.Duration(min(max(seconds, 0), 86_400))*time.Second, most)
	}
	if at, err := http.ParseTime(header); err == nil {
		return min(max(at.Sub(now), 0), most)
	}
	return 0
}

// downloadError gives a failed transfer its code.
func downloadError(err error) error {
	if known, ok := errors.AsType[*evercart.Error](err); ok {
		return known
	}
	if errors.Is(err, context.DeadlineExceeded) || os.IsTimeout(err) {
		return evercart.Wrap(bare(err), evercart.Timeout, opSource)
	}
	if errors.Is(err, context.Canceled) {
		return evercart.Wrap(bare(err), evercart.Canceled, opSource)
	}
	return evercart.Wrap(bare(err), evercart.Unavailable, opSource)
}

// bare takes the address off an error, since there may be a secret in it.
func bare(err error) error {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		return wrapped.Err
	}
	return err
}
