package test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/evercart/evercart/app"
)

const voiceKey = "a-key-of-the-voice-platform"

// voice asks as a voice platform does; the answer's words, and what the server said of the request.
func (s *server) voice(ctx context.Context, key, call string, messages ...string) (text string, status int, err error) {
	var list []map[string]string
	for i := 0; i+1 < len(messages); i += 2 {
		list = append(list, map[string]string{"role": messages[i], "content": messages[i+1]})
	}
	body, err := json.Marshal(map[string]any{"model": "shop", "stream": true, "messages": list, "call": map[string]string{"id": call}})
	if err != nil {
		return "", 0, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/v1/chat/completions", bytes.NewReader(body))
	if err != nil {
		return "", 0, err
	}
	r.Host = "shop.example.com"
	r.Header.Set("Authorization", "Bearer "+key)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", 0, err
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		var c struct {
			Choices []struct{ Delta struct{ Content string } }
		}
		data, _ := strings.CutPrefix(lines.Text(), "data: ")
		if json.Unmarshal([]byte(data), &c) == nil && len(c.Choices) > 0 {
			text += c.Choices[0].Delta.Content
		}
	}
	return text, res.StatusCode, lines.Err()
}

// A call over a voice platform that keeps the conversation itself: a cart that is right after retries and a restart, told by the
// words that the platform sends; its key opens this and nothing else, and without any key there is no such path.
func TestVoicePlatform(t *testing.T) {
	t.Parallel()
	s := start(t, config{env: []string{"EVERCART_VOICE_KEYS=" + voiceKey, "EVERCART_ADMIN_KEYS=an-admin-key-of-this-shop"}})
	say := func(messages ...string) string {
		t.Helper()
		text, status, err := s.voice(t.Context(), voiceKey, "c-1", messages...)
		if err != nil || status != 200 {
			t.Fatalf("%d %v", status, err)
		}
		return text
	}
	hello := say("system", "You are a shop.")
	first := say("assistant", hello, "user", "add two red wool scarves")
	if again := say("assistant", hello, "user", "add two red wool scarves"); !strings.Contains(first, "two wool scarves") || again != first {
		t.Errorf("%q, then %q", first, again)
	}
	s.restart()
	if again := say("assistant", hello, "user", "add two red wool scarves"); again != first {
		t.Errorf("after a restart %q, not %q", again, first)
	}
	if cart := say("assistant", hello, "user", "add two red wool scarves", "assistant", first, "user", "what is in my cart"); !strings.Contains(strings.ToLower(cart), "two") {
		t.Errorf("the cart: %q", cart)
	}
	if other, _, err := s.voice(t.Context(), voiceKey, "c-2", "user", "what is in my cart"); err != nil || strings.Contains(strings.ToLower(other), "scar") {
		t.Errorf("another call's cart: %q %v", other, err)
	}
	for _, key := range []string{"", voiceKey + "x", s.admin} {
		if _, status, err := s.voice(t.Context(), key, "c-1", "user", "a"); err != nil || status != 401 {
			t.Errorf("%q: %d %v", key, status, err)
		}
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/v1/sessions", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+voiceKey)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != 401 {
		t.Errorf("the key opens the sessions: %d", res.StatusCode)
	}
}

// The page's settings are those that there are.
func TestVoicePage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/channels/openai.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range app.Options() {
		if strings.HasPrefix(o.Key, "voice-") && !strings.Contains(string(page), "`"+o.Key+"`") {
			t.Errorf("%s is not on the page", o.Key)
		}
	}
}
