package test

import (
	"strings"
	"testing"
)

// Fifteen or fifty. Numbers from ten on are said back with the line total; a correction replaces, and is never added.
func TestFifteenOrFifty(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	for _, c := range []struct {
		said    []string
		want    string
		total   int64
		echoed  string
		because string
	}{
		{[]string{"add fifty packs of socks", "yes, fifty"}, "SOC-3PK 50", 64950, "six hundred forty-nine dollars and fifty cents", "(a)"},
		{[]string{"add fifty packs of socks", "no, fifteen"}, "SOC-3PK 15", 19485, "one hundred ninety-four dollars and eighty-five cents", "(b)"},
		{[]string{"add fifty packs of socks", "no, one five"}, "SOC-3PK 15", 19485, "one hundred ninety-four dollars and eighty-five cents", "(c)"},
		{[]string{"add fifty packs of socks", "yes", "how much is the candle", "make that fifteen packs of socks instead"}, "SOC-3PK 15", 19485, "one hundred ninety-four dollars and eighty-five cents", "(d)"},
		{[]string{"add thirty packs of socks", "no, thirteen"}, "SOC-3PK 13", 13 * 1299, "", "(e)"},
		{[]string{"add thirteen packs of socks", "no, thirty"}, "SOC-3PK 30", 30 * 1299, "", "(e)"},
		{[]string{"add sixty packs of socks", "no, sixteen"}, "SOC-3PK 16", 16 * 1299, "", "(e)"},
		{[]string{"add sixteen packs of socks", "no, sixty"}, "SOC-3PK 60", 60 * 1299, "", "(e)"},
	} {
		talk := s.open(uuid(), "u-ada")
		first := talk.say(c.said[0])
		if !strings.Contains(first.Reply, strings.Fields(c.said[0])[1]) || !strings.Contains(first.Reply, "dollars") {
			t.Errorf("%s: %q is not said back with its total: %q", c.because, c.said[0], first.Reply)
		}
		var last answer
		heard := first.Reply
		for _, words := range c.said[1:] {
			last = talk.say(words)
			heard += " " + last.Reply
		}
		if !last.Cart.is(c.want) || last.Cart.Total != c.total {
			t.Errorf("%s %q: %s %d, %q", c.because, c.said, last.Cart, last.Cart.Total, last.Reply)
		}
		if !strings.Contains(heard, c.echoed) {
			t.Errorf("%s: %q lacks %q", c.because, heard, c.echoed)
		}
		wantSums(t, last.Cart)
	}
}
