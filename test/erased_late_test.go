package test

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// An erasure that the keys' database held up until somebody gave its job up is seen by an operator, is carried on by whoever asks for it again,
// and by a node that starts.
func TestErasureIsNeverGivenUp(t *testing.T) {
	t.Parallel()
	c := breakableCell(t)
	s := c.node(config{})
	for _, user := range []string{"u-asked", "u-left"} {
		if status := s.call("POST", "/webhook", map[string]string{"session_id": uuid(), "user_id": user, "text": "add one pack of socks"}, nil); status != 200 {
			t.Fatalf("%s speaks: %d", user, status)
		}
	}
	c.pg.SQL(t, "postgres", `ALTER DATABASE `+c.keys+` ALLOW_CONNECTIONS false`, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '`+c.keys+`'`)
	var first, again struct {
		Receipt string `json:"receipt_id"`
		Done    bool   `json:"done"`
	}
	if status := s.call("DELETE", "/v1/users/u-left", nil, nil); status != 202 {
		t.Fatalf("without the keys: %d", status)
	}
	if status := s.call("DELETE", "/v1/users/u-asked", nil, &first); status != 202 || first.Done {
		t.Fatalf("without the keys: %d %+v", status, first)
	}
	if status := s.call("DELETE", "/v1/users/u-asked", nil, &again); status != 202 || again != first {
		t.Errorf("asked again, without the keys: %d %+v after %+v", status, again, first)
	}
	c.pg.SQL(t, c.data, `UPDATE job SET parked = true, attempt = 12, why = 'unavailable' WHERE kind = 'erase'`) // as a node did that knew no better
	c.pg.SQL(t, "postgres", `ALTER DATABASE `+c.keys+` ALLOW_CONNECTIONS true`)
	until(t, "the server is ready again", s.isReady)

	if out, stderr, code := evercart(t, c.env, "", "doctor", "--data", t.TempDir()); code != 1 || !strings.Contains(out, "2 of kind erase are parked (unavailable)") {
		t.Errorf("doctor: %d\n%s%s", code, out, stderr)
	}
	if !scraped(t, s, `evercart_jobs{kind="erase",state="parked"} 2`) {
		t.Error("a scrape finds no parked erasures")
	}

	if status := s.call("DELETE", "/v1/users/u-asked", nil, &again); status != 200 || !again.Done || again.Receipt != first.Receipt {
		t.Errorf("asked again: %d %+v after %+v", status, again, first)
	}
	if status := s.call("DELETE", "/v1/users/u-asked", nil, nil); status != 404 {
		t.Errorf("asked once more, when it is done: %d", status)
	}
	next := c.node(config{})
	until(t, "the other one is done by a node that starts", func() bool { return scraped(t, next, `evercart_jobs{kind="erase",state="open"} 0`) })
	c.doctor()
}

// scraped says whether a node's metrics have a line.
func scraped(t *testing.T, s *server, line string) bool {
	t.Helper()
	res, err := http.Get(s.url + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	out, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(out), line+"\n")
}
