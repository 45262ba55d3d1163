// Package house reads what a shop says of itself: shop.toml (its words and rules) and answers/*.md (its policies). An unknown
// key is an error with its line, so that a misspelt rule is never silently without effect.
package house

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // opening hours must not depend on what the machine has installed

	"github.com/pelletier/go-toml/v2"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// File is the name of the shop's own file in its folder.
const File = "shop.toml"

// House is a shop's own words and rules.
type House struct {
	Name         string `toml:"name"`          // as it is spoken
	About        string `toml:"about"`         // one line: what it sells
	Currency     string `toml:"currency"`      // ISO 4217
	Locale       string `toml:"locale"`        // BCP 47; spoken when the caller gives none
	TimeZone     string `toml:"timezone"`      // IANA, such as America/New_York: of hours, holidays and wished times
	Greeting     string `toml:"greeting"`      // the first sentence of a call; says that an AI speaks
	GreetingBack string `toml:"greeting_back"` // for who comes back
	Persona      string `toml:"persona"`       // for a model's prompt

	QuantityCap int      `toml:"quantity_cap"` // of one line
	MaxLines    int      `toml:"max_lines"`    // of one cart
	RepeatFrom  int      `toml:"repeat_from"`  // quantities from here on are said back
	Tools       []string `toml:"tools"`        // what brains may call; empty = all

	HandOff        HandOff           `toml:"hand_off"`
	Hours          map[string]Week   `toml:"hours"` // by place; "people" are those on the phone
	Holidays       []Holiday         `toml:"holidays"`
	Synonyms       map[string]string `toml:"synonyms"`       // what shoppers say = what the catalogue says
	Pronunciations map[string]string `toml:"pronunciations"` // written = spoken

	Channel Channels `toml:"channel"`

	zone    *time.Location
	spoken  []swap // Pronunciations, spoken and in one word, as they are looked for in what was heard
	said    []swap // Pronunciations, the longest first
	written []swap // the same the other way
	heard   []swap // Synonyms, the longest first
}

// HandOff is how a person is reached.
type HandOff struct {
	Number string `toml:"number"` // E.164 or with dashes
	Name   string `toml:"name"`   // "the Linden and Loom team"
	Email  string `toml:"email"`
	Say    string `toml:"say"`    // while people are there
	Closed string `toml:"closed"` // while they are not

	Webhook string `toml:"webhook"` // where tickets are sent; "" = they wait in the list of open ones
}

// There says that people can be reached in some way.
func (h HandOff) There() bool { return h.Number != "" || h.Email != "" || h.Webhook != "" }

// Parse reads a shop.toml. The error names the line.
func Parse(raw []byte) (*House, error) {
	d := toml.NewDecoder(bytes.NewReader(raw)).DisallowUnknownFields()
	h := &House{}
	if err := d.Decode(h); err != nil {
		return nil, explain(raw, err)
	}
	said := map[string]any{}
	if err := toml.Unmarshal(raw, &said); err != nil {
		return nil, explain(raw, err)
	}
	if err := h.settle(said); err != nil {
		return nil, explain(raw, err)
	}
	return h, nil
}

// Load reads the shop.toml of a folder.
func Load(dir fs.FS) (*House, error) {
	raw, err := readFile(dir, File, maxShopFile, "house.Load")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &evercart.Error{Code: evercart.Invalid, Op: "house.Load", Message: "there is no " + File + " in this folder; evercart init writes an example"}
	}
	if err != nil {
		return nil, err
	}
	return Parse(raw)
}

// settle fills defaults and refuses what cannot work, as a fault. A key that is there and empty is refused, too: whoever wrote it does not
// mean the default.
func (h *House) settle(said map[string]any) error {
	d := evercart.DefaultShop()
	fill(&h.Currency, string(d.Currency))
	fill(&h.Locale, d.Locale)
	fill(&h.TimeZone, "UTC")
	for key, to := range map[string]struct {
		n *int
		d int
	}{"quantity_cap": {&h.QuantityCap, d.MaxQuantity}, "max_lines": {&h.MaxLines, d.MaxLines}, "repeat_from": {&h.RepeatFrom, d.RepeatFrom}} {
		if _, there := said[key]; !there {
			*to.n = to.d
		}
	}
	for _, check := range []func() error{h.settlePlace, h.settleLimits, h.settleTimes, h.settleReach, h.settleWords, h.settleTools} {
		if err := check(); err != nil {
			return err
		}
	}
	if err := empty(said); err != nil {
		return err
	}
	if h.Name == "" {
		return faulty("the shop's name is needed, as it is spoken", "name")
	}
	return nil
}

func (h *House) settlePlace() error {
	currency, err := evercart.ParseCurrency(h.Currency)
	if err != nil {
		return faulty("three letters of ISO 4217, such as USD", "currency")
	}
	h.Currency = string(currency)
	if !languageTag.MatchString(h.Locale) {
		return faulty(fmt.Sprintf("%q is no language tag; one is en-US", h.Locale), "locale")
	}
	if h.zone, err = time.LoadLocation(h.TimeZone); err != nil || h.TimeZone == "Local" {
		return faulty(fmt.Sprintf("%q is no time zone; one is America/New_York", h.TimeZone), "timezone")
	}
	return nil
}

func (h *House) settleLimits() error {
	for _, l := range []struct {
		key            string
		value, min, to int
	}{{"quantity_cap", h.QuantityCap, 1, 9999}, {"max_lines", h.MaxLines, 1, 500}, {"repeat_from", h.RepeatFrom, 2, math.MaxInt32}} {
		switch {
		case l.value >= l.min && l.value <= l.to:
		case l.to == math.MaxInt32:
			return faulty(fmt.Sprintf("%d or more, not %d", l.min, l.value), l.key)
		default:
			return faulty(fmt.Sprintf("%d to %d, not %d", l.min, l.to, l.value), l.key)
		}
	}
	return nil
}

func (h *House) settleTimes() error {
	for place, week := range h.Hours {
		if err := week.parse(); err != nil {
			return below(err, "hours", place)
		}
		h.Hours[place] = week
	}
	for i := range h.Holidays {
		if err := h.Holidays[i].parse(); err != nil {
			return below(err, "holidays", strconv.Itoa(i))
		}
	}
	return nil
}

func (h *House) settleReach() error {
	if n := h.HandOff.Number; n != "" && !phoneNumber.MatchString(n) {
		return faulty(fmt.Sprintf("%q is no telephone number; one is +1-207-555-0100", n), "hand_off", "number")
	}
	if h.HandOff.Webhook != "" {
		u, err := url.Parse(h.HandOff.Webhook)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
			return faulty("an address such as https://example.com/tickets is needed", "hand_off", "webhook")
		}
	}
	return below(h.Channel.Twilio.check(), "channel", "twilio")
}

func (h *House) settleWords() error {
	for said, written := range h.Synonyms {
		if strings.TrimSpace(said) == "" || strings.TrimSpace(written) == "" {
			return faulty(fmt.Sprintf("%q = %q: neither may be empty", said, written), "synonyms", said)
		}
	}
	for written, spoken := range h.Pronunciations {
		if strings.TrimSpace(written) == "" || strings.TrimSpace(spoken) == "" {
			return faulty(fmt.Sprintf("%q = %q: neither may be empty", written, spoken), "pronunciations", written)
		}
		if touchesPrices(written) {
			return faulty("it could stand inside a price, which is never changed", "pronunciations", written)
		}
	}
	h.spoken = squeezed(h.Pronunciations)
	h.said, h.written, h.heard = byLength(h.Pronunciations, false), byLength(h.Pronunciations, true), byLength(h.Synonyms, false)
	return nil
}

func fill(s *string, d string) {
	if *s == "" {
		*s = d
	}
}

// settleTools refuses misspelt names: one would take an ability away without a word. Names that are like no tool's may be those of another
// version, and are no error.
func (h *House) settleTools() error {
	for i, name := range h.Tools {
		if slices.Contains(ToolNames, name) {
			continue
		}
		for _, known := range ToolNames {
			if hear.Distance(name, known, 2) <= 2 {
				return faulty(fmt.Sprintf("there is no tool %q; do you mean %q?", name, known), "tools", strconv.Itoa(i))
			}
		}
	}
	return nil
}

// ToolNames are those of all tools that a shop can have.
var ToolNames = []string{"search_products", "get_product", "view_cart", "add_to_cart", "change_cart_line", "remove_from_cart", "keep_for_later",
	"bring_back", "keep_in_cart", "clear_cart", "undo", "set_context", "answer_question", "hand_off", "read_state", "write_state", "summarize_state"}

// empty finds a key that is there and says nothing.
func empty(v any, key ...string) error {
	below := func(k string, v any) error { return empty(v, append(slices.Clone(key), k)...) }
	switch v := v.(type) {
	case string:
		if strings.TrimSpace(v) == "" {
			return faulty("it is empty; say something, or leave it out", key...)
		}
	case []any:
		if len(v) == 0 {
			return faulty("it lists nothing; list something, or leave it out", key...)
		}
		for i, one := range v {
			if err := below(strconv.Itoa(i), one); err != nil {
				return err
			}
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if len(key) == 0 && k == "channel" { // how a call sounds: empty is as the platform does it, and so the example has it
				continue
			}
			if err := below(k, v[k]); err != nil {
				return err
			}
		}
	}
	return nil
}

// Shop is what the cart needs of it.
func (h *House) Shop() evercart.Shop {
	s := evercart.DefaultShop()
	s.Name, s.Currency, s.Locale = h.Name, evercart.Currency(h.Currency), h.Locale
	s.MaxQuantity, s.MaxLines, s.RepeatFrom = h.QuantityCap, h.MaxLines, h.RepeatFrom
	return s
}

// phoneNumber is one as people write it.
var phoneNumber = regexp.MustCompile(`^\+?[0-9][0-9 ()./-]{1,30}$`)

// Allows says whether brains may call this tool.
// A tool that does no more than another one already may goes with it.
func (h *House) Allows(tool string) bool {
	return len(h.Tools) == 0 || slices.Contains(h.Tools, tool) || slices.ContainsFunc(implied[tool], func(by string) bool { return slices.Contains(h.Tools, by) })
}

// implied says which tools bring another one along: who may take lines out may take all out, after asking; who may add one may
// have it held.
var implied = map[string][]string{"clear_cart": {"remove_from_cart"}, "keep_in_cart": {"add_to_cart", "change_cart_line"}}

// Places lists the places with hours, in one order.
func (h *House) Places() []string {
	out := make([]string, 0, len(h.Hours))
	for p := range h.Hours {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

// String is for errors and logs: the name alone.
func (h *House) String() string { return fmt.Sprintf("shop %q", h.Name) }
