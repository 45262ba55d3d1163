package throwaway

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"syscall"
)

// Postgres is one cluster of databases, of this process alone.
type Postgres struct {
	Port int

	bin, dir string
	who      *syscall.Credential // root may not run a server
	main     *process
}

// StartPostgres makes a cluster with the superuser postgres, a role evercart_owner and its database evercart.
func StartPostgres(ctx context.Context) (*Postgres, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	s := &Postgres{bin: bin}
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
		err = s.SQL("postgres", `CREATE ROLE evercart_owner LOGIN CREATEROLE`, `CREATE DATABASE evercart OWNER evercart_owner`)
	}
	if err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

func (s *Postgres) initialise(ctx context.Context) error {
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

func (s *Postgres) data() string { return filepath.Join(s.dir, "data") }

// begin starts the server and waits until it answers.
func (s *Postgres) begin() error {
	c := exec.Command(filepath.Join(s.bin, "postgres"), "-D", s.data())
	s.as(c)
	var err error
	if s.main, err = run(c, filepath.Join(s.dir, "log")); err != nil {
		return err
	}
	return s.main.until(func() error { return s.SQL("postgres", `SELECT 1`) })
}

// Restart ends the server at once, as a crash does (nothing is written back, connections break), and starts it again.
func (s *Postgres) Restart() error {
	s.main.end(syscall.SIGQUIT)
	return s.begin()
}

// Stop ends the server and removes what it kept; again = no change.
func (s *Postgres) Stop() {
	if s.main != nil {
		s.main.end(syscall.SIGQUIT)
	}
	_ = os.RemoveAll(s.dir)
}

// URL connects as a role to a database.
func (s *Postgres) URL(database, role string) string { return at(s.Port, database, role) }

func at(port int, database, role string) string {
	return fmt.Sprintf("postgres://%s@127.0.0.1:%d/%s?sslmode=disable", role, port, database)
}

// SQL runs statements as the superuser, each for itself.
func (s *Postgres) SQL(database string, statements ...string) error {
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

// Dump writes a database as text, as the superuser, while it is used.
func (s *Postgres) Dump(ctx context.Context, database string) ([]byte, error) {
	c := exec.CommandContext(ctx, filepath.Join(s.bin, "pg_dump"), "-h", s.dir, "-p", strconv.Itoa(s.Port), "-U", "postgres", database)
	s.as(c)
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("pg_dump: %w: %s", err, said.Bytes())
	}
	return out, nil
}

// Restore makes a new database from a dump.
func (s *Postgres) Restore(ctx context.Context, database string, dump []byte) error {
	if err := s.SQL("postgres", `CREATE DATABASE `+database+` TEMPLATE template0 OWNER evercart_owner`); err != nil {
		return err
	}
	c := exec.CommandContext(ctx, filepath.Join(s.bin, "psql"), "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", s.dir, "-p", strconv.Itoa(s.Port), "-U", "postgres", "-d", database)
	s.as(c)
	c.Stdin = bytes.NewReader(dump)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("psql: %w: %s", err, out)
	}
	return nil
}

// Log is what the server has written down so far.
func (s *Postgres) Log() (string, error) {
	b, err := os.ReadFile(filepath.Join(s.dir, "log"))
	return string(b), err
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
		return "", fmt.Errorf("postgresql: %w", ErrAbsent)
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
