package test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// cart is the documented cart JSON.
type cart struct {
	Version  int64  `json:"version"`
	Currency string `json:"currency"`
	Lines    []line `json:"lines"`
	Saved    []line `json:"saved"`
	Subtotal int64  `json:"subtotal"`
	Discount int64  `json:"discount"`
	Total    int64  `json:"total"`
}

type line struct {
	Line        int               `json:"line"`
	SKU         string            `json:"sku"`
	Title       string            `json:"title"`
	Options     map[string]string `json:"options"`
	Quantity    int               `json:"quantity"`
	UnitPrice   int64             `json:"unit_price"`
	Total       int64             `json:"total"`
	Kept        bool              `json:"kept"`
	Unavailable bool              `json:"unavailable"`
}

// is compares the counted lines with "SKU quantity" pairs in any order; "" = empty.
func (c cart) is(want string) bool { return c.String() == sorted(want) }

// String is the counted lines as "SKU quantity, …", sorted.
func (c cart) String() string {
	parts := make([]string, 0, len(c.Lines))
	for _, l := range c.Lines {
		parts = append(parts, fmt.Sprintf("%s %d", l.SKU, l.Quantity))
	}
	return sorted(strings.Join(parts, ", "))
}

// view is the documented session JSON.
type view struct {
	SessionID string          `json:"session_id"`
	Seq       int64           `json:"seq"`
	Version   int64           `json:"version"`
	Cart      cart            `json:"cart"`
	Saved     []line          `json:"saved"`
	Focus     []string        `json:"focus"`
	Question  json.RawMessage `json:"question"`
	Turns     []turn          `json:"turns"`
}

type turn struct {
	TurnID string  `json:"turn_id"`
	Said   string  `json:"said"`
	Reply  string  `json:"reply"`
	Heard  *string `json:"heard"`
	How    string  `json:"how"`
	Spoken string  `json:"spoken"` // as sent to the ear, where that differs from the reply
	Closed int64   `json:"closed"`
}

// frame is any server frame.
type frame struct {
	Type      string          `json:"type"`
	SessionID string          `json:"session_id"`
	TurnID    string          `json:"turn_id"`
	Text      string          `json:"text"`
	Hold      bool            `json:"hold"`
	Reply     string          `json:"reply"`
	Seq       int64           `json:"seq"`
	Version   int64           `json:"version"`
	Cart      cart            `json:"cart"`
	Shown     []string        `json:"shown"`
	Durable   bool            `json:"durable"`
	Code      string          `json:"code"`
	Message   string          `json:"message"`
	State     json.RawMessage `json:"state"`
}

// answer is what came of one turn on a socket.
type answer struct {
	deltas []string // pieces, without fillers
	holds  []string // fillers
	frame           // the last frame: reply or error
}

// talk is one socket on one session.
type talk struct {
	t     testing.TB
	s     *server
	id    string
	user  string
	token string // "" where anybody may speak
	conn  *websocket.Conn
	turn  int
}

// whole is all that was sent to the ear.
func (t turn) whole() string {
	if t.Spoken != "" {
		return t.Spoken
	}
	return t.Reply
}

func uuid() string {
	var b [16]byte
	_, _ = rand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// open connects to a session of that id (begun by this) and reads the ready frame.
func (s *server) open(id, user string) *talk {
	s.t.Helper()
	c := &talk{t: s.t, s: s, id: id, user: user}
	if err := c.connect(); err != nil {
		s.t.Fatal(err)
	}
	return c
}

func (c *talk) connect() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(c.s.url, "http")+"/ws/"+c.id+c.query(), nil)
	if err != nil {
		return err
	}
	conn.SetReadLimit(1 << 20)
	c.conn = conn
	c.t.Cleanup(func() { _ = conn.CloseNow() })
	f, err := c.read(time.Minute)
	if err != nil {
		return err
	}
	if f.Type != "ready" {
		return fmt.Errorf("the first frame is %+v, not ready", f)
	}
	return nil
}

func (c *talk) query() string {
	if c.token == "" {
		return ""
	}
	return "?token=" + c.token
}

func (c *talk) send(v any) error {
	b, ok := v.(string)
	if !ok {
		j, err := json.Marshal(v)
		if err != nil {
			return err
		}
		b = string(j)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return c.conn.Write(ctx, websocket.MessageText, []byte(b))
}

func (c *talk) read(within time.Duration) (frame, error) {
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	_, b, err := c.conn.Read(ctx)
	if err != nil {
		return frame{}, err
	}
	var f frame
	if err := json.Unmarshal(b, &f); err != nil {
		return f, fmt.Errorf("not JSON: %s", b)
	}
	return f, nil
}

// try says words under a turn id and reads until its reply or error.
func (c *talk) try(text, turnID string) (answer, error) {
	m := map[string]any{"text": text, "turn_id": turnID}
	if c.user != "" {
		m["user_id"] = c.user
	}
	if err := c.send(m); err != nil {
		return answer{}, err
	}
	return c.await(turnID)
}

// await reads until the reply or error of a turn.
func (c *talk) await(turnID string) (answer, error) {
	var a answer
	for {
		f, err := c.read(time.Minute)
		if err != nil {
			return a, err
		}
		switch {
		case f.TurnID != turnID && f.Type != "error":
		case f.Type == "delta" && f.Hold:
			a.holds = append(a.holds, f.Text)
		case f.Type == "delta":
			a.deltas = append(a.deltas, f.Text)
		case f.Type == "reply" || f.Type == "error":
			a.frame = f
			return a, nil
		}
	}
}

// say is try with a turn id of its own, and fails the test on anything but a reply.
func (c *talk) say(text string) answer {
	c.t.Helper()
	c.turn++
	a, err := c.try(text, fmt.Sprintf("t-%s-%d", uuid()[:8], c.turn))
	if err != nil {
		c.t.Fatalf("say %q: %v", text, err)
	}
	if a.Type != "reply" {
		c.t.Fatalf("say %q: %+v", text, a.frame)
	}
	return a
}

// session reads the session as the operator sees it.
func (s *server) session(id string) view {
	s.t.Helper()
	var v view
	if code := s.call("GET", "/v1/sessions/"+id, nil, &v); code != 200 {
		s.t.Fatalf("GET session: %d", code)
	}
	return v
}

// begin makes a session with a cart of "SKU quantity, …".
func (s *server) begin(content string) string {
	s.t.Helper()
	type seed struct {
		SKU      string `json:"sku"`
		Quantity int    `json:"quantity"`
	}
	var lines []seed
	for p := range strings.SplitSeq(content, ", ") {
		var l seed
		if n, _ := fmt.Sscanf(p, "%s %d", &l.SKU, &l.Quantity); n == 2 {
			lines = append(lines, l)
		}
	}
	var v struct {
		SessionID string `json:"session_id"`
	}
	if code := s.call("POST", "/v1/sessions", map[string]any{"cart": lines}, &v); code/100 != 2 || v.SessionID == "" {
		s.t.Fatalf("POST session: %d %+v", code, v)
	}
	return v.SessionID
}
