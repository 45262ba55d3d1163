package gateway

import (
	"context"
	"io"
	"io/fs"
	"iter"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/time/rate"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/mishap"
)

// Importer reads a feed. It is the catalogue's import; a func, so that this edge need not know that room. report gives the
// import's own account once the products have been read.
type Importer func(ctx context.Context, feed io.Reader, o ImportOptions) (products iter.Seq2[evercart.Product, error], report func() any, err error)

// ImportOptions is what an upload says of itself; empty = as the server is configured.
type ImportOptions struct {
	Currency  string // ISO 4217
	PriceUnit string // major or minor, of a plain table's prices
	Strict    bool   // fail at the first row that would be skipped
	Foreign   bool   // Currency may be another one than the shop's, which cannot sell in it yet
}

// Config is what the gateway stands on. Conversation, Sessions, Shoppers, Goods, Catalog and Nodes are needed; the rest may be
// left out.
type Config struct {
	Conversation evercart.Conversation
	Sessions     evercart.Sessions
	Shoppers     evercart.Shoppers
	Goods        evercart.Goods
	Catalog      evercart.Catalog
	Nodes        evercart.Nodes

	KeysThere func(context.Context) error // says whether shoppers' keys can be read, for /readyz; nil = not asked

	Import  Importer                    // nil = PUT /v1/catalog is not_implemented
	Changed func(context.Context) error // brings the index up to date after a change of the goods; nil = its Sync, where it has one

	HandOffs  HandOffs            // nil = there are none
	Phones    Phones              // nil = callers are known by their numbers alone
	Pronounce func(string) string // a piece as a voice should say it; nil = as written
	Written   func(string) string // the way back, of what was heard
	Mounts    []Mount             // the channels' paths

	Shop    evercart.Shop
	Page    fs.FS // the talk page: index.html and what it needs; nil = none
	Images  fs.FS // the sample shop's pictures; nil = none
	Keys    Keys
	Tokens  time.Duration  // how long a minted token lives; 0 = 24 h
	Hosts   []string       // further host names that an anonymous server answers to
	Origins []string       // further origins ("https://shop.example.com") whose pages may speak
	Proxies []netip.Prefix // load balancers whose X-Forwarded-For is believed; without them all callers behind one share its rate
	Limits  Limits
	// StoreWait is how long words by webhook wait for a store that is away before a turn can begin; 0 = not at all.
	StoreWait time.Duration
	Limiter   evercart.Limiter // counts what Limits bounds a second; needed unless no rate is bound
	Version   string
	Parts     func() map[string]string // further parts and how they are, for /readyz ("redis": "away"); nil = none

	Clock    evercart.Clock
	Log      *slog.Logger
	Registry *prometheus.Registry // for /metrics; nil = its own
}

// Gateway is the edge. It is an http.Handler.
type Gateway struct {
	cfg     Config
	keys    Keys
	clock   evercart.Clock
	log     *slog.Logger
	limits  Limits
	metrics *metrics
	mux     *http.ServeMux
	routes  []route
	mounted map[string]bool // paths of the channels
	cross   *http.CrossOriginProtection
	rates   rates
	joins   *joins
	floods  rate.Sometimes // refusals over a rate that are logged
	ready   readiness
	openapi func() ([]byte, error) // made when somebody first asks for it

	// mu guards the open sockets and streams, and whether new ones may come.
	mu      sync.Mutex
	sockets map[*socket]struct{}
	bySess  map[evercart.SessionID]int
	bodies  map[*statusWriter]struct{} // whose body may be on its way
	total   int
	leaving bool
	drain   chan struct{} // closed when leaving
	open    sync.WaitGroup
}

// syncer is an index that can be brought up to date at once; a need of this edge, which must not know the catalogue's room.
type syncer interface {
	Sync(context.Context, evercart.Goods) error
}

// New makes a gateway. Invalid.
func New(cfg Config) (*Gateway, error) {
	if cfg.Conversation == nil || cfg.Sessions == nil || cfg.Shoppers == nil || cfg.Goods == nil || cfg.Catalog == nil || cfg.Nodes == nil {
		return nil, evercart.Errorf(evercart.Invalid, "gateway.New", "a contract is missing")
	}
	if err := cfg.Keys.check(); err != nil {
		return nil, err
	}
	if cfg.Clock == nil {
		cfg.Clock = evercart.SystemClock{}
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Tokens <= 0 {
		cfg.Tokens = 24 * time.Hour
	}
	if cfg.Shop == (evercart.Shop{}) {
		cfg.Shop = evercart.DefaultShop()
	}
	if x, ok := cfg.Catalog.(syncer); ok && cfg.Changed == nil {
		cfg.Changed = func(ctx context.Context) error { return x.Sync(ctx, cfg.Goods) }
	}
	if cfg.Registry == nil {
		cfg.Registry = prometheus.NewRegistry()
	}
	g := &Gateway{
		cfg: cfg, keys: cfg.Keys, clock: cfg.Clock, log: cfg.Log, limits: cfg.Limits.filled(cfg.Keys.Anonymous()),
		mux: http.NewServeMux(), cross: http.NewCrossOriginProtection(),
		floods: rate.Sometimes{Interval: time.Second}, sockets: map[*socket]struct{}{}, bodies: map[*statusWriter]struct{}{}, bySess: map[evercart.SessionID]int{}, drain: make(chan struct{}),
	}
	g.joins = &joins{clock: g.clock, window: g.limits.Join}
	for _, o := range cfg.Origins {
		if err := g.cross.AddTrustedOrigin(o); err != nil {
			return nil, &evercart.Error{Code: evercart.Invalid, Op: "gateway.New", Message: "an origin is SCHEME://HOST[:PORT]", Err: err}
		}
	}
	if g.rates = (rates{g.limits, cfg.Limiter}); cfg.Limiter == nil && (g.limits.SessionRate != rate.Inf || g.limits.IPRate != rate.Inf) {
		return nil, evercart.Errorf(evercart.Invalid, "gateway.New", "rates need a limiter")
	}
	var err error
	if g.metrics, err = newMetrics(cfg.Registry, g); err != nil {
		return nil, err
	}
	g.routes = append(g.table(), g.mount()...)
	for _, r := range g.routes {
		g.mux.Handle(r.method+" "+r.path, g.handler(r))
	}
	g.openapi = sync.OnceValues(g.document)
	return g, nil
}

// NewServer gives an http.Server with the bounds that every edge needs. There is no write timeout: streams and sockets set
// their own.
func NewServer(h http.Handler) *http.Server {
	return &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10}
}

// need is what a route asks of its caller.
type need int

const (
	needNothing need = iota
	needSession      // a token of that session, or a key
	needBackend      // an API or admin key
	needAdmin        // an admin key
)

// call is one request on its way through a handler.
type call struct {
	w   http.ResponseWriter
	r   *http.Request
	acc access
}

// route is one entry of the HTTP interface; /openapi.json is made from the same table.
type route struct {
	method, path string
	need         need
	do           func(call) error
	doc          routeDoc
}

// ServeHTTP implements http.Handler.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	sw := &statusWriter{ResponseWriter: w, g: g}
	began := g.clock.Now()
	defer func() {
		if p := recover(); p != nil {
			if p == http.ErrAbortHandler { //nolint:errorlint // net/http compares it so
				panic(p)
			}
			mishap.Note(g.log.With("route", r.Pattern), "request", p)
			if sw.status == 0 {
				g.exit(sw, r, evercart.Errorf(evercart.Internal, "gateway", "panic"))
			}
		}
		g.metrics.request(r, sw.status, g.clock.Now().Sub(began))
	}()
	if r.ContentLength != 0 {
		defer g.reads(sw)()
	}
	defer unread(sw, r)()
	secure(sw.Header())
	if err := g.admit(r); err != nil {
		g.exit(sw, r, err)
		return
	}
	h, pattern := g.mux.Handler(r)
	if pattern == "" {
		g.nowhere(sw, r, h)
		return
	}
	g.mux.ServeHTTP(sw, r)
}

// The patience with a body: with one that no handler reads (those that do set their own), and with the rest of it once the
// answer is there. net/http reads that rest before it sends a short answer, without any bound of its own, so that whoever
// announces a body and sends none would hold the connection, and a shutdown, for as long as he likes.
const (
	bodyWait = 10 * time.Second
	restWait = time.Second
)

// unread bounds the reading of a body that is on its way; the func it gives bounds that of its rest.
func unread(w http.ResponseWriter, r *http.Request) func() {
	if r.ContentLength == 0 || r.Body == nil {
		return func() {}
	}
	rc, wait := http.NewResponseController(w), bodyWait
	if r.Method == http.MethodGet || r.Method == http.MethodHead { // no handler reads one
		wait = restWait
	}
	_ = rc.SetReadDeadline(time.Now().Add(wait))
	return func() { _ = rc.SetReadDeadline(time.Now().Add(restWait)) } // the next request begins with a deadline of its own
}

// nowhere answers for paths and methods that are not there, as problems.
func (g *Gateway) nowhere(w http.ResponseWriter, r *http.Request, h http.Handler) {
	probe := &probe{header: http.Header{}}
	h.ServeHTTP(probe, r)
	if allow := probe.header.Get("Allow"); probe.status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", allow)
		writeProblem(w, evercart.Errorf(evercart.Invalid, "gateway", "this path takes %s", allow), probe.status, "Method not allowed", "")
		return
	}
	g.exit(w, r, evercart.Errorf(evercart.NotFound, "gateway", "no such path"))
}

func (g *Gateway) handler(rt route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		acc, err := g.access(r)
		if err == nil || rt.need == needNothing {
			err = allowed(rt.need, acc)
		}
		if err == nil {
			err = rt.do(call{w, r, acc})
		}
		if err != nil {
			g.exit(w, r, err)
		}
	})
}

func allowed(n need, a access) error {
	switch {
	case n == needNothing:
		return nil
	case a.rank == nobody:
		return evercart.Errorf(evercart.Unauthorized, "gateway", "a credential is needed")
	case n == needSession, n == needBackend && a.trusted(), n == needAdmin && a.rank >= anonymous:
		return nil
	}
	return evercart.Errorf(evercart.Forbidden, "gateway", "this credential may not do that")
}

// Drain lets running turns finish, then ends every socket with 1001 and every stream; new ones are unavailable from the
// first moment on. When ctx ends, what still runs is cut off (the turns themselves go on in the agent). It blocks until
// nothing is open; again = waits as well.
func (g *Gateway) Drain(ctx context.Context) error {
	g.mu.Lock()
	if !g.leaving {
		g.leaving = true
		close(g.drain)
		for w := range g.bodies {
			_ = w.hurry()
		}
	}
	g.mu.Unlock()
	done := make(chan struct{})
	go func() { g.open.Wait(); close(done) }()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	for s := range g.sockets {
		s.end(closeDrain)
	}
	g.mu.Unlock()
	<-done
	return evercart.Wrap(ctx.Err(), evercart.CodeOf(ctx.Err()), "gateway.Drain")
}
