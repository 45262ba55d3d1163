// Package pgtest starts a throw-away PostgreSQL, and a PgBouncer before it, for tests: on free ports of the loopback, flushed
// to disk as in earnest, and gone with the test binary.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

const (
	require = "EVERCART_TEST_REQUIRE" // "1": a server that is absent fails a test instead of skipping it
	start   = 30 * time.Second        // how long a server may take to answer
)

// Lazy is the server of one test binary: the first test that needs it starts it, TestMain stops it.
type Lazy struct {
	// Prepare makes the template of all databases: it gets the URL of its owner. nil = an empty one.
	Prepare func(ctx context.Context, ownerURL string) error

	once   sync.Once
	server *Server
	err    error
	count  atomic.Int64
}

// Server gives the running server. Where PostgreSQL is not installed, the test is skipped, or fails where that is required.
func (l *Lazy) Server(tb testing.TB) *Server {
	tb.Helper()
	l.once.Do(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 2*start)
		defer cancel()
		if l.server, l.err = Start(ctx); l.err == nil && l.Prepare != nil {
			l.err = l.Prepare(ctx, l.server.URL("evercart", "evercart_owner"))
		}
	})
	absent(tb, l.err)
	return l.server
}

// Database makes a database of its own from the template, and gives its name. It goes with the test.
func (l *Lazy) Database(tb testing.TB) string {
	tb.Helper()
	s := l.Server(tb)
	name := fmt.Sprint("t", l.count.Add(1))
	if err := s.sql("postgres", `CREATE DATABASE `+name+` TEMPLATE evercart OWNER evercart_owner STRATEGY file_copy`); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.sql("postgres", `DROP DATABASE IF EXISTS `+name+` WITH (FORCE)`) })
	return name
}

// Stop ends the server, if it was started.
func (l *Lazy) Stop() {
	if l.server != nil {
		l.server.Stop()
	}
}

// errAbsent says that a program is not installed.
var errAbsent = errors.New("not installed (scripts/setup.sh installs it)")

func absent(tb testing.TB, err error) {
	tb.Helper()
	switch {
	case err == nil:
	case errors.Is(err, errAbsent) && os.Getenv(require) != "1":
		tb.Skip(err)
	default:
		tb.Fatal(err)
	}
}

// Server is one cluster of databases, of this process alone.
type Server struct {
	Port int

	bin, dir string
	who      *syscall.Credential // root may not run a server
	main     *process
}

// Start makes a cluster with the superuser postgres, a role evercart_owner and its database evercart.
func Start(ctx context.Context) (*Server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin}
	if s.who, err = unprivileged(); err != nil {
		return nil, err
	}
	if s.dir, err = s.folder("evercart-pg-"); err != nil {
		return nil, err
	}
	if s.Port, err = freePort(); err == nil {
		err = s.initialise(ctx)
	}
	if err == nil {
		err = s.begin()
	}
	if err == nil {
		err = s.sql("postgres", `CREATE ROLE evercart_owner LOGIN CREATEROLE`, `CREATE DATABASE evercart OWNER evercart_owner`)
	}
	if err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

func (s *Server) initialise(ctx context.Context) error {
	c := exec.CommandContext(ctx, filepath.Join(s.bin, "initdb"), "-D", s.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	s.as(c)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out)
	}
	conf := fmt.Sprintf("\nlisten_addresses = '127.0.0.1'\nport = %d\nunix_socket_directories = '%s'\nfsync = on\nsynchronous_commit = on\nfull_page_writes = on\n"+
		"max_connections = 300\nshared_buffers = 64MB\nmax_wal_size = 1GB\nlog_min_messages = warning\n", s.Port, s.dir)
	f, err := os.OpenFile(filepath.Join(s.data(), "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(conf)
	return errors.Join(err, f.Close())
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// begin starts the server and waits until it answers.
func (s *Server) begin() error {
	c := exec.Command(filepath.Join(s.bin, "postgres"), "-D", s.data())
	s.as(c)
	var err error
	if s.main, err = run(c, filepath.Join(s.dir, "log")); err != nil {
		return err
	}
	return s.main.until(func() error { return s.sql("postgres", `SELECT 1`) })
}

// Restart ends the server at once, as a crash does (nothing is written back, connections break), and starts it again.
func (s *Server) Restart() error {
	s.main.end(syscall.SIGQUIT)
	return s.begin()
}

// Stop ends the server and removes what it kept; again = no change.
func (s *Server) Stop() {
	if s.main != nil {
		s.main.end(syscall.SIGQUIT)
	}
	_ = os.RemoveAll(s.dir)
}

// URL connects as a role to a database.
func (s *Server) URL(database, role string) string { return at(s.Port, database, role) }

func at(port int, database, role string) string {
	return fmt.Sprintf("postgres://%s@127.0.0.1:%d/%s?sslmode=disable", role, port, database)
}

// SQL runs statements as the superuser, each for itself.
func (s *Server) SQL(tb testing.TB, database string, statements ...string) {
	tb.Helper()
	if err := s.sql(database, statements...); err != nil {
		tb.Fatal(err)
	}
}

func (s *Server) sql(database string, statements ...string) error {
	args := []string{"-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", s.dir, "-p", strconv.Itoa(s.Port), "-U", "postgres", "-d", database}
	for _, statement := range statements {
		args = append(args, "-c", statement)
	}
	c := exec.Command(filepath.Join(s.bin, "psql"), args...)
	s.as(c)
	out, err := c.CombinedOutput()
	if err != nil {
		return fmt.Errorf("psql: %w: %s", err, out)
	}
	return nil
}

// binaries finds the newest installed PostgreSQL.
func binaries() (string, error) {
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		if path, err := exec.LookPath("initdb"); err == nil {
			return filepath.Dir(path), nil
		}
		return "", fmt.Errorf("postgresql: %w", errAbsent)
	}
	sort.Slice(found, func(i, j int) bool { return version(found[i]) < version(found[j]) })
	return filepath.Dir(found[len(found)-1]), nil
}

func version(path string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
	return n
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}
