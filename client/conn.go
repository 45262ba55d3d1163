package client

import (
	"bytes"
	"context"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/coder/websocket"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/wire"
)

// Dial says how a socket is opened.
type Dial struct {
	After   int64  // show only turns after this seq
	Channel string // "ws", "page", "chat"; "" = "ws"
	Locale  string // of a session that begins
}

// Conn is a session's socket. One goroutine reads; any may send.
type Conn struct {
	Ready wire.Ready // how the session stood
	conn  *websocket.Conn
	frame bytes.Buffer // the reader's, used again for each
}

// Dial opens a session's socket and waits for its first frame. ctx bounds the opening alone.
func (c *Client) Dial(ctx context.Context, session string, d Dial) (*Conn, error) {
	q := url.Values{}
	if d.After > 0 {
		q.Set("after", strconv.FormatInt(d.After, 10))
	}
	for k, v := range map[string]string{"channel": d.Channel, "locale": d.Locale} {
		if v != "" {
			q.Set(k, v)
		}
	}
	h := http.Header{}
	c.sign(h)
	conn, resp, err := websocket.Dial(ctx, c.socketURL(session, q), &websocket.DialOptions{HTTPClient: c.http, HTTPHeader: h, CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		if resp != nil && resp.StatusCode >= http.StatusBadRequest {
			b, _ := io.ReadAll(io.LimitReader(resp.Body, 64<<10)) // the library keeps the first KiB
			return nil, refusal(resp, b)
		}
		return nil, unreached(ctx, err)
	}
	conn.SetReadLimit(16 << 20)
	out := &Conn{conn: conn}
	f, err := out.Next(ctx)
	if err == nil && f.Ready == nil {
		err = evercart.Errorf(evercart.Invalid, "client.Dial", "the first frame was not ready")
	}
	if err != nil {
		_ = conn.CloseNow()
		return nil, err
	}
	out.Ready = *f.Ready
	return out, nil
}

// Next waits for a frame. When ctx ends first, the socket is closed with it.
func (c *Conn) Next(ctx context.Context) (wire.FromServer, error) {
	_, r, err := c.conn.Reader(ctx)
	if err == nil {
		c.frame.Reset()
		_, err = c.frame.ReadFrom(r)
	}
	if err != nil {
		return wire.FromServer{}, unreached(ctx, err)
	}
	f, err := wire.ReadFromServer(c.frame.Bytes())
	if c.frame.Cap() > keptFrame {
		c.frame = bytes.Buffer{}
	}
	return f, err
}

const keptFrame = 64 << 10 // bytes that a socket may hold on to

// Say sends one turn; its answer comes by Next, or is waited for with Answer.
func (c *Conn) Say(ctx context.Context, t Turn) error {
	t.Session = ""
	return c.send(ctx, t)
}

// Greet asks the agent to open.
func (c *Conn) Greet(ctx context.Context, user, turn string) error {
	return c.send(ctx, map[string]string{"type": "greet", "user_id": user, "turn_id": turn})
}

// Interrupt says that the shopper spoke over a reply; heard nil = not known how far it was heard.
func (c *Conn) Interrupt(ctx context.Context, turn string, heard *string) error {
	f := map[string]string{"type": "interrupt", "turn_id": turn}
	if heard != nil {
		f["heard"] = *heard
	}
	return c.send(ctx, f)
}

// Resume asks for what was missed after a seq; a state frame answers.
func (c *Conn) Resume(ctx context.Context, seq int64) error {
	return c.send(ctx, map[string]any{"type": "resume", "seq": seq})
}

func (c *Conn) send(ctx context.Context, v any) error {
	b, err := wire.Marshal(v)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := c.conn.Write(ctx, websocket.MessageText, b); err != nil {
		return unreached(ctx, err)
	}
	return nil
}

// Answer yields the frames up to the reply of a turn, those of other turns left out; an error frame of it, or one that names
// no turn, ends it as an error.
func (c *Conn) Answer(ctx context.Context, turn string) iter.Seq2[wire.FromServer, error] {
	return func(yield func(wire.FromServer, error) bool) {
		for {
			f, err := c.Next(ctx)
			switch {
			case err != nil:
				yield(f, err)
				return
			case f.Trouble != nil && (f.Trouble.Turn == "" || string(f.Trouble.Turn) == turn):
				yield(f, f.Trouble.Err())
				return
			case f.Delta != nil && (turn == "" || string(f.Delta.Turn) == turn):
				if !yield(f, nil) {
					return
				}
			case f.Reply != nil && (turn == "" || string(f.Reply.Turn) == turn):
				yield(f, nil)
				return
			}
		}
	}
}

// Close ends the socket.
func (c *Conn) Close() error {
	return evercart.Wrap(c.conn.Close(websocket.StatusNormalClosure, ""), evercart.Unavailable, "client.Close")
}
