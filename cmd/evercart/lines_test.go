package main

import (
	"strings"
	"testing"
)

func TestLinesBreakBetweenWords(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	l := lines{out: &b, indent: 2, width: 12}
	l.say("I added one")
	l.say(" café noir candle, extraordinarily fine ")
	want := "I added\n  one café\n  noir\n  candle,\n  extraordinarily\n  fine"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
	b.Reset()
	l = lines{out: &b}
	l.say("I  added")
	l.say("one.")
	if b.String() != "I added one." {
		t.Errorf("without a width: %q", b.String())
	}
}
