package gateway_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/gateway"
	"github.com/evercart/evercart/wire"
)

func turn(words, id string) string {
	b, _ := json.Marshal(map[string]string{"session_id": adaSession, "user_id": "ada", "text": words, "turn_id": id})
	return string(b)
}

func TestWebhook(t *testing.T) {
	t.Parallel()
	b := setup(t)
	r := read[wire.Reply](t, b.want(200, "", "POST", "/webhook", "", turn("add BLS-IVR-M", "t-1")))
	if r.Type != "reply" || r.Reply != "Added." || r.Turn != "t-1" || r.Session != adaSession || r.Cart.Total != 8950 || !r.Durable {
		t.Errorf("reply %+v", r)
	}
	again := read[wire.Reply](t, b.want(200, "", "POST", "/webhook", "", turn("add BLS-IVR-M", "t-1")))
	if again.Seq != r.Seq || again.Cart.Lines[0].Quantity != 1 {
		t.Errorf("the same turn again %+v", again)
	}
	b.want(422, evercart.TurnMismatch, "POST", "/webhook", "", turn("add two", "t-1"))
	bare := `{"session_id":"` + adaSession + `","user_id":"ada","text":"hello"}`
	one := read[wire.Reply](t, b.want(200, "", "POST", "/webhook", "", bare, "Idempotency-Key", "k-1"))
	two := read[wire.Reply](t, b.want(200, "", "POST", "/webhook", "", bare, "Idempotency-Key", "k-1"))
	if one.Turn != "k-1" || two.Seq != one.Seq {
		t.Errorf("copies under one key: %+v, %+v", one, two)
	}
	b.want(422, evercart.TurnMismatch, "POST", "/webhook", "", strings.Replace(bare, "hello", "other", 1), "Idempotency-Key", "k-1")
	b.want(400, evercart.Invalid, "POST", "/webhook", "", turn("hello", "t-2"), "Idempotency-Key", "k-2")
	b.want(400, evercart.Invalid, "POST", "/webhook", "", bare, "Idempotency-Key", "k 2")
	for body, code := range map[string]evercart.Code{
		"": evercart.Invalid, "{": evercart.Invalid, `{"text":"a"}`: evercart.Invalid, `{"session_id":"x","text":"a"}`: evercart.Invalid,
		`{"session_id":"` + adaSession + `\u0000","text":"a"}`: evercart.Invalid, "{\"session_id\":\"" + adaSession + "\",\"text\":\"\xff\"}": evercart.Invalid,
		`{"session_id":"` + adaSession + `"}`: evercart.Invalid, strings.Repeat(" ", wire.MaxFrame+1): evercart.TooLarge,
		turn(strings.Repeat("é", evercart.MaxText+1), ""): evercart.TooLarge, turn("fail unavailable", ""): evercart.Unavailable,
	} {
		b.want(gateway.Status(code), code, "POST", "/webhook", "", body)
	}
	out := b.want(500, evercart.Internal, "POST", "/webhook", "", turn("fail internal", ""))
	p := read[wire.Problem](t, out)
	if strings.Contains(string(out), "secret") || p.Trace == "" || !strings.Contains(b.log.String(), p.Trace) || !strings.Contains(b.log.String(), "secret cause") {
		t.Errorf("an internal error outside: %s; inside: %s", out, b.log)
	}
	if p := read[wire.Problem](t, b.want(500, evercart.Internal, "POST", "/webhook", "", turn("fail what_is_this", ""))); p.Trace == "" {
		t.Errorf("a code that is not known: %+v", p)
	}
}

func TestStatusOfEveryCode(t *testing.T) {
	t.Parallel()
	for code, want := range map[evercart.Code]int{
		evercart.Invalid: 400, evercart.Unauthorized: 401, evercart.Forbidden: 403, evercart.NotFound: 404, evercart.Gone: 410, evercart.Conflict: 409,
		evercart.TurnKnown: 409, evercart.TurnMismatch: 422, evercart.ClaimLost: 409, evercart.Busy: 503, evercart.RateLimited: 429, evercart.TooLarge: 413,
		evercart.Ambiguous: 409, evercart.NotForSale: 409, evercart.OutOfStock: 409, evercart.LimitReached: 409, evercart.PriceChanged: 409,
		evercart.CouponRefused: 409, evercart.OutcomeUnknown: 504, evercart.ModelRefused: 502, evercart.Damaged: 500, evercart.Unavailable: 503,
		evercart.Timeout: 504, evercart.Canceled: 499, evercart.NotImplemented: 501, evercart.Internal: 500, "never heard of": 500,
	} {
		if got := gateway.Status(code); got != want {
			t.Errorf("%s: %d, want %d", code, got, want)
		}
	}
}

func TestSessionOverHTTP(t *testing.T) {
	t.Parallel()
	b := setup(t)
	path := "/v1/sessions/" + adaSession
	for _, p := range []string{path, path + "/events", path + "/transcript", path + "/stream"} {
		b.want(404, evercart.NotFound, "GET", p, "", "")
	}
	b.want(200, "", "POST", "/webhook", "", turn("add BLS-IVR-M", "t-1"))
	b.want(200, "", "POST", "/webhook", "", turn("hello", "t-2"))
	s := read[wire.Session](t, b.want(200, "", "GET", path, "", ""))
	if s.Seq != 6 || s.Version != 6 || s.Cart.Version != 1 || len(s.Turns) != 2 || s.Turns[0].Said != "add BLS-IVR-M" || s.Turns[1].Reply != "You said: hello" {
		t.Errorf("session %+v", s)
	}
	tr := read[wire.Transcript](t, b.want(200, "", "GET", path+"/transcript?after=4", "", ""))
	if len(tr.Turns) != 1 || tr.Turns[0].Turn != "t-2" {
		t.Errorf("transcript %+v", tr)
	}
	ev := read[wire.Events](t, b.want(200, "", "GET", path+"/events?after=1&limit=2", "", ""))
	if len(ev.Events) != 2 || ev.Next != 3 || ev.Events[0].Kind != "turn.opened" || strings.Contains(string(ev.Events[0].Facts), "mac") ||
		!strings.Contains(string(ev.Events[0].Personal), "add BLS-IVR-M") {
		t.Errorf("events %+v", ev)
	}
	for _, bad := range []string{"/events?after=-1", "/events?after=x", "/events?limit=1001", "/transcript?last=0.5"} {
		b.want(400, evercart.Invalid, "GET", path+bad, "", "")
	}
	for _, odd := range []string{"/v1/sessions/%2e%2e", "/v1/sessions/6f1c1b6e", "/v1/sessions/" + adaSession + "%00", "/v1/sessions/" + adaSession + ":x",
		"/v1/sessions/" + strings.Repeat("a", 10_000), "/v1/sessions/" + adaSession + "%0a"} {
		if status, _, _ := b.call("GET", odd, "", ""); status < 400 || status >= 500 {
			t.Errorf("%.60s: %d", odd, status)
		}
	}
	b.want(404, evercart.NotFound, "GET", path+"/", "", "")
	b.want(405, evercart.Invalid, "DELETE", "/webhook", "", "")
	begun := read[wire.Begun](t, b.want(200, "", "POST", path+"/identify", "", `{"user_id":"ada"}`))
	if begun.Session != adaSession {
		t.Errorf("identified %+v", begun)
	}
	b.want(400, evercart.Invalid, "POST", path+"/identify", "", `{}`)
	list := read[wire.Sessions](t, b.want(200, "", "GET", "/v1/sessions?limit=1", "", ""))
	if len(list.Sessions) != 1 || list.Next != adaSession {
		t.Errorf("sessions %+v", list)
	}
}

func TestStream(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.want(200, "", "POST", "/webhook", "", turn("hello", "t-1"))
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", b.server.URL+"/v1/sessions/"+adaSession+"/stream?after=1", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Last-Event-ID", "2")
	resp, err := b.server.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if ct := resp.Header.Get("Content-Type"); ct != "text/event-stream" {
		t.Fatalf("content type %q", ct)
	}
	lines := bufio.NewScanner(resp.Body)
	ids := func(n int) (out []string) {
		for len(out) < n && lines.Scan() {
			if id, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
				out = append(out, id)
			}
		}
		return out
	}
	if got := strings.Join(ids(1), " "); got != "3" {
		t.Errorf("after Last-Event-ID 2 came %q", got)
	}
	b.want(200, "", "POST", "/webhook", "", turn("add BLS-IVR-M", "t-2"))
	if got := strings.Join(ids(3), " "); got != "4 5 6" {
		t.Errorf("live came %q", got)
	}
	if err := b.gate.Drain(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(resp.Body); err != nil {
		t.Errorf("a drained stream ends with %v", err)
	}
}

func TestShoppers(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.want(404, evercart.NotFound, "DELETE", "/v1/users/ada", "", "")
	b.want(200, "", "POST", "/webhook", "", turn("hello", "t-1"))
	if s := read[wire.Sessions](t, b.want(200, "", "GET", "/v1/users/ada/sessions", "", "")); len(s.Sessions) != 1 || s.Next != "" {
		t.Errorf("sessions %+v", s)
	}
	x := read[wire.Export](t, b.want(200, "", "GET", "/v1/users/ada/export", "", ""))
	if len(x.Sessions) != 1 || len(x.Sessions[0].Events) != 3 || !strings.Contains(string(x.Shopper.Personal), `"ada"`) {
		t.Errorf("export %+v", x)
	}
	b.want(400, evercart.Invalid, "GET", "/v1/users/ada/export?by=phone", "", "")
	r := read[wire.Receipt](t, b.want(200, "", "DELETE", "/v1/users/ada", "", ""))
	if !r.Done || r.ID == "" || r.Parts["sessions"] != 1 {
		t.Errorf("receipt %+v", r)
	}
	b.want(404, evercart.NotFound, "GET", "/v1/sessions/"+adaSession, "", "")
	for _, half := range []string{"erased-half", "half?by=subject"} { // begun, and not done
		if r := read[wire.Receipt](t, b.want(200, "", "DELETE", "/v1/users/"+half, "", "")); r.ID != "r0" {
			t.Errorf("the erasure of %s begins again: %+v", half, r)
		}
	}
	b.want(404, evercart.NotFound, "DELETE", "/v1/users/erased?by=subject", "", "")
	b.want(400, evercart.Invalid, "DELETE", "/v1/users/erased-half?by=phone", "", "")
}

func TestGoods(t *testing.T) {
	t.Parallel()
	changed := make(chan struct{}, 10)
	b := setup(t, func(c *gateway.Config) {
		c.Changed = func(context.Context) error { changed <- struct{}{}; return nil }
		c.Limits.Feed = 1000
		c.Import = func(_ context.Context, r io.Reader, _ gateway.ImportOptions) (iter.Seq2[evercart.Product, error], func() any, error) {
			n := 0
			return func(yield func(evercart.Product, error) bool) {
				s := bufio.NewScanner(r)
				for s.Scan() {
					n++
					if !yield(evercart.Product{ID: s.Text(), Title: s.Text(), Variants: []evercart.Variant{{SKU: evercart.SKU(s.Text()), Active: true}}}, nil) {
						return
					}
				}
				if s.Err() != nil {
					yield(evercart.Product{}, evercart.Wrap(s.Err(), evercart.Invalid, "import"))
				}
			}, func() any { return map[string]int{"rows": n} }, nil
		}
	})
	f := read[wire.Found](t, b.want(200, "", "GET", "/v1/catalog?q=silk", "", ""))
	if len(f.Hits) != 1 || f.Hits[0].Product.Variants[0].Price != 8950 || *f.Hits[0].Product.Variants[0].Stock != 3 {
		t.Fatalf("found %+v", f)
	}
	p := read[wire.Product](t, b.want(200, "", "PATCH", "/v1/catalog/BLS-IVR-M", "", `{"price":7000,"stock":null,"title":"Silk Shirt"}`))
	if v := p.Variants[0]; v.Price != 7000 || v.Stock != nil || !v.Active || p.Title != "Silk Shirt" {
		t.Errorf("patched %+v", p)
	}
	<-changed
	for body, code := range map[string]evercart.Code{`{}`: evercart.Invalid, `{"prize":1}`: evercart.Invalid, `{"price":1.5}`: evercart.Invalid,
		`{"price":-1}`: evercart.Invalid, `{"price":1000000000001}`: evercart.Invalid, `{"stock":"3"}`: evercart.Invalid, `{"active":1}`: evercart.Invalid, `{"title":""}`: evercart.Invalid} {
		b.want(400, code, "PATCH", "/v1/catalog/BLS-IVR-M", "", body)
	}
	b.want(404, evercart.NotFound, "PATCH", "/v1/catalog/NONE", "", `{"price":1}`)
	put := read[wire.Put](t, b.want(200, "", "PUT", "/v1/catalog?source=feed", "", "one\ntwo\n"))
	if put.Added != 2 || put.Source != "feed" || put.Report == nil {
		t.Errorf("put %+v", put)
	}
	<-changed
	b.want(413, evercart.TooLarge, "PUT", "/v1/catalog", "", strings.Repeat("three\n", 500))
	b.want(204, "", "DELETE", "/v1/catalog/one", "", "")
	b.want(404, evercart.NotFound, "DELETE", "/v1/catalog/one", "", "")
}

// syncing is a catalogue that can be brought up to date.
type syncing struct {
	*double
	synced chan evercart.Goods
}

func (s syncing) Sync(_ context.Context, g evercart.Goods) error { s.synced <- g; return nil }

func TestAPatchIsFollowedAtOnce(t *testing.T) {
	t.Parallel()
	synced := make(chan evercart.Goods, 1)
	b := setup(t, func(c *gateway.Config) { c.Catalog = syncing{c.Catalog.(*double), synced} })
	b.want(200, "", "PATCH", "/v1/catalog/BLS-IVR-M", "", `{"price":1}`)
	select {
	case <-synced: // before the answer
	default:
		t.Error("the index was not brought up to date")
	}
}

func TestNoImporter(t *testing.T) {
	t.Parallel()
	setup(t).want(501, evercart.NotImplemented, "PUT", "/v1/catalog", "", "x")
}

func TestReady(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.want(200, "", "GET", "/readyz", "", "")
	c := setup(t)
	c.double.down = errors.New("the disk is full")
	if out := c.want(503, evercart.Unavailable, "GET", "/readyz", "", ""); strings.Contains(string(out), "disk") {
		t.Errorf("the cause left the process: %s", out)
	}
	if log := c.log.String(); !strings.Contains(log, "level=ERROR") || !strings.Contains(log, "the disk is full") {
		t.Errorf("whoever looks into the log does not learn why: %s", log)
	}
}

// A store that commits is not enough: without the keys no turn is served. A scrape tells it, too.
func TestReadyAsksForTheKeys(t *testing.T) {
	t.Parallel()
	var down error
	with := func(c *gateway.Config) { c.KeysThere = func(context.Context) error { return down } }
	b := setup(t, with)
	if got := read[map[string]string](t, b.want(200, "", "GET", "/readyz", "", "")); got["keys"] != "ok" {
		t.Errorf("%v", got)
	}
	if out := string(b.want(200, "", "GET", "/metrics", "", "")); !strings.Contains(out, `evercart_up{part="keys"} 1`) || !strings.Contains(out, `evercart_up{part="store"} 1`) {
		t.Errorf("a scrape finds\n%s", out)
	}
	down = errors.New("connection refused at a secret place")
	c := setup(t, with)
	out := c.want(503, evercart.Unavailable, "GET", "/readyz", "", "")
	if p := read[wire.Problem](t, out); p.Args["keys"] != "away" || p.Args["store"] != nil || strings.Contains(string(out), "secret") {
		t.Errorf("%s", out)
	}
	if out := string(c.want(200, "", "GET", "/metrics", "", "")); !strings.Contains(out, `evercart_up{part="keys"} 0`) || !strings.Contains(out, `evercart_up{part="store"} 1`) {
		t.Errorf("a scrape finds\n%s", out)
	}
}

func TestPageAndPictures(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{"index.html": {Data: []byte("<!doctype html>")}, "talk.js": {Data: []byte("1")}, "a/b.svg": {Data: []byte("<svg/>")}, ".secret": {Data: []byte("x")}}
	b := setup(t, func(c *gateway.Config) { c.Page, c.Images = files, files })
	status, body, h := b.call("GET", "/", "", "")
	if status != 200 || string(body) != "<!doctype html>" || !strings.Contains(h.Get("Content-Security-Policy"), "script-src 'self'") ||
		strings.Contains(h.Get("Content-Security-Policy"), "unsafe") || !strings.HasPrefix(h.Get("Content-Type"), "text/html") {
		t.Errorf("page: %d %q %v", status, body, h)
	}
	b.want(200, "", "GET", "/talk/talk.js", "", "")
	if _, _, h := b.call("GET", "/images/a/b.svg", "", ""); h.Get("Content-Type") != "image/svg+xml" || !strings.Contains(h.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("picture: %v", h)
	}
	for _, p := range []string{"/talk/.secret", "/talk/a", "/images/none.svg", "/images/..%2findex.html", "/nowhere"} {
		b.want(404, evercart.NotFound, "GET", p, "", "")
	}
}

func TestParallelSessions(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			id := "00000000-0000-4000-8000-00000000000" + string(rune('0'+i))
			for range 5 {
				status, out, _ := b.call("POST", "/webhook", "", `{"session_id":"`+id+`","text":"add BLS-IVR-M"}`)
				if status != 200 {
					t.Errorf("%d %s", status, out)
				}
			}
		})
	}
	wg.Wait()
	out := string(b.want(200, "", "GET", "/metrics", "", ""))
	if !strings.Contains(out, `evercart_turns_total{channel="webhook",how="done"} 40`) || strings.Contains(out, "00000000-") {
		t.Errorf("measurements: %s", out)
	}
}
