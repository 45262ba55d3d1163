package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/client"
)

// TalkConfig says how turns with a scripted model are measured. A zero field takes its default.
type TalkConfig struct {
	Server   *client.Client // thinks with the model
	Store    string         // what keeps the data, for the report
	Model    string         // address of the scripted model server: http://127.0.0.1:41234
	First    time.Duration  // until its first token (400 ms)
	Tokens   int            // a second (80)
	Sessions int            // live sessions (100)
	For      time.Duration  // (20 s)
	Think    time.Duration  // between a reply and the next words (4 s); below zero = none
	Turns    int            // of one long session, for the size of its prompts; 0 = none
	Progress io.Writer      // nil = silent
}

func (c *TalkConfig) defaults() {
	if c.First <= 0 {
		c.First = 400 * time.Millisecond
	}
	if c.Tokens <= 0 {
		c.Tokens = 80
	}
	if c.Sessions <= 0 {
		c.Sessions = 100
	}
	if c.For <= 0 {
		c.For = 20 * time.Second
	}
	if c.Think == 0 {
		c.Think = 4 * time.Second
	}
	if c.Progress == nil {
		c.Progress = io.Discard
	}
}

// What the scripted model says: words that bring an answer at once, or a call before it. A token has four characters.
const (
	token        = 4
	plainWords   = "how long may I take to return things"
	addWords     = "please add one pack of socks"
	removeWords  = "please take the socks out again"
	plainReply   = "You have thirty days for that. Bring the receipt along, and wear nothing out before you are sure. Is there more?"
	addedReply   = "One pack of socks is in your cart. They are soft, and there is plenty more of everything here. Is there more?"
	removedReply = "The socks are out of your cart. There is plenty more of everything here, so have a look around. Is there more?"
)

// script is the model's: with its times, or with none.
func (c *TalkConfig) script(first, pause time.Duration) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	rule := func(when, answer map[string]any) {
		answer["first"], answer["pause"], answer["chunk"] = first.String(), pause.String(), token
		_ = e.Encode(map[string]any{"when": when, "answer": answer}) // maps of texts: cannot fail
	}
	tool := func(words, name string, args map[string]any, reply string) {
		rule(map[string]any{"says": words, "step": 0}, map[string]any{"calls": []any{map[string]any{"tool": name, "args": args}}})
		rule(map[string]any{"says": words, "step": 1}, map[string]any{"text": reply})
	}
	tool(addWords, "add_to_cart", map[string]any{"sku": "SOC-3PK", "quantity": 1}, addedReply)
	tool(removeWords, "remove_from_cart", map[string]any{"sku": "SOC-3PK"}, removedReply)
	rule(map[string]any{"says": plainWords}, map[string]any{"text": plainReply})
	rule(map[string]any{}, map[string]any{"text": "They talked about returning things, and about socks."}) // a summary
	return b.Bytes()
}

// sentence is at which event of an answer its first sentence is whole: the first event is the role.
func sentence(reply string) int {
	first, _, _ := strings.Cut(reply, ".")
	return (len(first+".") + token - 1) / token
}

// RunTalk measures turns with a model that takes its time. What the model took is its own account: when each event left.
func RunTalk(ctx context.Context, c TalkConfig) (Talk, error) {
	c.defaults()
	r := Talk{Store: c.Store, Sessions: c.Sessions, ThinkMS: max(0, c.Think.Milliseconds()), FirstMS: c.First.Milliseconds(), Tokens: c.Tokens}
	if err := c.play(ctx, c.script(0, 0)); err != nil {
		return r, err
	}
	open := Config{Server: c.Server, Progress: c.Progress}
	open.say("opening %d sessions", c.Sessions)
	people, err := open.open(ctx, c.Sessions)
	defer func() {
		for _, p := range people {
			p.close()
		}
	}()
	if err != nil {
		return r, err
	}
	callers := make([]*caller, len(people))
	for i, p := range people {
		callers[i] = &caller{person: p, no: i}
	}
	open.say("warming up")
	if err := each(people, func(p *person) error { return callers[p.at].warm(ctx) }); err != nil {
		return r, err
	}
	if err := c.play(ctx, c.script(c.First, time.Second/time.Duration(c.Tokens))); err != nil {
		return r, err
	}
	open.say("talking for %s", c.For)
	began := time.Now()
	err = each(people, func(p *person) error { return callers[p.at].talk(ctx, began.Add(c.For), max(0, c.Think)) })
	if err != nil {
		return r, err
	}
	r.Seconds = time.Since(began).Seconds()
	took, err := c.took(ctx)
	if err != nil {
		return r, err
	}
	r.count(callers, took)
	if c.Turns > 0 {
		open.say("one session of %d turns", c.Turns)
		r.Prompt, err = c.prompts(ctx, open)
	}
	return r, err
}

// play begins another script at the model, which forgets what it was asked.
func (c *TalkConfig) play(ctx context.Context, script []byte) error {
	if _, err := c.ask(ctx, http.MethodDelete, "/control/requests", nil); err != nil {
		return err
	}
	_, err := c.ask(ctx, http.MethodPut, "/control/script", script)
	return err
}

func (c *TalkConfig) ask(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, c.Model+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, fmt.Errorf("the scripted model: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode >= http.StatusMultipleChoices {
		err = evercart.Errorf(evercart.Internal, "bench", "the scripted model answers %s with %d", path, res.StatusCode)
	}
	return b, err
}

// asked is what the model server tells of one request.
type asked struct {
	Said   string  `json:"said"`
	Status int     `json:"status"`
	Ended  string  `json:"ended"`
	Times  []int64 `json:"sent_us"`
}

// took gives the model's requests of each turn, in order, by the words that it was asked with.
func (c *TalkConfig) took(ctx context.Context) (map[string][]asked, error) {
	b, err := c.ask(ctx, http.MethodGet, "/control/requests?body=false", nil)
	if err != nil {
		return nil, err
	}
	var list []asked
	if err := json.Unmarshal(b, &list); err != nil {
		return nil, err
	}
	out := map[string][]asked{}
	for _, a := range list {
		if _, name, ok := strings.Cut(a.Said, nameMark); ok {
			name, _, _ = strings.Cut(name, ".")
			out[name] = append(out[name], a)
		}
	}
	return out, nil
}

// nameMark stands before a turn's name in its words, by which its requests are known.
const nameMark = ", this is turn "

// prompts takes the turns of one session alone, in no time, and compares the sizes of what the model is told.
func (c *TalkConfig) prompts(ctx context.Context, open Config) (*Prompts, error) {
	if err := c.play(ctx, c.script(0, 0)); err != nil {
		return nil, err
	}
	people, err := open.open(ctx, 1)
	if err != nil {
		return nil, err
	}
	one := &caller{person: people[0], no: c.Sessions}
	defer one.close()
	p := &Prompts{Turns: max(c.Turns, promptsAt+promptsOver)}
	var sizes []int64
	for n := range p.Turns {
		if err := one.turn(ctx); err != nil {
			return nil, err
		}
		if n%1000 == 999 { // it keeps what it was asked
			if _, err := c.ask(ctx, http.MethodDelete, "/control/requests", nil); err != nil {
				return nil, err
			}
		}
	}
	for _, s := range one.turns {
		sizes = append(sizes, s.in)
	}
	if len(sizes) < p.Turns {
		return p, evercart.Errorf(evercart.Unavailable, "bench", "%d turns of %d were answered", len(sizes), p.Turns)
	}
	p.Early, p.Late = mean(sizes[promptsAt-promptsOver:promptsAt]), mean(sizes[p.Turns-promptsOver:])
	return p, nil
}

const (
	promptsAt   = 50 // turns after which a prompt has all that it may have
	promptsOver = 4  // turns of which the mean is taken: the whole mix
)

func mean(list []int64) int64 {
	sum := int64(0)
	for _, n := range list {
		sum += n
	}
	return sum / int64(len(list))
}
