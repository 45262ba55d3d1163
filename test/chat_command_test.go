package test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// A misspelt command of the chat is not told to the shop.
func TestChatCommands(t *testing.T) {
	t.Parallel()
	data, id := filepath.Join(t.TempDir(), "data"), uuid()
	out, errs, code := evercart(t, nil, "/help me\nadd the wool scarf\n/carts\n/cart\n", "chat", "--session", id, "--data", data)
	if code != 0 || !strings.Contains(out, "There is no command /help here.") || !strings.Contains(out, "There is no command /carts here.") {
		t.Errorf("%d %s %s", code, out, errs)
	}
	out, errs, code = evercart(t, nil, "", "sessions", "show", id, "--json", "--data", data)
	var v view
	if code != 0 || json.Unmarshal([]byte(out), &v) != nil || len(v.Turns) != 1 {
		t.Errorf("the shop was told %d %s %s", code, out, errs)
	}
}
