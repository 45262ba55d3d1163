package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"time"
)

// Run starts the server, says where to go and what to say, and serves until ctx ends; then running turns may finish.
func Run(ctx context.Context, c Config, stdout, stderr io.Writer) error {
	log, err := newLog(c, stderr)
	if err != nil {
		return err
	}
	d := newDoor(c)
	s, err := startAnyway(ctx, c, log, d)
	if err != nil || s == nil {
		return errors.Join(err, d.slam())
	}
	s.say(stdout, s.welcome())
	log.Info("evercart serves", slog.String("node", string(s.node)), slog.String("url", s.URL), slog.String("brain", s.brains), slog.Int("products", s.products), slog.Int("variants", s.variants))
	select {
	case <-ctx.Done():
		s.say(stdout, "\nStopping: running turns may finish. Everything that was acknowledged is on disk.\n")
		log.Info("evercart stops", slog.String("node", string(s.node)), slog.String("url", s.URL))
	case err = <-d.failed:
	}
	// The drain is for the turns; what is left to end after them has a time of its own.
	whole, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.Drain+stopRest)
	defer cancel()
	if stopErr := s.Stop(whole); err == nil {
		err = stopErr
	}
	return err
}

// say tells a person how the server is; where a program reads what it tells, the lines of the log do.
func (s *Server) say(stdout io.Writer, words string) {
	if !s.config.logsJSON() {
		_, _ = fmt.Fprint(stdout, words)
	}
}

// stopRest is how long everything but the turns may take to end.
const stopRest = 10 * time.Second

// welcome is what a person sees first.
func (s *Server) welcome() string {
	folder := ""
	if s.config.Data != defaultData() {
		folder = " --data " + s.config.Data
	}
	page, who := s.URL, "Anybody on this machine may speak (no API key is configured); other machines cannot reach it."
	if len(s.config.APIKeys)+len(s.config.AdminKeys) > 0 {
		page = "evercart token" + folder + " (it prints a link to the page at " + s.URL + ")"
		who = "Callers need a session token; see evercart token --help."
	}
	say := "What can you do?"
	if s.sample {
		say = "Add the silk blouse in size M, and keep it in my cart while I look at the shoes"
	}
	chat := "evercart chat" + folder
	attention := ""
	if s.foreign != "" {
		attention = "\n  Look at this:  " + s.foreign
	}
	return fmt.Sprintf(`
  %s is open.

  Talk to it:    %s
                 or: %s
  Say:           "%s"
                 "What's in my cart?"
  Brain:         %s
  Catalogue:     %d products, %d variants
  Data:          %s

  %s%s
  Stop it with Ctrl-C.
`, s.config.Name, page, chat, say, s.brains, s.products, s.variants, s.place(), who, attention)
}

// defaultData is the folder that commands look in where none is named.
func defaultData() string {
	all := Options()
	return all[slices.IndexFunc(all, func(o Option) bool { return o.Key == "data" })].Default
}

// place is where the data is. A URL is not printed: it may hold a password.
func (s *Server) place() string {
	data, secrets := s.config.Data, s.config.Data
	if s.config.Postgres != "" {
		data = "PostgreSQL"
	}
	if s.config.Keys != "" {
		secrets = "a PostgreSQL database of their own"
	}
	if data == secrets {
		return data
	}
	return data + "; the keys in " + secrets
}
