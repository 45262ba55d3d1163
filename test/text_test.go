package test

import (
	"context"
	"encoding/base64"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// U+0000 in a turn is taken out, the six visible characters of its escape stay, and the session works on.
func TestZeroByte(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	c := s.open(uuid(), "u-ada")
	if err := c.send(`{"user_id":"u-ada","turn_id":"t-1","text":"add a\u0000 scarf"}`); err != nil {
		t.Fatal(err)
	}
	if a, err := c.await("t-1"); err != nil || !a.Cart.is("SCF-RED 1") {
		t.Fatalf("%+v %v", a.frame, err)
	}
	visible := `what is \u0000 then`
	if err := c.send(map[string]any{"user_id": "u-ada", "turn_id": "t-2", "text": visible}); err != nil {
		t.Fatal(err)
	}
	if a, err := c.await("t-2"); err != nil || a.Type != "reply" {
		t.Fatalf("%+v %v", a.frame, err)
	}
	turns := s.transcript(c.id)
	if len(turns) != 2 || turns[0].Said != "add a scarf" || turns[1].Said != visible {
		t.Fatalf("%+v", turns)
	}
	if err := c.send(`{"user_id":"u-\u0000ada","turn_id":"t-3","text":"hello"}`); err != nil {
		t.Fatal(err)
	}
	if a, err := c.await("t-3"); err != nil || a.Type != "error" || a.Code != "invalid" {
		t.Fatalf("a user id with U+0000: %+v %v", a.frame, err)
	}
	if a := c.say("what's in my cart"); !a.Cart.is("SCF-RED 1") {
		t.Fatalf("%+v", a.frame)
	}
	if code := s.call("PATCH", "/v1/catalog/SCF-RED", `{"text":"red\u0000 wool"}`, nil); code != 200 {
		t.Errorf("PATCH with U+0000: %d", code)
	}
	if a := c.say("tell me about the wool scarf"); a.Reply == "" {
		t.Error("no answer")
	}
}

// Broken characters are refused or repaired, and the session works on.
func TestBrokenCharacters(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	c := s.open(uuid(), "u-ada")

	for _, raw := range []string{"{\"text\":\"add a \xff\xfe scarf\",\"turn_id\":\"x\"}", "{\"text\":\"\xe2\x82\",\"turn_id\":\"x\"}"} {
		bad := s.open(c.id, "u-ada")
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		if err := bad.conn.Write(ctx, websocket.MessageText, []byte(raw)); err != nil {
			t.Fatal(err)
		}
		cancel()
		if f, err := bad.read(time.Minute); err != nil && websocket.CloseStatus(err) != websocket.StatusInvalidFramePayloadData || err == nil && f.Type != "error" && f.Type != "reply" && f.Type != "delta" {
			t.Errorf("(a) %+v %v", f, err)
		}
	}
	for i, raw := range []string{`{"text":"hello \ud83d there","turn_id":"l-1"}`, `{"text":"hello \udc00\ud83d there","turn_id":"l-2"}`} {
		if err := c.send(raw); err != nil {
			t.Fatal(err)
		}
		if a, err := c.await([]string{"l-1", "l-2"}[i]); err != nil || a.Type != "reply" {
			t.Fatalf("(b) %+v %v", a.frame, err)
		}
	}
	turns := s.transcript(c.id)
	if last := turns[len(turns)-1].Said; last != "hello \ufffd\ufffd there" {
		t.Errorf("(b) stored %q", last)
	}
	for _, end := range []string{"👩‍👩‍👧", "e\u0301", "🇩🇪"} {
		for n := 3997 - len([]rune(end)); n <= 4003-len([]rune(end)); n++ {
			text := strings.Repeat("a", n) + end
			a, err := c.try(text, "n-"+uuid())
			if long := len([]rune(text)) > 4000; err != nil || long && a.Code != "too_large" || !long && a.Type != "reply" {
				t.Fatalf("(c) %d characters: %s %s %v", len([]rune(text)), a.Type, a.Code, err)
			}
		}
	}
	for _, spelled := range []string{"Caf\u00e9 Noir candle", "Cafe\u0301 Noir candle"} {
		fresh := s.open(uuid(), "u-ben")
		if a := fresh.say("add the " + spelled); !a.Cart.is("CND-CAF 1") {
			t.Errorf("%+q: %s %q", spelled, a.Cart, a.Reply)
		}
	}
	if a := c.say("add a scarf"); !a.Cart.is("SCF-RED 1") {
		t.Errorf("%s %q", a.Cart, a.Reply)
	}
}

// A card number that is spoken stands nowhere afterwards, in no grouping and no encoding.
func TestCardNumberSpoken(t *testing.T) {
	t.Parallel()
	s := start(t, config{args: []string{"--log-level", "debug"}})
	c := s.open(uuid(), "u-ada")
	said := []string{
		"my card is 4111 1111 1111 1111, expires 09/29, security code 737",
		"my card is 4111-1111-1111-1111", "it's 4111.1111.1111.1111", "4111111111111111",
		"it is 3782 822463 10005", "cvv is 737",
		"four one one one one one one one one one one one one one one one",
	}
	for _, words := range said {
		a := c.say(words)
		if strings.Contains(a.Reply, "1111 1111") || strings.Contains(a.Reply, "737") {
			t.Errorf("%q is answered %q", words, a.Reply)
		}
	}
	c.say("my order is 8801 2345 6789 0124 and my number is 207 555 0142")
	c.say("add a scarf")
	text := s.allWritten(t)
	for _, turn := range s.transcript(c.id) {
		text["transcript"] += turn.Said + "\n" + turn.Reply + "\n"
	}
	for where, all := range text {
		for _, secret := range []string{"4111111111111111", "378282246310005", "411111111111", "37828224631"} {
			if in(all, secret) {
				t.Errorf("%s holds %s", where, secret)
			}
		}
	}
	if !strings.Contains(text["transcript"], "8801 2345 6789 0124") || !strings.Contains(text["transcript"], "207 555 0142") {
		t.Errorf("an order reference or a phone number was masked: %s", text["transcript"])
	}
	for _, turn := range s.transcript(c.id) {
		if strings.Contains(turn.Said, "737") || strings.Contains(turn.Said, "one one one one one one") {
			t.Errorf("stored: %q", turn.Said)
		}
	}
}

// in looks for digits in any grouping, and in base64.
func in(text, digits string) bool {
	only := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		if r == ' ' || r == '-' || r == '.' {
			return -1
		}
		return '|'
	}, text)
	if strings.Contains(only, digits) {
		return true
	}
	b := base64.StdEncoding.EncodeToString([]byte(digits))
	return strings.Contains(text, strings.TrimRight(b, "=")[:len(digits)*4/3-2])
}

// allWritten reads all that the server has written: files of the data folder, output, metrics.
func (s *server) allWritten(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{"output": s.out.String()}
	err := filepath.WalkDir(s.data, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		out["file "+d.Name()] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.Get(s.url + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var b strings.Builder
	if err := res.Write(&b); err != nil {
		t.Fatal(err)
	}
	out["metrics"] = b.String()
	return out
}
