package test

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A copy of the data that is put back brings nobody back who was forgotten meanwhile: the keys know, and the start erases again.
func TestARestoredCopyForgetsAgain(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	const kept, gone = "6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11", "0b1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a12"
	for id, user := range map[string]string{kept: "u-stays", gone: "u-goes"} {
		if status := s.call("POST", "/webhook", map[string]string{"session_id": id, "user_id": user, "text": "what is in my cart"}, nil); status != 200 {
			t.Fatalf("a turn of %s: %d", user, status)
		}
	}
	backup := filepath.Join(t.TempDir(), "copy")
	if _, stderr, code := evercart(t, nil, "", "backup", "--data", s.data, backup); code != 0 {
		t.Fatalf("backup: %d %s", code, stderr)
	}
	if status := s.call("DELETE", "/v1/users/u-goes", nil, nil); status != 200 {
		t.Fatalf("erasure: %d", status)
	}
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(backup, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"data.db-wal", "data.db-shm"} {
		_ = os.Remove(filepath.Join(s.data, name))
	}
	if err := os.WriteFile(filepath.Join(s.data, "data.db"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	s.run()
	listed := func() map[string]bool {
		var list struct {
			Sessions []struct {
				ID string `json:"session_id"`
			}
		}
		s.call("GET", "/v1/sessions", nil, &list)
		out := map[string]bool{}
		for _, l := range list.Sessions {
			out[l.ID] = true
		}
		return out
	}
	for began := time.Now(); listed()[gone]; time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatal("who was forgotten is there again after a restore")
		}
	}
	if !listed()[kept] {
		t.Error("who was not forgotten is gone")
	}
}
