package gateway

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/evercart/evercart"
)

// metrics are counted by route, channel and code; never by session or shopper, whose number has no bound.
type metrics struct {
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	errors   *prometheus.CounterVec
	turns    *prometheus.CounterVec
	first    *prometheus.HistogramVec
	turn     *prometheus.HistogramVec
	serve    http.Handler
}

func newMetrics(reg *prometheus.Registry, g *Gateway) (*metrics, error) {
	buckets := []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "evercart_http_requests_total", Help: "HTTP requests by route and status."},
			[]string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "evercart_http_request_seconds",
			Help: "Time of HTTP requests by route, sockets and streams left out.", Buckets: buckets}, []string{"route"}),
		errors: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "evercart_errors_total", Help: "Errors answered, by code."}, []string{"code"}),
		turns: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "evercart_turns_total", Help: "Turns answered, by channel and ending."},
			[]string{"channel", "how"}),
		first: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "evercart_turn_first_piece_seconds",
			Help: "Time from a turn's words to the first piece sent.", Buckets: buckets}, []string{"channel"}),
		turn: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "evercart_turn_seconds",
			Help: "Time from a turn's words to its reply.", Buckets: buckets}, []string{"channel"}),
	}
	sockets := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "evercart_sockets", Help: "Open sockets."}, func() float64 {
		g.mu.Lock()
		defer g.mu.Unlock()
		return float64(len(g.sockets))
	})
	for _, c := range []prometheus.Collector{m.requests, m.seconds, m.errors, m.turns, m.first, m.turn, sockets, up("store", g), up("keys", g)} {
		if err := reg.Register(c); err != nil {
			return nil, evercart.Wrap(err, evercart.Invalid, "gateway.New")
		}
	}
	m.serve = promhttp.HandlerFor(reg, promhttp.HandlerOpts{})
	return m, nil
}

// up looks, as /readyz does, whenever it is read: a server that nobody probes tells, too.
func up(part string, g *Gateway) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "evercart_up", Help: "1 = what no turn can do without is there.",
		ConstLabels: prometheus.Labels{"part": part}}, func() float64 {
		err, keys := g.check(context.Background())
		if part == "keys" {
			err = keys
		}
		if err != nil {
			return 0
		}
		return 1
	})
}

func (m *metrics) request(r *http.Request, status int, took time.Duration) {
	route := r.Pattern
	if route == "" {
		route = "none" // a path that is not there must not become a label
	}
	if status == 0 {
		status = http.StatusOK
	}
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
	if route != socketRoute && route != streamRoute {
		m.seconds.WithLabelValues(route).Observe(took.Seconds())
	}
}
