package test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// shopper is one caller of the kill test, with the cart that it must have.
type shopper struct {
	id      string
	turns   int // acknowledged
	packs   int // in the cart, by what was acknowledged
	doubt   *said
	pending int // packs after the turn in doubt
}

type said struct{ text, turn string }

func (p *shopper) next() (said, int) {
	n := p.turns + 1
	if p.packs >= 20 {
		return said{"remove the socks", fmt.Sprintf("t-%d", n)}, 0
	}
	return said{"add one pack of socks", fmt.Sprintf("t-%d", n)}, p.packs + 1
}

// TestKills kills the server again and again under load: nothing that was acknowledged is lost, nothing is doubled, no turn
// is half done. A soak (make soak) runs the full counts and holds the restart against its bound.
func TestKills(t *testing.T) {
	least, wanted := runs(25, 210), runs(500, 20_000)
	s := start(t, config{})
	people := make([]*shopper, 16)
	for i := range people {
		people[i] = &shopper{id: uuid()}
	}
	var acked, inFlight, torn int
	var slowest time.Duration
	done := 0
	for ; done < least || acked < wanted; done++ {
		if done > 4*least {
			t.Fatalf("only %d changes acknowledged in %d kills", acked, done)
		}
		acked += s.loadUntilKilled(people, 1+rand.IntN(100))
		cut := walIsTorn(t, filepath.Join(s.data, "data.db-wal"))
		if cut {
			torn++
		}
		slowest = max(slowest, s.run())
		if committed := s.checkPeople(t, people); committed || cut {
			inFlight++
		}
	}
	t.Logf("kills %d, acknowledged changes %d, kills with a commit in flight %d (written but not yet acknowledged), of them cut inside the log %d, slowest restart %s",
		done, acked, inFlight, torn, slowest)
	if inFlight*10 < done*3 {
		t.Errorf("a commit was in flight in %d of %d kills: fewer than 30 %%", inFlight, done)
	}
	if soak && !raceDetector && slowest > time.Second {
		t.Errorf("the slowest restart took %s", slowest)
	}
	for _, p := range people {
		if turns := s.transcript(p.id); len(turns) != p.turns {
			t.Errorf("%d turns acknowledged, %d in the transcript", p.turns, len(turns))
		}
		s.wantWholeSeq(p.id)
	}
}

// loadUntilKilled lets everybody talk, kills the server soon after so many changes were acknowledged, however slow the
// machine is, and returns how many were.
func (s *server) loadUntilKilled(people []*shopper, after int) int {
	var wg sync.WaitGroup
	var mu sync.Mutex
	acked, enough := 0, make(chan struct{})
	for _, p := range people {
		wg.Go(func() {
			for {
				words, packs := p.next()
				r, err := s.post(p.id, words)
				if err != nil {
					p.doubt, p.pending = &words, packs
					return
				}
				if got := r.Cart.packs(); got != packs {
					s.t.Errorf("%s: the reply says %d packs, not %d", words.text, got, packs)
					return
				}
				p.turns, p.packs = p.turns+1, packs
				mu.Lock()
				if acked++; acked == after {
					close(enough)
				}
				mu.Unlock()
			}
		})
	}
	select {
	case <-enough:
		time.Sleep(time.Duration(rand.IntN(2000)) * time.Microsecond)
	case <-time.After(time.Minute):
	}
	s.kill()
	wg.Wait()
	return acked
}

// checkPeople holds every cart against what was acknowledged, then repeats the turn in doubt: it counts once. It says
// whether a turn in doubt had been committed.
func (s *server) checkPeople(t *testing.T, people []*shopper) (committed bool) {
	t.Helper()
	for _, p := range people {
		if p.doubt == nil {
			continue
		}
		var v view
		code := s.call("GET", "/v1/sessions/"+p.id, nil, &v)
		switch got := v.Cart.packs(); {
		case code == 404 && p.turns == 0:
		case code != 200:
			t.Fatalf("GET session: %d", code)
		case got == p.pending && got != p.packs:
			committed = true
		case got != p.packs:
			t.Fatalf("%d packs in the cart; %d acknowledged, %d in doubt", got, p.packs, p.pending)
		}
		r, err := s.post(p.id, *p.doubt)
		for began := time.Now(); err != nil && strings.HasPrefix(err.Error(), "503") && time.Since(began) < 2*time.Minute; {
			time.Sleep(100 * time.Millisecond) // a dead node's turn, or a busy machine's database: nothing happened, and the caller says it again
			r, err = s.post(p.id, *p.doubt)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Cart.packs(); got != p.pending {
			t.Fatalf("after the repeat of %q: %d packs, not %d", p.doubt.text, got, p.pending)
		}
		p.turns, p.packs, p.doubt = p.turns+1, p.pending, nil
	}
	return committed
}

// callers keep their connections, as those of a shop's own server do.
var callers = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 500}}

func (s *server) post(id string, words said) (frame, error) {
	b, err := json.Marshal(map[string]string{"session_id": id, "user_id": "u-" + id[:8], "text": words.text, "turn_id": words.turn})
	if err != nil {
		return frame{}, err
	}
	res, err := callers.Post(s.url+"/webhook", "application/json", bytes.NewReader(b))
	if err != nil {
		return frame{}, err
	}
	defer res.Body.Close()
	b, err = io.ReadAll(res.Body)
	if err != nil {
		return frame{}, err
	}
	var f frame
	if err := json.Unmarshal(b, &f); err != nil {
		return f, err
	}
	if res.StatusCode != http.StatusOK || f.Reply == "" {
		return f, fmt.Errorf("%d %s", res.StatusCode, b)
	}
	return f, nil
}

func (c cart) packs() int {
	n := 0
	for _, l := range c.Lines {
		n += l.Quantity
	}
	return n
}

// walIsTorn says that a write-ahead log ends inside a transaction: its last whole frame is no commit. The format is SQLite's:
// 32 bytes of header (page size at 8, salts at 16), then frames of 24 bytes (size after commit at 4, salts at 8) and a page.
func walIsTorn(t *testing.T, path string) bool {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil || len(b) < 32 {
		return false
	}
	page, salts, torn := int(binary.BigEndian.Uint32(b[8:])), b[16:24], false
	for at := 32; at+24+page <= len(b); at += 24 + page {
		if !bytes.Equal(b[at+8:at+16], salts) {
			return torn
		}
		torn = binary.BigEndian.Uint32(b[at+4:]) == 0
	}
	return torn
}
