package test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Rates are of all nodes together while Redis is there, and of each alone while it is away.
func TestRatesTogether(t *testing.T) {
	t.Parallel()
	c, r := newCached(t)
	c.env = append(c.env, "EVERCART_API_KEYS=programs-of-the-shop-1", "EVERCART_ADMIN_KEYS=operators-of-the-shop-1")
	s := c.nodes(2, config{})
	var begun struct {
		SessionID string `json:"session_id"`
	}
	if status := s[0].call("POST", "/v1/sessions", map[string]any{"user_id": "u-ada"}, &begun); status/100 != 2 {
		t.Fatalf("begin: %d", status)
	}
	flood := func() (refused int) {
		var n atomic.Int32
		var all sync.WaitGroup
		for i := range 120 {
			all.Go(func() {
				b, _ := json.Marshal(map[string]any{"session_id": begun.SessionID, "text": "hello", "turn_id": fmt.Sprint(uuid()[:8], i), "user_id": "u-ada"})
				req, _ := http.NewRequest("POST", s[i%2].url+"/webhook", bytes.NewReader(b))
				req.Header.Set("Authorization", "Bearer programs-of-the-shop-1")
				res, err := http.DefaultClient.Do(req)
				if err != nil {
					t.Error(err)
					return
				}
				defer res.Body.Close()
				if res.StatusCode == http.StatusTooManyRequests {
					n.Add(1)
				}
			})
		}
		all.Wait()
		return int(n.Load())
	}
	over, together := make(chan struct{}), false
	var looks sync.WaitGroup
	looks.Go(func() { // while they come: one that is full again goes by itself
		for !together {
			together = strings.TrimSpace(r.Must(t, "--raw", "KEYS", "evercart:*:r:*")) != ""
			select {
			case <-over:
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	})
	if n := flood(); n == 0 {
		t.Error("120 turns at once in one session: none was refused")
	}
	close(over)
	looks.Wait()
	if !together {
		t.Error("the rates are not counted together")
	}
	r.Kill()
	if n := flood(); n == 0 {
		t.Error("without Redis none was refused")
	}
}
