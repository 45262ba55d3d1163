package test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/evercart/evercart/app"
	"github.com/evercart/evercart/shop/house"
)

// The settings that docs/channels/twilio.md shows are read as they stand there; the keys that it lists are there.
func TestPhoneDocs(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../docs/channels/twilio.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	blocks := regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllStringSubmatch(page, -1)
	if len(blocks) != 2 {
		t.Fatalf("%d blocks", len(blocks))
	}
	file := filepath.Join(t.TempDir(), "evercart.toml")
	writeFile(t, file, strings.ReplaceAll(blocks[0][1], "\n   ", "\n"))
	c, err := app.Load(nil, []string{"TWILIO_AUTH_TOKEN=a,b"}, file)
	if err != nil || c.Public != "https://shop.example.com" || c.TwilioAccount == "" || len(c.TwilioTokens) != 2 || c.TwilioCallers != "any" {
		t.Errorf("%+v %v", c, err)
	}
	h, err := house.Parse([]byte("name = \"Kites\"\n" + blocks[1][1]))
	if err != nil {
		t.Fatal(err)
	}
	if tw := h.Channel.Twilio; tw.Voice == "" || len(tw.Languages) != 1 || len(tw.Hints) != 2 || tw.Keypad == nil || !*tw.Keypad {
		t.Errorf("%+v", tw)
	}
	for _, o := range app.Options() {
		if (strings.HasPrefix(o.Key, "twilio") || o.Key == "public-url") && !strings.Contains(page, "`"+o.Key+"`") {
			t.Errorf("%s is not documented", o.Key)
		}
	}
	for _, bad := range []string{"voices = \"x\"", "interruptible = \"sometimes\"", "tts_provider = \"Own\"", "[[channel.twilio.languages]]\ncode = \"no language\""} {
		if _, err := house.Parse([]byte("name = \"Kites\"\n[channel.twilio]\n" + bad + "\n")); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}
