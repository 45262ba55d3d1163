package house

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/speak"
)

var digitWords = map[string]string{"zero": "0", "oh": "0", "o": "0", "nought": "0", "one": "1", "two": "2", "to": "2", "too": "2", "three": "3", "four": "4", "for": "4", "five": "5",
	"six": "6", "seven": "7", "eight": "8", "ate": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15", "sixteen": "16",
	"seventeen": "17", "eighteen": "18", "nineteen": "19"}

var tensWords = map[string]int{"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}

// PhoneDigits reads a phone number as it was said or written: "two oh seven, double five five, oh one four two". "" = there is
// none of 7 to 15 digits. Words that are no digits begin anew, so that "call me at …" and "after five" do no harm.
func PhoneDigits(said string) string {
	best, run, times := "", "", 1
	keep := func() {
		if len(run) > len(best) {
			best = run
		}
		run, times = "", 1
	}
	words := hear.Tokens(strings.ReplaceAll(said, "-", " "))
	for i := 0; i < len(words); i++ {
		w := words[i].Text
		d := digitWords[w]
		switch {
		case w == "double":
			times = 2
			continue
		case w == "triple":
			times = 3
			continue
		case tensWords[w] > 0:
			n := tensWords[w]
			if i+1 < len(words) && len(digitWords[words[i+1].Text]) == 1 && digitWords[words[i+1].Text] != "0" {
				n += int(digitWords[words[i+1].Text][0] - '0')
				i++
			}
			d = strconv.Itoa(n)
		case strings.Trim(w, "0123456789") == "":
			d = w
		case w == "hundred" && run != "":
			d = "00"
		case w == "and" || w == "area" || w == "code" || w == "plus":
			continue
		}
		if d == "" {
			keep()
			continue
		}
		run, times = run+strings.Repeat(d, times), 1
	}
	keep()
	if len(best) < 7 || len(best) > 15 {
		return ""
	}
	return best
}

var (
	clockSaid = regexp.MustCompile(`\b(?:at|after|around|from|by|past|about) (\d{1,2}|[a-z]+)(?: (\d{2}|thirty|fifteen|forty five|o'clock))?(?: ?(a ?m|p ?m|a\.m|p\.m))?\b|\b(\d{1,2}|[a-z]+)(?: (\d{2}|thirty|fifteen|forty five))? ?(a ?m|p ?m)\b`)
	partOfDay = regexp.MustCompile(`\b(morning|noon|lunch|afternoon|evening)\b`)
)

const noon = 12

var parts = map[string]int{"morning": 9, "noon": 12, "lunch": 12, "afternoon": 14, "evening": 18}

// WishedTime reads when somebody wants to be called, in the shop's own time zone: "tomorrow at ten", "on Monday afternoon".
// False where no time is told. A time at which nobody is there becomes the next one at which somebody is.
func (f *Front) WishedTime(said string, now time.Time) (time.Time, bool) {
	s := hear.Text(hear.For("en").Words(said))
	if s == "" {
		return time.Time{}, false
	}
	now = now.In(f.zone)
	w, _, ok := f.whenIn(s, now)
	hour, minute, timed := clockIn(s)
	switch m := partOfDay.FindString(s); {
	case m == "":
	case !timed:
		hour, timed = parts[m], true
	case hour < noon && parts[m] > noon: // "at nine in the evening"
		hour += noon
	}
	if !ok || w.general && !timed || w.now {
		return time.Time{}, false
	}
	day := w.day
	if w.general {
		day = now
	}
	if !timed {
		hour = 9
	}
	at := time.Date(day.Year(), day.Month(), day.Day(), hour, minute, 0, 0, f.zone)
	if w.general && at.Before(now) {
		at = at.AddDate(0, 0, 1)
	}
	if o := f.Opening(People, at); o.Known && !o.Open && !o.Changes.IsZero() {
		at = f.nearestTime(at, o.Changes)
	}
	return at, at.After(now)
}

// Who asks for a time shortly after people leave, is called before they leave.
const (
	justMissed = time.Hour
	beforeEnd  = 30 * time.Minute
)

// nearestTime is when somebody is there, for a wish of a time at which nobody is: shortly before the end of the same day where that
// end is missed by less than an hour, and the next opening otherwise.
func (f *Front) nearestTime(at, next time.Time) time.Time {
	for back := beforeEnd; back <= justMissed; back += beforeEnd {
		if o := f.Opening(People, at.Add(-back)); o.Open {
			return o.Changes.Add(-beforeEnd)
		}
	}
	return next
}

// clockIn reads "at ten", "after 5 pm", "four thirty pm". Without a.m. or p.m. the hours of a working day are meant.
func clockIn(s string) (hour, minute int, ok bool) {
	for _, m := range clockSaid.FindAllStringSubmatch(s, -1) {
		h, half, min := m[1]+m[4], strings.ReplaceAll(strings.ReplaceAll(m[3]+m[6], " ", ""), ".", ""), m[2]+m[5]
		n, err := strconv.Atoi(h)
		if err != nil {
			if n, err = strconv.Atoi(digitWords[h]); err != nil || h == "to" || h == "for" || h == "o" {
				continue
			}
		}
		if n > 23 {
			continue
		}
		switch {
		case half == "pm" && n < 12:
			n += 12
		case half == "am" && n == 12:
			n = 0
		case half == "" && n > 0 && n < 8:
			n += 12
		}
		minute = map[string]int{"thirty": 30, "fifteen": 15, "forty five": 45}[min]
		if v, err := strconv.Atoi(min); err == nil && v < 60 {
			minute = v
		}
		return n, minute, true
	}
	return 0, 0, false
}

// Moment says a time as it is from now, in the shop's own time zone: "tomorrow at ten a.m.". In other languages than English
// it is written for the voice to read.
func (f *Front) Moment(t, now time.Time, v *speak.Voice) string {
	if v.Language() != "en" {
		return t.In(f.zone).Format("2006-01-02, 15:04")
	}
	s := f.moment(t, now, v)
	if midnight(t.In(f.zone)).Equal(midnight(now.In(f.zone))) {
		return "today at " + s
	}
	return s
}
