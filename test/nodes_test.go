package test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// Two nodes with folders of their own are one shop: sessions, tokens, goods and keys are the same on both.
func TestTwoNodes(t *testing.T) {
	t.Parallel()
	c := newCell(t)
	c.env = append(c.env, "EVERCART_API_KEYS=programs-of-the-shop-1", "EVERCART_ADMIN_KEYS=operators-of-the-shop-1")
	s := c.nodes(2, config{})
	a, b := s[0], s[1]
	var begun struct {
		SessionID string `json:"session_id"`
		Token     string `json:"token"`
	}
	if status := a.call("POST", "/v1/sessions", map[string]any{"user_id": "u-ada"}, &begun); status/100 != 2 {
		t.Fatalf("begin: %d", status)
	}
	for i, node := range []*server{a, b, a} {
		talk := &talk{t: t, s: node, id: begun.SessionID, token: begun.Token}
		if err := talk.connect(); err != nil {
			t.Fatalf("node %d, turn %d: %v", i%2, i, err)
		}
		if got := talk.say("add one pack of socks").Cart.packs(); got != i+1 {
			t.Fatalf("turn %d on node %d: %d packs", i, i%2, got)
		}
	}
	if status := a.call("PATCH", "/v1/catalog/SOC-3PK", map[string]any{"price": 1399}, nil); status != 200 {
		t.Fatalf("patch: %d", status)
	}
	until(t, "the other node sees the price", func() bool { return b.session(begun.SessionID).Cart.Total == 3*1399 })

	// Another node's master key opens nothing, and none is made in its place.
	folder := t.TempDir()
	env := append(c.env[:2:2], "EVERCART_MASTER_KEY="+filepath.Join(folder, "master.key"))
	if _, stderr, code := evercart(t, env, "", "serve", "--addr", "127.0.0.1:0", "--data", folder); code != 1 || !strings.Contains(stderr, "--master-key") {
		t.Errorf("without the master key: %d %s", code, stderr)
	}
	if _, err := os.Stat(filepath.Join(folder, "master.key")); err == nil {
		t.Error("a master key was made that opens nothing")
	}
	if _, stderr, code := evercart(t, []string{c.env[0], "EVERCART_KEYS=" + c.pg.URL(c.data, "shop")}, "", "serve", "--data", folder); code != 2 || !strings.Contains(stderr, "database of its own") {
		t.Errorf("keys beside the data: %d %s", code, stderr)
	}
	// An erasure on one node reaches the other.
	if status := a.call("DELETE", "/v1/users/u-ada", nil, nil); status != 200 {
		t.Errorf("erasure: %d", status)
	}
	if status := b.call("GET", "/v1/sessions/"+begun.SessionID, nil, nil); status != 404 {
		t.Errorf("an erased session on the other node: %d", status)
	}
	copied := filepath.Join(t.TempDir(), "backup")
	if out, stderr, code := evercart(t, c.env, "", "backup", "--data", folder, copied); code != 0 || !strings.Contains(out, "keys.db") {
		t.Errorf("backup: %d %s%s", code, out, stderr)
	}
	c.doctor()
}

// untilFrame reads until a frame of that type.
func (c *talk) untilFrame(kind string) frame {
	c.t.Helper()
	for {
		f, err := c.read(time.Minute)
		if err != nil {
			c.t.Fatalf("no %s frame: %v", kind, err)
		}
		if f.Type == kind {
			return f
		}
	}
}

// What one node does shows on the devices at another: the state of a session, a reply that is spoken over, a turn that goes on
// while its caller changes the node.
func TestDevicesOnTwoNodes(t *testing.T) {
	t.Parallel()
	story := "Long ago a ship came to the sea. Shall I put the red scarf in your cart?"
	m := startModel(t,
		rule{"when": map[string]any{"says": "story"}, "answer": map[string]any{"text": story, "hold": "story", "hold_at": 8, "chunk": 12}},
		calls("socks", call("add_to_cart", map[string]any{"sku": "SOC-3PK", "quantity": 1})),
		rule{"when": map[string]any{"says": "socks", "step": 1}, "answer": map[string]any{"text": "The socks are in your cart.", "hold": "socks", "hold_at": 0}},
		rule{"answer": map[string]any{"text": "Yes to what?"}})
	c := newCell(t)
	s := c.nodes(2, m.with("openai"))
	id := uuid()
	a := s[0].open(id, "u-ada")
	b := s[1].open(id, "u-ada")

	t.Run("spoken over at the other node", func(t *testing.T) {
		if err := a.send(map[string]any{"text": "tell me a story", "turn_id": "t-1", "user_id": "u-ada"}); err != nil {
			t.Fatal(err)
		}
		a.untilFrame("delta")
		m.awaitHeld("story")
		if err := b.send(map[string]any{"type": "interrupt", "turn_id": "t-1", "heard": "Long ago a ship"}); err != nil {
			t.Fatal(err)
		}
		end, err := a.await("t-1")
		if err != nil || end.Type != "reply" {
			t.Fatalf("%+v %v", end.frame, err)
		}
		v := s[1].session(id)
		if len(v.Turns) != 1 || v.Turns[0].Heard == nil || *v.Turns[0].Heard != "Long ago a ship" || string(v.Question) != "null" && len(v.Question) > 0 {
			t.Errorf("remembered: %+v, open question %s", v.Turns, v.Question)
		}
	})
	t.Run("a change shows on the other device, and the reply comes where the caller comes back", func(t *testing.T) {
		if err := a.send(map[string]any{"text": "add the socks", "turn_id": "t-2", "user_id": "u-ada"}); err != nil {
			t.Fatal(err)
		}
		m.awaitHeld("socks")
		f := b.untilFrame("state")
		for !f.showsCart(t, "SOC-3PK 1") { // an older one may have been on its way
			f = b.untilFrame("state")
		}
		seq := f.Seq
		_ = a.conn.CloseNow()
		back := s[1].open(id, "u-ada")
		if err := back.send(map[string]any{"type": "resume", "seq": seq}); err != nil {
			t.Fatal(err)
		}
		back.untilFrame("state") // the turn is joined
		m.release("socks")
		end, err := back.await("t-2")
		if err != nil || end.Type != "reply" || end.Reply != "The socks are in your cart." || !end.Cart.is("SOC-3PK 1") {
			t.Errorf("%+v %v", end.frame, err)
		}
	})
	t.Run("a node that leaves says so, and loses no turn", func(t *testing.T) {
		var over sync.WaitGroup
		over.Go(func() {
			if err := s[1].stop(); err != nil {
				t.Error(err)
			}
		})
		for {
			_, err := b.read(time.Minute)
			if err != nil {
				if code := closeCode(err); code != 1001 {
					t.Errorf("closed with %d: %v", code, err)
				}
				break
			}
		}
		over.Wait()
		again := s[0].open(id, "u-ada")
		if got := again.say("anything else"); got.Reply != "Yes to what?" || !got.Cart.is("SOC-3PK 1") {
			t.Errorf("on the other node: %+v", got.frame)
		}
	})
	s[0].wantWholeSeq(id)
	m.wantNo400()
	c.doctor()
}

// showsCart says whether a state frame shows this cart.
func (f frame) showsCart(t *testing.T, want string) bool {
	t.Helper()
	var v view
	if err := json.Unmarshal(f.State, &v); err != nil {
		t.Fatalf("state %s: %v", f.State, err)
	}
	return v.Cart.is(want)
}

func closeCode(err error) int { return int(websocket.CloseStatus(err)) }
