package openaiapi_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/channel"
	"github.com/evercart/evercart/channel/openaiapi"
	"github.com/evercart/evercart/channeltest"
)

const (
	key = "a-key-of-the-platform"
	all = channeltest.All
)

type bench struct {
	*channeltest.Bench
	t      *testing.T
	ch     *openaiapi.Channel
	server *httptest.Server
}

func newBench(t *testing.T, change ...func(*openaiapi.Config)) *bench {
	t.Helper()
	return onBench(t, channeltest.New(t), change...)
}

func onBench(t *testing.T, on *channeltest.Bench, change ...func(*openaiapi.Config)) *bench {
	t.Helper()
	b := &bench{t: t, Bench: on}
	c := openaiapi.Config{Desk: b.Desk, Keys: []string{key, "another-key-of-it"}, Numbers: true, Limits: openaiapi.Limits{Grace: 50 * time.Millisecond, Beat: 20 * time.Millisecond}}
	for _, f := range change {
		f(&c)
	}
	var err error
	if b.ch, err = openaiapi.New(c); err != nil {
		t.Fatal(err)
	}
	b.server = b.Serve(b.ch)
	return b
}

type obj = map[string]any

// list makes messages of roles and texts.
func list(roleText ...string) []obj {
	out := []obj{}
	for i := 0; i+1 < len(roleText); i += 2 {
		out = append(out, obj{"role": roleText[i], "content": roleText[i+1]})
	}
	return out
}

// request is one of the call c-1, unless more says otherwise.
func request(messages []obj, more ...any) obj {
	q := obj{"model": "shop", "stream": true, "messages": messages, "call": obj{"id": "c-1"}}
	for i := 0; i+1 < len(more); i += 2 {
		q[more[i].(string)] = more[i+1]
	}
	return q
}

// post sends a request; head are further headers.
func (b *bench) post(ctx context.Context, path string, q any, head ...string) *http.Response {
	b.t.Helper()
	body, ok := q.([]byte)
	if !ok {
		var err error
		if body, err = json.Marshal(q); err != nil {
			b.t.Fatal(err)
		}
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, b.server.URL+path, bytes.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+key)
	for i := 0; i+1 < len(head); i += 2 {
		r.Header.Set(head[i], head[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

// got is a whole answer.
type got struct {
	text, finish, tool, args string
	usage                    map[string]any
	done                     bool
}

const path = "/v1/chat/completions"

// ask sends a request and reads the answer to its end.
func (b *bench) ask(q obj, head ...string) got {
	b.t.Helper()
	res := b.post(b.t.Context(), path, q, head...)
	if res.StatusCode != 200 {
		body, _ := io.ReadAll(res.Body)
		b.t.Fatalf("%d %s", res.StatusCode, body)
	}
	return b.read(res)
}

type chunk struct {
	Object  string
	Choices []struct {
		Delta, Message struct {
			Content   string
			ToolCalls []struct {
				Function struct{ Name, Arguments string }
			} `json:"tool_calls"`
		}
		Finish string `json:"finish_reason"`
	}
	Usage map[string]any
}

func (g *got) add(c chunk) {
	for _, ch := range c.Choices {
		g.text += ch.Delta.Content + ch.Message.Content
		g.finish += ch.Finish
		for _, t := range append(ch.Delta.ToolCalls, ch.Message.ToolCalls...) {
			g.tool += t.Function.Name
			g.args += t.Function.Arguments
		}
	}
	if c.Usage != nil {
		g.usage = c.Usage
	}
}

func (b *bench) read(res *http.Response) (g got) {
	b.t.Helper()
	var c chunk
	if strings.HasPrefix(res.Header.Get("Content-Type"), "application/json") {
		if err := json.NewDecoder(res.Body).Decode(&c); err != nil || c.Object != "chat.completion" {
			b.t.Fatalf("%v %+v", err, c)
		}
		g.add(c)
		g.done = true
		return g
	}
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		if data == "[DONE]" {
			g.done = true
			continue
		}
		var c chunk
		if err := json.Unmarshal([]byte(data), &c); err != nil || c.Object != "chat.completion.chunk" {
			b.t.Fatalf("%v in %s", err, data)
		}
		g.add(c)
	}
	return g
}

// want asks and compares the words.
func (b *bench) want(text string, q obj, head ...string) got {
	b.t.Helper()
	g := b.ask(q, head...)
	if g.text != text || !g.done || g.finish == "" {
		b.t.Errorf("got %+v, want %q", g, text)
	}
	return g
}

// turns are those of a person.
func (b *bench) turns(who channel.Who) []evercart.TurnView {
	b.t.Helper()
	l, err := b.Desk.Join(b.t.Context(), channel.Arrival{Who: who, Channel: "test"})
	if err != nil {
		b.t.Fatal(err)
	}
	turns, err := l.Turns(b.t.Context(), 0)
	if err != nil {
		b.t.Fatal(err)
	}
	return turns
}

func call(id string) channel.Who { return channel.ByCall(openaiapi.Name, id) }
