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
	for _, o := range Options() {
		values, from := []string(nil), "default"
		switch {
		case len(flags[o.Key]) > 0:
			values, from = flags[o.Key], "--"+o.Key
		case len(fromEnv[o.Key]) > 0:
			values, from = fromEnv[o.Key], o.Env
		case len(fromFile[o.Key]) > 0:
			values, from = fromFile[o.Key], "evercart.toml: "+fileKey(o.Key)
		case o.Default != "":
			values = []string{o.Default}
		}
		if from != "default" {
			c.said = append(c.said, o.Key)
		}
		if err := o.set(&c, values); err != nil {
			return c, fmt.Errorf("%s: %w", from, err)
		}
	}
	return c, c.Check()
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
func readFile(file string) (map[string][]string, error) {
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
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	out := map[string][]string{}
	for key, v := range k.Raw() {
		o, ok := find(func(o Option) bool { return fileKey(o.Key) == key })
		if !ok {
			return nil, fmt.Errorf("%s: line %d: unknown key %q", file, lineOf(raw, key), key)
		}
		out[o.Key] = texts(v)
	}
	return out, nil
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
		if l = strings.TrimLeft(l, " \t["); strings.HasPrefix(l, key) {
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
			return nil, fmt.Errorf("unknown environment variable %s", name)
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
