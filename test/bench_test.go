package test

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart/internal/bigfeed"
)

// quantile of sorted or unsorted durations, in milliseconds.
func quantile(d []time.Duration, q float64) float64 {
	d = slices.Clone(d)
	slices.Sort(d)
	if len(d) == 0 {
		return 0
	}
	return float64(d[min(len(d)-1, int(q*float64(len(d))))].Microseconds()) / 1000
}

// bareCommits is what one flushed single-row transaction costs on this machine now.
func bareCommits(b *testing.B, n int) []time.Duration {
	b.Helper()
	db, err := sql.Open("sqlite", filepath.Join(b.TempDir(), "bare.db")+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)`); err != nil {
		b.Fatal(err)
	}
	var out []time.Duration
	for i := range n {
		began := time.Now()
		if _, err := db.Exec(`INSERT INTO t(v) VALUES(?)`, strings.Repeat("x", i%100)); err != nil {
			b.Fatal(err)
		}
		out = append(out, time.Since(began))
	}
	return out
}

// BenchmarkTurn is a turn with the offline brain on SQLite, as 50 live sessions have it: each thinks for up to a second
// between its turns. It prints the turn's p50 and p99 beside a bare commit of the same run.
func BenchmarkTurn(b *testing.B) {
	s := start(b, config{})
	people := make([]*talk, 50)
	for i := range people {
		people[i] = s.open(uuid(), "u-"+strconv.Itoa(i))
	}
	words := []string{"add one pack of socks", "what's in my cart", "how much is the candle", "remove the socks", "add the ivory silk blouse in medium", "remove the blouse"}
	turns := max(b.N/len(people), 10)
	var mu sync.Mutex
	var took []time.Duration
	b.ResetTimer()
	var wg sync.WaitGroup
	for n, c := range people {
		wg.Go(func() {
			for i := range turns {
				time.Sleep(time.Duration(rand.IntN(1000)) * time.Millisecond)
				began := time.Now()
				a, err := c.try(words[(n+i)%len(words)], fmt.Sprintf("b-%d", i))
				d := time.Since(began)
				if err != nil || a.Type != "reply" {
					b.Errorf("%+v %v", a.frame, err)
					return
				}
				mu.Lock()
				took = append(took, d)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	bare := bareCommits(b, 300)
	b.ReportMetric(quantile(took, 0.5), "p50-ms")
	b.ReportMetric(quantile(took, 0.99), "p99-ms")
	b.ReportMetric(quantile(bare, 0.5), "bare-commit-p50-ms")
	b.ReportMetric(quantile(bare, 0.99), "bare-commit-p99-ms")
}

// BenchmarkLongSession compares the turns around the 1,000th with those around the 20th of one session, in time.
func BenchmarkLongSession(b *testing.B) {
	s := start(b, config{})
	c := s.open(uuid(), "u-ada")
	early, late := longSession(b, c, func(int) {})
	b.ReportMetric(quantile(early, 0.5), "turn20-p50-ms")
	b.ReportMetric(quantile(late, 0.5), "turn1000-p50-ms")
	b.ReportMetric(quantile(late, 0.5)/quantile(early, 0.5), "ratio")
}

// longSession talks a thousand turns and gives the times of turns 15 to 65 and of the last 50.
func longSession(t testing.TB, c *talk, after func(turn int)) (early, late []time.Duration) {
	t.Helper()
	words := []string{"add one pack of socks", "what's in my cart", "how much is the candle", "remove the socks"}
	for i := 1; i <= 1000; i++ {
		began := time.Now()
		a, err := c.try(words[i%len(words)], "l-"+strconv.Itoa(i))
		d := time.Since(began)
		if err != nil || a.Type != "reply" {
			t.Fatalf("turn %d: %+v %v", i, a.frame, err)
		}
		switch {
		case i > 15 && i <= 65:
			early = append(early, d)
		case i > 950:
			late = append(late, d)
		}
		after(i)
	}
	return early, late
}

// The 1,000th turn of a session writes what the 20th does.
func TestLongSessionWritesNoMore(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	c := s.open(uuid(), "u-ada")
	sizes := map[int]int64{}
	longSession(t, c, func(turn int) {
		if turn == 16 || turn == 64 || turn == 952 || turn == 1000 {
			sizes[turn] = s.eventBytes(t, c.id)
		}
	})
	early, late := sizes[64]-sizes[16], sizes[1000]-sizes[952]
	t.Logf("stored bytes of 48 turns: %d from turn 16, %d from turn 952: ratio %.2f", early, late, float64(late)/float64(early))
	if late*10 > early*12 {
		t.Errorf("48 turns store %d bytes at turn 1,000, %d at turn 20", late, early)
	}
	if v := s.session(c.id); len(v.Turns) > 50 {
		t.Errorf("a read of the session gives %d turns", len(v.Turns))
	}
}

// eventBytes is what is stored of a session by now: events and snapshot.
func (s *server) eventBytes(t *testing.T, id string) int64 {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(s.data, "data.db")+"?mode=ro&_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var n int64
	if err := db.QueryRow(`SELECT (SELECT sum(length(facts) + coalesce(length(sealed), 0) + 60) FROM event WHERE session = h.id) +
		(SELECT length(facts) + coalesce(length(sealed), 0) FROM snapshot WHERE session = h.id) FROM head h WHERE session = ?`, id).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// BenchmarkStart is how long the sample shop takes from the start of the process until it is ready.
func BenchmarkStart(b *testing.B) {
	s := start(b, config{catalog: "none"})
	var took []time.Duration
	for b.Loop() {
		s.kill()
		took = append(took, s.run())
	}
	b.ReportMetric(quantile(took, 0.5), "ready-p50-ms")
	b.ReportMetric(quantile(took, 1), "ready-max-ms")
}

// BenchmarkLargeCatalogue is a shop of 50,000 variants: from a warm data folder to ready, a search, a price that is
// patched, and what the process holds in memory.
func BenchmarkLargeCatalogue(b *testing.B) {
	feed := filepath.Join(b.TempDir(), "big.csv")
	f, err := os.Create(feed)
	if err != nil {
		b.Fatal(err)
	}
	if err := bigfeed.Shopify(f, 50_000); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	s := start(b, config{catalog: feed})
	var ready, search, patch []time.Duration
	for b.Loop() {
		s.kill()
		ready = append(ready, s.run())
		for i := range 200 {
			began := time.Now()
			if code := s.call("GET", "/v1/catalog?q="+searches[i%len(searches)], nil, nil); code != 200 {
				b.Fatal(code)
			}
			search = append(search, time.Since(began))
		}
		var found struct {
			Hits []struct {
				Variants []string `json:"variants"`
			} `json:"hits"`
		}
		s.call("GET", "/v1/catalog?q="+searches[0], nil, &found)
		sku := found.Hits[0].Variants[0]
		for i := range 20 {
			began := time.Now()
			if code := s.call("PATCH", "/v1/catalog/"+sku, map[string]any{"price": 1000 + i}, nil); code != 200 {
				b.Fatal(code)
			}
			for !s.priced(sku, int64(1000+i)) {
				continue
			}
			patch = append(patch, time.Since(began))
		}
	}
	b.ReportMetric(quantile(ready, 1), "warm-ready-ms")
	b.ReportMetric(quantile(search, 0.5), "search-p50-ms")
	b.ReportMetric(quantile(search, 0.99), "search-p99-ms")
	b.ReportMetric(quantile(patch, 1), "patch-visible-max-ms")
	b.ReportMetric(float64(s.rss(b))/(1<<20), "rss-MiB")
}

var searches = []string{"red+wool+scarf", "blue+cotton+shirt", "lether+boots", "silk+blouse+medium", "kitchen+knife", "warm+jacket+for+men", "runing+shoes+nine", "green+table+lamp"}

// priced asks by a fresh session's cart what a SKU costs.
func (s *server) priced(sku string, want int64) bool {
	return s.session(s.begin(sku+" 1")).Cart.Total == want
}

// rss is the resident memory of the process, in bytes.
func (s *server) rss(t testing.TB) int64 {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	for l := range strings.SplitSeq(string(b), "\n") {
		if rest, ok := strings.CutPrefix(l, "VmRSS:"); ok {
			kb, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return kb << 10
		}
	}
	t.Fatal("no VmRSS")
	return 0
}
