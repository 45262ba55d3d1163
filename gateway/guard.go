package gateway

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/evercart/evercart"
)

// Limits bound what comes from outside. Zero means the default; a negative rate means none. The rates are of all nodes together
// where the limiter is.
type Limits struct {
	Sockets     int        // open sockets and streams; 10,000
	PerSession  int        // of one session; 64
	Queue       int        // words of one socket that wait for their turn; 8
	Outgoing    int        // frames that wait for a slow reader; 128
	Feed        int64      // bytes of an uploaded feed; 512 MiB
	SessionRate rate.Limit // turns a second of one session; 10, with keys configured; else none
	IPRate      rate.Limit // requests and turns a second from one address; 100, with keys configured; else none
	WriteWait   time.Duration
	PingEvery   time.Duration
	FrameWait   time.Duration // from the first frame of a message to its last; 10 s
	Join        time.Duration // how soon the next part of a sentence comes, where a platform numbers them; 600 ms
}

func (l Limits) filled(anonymous bool) Limits {
	setInt := func(p *int, n int) {
		if *p <= 0 {
			*p = n
		}
	}
	setInt(&l.Sockets, 10_000)
	setInt(&l.PerSession, 64)
	setInt(&l.Queue, 8)
	setInt(&l.Outgoing, 128)
	if l.Feed <= 0 {
		l.Feed = 512 << 20
	}
	for p, n := range map[*rate.Limit]rate.Limit{&l.SessionRate: 10, &l.IPRate: 100} {
		if *p < 0 || *p == 0 && anonymous { // on loopback there is nobody to be held off
			*p = rate.Inf
		} else if *p == 0 {
			*p = n
		}
	}
	if l.WriteWait <= 0 {
		l.WriteWait = 10 * time.Second
	}
	if l.PingEvery <= 0 {
		l.PingEvery = 30 * time.Second
	}
	if l.FrameWait <= 0 {
		l.FrameWait = bodyWait
	}
	if l.Join <= 0 {
		l.Join = 600 * time.Millisecond
	}
	return l
}

// rates asks the limiter for what comes in.
type rates struct {
	limits  Limits
	limiter evercart.Limiter
}

// burst is how many seconds' worth may come at once.
const burst = 3

func (r rates) session(ctx context.Context, id evercart.SessionID) error {
	return r.take(ctx, "session "+string(id), r.limits.SessionRate)
}

func (r rates) address(ctx context.Context, addr string) error {
	return r.take(ctx, "address "+addr, r.limits.IPRate)
}

// guess counts apart: a recogniser guesses more often than people speak, and its guesses must not use up what its words need.
func (r rates) guess(ctx context.Context, id evercart.SessionID) error {
	return r.take(ctx, "guess "+string(id), r.limits.SessionRate)
}

// take spends one token of a key. RateLimited. Where nobody can count, everybody may come: to be held off is worse.
func (r rates) take(ctx context.Context, key string, limit rate.Limit) error {
	if limit == rate.Inf {
		return nil
	}
	err := r.limiter.Take(ctx, key, evercart.Rate{PerSecond: float64(limit), Burst: max(1, int(float64(limit)*burst))})
	e, ok := errors.AsType[*evercart.Error](err)
	switch {
	case ok && e.Code == evercart.RateLimited:
		return &evercart.Error{Code: evercart.RateLimited, Op: "gateway", Message: "too many requests", RetryAfter: max(e.RetryAfter, 100*time.Millisecond)}
	case ok && e.Code == evercart.Unavailable:
		return nil
	}
	return err
}

// caller is the address that a request comes from. X-Forwarded-For is read from its end, and believed as far as our own proxies
// wrote it: what stands before that anybody can have made up.
func (g *Gateway) caller(r *http.Request) string {
	addr := r.RemoteAddr
	if host, _, err := net.SplitHostPort(addr); err == nil {
		addr = host
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && g.ourProxy(addr); i-- {
		ip, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		addr = ip.Unmap().String()
	}
	return addr
}

func (g *Gateway) ourProxy(addr string) bool {
	ip, err := netip.ParseAddr(addr)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(g.cfg.Proxies, func(p netip.Prefix) bool { return p.Contains(ip.Unmap()) })
}

// admit is what every request must pass: the name that it calls us by, where it comes from, how often.
func (g *Gateway) admit(r *http.Request) error {
	if g.keys.Anonymous() && !g.ourHost(r.Host) && !g.mounted[r.URL.Path] {
		// A page of another name that resolves to 127.0.0.1 is how a browser is turned against a local server.
		return evercart.Errorf(evercart.Forbidden, "gateway", "without keys this server answers to localhost only")
	}
	if err := g.cross.Check(r); err != nil {
		return evercart.Errorf(evercart.Forbidden, "gateway", "requests from pages of another origin are not taken")
	}
	if strings.HasPrefix(r.URL.Path, "/healthz") || strings.HasPrefix(r.URL.Path, "/readyz") {
		return nil
	}
	return g.rates.address(r.Context(), g.class(r)+g.caller(r))
}

// class keeps apart what is counted of one address: who shows nothing, or something false, uses up nothing of those who show a credential, nor of
// the platforms, which sign what they send.
func (g *Gateway) class(r *http.Request) string {
	if g.mounted[r.URL.Path] {
		return "platform "
	}
	if acc, err := g.access(r); err != nil || acc.rank == nobody {
		return "stranger "
	}
	return ""
}

func (g *Gateway) ourHost(hostport string) bool {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	if loopback(host) {
		return true
	}
	for _, h := range g.cfg.Hosts {
		if strings.EqualFold(h, host) {
			return true
		}
	}
	return false
}

// ourOrigin is for upgrades, which are GETs: a browser's page may open a socket only to where it came from.
func (g *Gateway) ourOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" {
		return false
	}
	if strings.EqualFold(u.Host, r.Host) {
		return true
	}
	for _, o := range g.cfg.Origins {
		if strings.EqualFold(o, origin) {
			return true
		}
	}
	return false
}

// secure sets what every answer carries.
func secure(h http.Header) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}
