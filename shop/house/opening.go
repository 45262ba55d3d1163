package house

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/speak"
)

// People is the place of those who answer the phone.
const People = "people"

var (
	hoursWords = regexp.MustCompile(`\b(?:open|opens|opened|opening|close|closes|closed|closing|shut|shuts|hours)\b|\bhow late\b|\buntil when\b`)
	otherAsk   = regexp.MustCompile(`\bhow (?:many|much|big|old)\b|\b(?:who|why|which)\b|\bopen(?:s|ing)? (?:up )?(?:(?:a|an|another|any|more|new|some) )+(?:\w+ )?(?:shops?|stores?|branch|branches|locations?|outlets?)\b`) // not "are you opening a new shop"
	anyWeek    = regexp.MustCompile(`\b(?:a|any|every|each) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|days\b`)
	nowWords   = regexp.MustCompile(`\b(?:now|right now|still|currently|at the moment|already)\b`)
	peopleWord = regexp.MustCompile(`\b(?:people|person|human|phone|line|somebody|someone|anybody|anyone|agents?|staff|representative|call)\b`)
	monthDay   = regexp.MustCompile(`\b(january|february|march|april|may|june|july|august|september|october|november|december) (?:the )?([a-z]+(?: [a-z]+)?|\d{1,2}(?:st|nd|rd|th)?)\b|\b(?:the )?(\d{1,2}(?:st|nd|rd|th)?|[a-z]+) of (january|february|march|april|may|june|july|august|september|october|november|december)\b`)
	spareWords = regexp.MustCompile(`^(?:open|close|shut|hour|shop|person|phone|line|somebodi|human|outlet|late|earli|today|tomorrow|tonight|weekend|holidai|place|door|agent|staff|christma|eve|new|fourth|locat|branch|time|till|sundai|mondai|tuesdai|wednesdai|thursdai|fridai|saturdai|sunday|monday|tuesday|wednesday|thursday|friday|saturday|day|of|call|reach|talk|stor|week|weekdai|answer|present|people|noon|midnight|from|until)`)
)

// whichPlace ends an answer that could only be a vague one.
const whichPlace = " Which place and day do you mean?"

// Vague says that an answer of OpeningHours tells less than was asked.
func Vague(answer string) bool { return strings.HasSuffix(answer, whichPlace) }

// when is the moment or the day that a question is about.
type when struct {
	day     time.Time
	now     bool
	spoken  string // "on Sunday", "on Christmas Eve", "today"
	general bool   // no day: the whole week
}

// OpeningHours answers a question about opening hours from the shop's own table: now, on a day, on a holiday. False where it is no
// such question, or the table does not say. It is understood in English alone.
func (f *Front) OpeningHours(question string, at time.Time, v *speak.Voice) (string, bool) {
	if len(f.Hours) == 0 || v.Language() != "en" {
		return "", false
	}
	folded := hear.Text(hear.For("en").Words(question))
	if !hoursWords.MatchString(folded) || otherAsk.MatchString(folded) {
		return "", false
	}
	places, rest := f.placesIn(folded)
	w, rest, ok := f.whenIn(rest, at.In(f.zone))
	if !ok || !f.onlyHours(rest) {
		return "", false
	}
	switch {
	case w.general && len(places) > 2: // four weeks are no answer for the ear: today's hours are, and a question
		today := when{day: at, spoken: "today"}
		return f.sayDay(places, today, v) + whichPlace, true
	case w.general:
		return f.sayWeek(places, v), true
	case w.now:
		return f.sayNow(places, at, v), true
	}
	return f.sayDay(places, w, v), true
}

// onlyHours says that nothing else is asked: no cafe, no parking.
func (f *Front) onlyHours(rest string) bool {
	for _, t := range english[AllWords]().terms(rest, func(string, string) string { return "" }) {
		if t.force >= goodsForce && !spareWords.MatchString(t.stem) && !t.number {
			return false
		}
	}
	return true
}

// placesIn finds the places that are named, as recognisers write them, and gives what is left. None named = all.
func (f *Front) placesIn(folded string) ([]string, string) {
	words := strings.Fields(folded)
	var out []string
	for _, place := range f.Places() {
		if place == People {
			continue
		}
		if from, to := find(words, strings.ReplaceAll(place, "_", "")); to > from {
			out = append(out, place)
			words = slices.Delete(slices.Clone(words), from, to)
			continue
		}
		if nick := f.nickname(place); nick != "" && slices.Contains(words, nick) {
			out = append(out, place)
		}
	}
	rest := strings.Join(words, " ")
	if _, there := f.Hours[People]; there && len(out) == 0 && peopleWord.MatchString(rest) {
		return []string{People}, rest
	}
	if len(out) > 0 {
		return out, rest
	}
	for _, p := range f.Places() {
		if p != People {
			out = append(out, p)
		}
	}
	if _, there := f.Hours[People]; there {
		out = append(out, People)
	}
	return out, rest
}

// find gives the stretch of words that is a name: "kings brook", "maple harbour".
func find(words []string, name string) (from, to int) {
	for i := range words {
		var joined strings.Builder
		for j := i; j < len(words) && j < i+3; j++ {
			joined.WriteString(words[j])
			if joined.String() == name || len(name) >= 6 && hear.Distance(joined.String(), name, 2) <= len(name)/6 || len(name) >= 6 && hear.Sound(joined.String()) == hear.Sound(name) && hear.Distance(joined.String(), name, 3) <= 3 {
				return i, j + 1
			}
		}
	}
	return 0, 0
}

var isOur = regexp.MustCompile(`(?i)\b(?:is|are) our (?:only |own )?(\w+)`)

// nickname is what the answers call a place beside its name: "Ashford Mills is our outlet".
func (f *Front) nickname(place string) string {
	for _, p := range f.Answers.passages {
		for _, s := range p.sentences {
			at := strings.Index(strings.ToLower(s.text), strings.ReplaceAll(place, "_", " "))
			if at < 0 {
				continue
			}
			if m := isOur.FindStringSubmatch(s.text[at:]); m != nil {
				return strings.ToLower(m[1])
			}
		}
	}
	return ""
}

// whenIn finds the day that a question is about. False where one is named that cannot be told.
func (f *Front) whenIn(s string, now time.Time) (when, string, bool) {
	if d, rest, ok := f.feastIn(s, now); ok {
		return d, rest, true
	}
	switch {
	case strings.Contains(s, "day after tomorrow"):
		d := now.AddDate(0, 0, 2)
		return when{day: d, spoken: "on " + d.Weekday().String()}, s, true
	case strings.Contains(s, "tomorrow"):
		return when{day: now.AddDate(0, 0, 1), spoken: "tomorrow"}, s, true
	}
	if d, ok := dateIn(s, now); ok {
		return when{day: d, spoken: "on " + d.Format("Monday, January 2")}, dateless(s), true
	}
	for d := range 7 {
		day := now.AddDate(0, 0, d)
		name := strings.ToLower(day.Weekday().String())
		if !strings.Contains(s, name) {
			continue
		}
		spoken := "on " + day.Weekday().String()
		if d, ok := f.HolidayOn(day); ok && !anyWeek.MatchString(s) {
			spoken += ", " + d.Name + ","
		} else if ok { // "on a Thursday": a usual one
			day = day.AddDate(0, 0, 7)
		}
		return when{day: day, spoken: spoken}, s, true
	}
	for _, feast := range []string{"christmas", "easter", "thanksgiving", "new year", "memorial", "labor", "independence", "holiday", "presidents"} {
		if strings.Contains(s, feast) { // a feast that the table does not have
			return when{}, s, false
		}
	}
	switch {
	case strings.Contains(s, "today"), strings.Contains(s, "tonight"), strings.Contains(s, "this evening"):
		if nowWords.MatchString(s) {
			return when{day: now, now: true}, s, true
		}
		return when{day: now, spoken: "today"}, s, true
	case nowWords.MatchString(s), strings.HasPrefix(s, "are you open"), strings.HasPrefix(s, "are you closed"):
		return when{day: now, now: true}, s, true
	}
	return when{general: true}, s, true
}

var dayNumbers = map[string]int{"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11,
	"twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "twenty first": 21,
	"twenty second": 22, "twenty third": 23, "twenty fourth": 24, "twenty fifth": 25, "twenty sixth": 26, "twenty seventh": 27, "twenty eighth": 28, "twenty ninth": 29, "thirtieth": 30, "thirty first": 31}

// dateIn reads "december 24", "the third of january": the next one to come.
func dateIn(s string, now time.Time) (time.Time, bool) {
	m := monthDay.FindStringSubmatch(s)
	if m == nil {
		return time.Time{}, false
	}
	month, day := m[1]+m[4], m[2]+m[3]
	n, err := strconv.Atoi(strings.TrimRight(day, "stndrh"))
	if err != nil {
		if n = dayNumbers[day]; n == 0 {
			if n = dayNumbers[strings.Fields(day)[0]]; n == 0 {
				return time.Time{}, false
			}
		}
	}
	first, err := time.Parse("January", strings.ToUpper(month[:1])+month[1:])
	if err != nil || n < 1 || n > 31 {
		return time.Time{}, false
	}
	d := time.Date(now.Year(), first.Month(), n, 12, 0, 0, 0, now.Location())
	if d.Before(now.AddDate(0, 0, -1)) {
		d = d.AddDate(1, 0, 0)
	}
	return d, d.Day() == n
}

func dateless(s string) string { return monthDay.ReplaceAllString(s, " ") }
