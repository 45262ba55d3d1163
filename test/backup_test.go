package test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// restore puts the data of one backup, the keys of another and the master key of a server into a new folder.
func restore(t *testing.T, s *server, data, keys string) (folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "restored")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, from := range map[string]string{"data.db": data, "keys.db": keys, "master.key": s.data} {
		b, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// Backups that are taken while people speak restore into stores in which everything adds up, with all that was acknowledged before they began.
// Who was erased since cannot be read from them with the keys of today, and is forgotten again.
func TestBackupUnderLoad(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	gone := &shopper{id: uuid()}
	if _, err := s.post(gone.id, said{"add one pack of socks, for a wedding in the mountains", "t-1"}); err != nil {
		t.Fatal(err)
	}
	var (
		mu     sync.Mutex // guards what the shoppers were told
		people = make([]*shopper, 6)
		ended  = make(chan struct{})
		told   = make(chan struct{})
		all    sync.WaitGroup
	)
	for i := range people {
		p := &shopper{id: uuid()}
		people[i] = p
		all.Go(func() {
			for {
				words, packs := p.next()
				if r, err := s.post(p.id, words); err != nil || r.Cart.packs() != packs {
					t.Errorf("%d packs, want %d (%v)", r.Cart.packs(), packs, err)
					return
				}
				mu.Lock()
				p.turns, p.packs = p.turns+1, packs
				mu.Unlock()
				select {
				case <-ended:
					return
				case told <- struct{}{}:
				default:
				}
			}
		})
	}
	end := sync.OnceFunc(func() {
		close(ended)
		all.Wait()
	})
	defer end()
	backup := func(n int) string {
		to := filepath.Join(t.TempDir(), fmt.Sprint("backup", n))
		if _, stderr, code := evercart(t, nil, "", "backup", to, "--data", s.data); code != 0 {
			t.Fatalf("backup: %d %s", code, stderr)
		}
		return to
	}
	var first string
	for n := range runs(2, 20) {
		for range 3 * len(people) {
			select {
			case <-told:
			case <-time.After(time.Minute):
				t.Fatal("nobody is answered")
			}
		}
		acked := map[string]int{}
		mu.Lock()
		for _, p := range people {
			acked[p.id] = p.turns
		}
		mu.Unlock()
		copied := backup(n)
		folder := restore(t, s, copied, copied)
		if out, stderr, code := evercart(t, nil, "", "doctor", "--data", folder); code != 0 || !strings.Contains(out, "each is what its events add up to") {
			t.Errorf("doctor of backup %d: %d\n%s%s", n, code, out, stderr)
		}
		if n > 0 {
			continue
		}
		first = copied
		old := start(t, config{data: folder})
		for id, turns := range acked {
			if got := len(old.transcript(id)); got < turns {
				t.Errorf("%d turns in the backup; %d were acknowledged before it began", got, turns)
			}
		}
		if turns := old.transcript(gone.id); len(turns) != 1 || !strings.Contains(turns[0].Said, "wedding") {
			t.Errorf("with its keys, a backup says %+v", turns)
		}
		old.kill()
	}
	end()
	if b, err := os.ReadFile(filepath.Join(first, "data.db")); err != nil || bytes.Contains(b, []byte("wedding")) {
		t.Errorf("what was said stands in the backup (%v)", err)
	}
	if status := s.call("DELETE", "/v1/users/u-"+gone.id[:8], nil, nil); status != 200 {
		t.Fatalf("erasure: %d", status)
	}
	folder := restore(t, s, first, backup(1000))
	if out, stderr, code := evercart(t, nil, "", "doctor", "--data", folder); code != 0 || strings.Contains(out, "wedding") {
		t.Errorf("doctor: %d\n%s%s", code, out, stderr)
	}
	old := start(t, config{data: folder})
	until(t, "who was erased is forgotten again", func() bool { return old.call("GET", "/v1/sessions/"+gone.id, nil, nil) == 404 })
	if got := len(old.transcript(people[0].id)); got < 1 {
		t.Error("who was not erased is gone")
	}
}
