package house

import (
	"strconv"
	"strings"
	"time"

	"github.com/evercart/evercart/speak"
)

// name is what a place is called aloud.
func (f *Front) name(place string) string {
	if place == People {
		return "our phone line with people"
	}
	words := strings.Split(place, "_")
	for i, w := range words {
		if w != "" {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, " ")
}

// sayDay tells the hours of one day, places with the same hours together.
func (f *Front) sayDay(places []string, w when, v *speak.Voice) string {
	var order []string
	group := map[string][]string{}
	for _, p := range places {
		h, _ := f.On(p, w.day)
		if _, there := group[h]; !there {
			order = append(order, h)
		}
		group[h] = append(group[h], f.name(p))
	}
	var parts []string
	for _, h := range order {
		verb := " is "
		if len(group[h]) > 1 {
			verb = " are "
		}
		if h == "closed" {
			parts = append(parts, v.List(group[h])+verb+"closed "+w.spoken+f.otherwise(places, w, v))
			continue
		}
		parts = append(parts, v.List(group[h])+verb+"open "+w.spoken+" "+sayRange(h, v))
	}
	return capital(strings.Join(parts, "; ")) + "."
}

// otherwise tells the usual week of the one place that is closed on the day that was asked about, where it is told in one breath; a
// holiday is no usual day.
func (f *Front) otherwise(places []string, w when, v *speak.Voice) string {
	_, holiday := f.HolidayOn(w.day)
	if len(places) != 1 || holiday {
		return ""
	}
	week := f.sayWeek(places, v)
	if _, open, ok := strings.Cut(week, " is open "); ok && strings.Count(open, "from ") == 1 {
		return "; it is open " + strings.TrimSuffix(open, ".")
	}
	return ""
}

// sayNow tells whether places are open at this moment, and when that changes.
func (f *Front) sayNow(places []string, at time.Time, v *speak.Voice) string {
	var parts []string
	some := false
	for _, p := range places {
		o := f.Opening(p, at)
		some = some || o.Open
		switch {
		case o.Open:
			parts = append(parts, f.name(p)+" is open now, until "+f.moment(o.Changes, at, v))
		case o.Changes.IsZero():
			parts = append(parts, f.name(p)+" is closed")
		default:
			parts = append(parts, f.name(p)+" is closed now and opens "+f.moment(o.Changes, at, v))
		}
	}
	lead := "No, "
	if some {
		lead = "Yes, "
	}
	if len(places) > 1 {
		lead = ""
	}
	return capital(lead+strings.Join(parts, "; ")) + "."
}

// moment says a time of today, tomorrow or a later day.
func (f *Front) moment(t, now time.Time, v *speak.Voice) string {
	t, now = t.In(f.zone), now.In(f.zone)
	said := sayClock(t.Hour()*60+t.Minute(), v)
	switch days := int(midnight(t).Sub(midnight(now)).Hours()+12) / 24; {
	case days == 0:
		return said
	case days == 1:
		return "tomorrow at " + said
	case days < 7:
		return "on " + t.Weekday().String() + " at " + said
	}
	return "on " + t.Format("Monday, January 2") + " at " + said
}

func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// sayWeek tells a usual week, days with the same hours together.
func (f *Front) sayWeek(places []string, v *speak.Voice) string {
	var out []string
	for _, p := range places {
		week := f.Hours[p]
		var runs []string
		for d := 1; d <= 7; {
			end := d
			for end < 7 && week.text(end+1) == week.text(d) {
				end++
			}
			if h := week.text(d); h != "closed" {
				days := time.Weekday(d % 7).String()
				if end > d {
					days += " to " + time.Weekday(end%7).String()
				}
				runs = append(runs, days+" "+sayRange(h, v))
			}
			d = end + 1
		}
		if len(runs) == 0 {
			runs = []string{"closed"}
		}
		out = append(out, capital(f.name(p))+" is open "+strings.TrimSuffix(v.List(runs), ".")+".")
	}
	return strings.Join(out, " ")
}

// text is the hours of a day of the week, 1 = Monday … 7 = Sunday.
func (w Week) text(day int) string {
	var parts []string
	for _, s := range w.days[day%7] {
		parts = append(parts, clock(s.from)+"-"+clock(s.to))
	}
	if len(parts) == 0 {
		return "closed"
	}
	return strings.Join(parts, ", ")
}

func clock(minute int) string {
	h, m := minute/60%24, minute%60
	return strconv.Itoa(h/10) + strconv.Itoa(h%10) + ":" + strconv.Itoa(m/10) + strconv.Itoa(m%10)
}

// sayRange says "10:00-19:00, 20:00-22:00".
func sayRange(h string, v *speak.Voice) string {
	var parts []string
	for r := range strings.SplitSeq(h, ", ") {
		a, b, _ := strings.Cut(r, "-")
		from, _ := parseMinute(a)
		to, _ := parseMinute(b)
		parts = append(parts, "from "+sayClock(from, v)+" to "+sayClock(to, v))
	}
	return v.List(parts)
}

// sayClock says a time of day in English: "nine thirty a.m.", "noon".
func sayClock(minute int, v *speak.Voice) string {
	h, m := minute/60%24, minute%60
	switch {
	case h == 0 && m == 0:
		return "midnight"
	case h == 12 && m == 0:
		return "noon"
	}
	half := "a.m."
	if h >= 12 {
		half = "p.m."
	}
	said := v.Number((h+11)%12 + 1)
	switch {
	case m > 0 && m < 10:
		said += " oh " + v.Number(m)
	case m > 0:
		said += " " + v.Number(m)
	}
	return said + " " + half
}

func capital(s string) string {
	if s == "" {
		return s
	}
	s = strings.TrimSuffix(s, ".")
	return strings.ToUpper(s[:1]) + s[1:]
}
