package chaos

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/evercart/evercart/internal/throwaway"
	"github.com/evercart/evercart/trial/flaky"
)

// place is where the data is.
type place struct {
	name   string
	pg     *throwaway.Postgres // nil = another's, or SQLite
	data   string              // URLs; "" = SQLite
	keys   string              // "" = in each node's folder
	master string              // file of the master key
	redis  *throwaway.Redis    // nil = another's, or none
	cache  string              // URL of the Redis; "" = none
}

// settle finds or makes the databases.
func (w *world) settle(ctx context.Context) error {
	c := w.c
	w.place = place{name: "SQLite", data: c.Postgres, keys: c.Keys, master: c.Master, cache: c.Redis}
	if c.Postgres != "" {
		w.place.name = "PostgreSQL"
	}
	if w.place.master == "" {
		w.place.master = filepath.Join(c.Dir, "master.key")
	}
	if c.Own {
		w.place.name = "a PostgreSQL of its own"
		if err := w.startPostgres(ctx); err != nil {
			return err
		}
	}
	if c.ownRedis {
		redis, err := throwaway.StartRedis()
		if err != nil {
			return err
		}
		w.onClose(func() error { redis.Stop(); return nil })
		w.place.redis, w.place.cache = redis, redis.URL()
	}
	if w.place.cache != "" {
		w.place.name += " and Redis"
	}
	return nil
}

// startPostgres starts a server with two databases, and makes the tables.
func (w *world) startPostgres(ctx context.Context) error {
	w.c.say("starting a PostgreSQL")
	pg, err := throwaway.StartPostgres(ctx)
	if err != nil {
		return err
	}
	w.onClose(func() error { pg.Stop(); return nil })
	if err := pg.SQL("postgres", `CREATE ROLE shop LOGIN NOINHERIT`, `CREATE DATABASE evercart_keys OWNER evercart_owner`); err != nil {
		return err
	}
	out, err := w.command(ctx, nil, "migrate", "--postgres", pg.URL("evercart", "evercart_owner"), "--keys", pg.URL("evercart_keys", "evercart_owner"), "--login", "shop")
	if err != nil {
		return fmt.Errorf("migrate: %w: %s", err, out)
	}
	w.place.pg, w.place.data, w.place.keys = pg, pg.URL("evercart", "shop"), pg.URL("evercart_keys", "shop")
	return nil
}

// command runs one command of the program to its end.
func (w *world) command(ctx context.Context, env []string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, w.c.Binary, args...)
	c.Dir, c.Env = w.c.Dir, append(bare(), env...) // no evercart.toml of where we were called
	out, err := c.CombinedOutput()
	return string(out), err
}

// bare is the environment without what would configure a server.
func bare() []string {
	var out []string
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "EVERCART_") && !strings.HasPrefix(kv, "OPENAI_") && !strings.HasPrefix(kv, "ANTHROPIC_") {
			out = append(out, kv)
		}
	}
	return out
}

// upstream is a node's way to its databases, or to its Redis: through proxies that can be cut.
type upstream struct{ proxies map[string]*flaky.Proxy }

// ports of URLs that name none; what has another scheme is reached directly.
var ports = map[string]string{"postgres": "5432", "postgresql": "5432", "redis": "6379"}

// through gives the URL by which a node reaches a server. One whose address is no single host and port, or which must prove its
// name, is reached directly.
func (u *upstream) through(ctx context.Context, raw string) (string, error) {
	parsed, err := url.Parse(raw)
	if err != nil {
		return "", errors.New("the URL of a database cannot be read") // it may hold a password
	}
	port := ports[parsed.Scheme]
	if port == "" || parsed.Hostname() == "" || strings.Contains(parsed.Host, ",") || parsed.Query().Get("sslmode") == "verify-full" {
		return raw, nil
	}
	target := parsed.Host
	if parsed.Port() == "" {
		target = net.JoinHostPort(parsed.Hostname(), port)
	}
	p := u.proxies[target]
	if p == nil {
		p = flaky.New(flaky.Config{Addr: "127.0.0.1:0", Target: target})
		if err := p.Start(ctx); err != nil {
			return "", err
		}
		u.proxies[target] = p
	}
	parsed.Host = p.Addr()
	return parsed.String(), nil
}

func (u *upstream) set(weather flaky.Weather) error {
	var errs []error
	for _, p := range u.proxies {
		errs = append(errs, p.Set(weather))
	}
	return errors.Join(errs...)
}

func (u *upstream) cut() {
	for _, p := range u.proxies {
		p.Cut()
	}
}

func (u *upstream) close() error {
	var errs []error
	for _, p := range u.proxies {
		errs = append(errs, p.Stop(context.Background()))
	}
	return errors.Join(errs...)
}
