package catalog_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/fake"
	"github.com/evercart/evercart/sqlite"
)

// goods is a store's catalogue, as a system sees it.
func goods(t testing.TB) (context.Context, *fake.Store, *fake.Clock) {
	t.Helper()
	clock := fake.NewClock(time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC))
	ctx := evercart.As(t.Context(), evercart.Caller{Role: evercart.RoleSystem})
	return ctx, fake.NewStore(fake.NewKeys(), clock, fake.Flaws{}), clock
}

// variant finds one row of the goods as they stand.
func variant(ctx context.Context, t testing.TB, from evercart.Goods, sku evercart.SKU) evercart.Variant {
	t.Helper()
	for s, err := range from.Products(ctx, 0) {
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range s.Product.Variants {
			if v.SKU == sku {
				return v
			}
		}
	}
	return evercart.Variant{}
}

// TestReimport: the next import of a source is an update of price and stock; what is gone is retired, not deleted; a patch
// stands while the feed is the same; and a broken feed changes nothing.
func TestReimport(t *testing.T) {
	t.Parallel()
	t.Run("fake", func(t *testing.T) {
		t.Parallel()
		ctx, store, _ := goods(t)
		reimport(ctx, t, store)
	})
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		ctx := evercart.As(t.Context(), evercart.Caller{Role: evercart.RoleSystem})
		store, err := sqlite.Open(ctx, sqlite.Config{Path: filepath.Join(t.TempDir(), "shop.db"), Keys: fake.NewKeys()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = store.Close() })
		reimport(ctx, t, store)
	})
}

func reimport(ctx context.Context, t *testing.T, store evercart.Goods) {
	put := func(feed string) (evercart.PutReport, evercart.Code) {
		r, _, err := catalog.ImportInto(ctx, store, "shop.csv", strings.NewReader(feed), catalog.Options{Strict: true})
		return r, evercart.CodeOf(err)
	}
	const first = "id,title,price,stock\na,Lamp,5.00,3\nb,Vase,6.00,1\nc,Bowl,7.00,9\n"
	if r, code := put(first); code != "" || r != (evercart.PutReport{Added: 3}) {
		t.Fatalf("first: %+v %q", r, code)
	}
	if _, err := store.PatchProduct(ctx, "b", func(p evercart.Product) (evercart.Product, error) {
		p.Variants[0].Price = 1
		return p, nil
	}); err != nil {
		t.Fatal(err)
	}
	if r, code := put(first); code != "" || r != (evercart.PutReport{Same: 3}) {
		t.Errorf("again: %+v %q", r, code)
	}
	if v := variant(ctx, t, store, "b"); v.Price != 1 {
		t.Errorf("the patch is gone with a feed that has no news: %+v", v)
	}
	before := variant(ctx, t, store, "a").Version
	if r, code := put("id,title,price,stock\na,Lamp,5.50,0\nb,Vase,6.50,1\n"); code != "" || r != (evercart.PutReport{Changed: 2, Retired: 1}) {
		t.Errorf("update: %+v %q", r, code)
	}
	if v := variant(ctx, t, store, "a"); v.Price != 550 || v.Stock != 0 || !v.Active || v.Version <= before {
		t.Errorf("updated: %+v, the version before was %d", v, before)
	}
	if v := variant(ctx, t, store, "b"); v.Price != 650 {
		t.Errorf("the feed's news do not reach what was patched: %+v", v)
	}
	if v := variant(ctx, t, store, "c"); v.SKU != "c" || v.Active {
		t.Errorf("retired: %+v", v)
	}
	if _, code := put("id,title,price,stock\na,Lamp,9.00,3\nb,Vase,,1\n"); code != evercart.Invalid {
		t.Errorf("a broken feed gives %q", code)
	}
	if v := variant(ctx, t, store, "a"); v.Price != 550 {
		t.Errorf("a broken feed was taken over in part: %+v", v)
	}
	if r, code := put(first); code != "" || r.Retired != 0 || r.Same != 0 {
		t.Errorf("back: %+v %q", r, code)
	}
	if v := variant(ctx, t, store, "c"); v.Price != 700 || !v.Active {
		t.Errorf("what came back is not for sale: %+v", v)
	}
}

// TestSourceFile: a file counts when its content is new, not when it was touched.
func TestSourceFile(t *testing.T) {
	t.Parallel()
	ctx, store, _ := goods(t)
	path := filepath.Join(t.TempDir(), "shop.csv")
	s, err := catalog.NewSource(catalog.SourceConfig{Where: path})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := s.Put(ctx, store); evercart.CodeOf(err) != evercart.NotFound {
		t.Errorf("a missing file gives %v", err)
	}
	steps := []struct {
		name, content string
		changed       bool
		code          evercart.Code
	}{
		{"first", small, true, ""}, {"same", "", false, ""}, {"touched", small, false, ""}, {"new", small + "c,Bowl,1\n", true, ""},
		{"broken", "id,title,price\n", false, evercart.Invalid}, {"still broken", "", false, evercart.Invalid}, {"back", small, true, ""},
	}
	for i, step := range steps {
		if step.content != "" {
			if err := os.WriteFile(path, []byte(step.content), 0o600); err != nil {
				t.Fatal(err)
			}
			at := time.Unix(int64(1_700_000_000+i), 0)
			if err := os.Chtimes(path, at, at); err != nil {
				t.Fatal(err)
			}
		}
		_, report, changed, err := s.Put(ctx, store)
		if changed != step.changed || evercart.CodeOf(err) != step.code || report == nil {
			t.Errorf("%s: changed %v, report %v, error %v", step.name, changed, report, err)
		}
	}
	if s.Report().Variants != 2 {
		t.Errorf("the last report: %+v", s.Report())
	}
}

// TestSourceRefusesHalf: a failed commit leaves the source with its news.
func TestSourceRefusesHalf(t *testing.T) {
	t.Parallel()
	ctx, store, _ := goods(t)
	path := filepath.Join(t.TempDir(), "shop.csv")
	if err := os.WriteFile(path, []byte(small), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := catalog.NewSource(catalog.SourceConfig{Where: path})
	if err != nil {
		t.Fatal(err)
	}
	products, changed, err := s.Load(ctx)
	if err != nil || !changed {
		t.Fatalf("changed %v, %v", changed, err)
	}
	for range products { // read, but never taken over
	}
	if r, _, changed, err := s.Put(ctx, store); err != nil || !changed || r.Added != 2 {
		t.Errorf("news that were not accepted are lost: %+v, %v, %v", r, changed, err)
	}
}

// TestSourceAddress follows a feed over HTTP.
func TestSourceAddress(t *testing.T) {
	t.Parallel()
	ctx, store, _ := goods(t)
	var content, status atomic.Value
	content.Store(small)
	status.Store(http.StatusOK)
	var whole, unchanged atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, password, _ := r.BasicAuth(); user != "shop" || password != "secret" || r.URL.RawQuery != "token=hush" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		body := content.Load().(string)
		tag := `"` + body[len(body)-3:len(body)-1] + `"`
		w.Header().Set("ETag", tag)
		switch code := status.Load().(int); {
		case code != http.StatusOK:
			w.Header().Set("Retry-After", "120")
			w.WriteHeader(code)
		case r.Header.Get("If-None-Match") == tag:
			unchanged.Add(1)
			w.WriteHeader(http.StatusNotModified)
		default:
			whole.Add(1)
			_, _ = w.Write([]byte(body))
		}
	}))
	t.Cleanup(server.Close)
	where := strings.Replace(server.URL, "http://", "http://shop:secret@", 1) + "/feed.csv?token=hush"
	s, err := catalog.NewSource(catalog.SourceConfig{Where: where, MaxBytes: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(s.Name(), "secret") || strings.Contains(s.Name(), "hush") {
		t.Errorf("the name tells a secret: %s", s.Name())
	}
	put := func() (bool, error) {
		_, _, changed, err := s.Put(ctx, store)
		return changed, err
	}
	if changed, err := put(); !changed || err != nil {
		t.Errorf("first: %v, %v", changed, err)
	}
	if changed, err := put(); changed || err != nil || unchanged.Load() != 1 {
		t.Errorf("not modified: %v, %v", changed, err)
	}
	content.Store(small + "c,Bowl,7.77\n")
	if changed, err := put(); !changed || err != nil || whole.Load() != 2 {
		t.Errorf("modified: %v, %v", changed, err)
	}
	content.Store(strings.Repeat(small, 100))
	if _, err := put(); evercart.CodeOf(err) != evercart.TooLarge {
		t.Errorf("too large: %v", err)
	}
	for code, want := range map[int]evercart.Code{404: evercart.NotFound, 403: evercart.Unauthorized, 429: evercart.RateLimited, 503: evercart.Unavailable} {
		status.Store(code)
		_, err := put()
		if e := evercart.AsError(err); e == nil || e.Code != want || e.RetryAfter != 2*time.Minute {
			t.Errorf("%d gives %v", code, err)
		}
	}
	server.Close()
	_, err = put()
	if evercart.CodeOf(err) != evercart.Unavailable || strings.Contains(err.Error(), "hush") || strings.Contains(err.Error(), "secret") {
		t.Errorf("a server that is away gives %v", err)
	}
}

// TestSourceCutOff: half a download is no feed.
func TestSourceCutOff(t *testing.T) {
	t.Parallel()
	ctx, store, _ := goods(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100000")
		_, _ = w.Write([]byte(small))
	}))
	t.Cleanup(server.Close)
	s, err := catalog.NewSource(catalog.SourceConfig{Where: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := s.Put(ctx, store); evercart.CodeOf(err) != evercart.Unavailable {
		t.Errorf("got %v", err)
	}
	if v := variant(ctx, t, store, "a"); v.SKU != "" {
		t.Errorf("taken over: %+v", v)
	}
}

func TestSourceChecksThePlace(t *testing.T) {
	t.Parallel()
	for _, where := range []string{"", "ftp://example.com/feed.csv", "https:///feed.csv", "http://%zz"} {
		if _, err := catalog.NewSource(catalog.SourceConfig{Where: where}); evercart.CodeOf(err) != evercart.Invalid {
			t.Errorf("%q gives %v", where, err)
		}
	}
}

const saleFeed = `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>a</g:id><title>Lamp</title><g:price>10.00 USD</g:price>
<g:sale_price>7.00 USD</g:sale_price><g:sale_price_effective_date>2026-07-01T13:00Z/2026-07-01T13:20Z</g:sale_price_effective_date></item></channel></rss>`

// TestRefresher follows a file through time: news, a sale that begins and ends without news, and a failure.
func TestRefresher(t *testing.T) {
	t.Parallel()
	ctx, store, clock := goods(t)
	path := filepath.Join(t.TempDir(), "feed.xml")
	write := func(content string) {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(saleFeed)
	s, err := catalog.NewSource(catalog.SourceConfig{Where: path, Options: catalog.Options{Clock: clock}})
	if err != nil {
		t.Fatal(err)
	}
	r := catalog.NewRefresher(catalog.RefresherConfig{Goods: store, Sources: []*catalog.Source{s}, Every: 50 * time.Minute, Clock: clock})
	if err := r.Once(ctx); err != nil {
		t.Fatal(err)
	}
	if err := r.Start(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Stop(context.Background()) })
	rest := func(advance time.Duration) {
		t.Helper()
		clock.Advance(advance)
		wait, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		if err := clock.Asleep(wait, 1); err != nil {
			t.Fatalf("the refresher does not come to rest: %v", err)
		}
	}
	price := func(want evercart.Minor, was evercart.Minor) {
		t.Helper()
		if v := variant(ctx, t, store, "a"); v.Price != want || v.Was != was {
			t.Errorf("at %s: price %d, was %d; want %d, was %d", clock.Now().Format("15:04"), v.Price, v.Was, want, was)
		}
	}
	rest(0)
	price(1000, 0)
	rest(50 * time.Minute) // 12:50, the next is 13:00
	price(1000, 0)
	rest(10 * time.Minute)
	price(700, 1000)
	rest(20 * time.Minute)
	price(1000, 0)
	write(strings.Replace(saleFeed, "10.00", "12.00", 1))
	rest(50 * time.Minute)
	price(1200, 0)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	rest(50 * time.Minute)
	stats := r.Stats()[s.Name()]
	if stats.Error != evercart.NotFound || stats.Failures != 1 || stats.Variants != 1 {
		t.Errorf("after a failure: %+v", stats)
	}
	price(1200, 0)
	write(strings.Replace(saleFeed, "10.00", "14.00", 1))
	rest(time.Minute) // after a failure it does not wait as long
	price(1400, 0)
	if err := r.Stop(ctx); err != nil {
		t.Error(err)
	}
	if err := r.Stop(ctx); err != nil {
		t.Error(err)
	}
	if err := r.Start(ctx); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("a start after the stop gives %v", err)
	}
}
