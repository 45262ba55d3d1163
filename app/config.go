// Package app reads the configuration and wires everything together, in reading order.
package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/knadh/koanf/parsers/toml/v2"
	"github.com/knadh/koanf/providers/rawbytes"
	"github.com/knadh/koanf/v2"
)

// DefaultFile is read when it is there; another one that is named must be there.
const DefaultFile = "evercart.toml"

// Load reads the configuration: flags (only those that were given), then the environment, then the file, then defaults.
// A key that does not exist is an error, so that a misspelt one is never silently ignored.
func Load(flags map[string][]string, environ []string, file string) (Config, error) {
	var c Config
	fromFile, err := readFile(file)
	if err != nil {
		return c, err
	}
	fromEnv, err := readEnv(environ)
	if err != nil {
		return c, err
	}
	origin := map[string]string{}
	for _, o := range Options() {
		values, from := []string(nil), ""
		switch {
		case len(flags[o.Key]) > 0:
			values, from = flags[o.Key], "--"+o.Key
		case len(fromEnv[o.Key]) > 0:
			values, from = fromEnv[o.Key], o.Env
		case len(fromFile[o.Key].values) > 0:
			values, from = fromFile[o.Key].values, fromFile[o.Key].where
		case o.Default != "":
			values = []string{o.Default}
		}
		if from != "" {
			c.said, origin[o.Key] = append(c.said, o.Key), from
		}
		if err := o.set(&c, values); err != nil {
			return c, misconfigured(origin, &fault{o.Key, err.Error()})
		}
	}
	if err := c.Check(); err != nil {
		return c, misconfigured(origin, err)
	}
	c.Currency = string(c.shop().Currency)
	return c, nil
}

func (o Option) set(c *Config, values []string) error {
	if len(values) == 0 {
		return nil
	}
	f, one := reflect.ValueOf(c).Elem().Field(o.field), values[len(values)-1]
	switch f.Interface().(type) {
	case time.Duration:
		d, err := time.ParseDuration(one)
		if err != nil {
			return fmt.Errorf("not a duration such as 10s or 5m: %q", one)
		}
		f.SetInt(int64(d))
	case []string:
		f.Set(reflect.ValueOf(values))
	case int:
		n, err := strconv.Atoi(one)
		if err != nil {
			return fmt.Errorf("not a whole number: %q", one)
		}
		f.SetInt(int64(n))
	default:
		f.SetString(one)
	}
	return nil
}

// readFile reads evercart.toml; keys have _ where flags have -.
func readFile(file string) (map[string]fileValue, error) {
	named := file != ""
	if !named {
		file = DefaultFile
	}
	raw, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) && !named {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	k := koanf.New("\x00") // no nesting: a table in the file is an unknown key
	if err := k.Load(rawbytes.Provider(raw), toml.Parser()); err != nil {
		return nil, misconfigured(nil, fmt.Errorf("%s: %s", where(file, rowOf(err)), strings.TrimPrefix(err.Error(), "toml: ")))
	}
	out := map[string]fileValue{}
	for key, v := range k.Raw() {
		at := where(file, lineOf(raw, key))
		o, ok := find(func(o Option) bool { return fileKey(o.Key) == key })
		if !ok {
			return nil, misconfigured(nil, fmt.Errorf("%s: unknown key %q", at, key))
		}
		out[o.Key] = fileValue{texts(v), at + ": " + key}
	}
	return out, nil
}

// fileValue is what a file has for a key, and where.
type fileValue struct {
	values []string
	where  string // "evercart.toml: line 3: addr"
}

func where(file string, row int) string {
	if row > 0 {
		return fmt.Sprintf("%s: line %d", file, row)
	}
	return file
}

// rowOf is the line that a parser's error speaks of; 0 = it names none.
func rowOf(err error) int {
	var at interface{ Position() (row, column int) }
	if !errors.As(err, &at) {
		return 0
	}
	row, _ := at.Position()
	return row
}

func texts(v any) []string {
	if list, ok := v.([]any); ok {
		out := make([]string, 0, len(list))
		for _, e := range list {
			out = append(out, fmt.Sprint(e))
		}
		return out
	}
	return []string{fmt.Sprint(v)}
}

// lineOf finds where a key stands first, for the message.
func lineOf(raw []byte, key string) int {
	for i, l := range strings.Split(string(raw), "\n") {
		l = strings.TrimLeft(l, " \t[\"'")
		if rest, ok := strings.CutPrefix(l, key); ok && strings.IndexAny(rest, " \t=].\"'") == 0 {
			return i + 1
		}
	}
	return 0
}

// readEnv reads EVERCART_* and the few names that others have coined. EVERCART_TEST* belongs to the tests.
func readEnv(environ []string) (map[string][]string, error) {
	out := map[string][]string{}
	for _, kv := range environ {
		name, value, _ := strings.Cut(kv, "=")
		o, ok := find(func(o Option) bool { return o.Env == name || envOf(o.Key) == name })
		switch {
		case !ok && strings.HasPrefix(name, "EVERCART_") && !strings.HasPrefix(name, "EVERCART_TEST") && !injected(name, value):
			return nil, misconfigured(nil, fmt.Errorf("unknown environment variable %s", name))
		case !ok || value == "":
			continue
		case o.Many():
			out[o.Key] = splitList(value)
		default:
			out[o.Key] = []string{value}
		}
	}
	return out, nil
}

// injected says that a variable is one that Kubernetes puts beside every program: the addresses of a service that is named
// evercart, or evercart-something. They are no options of ours.
func injected(name, value string) bool {
	return ofService.MatchString(name) || strings.HasSuffix(name, "_PORT") && strings.Contains(value, "://")
}

var ofService = regexp.MustCompile(`_SERVICE_(HOST|PORT|PORT_[A-Z0-9_]+)$|_PORT_[0-9]+_(TCP|UDP|SCTP)(_PROTO|_PORT|_ADDR)?$`)

func splitList(s string) []string {
	var out []string
	for p := range strings.SplitSeq(s, ",") {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

func find(is func(Option) bool) (Option, bool) {
	for _, o := range Options() {
		if is(o) {
			return o, true
		}
	}
	return Option{}, false
}

func envOf(key string) string {
	return "EVERCART_" + strings.ToUpper(strings.ReplaceAll(key, "-", "_"))
}

func fileKey(key string) string { return strings.ReplaceAll(key, "-", "_") }
