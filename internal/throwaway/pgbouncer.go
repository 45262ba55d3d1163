package throwaway

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// Bouncer is a PgBouncer in transaction mode before a server.
type Bouncer struct {
	Port int
	main *process
	dir  string
}

// URL connects as a role to a database, through the bouncer.
func (b *Bouncer) URL(database, role string) string { return at(b.Port, database, role) }

// Stop ends it.
func (b *Bouncer) Stop() {
	if b.main != nil {
		b.main.end(syscall.SIGTERM)
	}
	_ = os.RemoveAll(b.dir)
}

// Bouncer starts one with so many connections to each database.
func (s *Postgres) Bouncer(connections int) (*Bouncer, error) {
	path, err := exec.LookPath("pgbouncer")
	if err != nil {
		if path = "/usr/sbin/pgbouncer"; !executable(path) {
			return nil, fmt.Errorf("pgbouncer: %w", ErrAbsent)
		}
	}
	b := &Bouncer{}
	if b.dir, err = s.folder("evercart-pgbouncer-"); err != nil {
		return nil, err
	}
	if b.Port, err = freePort(); err != nil {
		return nil, err
	}
	conf := fmt.Sprintf("[databases]\n* = host=127.0.0.1 port=%d\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = %d\nunix_socket_dir =\nauth_type = trust\n"+
		"auth_file = %s\npool_mode = transaction\ndefault_pool_size = %d\nmax_client_conn = 500\n", s.Port, b.Port, filepath.Join(b.dir, "users"), connections)
	users := "\"evercart_app\" \"\"\n\"evercart_owner\" \"\"\n\"shop\" \"\"\n\"postgres\" \"\"\n"
	if err := errors.Join(os.WriteFile(filepath.Join(b.dir, "users"), []byte(users), 0o644), os.WriteFile(filepath.Join(b.dir, "ini"), []byte(conf), 0o644)); err != nil {
		return nil, err
	}
	c := exec.Command(path, filepath.Join(b.dir, "ini"))
	s.as(c)
	if b.main, err = run(c, filepath.Join(b.dir, "log")); err != nil {
		b.Stop()
		return nil, err
	}
	err = b.main.until(func() error {
		conn, err := net.DialTimeout("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(b.Port)), time.Second)
		if err != nil {
			return err
		}
		return conn.Close()
	})
	if err != nil {
		b.Stop()
		return nil, err
	}
	return b, nil
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&0o111 != 0
}
