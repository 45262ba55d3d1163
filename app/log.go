package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/evercart/evercart/hear"
)

// newLog makes the log. Whatever library writes to it, card numbers do not get through: masking sits in the handler, the one
// place that every line passes.
func newLog(c Config, w io.Writer) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		return nil, wrong("log-level", "debug, info, warn or error, not %q", c.LogLevel)
	}
	options := &slog.HandlerOptions{Level: level}
	switch strings.ToLower(c.LogFormat) {
	case "text":
		return slog.New(masked{slog.NewTextHandler(w, options)}), nil
	case "json":
		return slog.New(masked{slog.NewJSONHandler(w, options)}), nil
	}
	return nil, wrong("log-format", "text or json, not %q", c.LogFormat)
}

// logsJSON says that a program reads what the server tells.
func (c Config) logsJSON() bool { return strings.EqualFold(c.LogFormat, "json") }

type masked struct{ slog.Handler }

func (m masked) Handle(ctx context.Context, r slog.Record) error {
	out := slog.NewRecord(r.Time, r.Level, mask(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool {
		out.AddAttrs(maskAttr(a))
		return true
	})
	return m.Handler.Handle(ctx, out)
}

func (m masked) WithAttrs(attrs []slog.Attr) slog.Handler {
	clean := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		clean[i] = maskAttr(a)
	}
	return masked{m.Handler.WithAttrs(clean)}
}

func (m masked) WithGroup(name string) slog.Handler { return masked{m.Handler.WithGroup(name)} }

func maskAttr(a slog.Attr) slog.Attr {
	v := a.Value.Resolve()
	switch v.Kind() {
	case slog.KindString:
		return slog.String(a.Key, mask(v.String()))
	case slog.KindGroup:
		group := make([]any, 0, len(v.Group()))
		for _, g := range v.Group() {
			group = append(group, maskAttr(g))
		}
		return slog.Group(a.Key, group...)
	case slog.KindAny:
		if err, ok := v.Any().(error); ok {
			return slog.String(a.Key, mask(err.Error()))
		}
		return slog.String(a.Key, mask(fmt.Sprint(v.Any())))
	}
	return a
}

func mask(s string) string {
	s, _ = hear.Mask(s)
	return s
}
