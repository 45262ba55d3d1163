package house

import (
	"fmt"
	"strings"
	"time"
)

// Week is the opening hours of one place: "08:00-20:00", "closed", or several spans with commas. A day that is left out is
// closed. A span over midnight ("20:00-02:00") belongs to the day on which it begins.
type Week struct {
	Mon string `toml:"mon"`
	Tue string `toml:"tue"`
	Wed string `toml:"wed"`
	Thu string `toml:"thu"`
	Fri string `toml:"fri"`
	Sat string `toml:"sat"`
	Sun string `toml:"sun"`

	days [7][]span // by time.Weekday
}

// span is minutes of a day; to may lie beyond midnight.
type span struct{ from, to int }

const day = 24 * 60

// Holiday is a day on which other hours hold, for every place: closed, or opening later, or closing earlier.
type Holiday struct {
	Date   any    `toml:"date"` // a TOML date: 2026-12-24
	Name   string `toml:"name"`
	Closed bool   `toml:"closed"`
	Opens  string `toml:"opens"`
	Closes string `toml:"closes"`

	date          string // 2026-12-24
	opens, closes int    // minutes; −1 = as on other days
}

// Opening is how a place stands at one moment.
type Opening struct {
	Known   bool      // the shop says something of this place
	Open    bool      // now
	Changes time.Time // when it next closes, or opens; zero = not within two weeks
	Holiday string    // its name, where today is one
}

func (w *Week) parse() error {
	for i, text := range []string{w.Sun, w.Mon, w.Tue, w.Wed, w.Thu, w.Fri, w.Sat} {
		spans, err := parseSpans(text)
		if err != nil {
			return faulty(err.Error(), strings.ToLower(time.Weekday(i).String()[:3]))
		}
		w.days[i] = spans
	}
	return nil
}

func parseSpans(text string) ([]span, error) {
	text = strings.TrimSpace(text)
	if text == "" || strings.EqualFold(text, "closed") {
		return nil, nil
	}
	var out []span
	for part := range strings.SplitSeq(text, ",") {
		from, to, ok := strings.Cut(part, "-")
		if !ok {
			return nil, fmt.Errorf("%q is no span such as 08:00-20:00", part)
		}
		a, err := parseMinute(from)
		if err != nil {
			return nil, err
		}
		b, err := parseMinute(to)
		if err != nil {
			return nil, err
		}
		if b <= a {
			b += day
		}
		out = append(out, span{a, b})
	}
	return out, nil
}

func parseMinute(text string) (int, error) {
	text = strings.TrimSpace(text)
	if text == "24:00" {
		return day, nil
	}
	t, err := time.Parse("15:04", text)
	if err != nil {
		return 0, fmt.Errorf("%q is no time such as 08:00", text)
	}
	return t.Hour()*60 + t.Minute(), nil
}

func (h *Holiday) parse() error {
	h.date = strings.TrimSpace(fmt.Sprint(h.Date))
	if len(h.date) > 10 {
		h.date = h.date[:10]
	}
	if _, err := time.Parse(time.DateOnly, h.date); err != nil {
		return faulty(fmt.Sprintf("%q is no date such as 2026-12-24", h.date), "date")
	}
	h.opens, h.closes = -1, -1
	var err error
	if h.Opens != "" {
		if h.opens, err = parseMinute(h.Opens); err != nil {
			return faulty(err.Error(), "opens")
		}
	}
	if h.Closes != "" {
		if h.closes, err = parseMinute(h.Closes); err != nil {
			return faulty(err.Error(), "closes")
		}
	}
	if !h.Closed && h.Opens == "" && h.Closes == "" {
		return faulty("closed = true, opens or closes is needed", "date")
	}
	return nil
}

// HolidayOn finds the holiday of a day, in the shop's own time zone.
func (h *House) HolidayOn(at time.Time) (Holiday, bool) {
	date := at.In(h.zone).Format(time.DateOnly)
	for _, d := range h.Holidays {
		if d.date == date {
			return d, true
		}
	}
	return Holiday{}, false
}

// Zone is the shop's time zone.
func (h *House) Zone() *time.Location { return h.zone }

// Opening tells how a place stands at a moment, in the shop's own time zone and with its holidays.
func (h *House) Opening(place string, at time.Time) Opening {
	week, known := h.Hours[place]
	if !known {
		return Opening{}
	}
	out := Opening{Known: true}
	if d, ok := h.HolidayOn(at); ok {
		out.Holiday = d.Name
	}
	at = at.In(h.zone)
	for ahead := -1; ahead <= 14; ahead++ {
		midnight := time.Date(at.Year(), at.Month(), at.Day()+ahead, 0, 0, 0, 0, h.zone)
		for _, s := range h.spansOn(week, midnight) {
			from, to := minuteOf(midnight, s.from), minuteOf(midnight, s.to)
			switch {
			case !at.Before(from) && at.Before(to):
				out.Open, out.Changes = true, to
				return out
			case at.Before(from):
				out.Changes = from
				return out
			}
		}
	}
	return out
}

// On gives the hours of a place on one day, holidays counted: "08:00-20:00", "closed".
func (h *House) On(place string, on time.Time) (string, bool) {
	week, known := h.Hours[place]
	if !known {
		return "", false
	}
	on = on.In(h.zone)
	var parts []string
	for _, s := range h.spansOn(week, on) {
		parts = append(parts, fmt.Sprintf("%02d:%02d-%02d:%02d", s.from/60%24, s.from%60, s.to/60%24, s.to%60))
	}
	if len(parts) == 0 {
		return "closed", true
	}
	return strings.Join(parts, ", "), true
}

// spansOn are the spans that begin on one day.
func (h *House) spansOn(w Week, on time.Time) []span {
	spans := w.days[on.Weekday()]
	d, ok := h.HolidayOn(on)
	if !ok {
		return spans
	}
	if d.Closed {
		return nil
	}
	var out []span
	for _, s := range spans {
		if d.opens >= 0 {
			s.from = max(s.from, d.opens)
		}
		if d.closes >= 0 {
			s.to = min(s.to, d.closes)
		}
		if s.from < s.to {
			out = append(out, s)
		}
	}
	return out
}

// minuteOf is wall-clock time, so that the day on which clocks change keeps its hours.
func minuteOf(midnight time.Time, minute int) time.Time {
	return time.Date(midnight.Year(), midnight.Month(), midnight.Day(), 0, minute, 0, 0, midnight.Location())
}
