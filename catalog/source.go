package catalog

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"iter"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/evercart/evercart"
)

const opSource = "catalog.Source"

// SourceConfig says where a feed comes from. Zero values of the lower part get the defaults named.
type SourceConfig struct {
	Where   string // a file, or an http(s) address; a name and password in it are sent and never shown
	Options Options

	Client   *http.Client  // http.DefaultClient
	MaxBytes int64         // MaxFeed: how large the feed may be, as stored
	Timeout  time.Duration // 5 min: how long one download may take
	Spool    string        // a folder for the download while it is read; the system's
}

// Source is a feed that is read again and again. It counts only when its content is new. Safe for concurrent use.
type Source struct {
	cfg     SourceConfig
	name    string
	address *url.URL // nil = a file

	loading sync.Mutex // one load at a time; guards pending
	pending *edition   // loaded, not yet taken over

	mu    sync.Mutex // guards all below
	taken edition    // what was last taken over
}

// edition is one state of a feed.
type edition struct {
	hash     string
	etag     string
	modified string // Last-Modified of an address; size and time of a file
	report   *Report
}

// NewSource checks the place and reads nothing yet. Invalid.
func NewSource(cfg SourceConfig) (*Source, error) {
	s := &Source{cfg: cfg, name: cfg.Where}
	if cfg.Where == "" {
		return nil, evercart.Errorf(evercart.Invalid, opSource, "a feed needs a file or an address")
	}
	if cfg.Client == nil {
		s.cfg.Client = http.DefaultClient
	}
	if cfg.MaxBytes <= 0 {
		s.cfg.MaxBytes = MaxFeed
	}
	if cfg.Timeout <= 0 {
		s.cfg.Timeout = 5 * time.Minute
	}
	if s.cfg.Options.Clock == nil {
		s.cfg.Options.Clock = evercart.SystemClock{}
	}
	scheme, _, remote := strings.Cut(cfg.Where, "://")
	if !remote {
		s.name = filepath.Clean(cfg.Where)
		return s, nil
	}
	address, err := url.Parse(cfg.Where)
	if scheme = strings.ToLower(scheme); err != nil || address.Host == "" || scheme != "http" && scheme != "https" {
		return nil, evercart.Errorf(evercart.Invalid, opSource, "a feed's address begins with http:// or https:// and names a host")
	}
	s.address, s.name = address, publicName(address)
	return s, nil
}

// publicName is an address without what may be secret in it; a query is told from others by its hash.
func publicName(address *url.URL) string {
	shown := *address
	shown.User, shown.RawQuery, shown.Fragment = nil, "", ""
	if address.RawQuery == "" {
		return shown.String()
	}
	sum := sha256.Sum256([]byte(address.RawQuery))
	return shown.String() + "?" + hex.EncodeToString(sum[:4])
}

// Name is what the goods of this feed stand under in evercart.Goods; it holds no secret.
func (s *Source) Name() string { return s.name }

// Load reads the feed. Without news it gives changed = false and no products. The sequence may be run once; call Accept when
// all of it was taken over, else the next Load offers it again. Codes: NotFound, Unauthorized, RateLimited, Unavailable (all
// may set RetryAfter), TooLarge, Timeout, Canceled; and those of Import, in the sequence too.
func (s *Source) Load(ctx context.Context) (products iter.Seq2[evercart.Product, error], changed bool, err error) {
	s.loading.Lock()
	defer s.loading.Unlock()
	s.pending = nil
	s.mu.Lock()
	taken := s.taken
	s.mu.Unlock()
	if taken.report != nil && !taken.report.Turns.IsZero() && !s.cfg.Options.Clock.Now().Before(taken.report.Turns) {
		taken = edition{} // a sale begins or ends: the same bytes say something else
	}
	spooled, fresh, err := s.fetch(ctx, taken)
	if err != nil || spooled == nil {
		return nil, false, err
	}
	if fresh.hash == taken.hash {
		s.mu.Lock()
		s.taken.etag, s.taken.modified = fresh.etag, fresh.modified
		s.mu.Unlock()
		return nil, false, spooled.Close()
	}
	feed, report, err := Import(ctx, spooled, s.cfg.Options)
	if err != nil {
		return nil, false, errors.Join(err, spooled.Close())
	}
	fresh.report = report
	s.pending = &fresh
	return func(yield func(evercart.Product, error) bool) {
		defer func() { _ = spooled.Close() }() // its name is gone already
		feed(yield)
	}, true, nil
}

// Accept says that what Load gave last was taken over.
func (s *Source) Accept() {
	s.loading.Lock()
	defer s.loading.Unlock()
	if s.pending == nil {
		return
	}
	s.mu.Lock()
	s.taken = *s.pending
	s.mu.Unlock()
	s.pending = nil
}

// Put loads the feed and puts what is new into the goods. The report is that of the newest content, nil when there never was
// any. Codes: those of Load and of evercart.Goods; on an error nothing was taken over.
func (s *Source) Put(ctx context.Context, goods evercart.Goods) (put evercart.PutReport, report *Report, changed bool, err error) {
	products, changed, err := s.Load(ctx)
	if err != nil || !changed {
		return put, s.Report(), false, err
	}
	put, err = goods.PutProducts(ctx, s.name, products)
	s.loading.Lock()
	if s.pending != nil {
		report = s.pending.report
	}
	s.loading.Unlock()
	if err != nil {
		return evercart.PutReport{}, report, false, err
	}
	s.Accept()
	return put, report, true, nil
}

// Report tells of the content that was last taken over; nil before.
func (s *Source) Report() *Report {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.taken.report
}

// turns is when the content that was taken over says something else; zero = never.
func (s *Source) turns() time.Time {
	if r := s.Report(); r != nil {
		return r.Turns
	}
	return time.Time{}
}

// fetch brings the feed into a file without a name, or nil when it is certainly the one that was taken.
func (s *Source) fetch(ctx context.Context, taken edition) (*os.File, edition, error) {
	if s.address == nil {
		return s.fetchFile(ctx, taken)
	}
	return s.fetchAddress(ctx, taken)
}

func (s *Source) fetchFile(ctx context.Context, taken edition) (*os.File, edition, error) {
	file, err := os.Open(s.cfg.Where)
	if err != nil {
		return nil, edition{}, fileError(err)
	}
	defer func() { _ = file.Close() }()
	about, err := file.Stat()
	if err != nil {
		return nil, edition{}, fileError(err)
	}
	if about.IsDir() {
		return nil, edition{}, evercart.Errorf(evercart.Invalid, opSource, "%s is a folder", s.name)
	}
	fresh := edition{modified: about.ModTime().Format(time.RFC3339Nano) + " " + itoa(int(about.Size()))}
	if fresh.modified == taken.modified {
		return nil, edition{}, nil
	}
	return s.spool(ctx, file, fresh)
}

func fileError(err error) error {
	code := evercart.Unavailable
	switch {
	case errors.Is(err, fs.ErrNotExist):
		code = evercart.NotFound
	case errors.Is(err, fs.ErrPermission):
		code = evercart.Forbidden
	}
	return evercart.Wrap(err, code, opSource)
}

// spool copies what comes, so that a feed is read as one state of it, and only when it is there whole.
func (s *Source) spool(ctx context.Context, from io.Reader, fresh edition) (_ *os.File, _ edition, err error) {
	file, err := os.CreateTemp(s.cfg.Spool, "evercart-feed-*")
	if err != nil {
		return nil, edition{}, evercart.Wrap(err, evercart.Unavailable, opSource)
	}
	defer func() {
		_ = os.Remove(file.Name()) // where a name cannot go before its file is closed, the system's cleaning takes it
		if err != nil {
			_ = file.Close()
		}
	}()
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(file, sum), io.LimitReader(interruptible{ctx, from}, s.cfg.MaxBytes+1))
	if err != nil {
		return nil, edition{}, downloadError(err)
	}
	if n > s.cfg.MaxBytes {
		return nil, edition{}, s.tooLarge()
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, edition{}, evercart.Wrap(err, evercart.Unavailable, opSource)
	}
	fresh.hash = hex.EncodeToString(sum.Sum(nil))
	return file, fresh, nil
}

func (s *Source) tooLarge() error {
	return evercart.Errorf(evercart.TooLarge, opSource, "the feed is larger than %d bytes", s.cfg.MaxBytes)
}

// interruptible ends a copy with its context.
type interruptible struct {
	ctx context.Context //nolint:containedctx // the copy's
	r   io.Reader
}

func (i interruptible) Read(p []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	return i.r.Read(p)
}
