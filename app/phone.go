package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/channel"
	"github.com/evercart/evercart/channel/twilio"
	"github.com/evercart/evercart/gateway"
	"github.com/evercart/evercart/shop/house"
)

// checkPhone refuses a telephone that could not work.
func (c Config) checkPhone() error {
	switch {
	case c.TwilioAccount == "":
		return nil
	case len(c.TwilioTokens) == 0:
		return wrong("twilio-auth-token", "the calls of twilio-account cannot be told from others without it (TWILIO_AUTH_TOKEN)")
	case c.Public == "":
		return wrong("public-url", "Twilio signs the address that it calls, such as https://shop.example.com")
	}
	return nil
}

// phone answers calls, where that is configured; else nil.
func (s *Server) phone(e edges) (*twilio.Channel, error) {
	c := s.config
	if c.TwilioAccount == "" {
		return nil, nil
	}
	goods := &known{goods: e.goods, clock: c.clock(), log: s.log}
	ch, err := twilio.New(twilio.Config{Desk: s.desk(e), Account: c.TwilioAccount, Tokens: c.TwilioTokens, Public: c.Public, Callers: c.TwilioCallers,
		Style: func() twilio.Style { return s.phoneStyle(goods) }})
	if err != nil {
		return nil, &Misconfigured{fmt.Errorf("twilio: %s", evercart.AsError(err).Message)}
	}
	return ch, nil
}

// desk is what every voice platform's codec stands on.
func (s *Server) desk(e edges) channel.Desk {
	forth, back := s.pronounce()
	d := channel.Desk{Conversation: e.agent, Shoppers: e.Store, Sessions: e.Store, Shop: s.shopNow, Pronounce: forth, Written: back, StoreWait: s.storeWait(), Clock: s.config.clock(), Log: s.log}
	d.Marks, _ = e.tickets.store.(evercart.Marks)
	if s.house != nil {
		d.People = func() channel.People {
			f := s.house.Front()
			o := f.Opening(house.People, s.config.clock().Now())
			return channel.People{Number: f.HandOff.Number, There: !o.Known || o.Open}
		}
	}
	return d
}

// phoneStyle is how calls sound now.
func (s *Server) phoneStyle(goods *known) twilio.Style {
	st := twilio.Style{Language: twilio.Language{Code: s.shopNow().Locale}, Hints: goods.names()}
	if s.house == nil {
		return st
	}
	t := s.house.Front().Channel.Twilio
	st.Language.Voice, st.Language.Speech, st.Language.Transcription, st.Language.Model = t.Voice, t.TTSProvider, t.TranscriptionProvider, t.SpeechModel
	st.Interruptible, st.Sensitivity, st.Greeting = t.Interruptible, t.Sensitivity, t.Greeting
	st.NoKeypad = t.Keypad != nil && !*t.Keypad
	for _, l := range t.Languages {
		st.Languages = append(st.Languages, twilio.Language{Code: l.Code, Voice: l.Voice, Speech: l.TTSProvider, Transcription: l.TranscriptionProvider, Model: l.SpeechModel})
	}
	st.Hints = append(append([]string(nil), t.Hints...), st.Hints...)
	return st
}

// known are the names of goods that a recogniser should know. They are read anew now and then.
type known struct {
	goods evercart.Goods
	clock evercart.Clock
	log   *slog.Logger

	mu   sync.Mutex // guards all below
	list []string
	read time.Time
}

const (
	namesAge  = 5 * time.Minute
	namesMost = 200 // products that are looked at: a recogniser takes a hundred words
	namesWait = 2 * time.Second
)

func (k *known) names() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.clock.Now()
	if !k.read.IsZero() && now.Sub(k.read) < namesAge {
		return k.list
	}
	k.read = now
	ctx, cancel := context.WithTimeout(evercart.As(context.Background(), evercart.Caller{Shop: evercart.DefaultShop().ID, Role: evercart.RoleSystem}), namesWait)
	defer cancel()
	var titles, vendors []string
	for p, err := range k.goods.Products(ctx, 0) {
		if err != nil {
			k.log.Warn("the recogniser gets the names that were read before", slog.String("code", string(evercart.CodeOf(err))))
			return k.list
		}
		if !slices.ContainsFunc(p.Product.Variants, func(v evercart.Variant) bool { return v.Active }) {
			continue
		}
		titles = append(titles, p.Product.Title)
		if p.Product.Vendor != "" {
			vendors = append(vendors, p.Product.Vendor)
		}
		if len(titles) == namesMost {
			break
		}
	}
	k.list = append(titles, vendors...)
	return k.list
}

// mountsOf gives a codec's paths to the gateway.
func mountsOf(routes []channel.Route) []gateway.Mount {
	out := make([]gateway.Mount, 0, len(routes))
	for _, r := range routes {
		out = append(out, gateway.Mount{Method: r.Method, Path: r.Path, About: r.About, Kind: r.Kind, Form: r.Form, JSON: r.JSON, Serve: r.Serve})
	}
	return out
}

// counts registers what a channel counts.
func counts(reg *prometheus.Registry, name string, stats func() channel.Stats) error {
	labels := prometheus.Labels{"channel": name}
	live := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "evercart_channel_live", Help: "Calls that are connected.", ConstLabels: labels},
		func() float64 { return float64(stats().Live) })
	errs := []error{reg.Register(live)}
	for _, c := range []struct {
		name, help string
		of         func(channel.Stats) int64
	}{
		{"calls", "Connections of calls.", func(s channel.Stats) int64 { return s.Calls }},
		{"resumed", "Connections of calls whose connection was lost.", func(s channel.Stats) int64 { return s.Resumed }},
		{"turns", "Turns that were spoken.", func(s channel.Stats) int64 { return s.Turns }},
		{"interrupted", "Times that a caller spoke over an answer.", func(s channel.Stats) int64 { return s.Interrupted }},
		{"transferred", "Callers who were put through to a person.", func(s channel.Stats) int64 { return s.Transferred }},
		{"refused", "Requests with no, or a wrong, signature.", func(s channel.Stats) int64 { return s.Refused }},
	} {
		of := c.of
		errs = append(errs, reg.Register(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "evercart_channel_" + c.name + "_total", Help: c.help, ConstLabels: labels},
			func() float64 { return float64(of(stats())) })))
	}
	return errors.Join(errs...)
}
