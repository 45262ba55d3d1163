package house

import (
	"slices"
	"strings"
	"time"

	"github.com/evercart/evercart/hear"
)

// feastIn finds the holiday that a question names: "on Christmas Eve", and by its first words alone "on Christmas", which is the day
// and not its eve. What is left of the question comes back with it.
func (f *Front) feastIn(s string, now time.Time) (when, string, bool) {
	words := strings.Fields(plainFeast(s))
	for _, short := range []bool{false, true} {
		for _, d := range f.Holidays {
			date, err := time.ParseInLocation(time.DateOnly, d.date, f.zone)
			if err != nil || date.Before(now.AddDate(0, 0, -1)) {
				continue
			}
			for _, name := range feastNames(d.Name, date, short) {
				if from, to := feastAt(words, name, short); to > from {
					rest := strings.Join(slices.Delete(slices.Clone(words), from, to), " ")
					return when{day: date, spoken: "on " + d.Name}, dateless(rest), true
				}
			}
		}
	}
	return when{}, s, false
}

// feastNames are the ways in which a holiday is named, in full or in short, each as one word.
func feastNames(name string, date time.Time, short bool) []string {
	full := strings.Fields(plainFeast(hear.Text(hear.For("en").Words(name))))
	if short {
		if n := len(full) - 1; n > 0 && full[n] == "day" {
			return []string{strings.Join(full[:n], "")}
		}
		return nil
	}
	out := []string{strings.Join(full, "")}
	if date.Month() == time.July && date.Day() == 4 {
		out = append(out, "fourthofjuly", "julyfourth", "july4", "4thofjuly")
	}
	return out
}

// plainFeast drops what recognisers write now this way, now that: "new year's", "new year s", "new years".
func plainFeast(s string) string {
	return strings.NewReplacer(" 's", "s", "'s", "s", "'", "", " s ", "s ").Replace(s + " ")
}

// notTheDay are words after the short name of a feast that make another time of it.
var notTheDay = []string{"eve", "evening", "week", "time", "season", "period", "sale", "monday", "friday"}

// feastAt finds a name in the words, however they are cut: "thanks giving".
func feastAt(words []string, name string, short bool) (from, to int) {
	if name == "" {
		return 0, 0
	}
	for i := range words {
		joined := ""
		for j := i; j < min(len(words), i+4); j++ {
			joined += words[j]
			if joined != name && joined != strings.TrimSuffix(name, "s") {
				continue
			}
			if short && j+1 < len(words) && slices.Contains(notTheDay, words[j+1]) {
				break
			}
			return i, j + 1
		}
	}
	return 0, 0
}
