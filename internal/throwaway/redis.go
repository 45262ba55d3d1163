package throwaway

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Redis is one Redis, of this process alone.
type Redis struct {
	Port int

	dir, bin string
	args     []string
	main     *process
}

// StartRedis runs one with these further options ("--maxmemory", "2mb"). ErrAbsent.
func StartRedis(options ...string) (*Redis, error) { return startRedis(options) }

// StartSentinel runs a Sentinel with a file of settings, which it rewrites. ErrAbsent.
func StartSentinel(settings string) (*Redis, error) {
	return startRedis([]string{"--sentinel"}, settings)
}

func startRedis(options []string, before ...string) (*Redis, error) {
	bin, err := exec.LookPath("redis-server")
	if err != nil {
		return nil, fmt.Errorf("redis: %w", ErrAbsent)
	}
	s := &Redis{bin: bin}
	if s.dir, err = os.MkdirTemp("", "evercart-redis-"); err != nil {
		return nil, err
	}
	if s.Port, err = freePort(); err == nil {
		s.args = slices.Concat(before, s.settings(), options)
		err = s.Begin()
	}
	if err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

func (s *Redis) settings() []string {
	return []string{"--port", strconv.Itoa(s.Port), "--bind", "127.0.0.1", "--dir", s.dir, "--save", ""}
}

// Addr is host:port.
func (s *Redis) Addr() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(s.Port)) }

// URL is how a client is told of it.
func (s *Redis) URL() string { return "redis://" + s.Addr() }

// Dir is the folder of its files.
func (s *Redis) Dir() string { return s.dir }

// Begin starts it, the first time or after Kill, and waits until it takes connections.
func (s *Redis) Begin() error {
	c := exec.Command(s.bin, s.args...)
	c.Dir = s.dir
	c.SysProcAttr = attributes(nil)
	var err error
	if s.main, err = run(c, filepath.Join(s.dir, "log")); err != nil {
		return err
	}
	return s.main.until(func() error {
		conn, err := net.DialTimeout("tcp", s.Addr(), time.Second)
		if err != nil {
			return err
		}
		return conn.Close()
	})
}

// Kill ends it as a crash does.
func (s *Redis) Kill() { s.main.end(syscall.SIGKILL) }

// Hang stops it where it stands: connections stay open, nobody answers. Resume lets it go on.
func (s *Redis) Hang() error { return s.main.cmd.Process.Signal(syscall.SIGSTOP) }

// Resume ends Hang.
func (s *Redis) Resume() error { return s.main.cmd.Process.Signal(syscall.SIGCONT) }

// Stop ends it for good and removes what it kept; again = no change.
func (s *Redis) Stop() {
	if s.main != nil {
		s.Kill()
	}
	_ = os.RemoveAll(s.dir)
}

// Do gives one command to redis-cli, and its answer.
func (s *Redis) Do(args ...string) (string, error) {
	c := exec.Command("redis-cli", append([]string{"-h", "127.0.0.1", "-p", strconv.Itoa(s.Port)}, args...)...)
	out, err := c.CombinedOutput()
	text := strings.TrimSpace(string(out))
	if err != nil {
		return text, fmt.Errorf("redis-cli: %w: %s", err, text)
	}
	return text, nil
}
