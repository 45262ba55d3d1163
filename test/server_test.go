package test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// built is the folder of the program, which goes when the run is over; nil = nobody asked for it.
var built atomic.Pointer[string]

// program is built once a run, with the race detector where the tests have it.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "evercart-test-*")
	if err != nil {
		return "", err
	}
	built.Store(&dir)
	out := filepath.Join(dir, "evercart")
	args := []string{"build", "-o", out}
	if raceDetector {
		args = append(args, "-race")
	}
	cmd := exec.Command("go", append(args, "../cmd/evercart")...)
	if b, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, b)
	}
	return out, nil
})

// server is one evercart process on a data folder of its own.
type server struct {
	t     testing.TB
	url   string // http://127.0.0.1:port
	admin string // key of this start, from the data folder
	data  string
	args  []string
	env   []string
	cmd   *exec.Cmd
	out   *syncBuffer
	ended chan error
}

// config says how a server is started; the zero value is the fixture catalogue with the offline brain.
type config struct {
	args    []string
	env     []string
	data    string // default: a new folder
	catalog string // default: the fixture; "none" = the sample shop
}

// start begins a server and waits until it is ready. It is killed when the test ends.
func start(t testing.TB, c config) *server {
	t.Helper()
	s := &server{t: t, data: c.data, env: c.env}
	if s.data == "" {
		s.data = t.TempDir()
	}
	s.args = []string{"serve", "--addr", "127.0.0.1:0", "--data", s.data}
	switch c.catalog {
	case "":
		s.args = append(s.args, "--catalog", "testdata/fixture.csv")
	case "none":
	default:
		s.args = append(s.args, "--catalog", c.catalog)
	}
	s.args = append(s.args, c.args...)
	s.run()
	t.Cleanup(func() {
		s.kill()
		if t.Failed() {
			t.Logf("server output:\n%s", s.out.tail(4000))
		}
		if strings.Contains(s.out.String(), "WARNING: DATA RACE") {
			t.Errorf("the server has a data race:\n%s", s.out.tail(8000))
		}
	})
	return s
}

// run starts the process on the same data and waits until it is ready; it returns how long that took.
func (s *server) run() time.Duration {
	s.t.Helper()
	began := s.launch()
	s.awaitReady(began)
	return time.Since(began)
}

// launch starts the process, and waits for nothing.
func (s *server) launch() (began time.Time) {
	s.t.Helper()
	bin, err := program()
	if err != nil {
		s.t.Fatal(err)
	}
	if s.out == nil {
		s.out = &syncBuffer{}
	}
	_ = os.Remove(filepath.Join(s.data, "server.json"))
	s.cmd = exec.Command(bin, s.args...)
	s.cmd.Env = append(cleanEnv(), s.env...)
	s.cmd.Stdout, s.cmd.Stderr = s.out, s.out
	began = time.Now()
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.ended = make(chan error, 1)
	go func(c *exec.Cmd, ended chan error) { ended <- c.Wait() }(s.cmd, s.ended)
	return began
}

func (s *server) awaitReady(began time.Time) {
	s.t.Helper()
	for {
		select {
		case err := <-s.ended:
			s.ended <- err
			s.t.Fatalf("the server ended before it was ready: %v\n%s", err, s.out.tail(4000))
		default:
		}
		if s.readAddress() && s.isReady() {
			return
		}
		if time.Since(began) > 3*time.Minute {
			s.t.Fatalf("not ready after three minutes\n%s", s.out.tail(4000))
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func (s *server) readAddress() bool {
	b, err := os.ReadFile(filepath.Join(s.data, "server.json"))
	if err != nil {
		return false
	}
	var v struct {
		URL string `json:"url"`
		Key string `json:"key"`
	}
	if json.Unmarshal(b, &v) != nil || v.URL == "" {
		return false
	}
	s.url, s.admin = v.URL, v.Key
	return true
}

func (s *server) isReady() bool {
	res, err := http.Get(s.url + "/readyz")
	if err != nil {
		return false
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, res.Body)
	return res.StatusCode == http.StatusOK
}

// kill sends SIGKILL and waits for the end.
func (s *server) kill() {
	if s.cmd == nil || s.cmd.Process == nil {
		return
	}
	_ = s.cmd.Process.Kill()
	err := <-s.ended
	s.ended <- err
}

// stop sends SIGTERM and waits for the end; its error is the process's.
func (s *server) stop() error {
	s.t.Helper()
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case err := <-s.ended:
		s.ended <- err
		return err
	case <-time.After(3 * time.Minute):
		return errors.New("still running three minutes after SIGTERM")
	}
}

// restart kills the process and starts it again; it returns how long the start took.
func (s *server) restart() time.Duration {
	s.t.Helper()
	s.kill()
	return s.run()
}

// cleanEnv is the environment without what would configure the server.
func cleanEnv() []string {
	var out []string
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "EVERCART_") && !strings.HasPrefix(kv, "OPENAI_") && !strings.HasPrefix(kv, "ANTHROPIC_") {
			out = append(out, kv)
		}
	}
	return out
}

// evercart runs one command to its end.
func evercart(t testing.TB, env []string, stdin string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	bin, err := program()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, bin, args...)
	cmd.Env = append(cleanEnv(), env...)
	cmd.Stdin = strings.NewReader(stdin)
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	if err := cmd.Run(); err != nil {
		if _, ok := errors.AsType[*exec.ExitError](err); !ok {
			t.Fatalf("evercart %v: %v", args, err)
		}
	}
	return o.String(), e.String(), cmd.ProcessState.ExitCode()
}

// call makes one HTTP request as the operator and decodes the answer, whatever its status.
func (s *server) call(method, path string, body any, into any) int {
	s.t.Helper()
	var r io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		r = strings.NewReader(b)
	default:
		j, err := json.Marshal(b)
		if err != nil {
			s.t.Fatal(err)
		}
		r = bytes.NewReader(j)
	}
	req, err := http.NewRequest(method, s.url+path, r)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if s.admin != "" {
		req.Header.Set("Authorization", "Bearer "+s.admin)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	if into != nil {
		if err := json.Unmarshal(b, into); err != nil {
			s.t.Fatalf("%s %s: %d, not JSON: %s", method, path, res.StatusCode, b)
		}
	}
	return res.StatusCode
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func (b *syncBuffer) tail(n int) string {
	s := b.String()
	return s[max(0, len(s)-n):]
}
