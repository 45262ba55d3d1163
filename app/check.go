package app

import (
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/anthropic"
	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/channel/twilio"
	"github.com/evercart/evercart/postgres"
	"github.com/evercart/evercart/redis"
	"github.com/evercart/evercart/shop/house"
)

// checkShop refuses a shop that could not be spoken of.
func (c Config) checkShop() error {
	if strings.TrimSpace(c.Name) == "" {
		return wrong("name", "a name is needed, as it is spoken")
	}
	if _, err := evercart.ParseCurrency(c.Currency); err != nil {
		return wrong("currency", "three letters of ISO 4217, such as USD, not %q", c.Currency)
	}
	if !house.LanguageTag(c.Locale) {
		return wrong("locale", "a language tag such as en-US, not %q", c.Locale)
	}
	for _, where := range c.Catalog {
		if _, err := catalog.NewSource(catalog.SourceConfig{Where: where}); err != nil {
			return wrong("catalog", "%s", evercart.AsError(err).Message)
		}
	}
	return nil
}

// checkPlaces refuses addresses that are none. Nothing is asked there yet. Those of databases may hold a password, and are not repeated.
func (c Config) checkPlaces() error {
	_, port, err := net.SplitHostPort(c.Addr)
	if n, bad := strconv.Atoi(port); err != nil || bad != nil || n < 0 || n > 65535 {
		return wrong("addr", "an address is HOST:PORT, such as 127.0.0.1:8080, not %q", c.Addr)
	}
	for key, value := range map[string]string{"postgres": c.Postgres, "keys": c.Keys} {
		if value != "" && postgres.CheckURL(value) != nil {
			return wrong(key, "this is no URL of a PostgreSQL database")
		}
	}
	if c.Redis != "" {
		if err := redis.CheckURL(c.Redis); err != nil {
			return wrong("redis", "%s", evercart.AsError(err).Message)
		}
	}
	for key, value := range map[string]string{"anthropic-base-url": c.AnthropicBaseURL, "openai-base-url": c.OpenAIBaseURL, "public-url": c.Public} {
		if u, err := url.Parse(value); value != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
			return wrong(key, "an address begins with http:// or https:// and names a host")
		}
	}
	if c.Replicas < 0 {
		return wrong("replicas", "0 or more, not %d", c.Replicas)
	}
	if c.Drain < 0 {
		return wrong("drain", "0s or more, not %s", c.Drain)
	}
	return nil
}

// checkModes refuses words that none of a few is.
func (c Config) checkModes() error {
	for _, one := range []struct {
		key, value string
		may        []string
	}{
		{"thinking", c.Thinking, anthropic.ThinkingModes},
		{"effort", c.Effort, anthropic.Efforts},
		{"twilio-callers", c.TwilioCallers, []string{twilio.CallersAny, twilio.CallersAttested, twilio.CallersNobody}},
		{"voice-callers", c.VoiceCallers, []string{"any", "nobody"}},
		{"log-level", strings.ToLower(c.LogLevel), []string{"debug", "info", "warn", "error"}},
		{"log-format", strings.ToLower(c.LogFormat), []string{"text", "json"}},
	} {
		if one.value != "" && !slices.Contains(one.may, one.value) {
			last := len(one.may) - 1
			return wrong(one.key, "%s or %s, not %q", strings.Join(one.may[:last], ", "), one.may[last], one.value)
		}
	}
	return nil
}
