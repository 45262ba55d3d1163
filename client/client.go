// Package client speaks to a running Evercart over HTTP and WebSocket. Errors carry the server's codes (evercart.CodeOf);
// where no answer came, the code is unavailable, timeout or canceled, and whether it happened is not known: send it again
// under the same turn id.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/wire"
)

// Config says where the server is.
type Config struct {
	URL  string       // "http://127.0.0.1:8080"
	Key  string       // session token, API key or admin key; "" = none
	HTTP *http.Client // nil = http.DefaultClient
}

// Client speaks to one server. It is safe for concurrent use.
type Client struct {
	base *url.URL
	key  string
	http *http.Client
}

// New makes a client; it does not connect. Invalid.
func New(cfg Config) (*Client, error) {
	u, err := url.Parse(cfg.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, evercart.Errorf(evercart.Invalid, "client.New", "a server's address is http://HOST:PORT")
	}
	c := &Client{base: u, key: cfg.Key, http: cfg.HTTP}
	if c.http == nil {
		c.http = http.DefaultClient
	}
	return c, nil
}

// With is the same client with another credential.
func (c *Client) With(key string) *Client {
	d := *c
	d.key = key
	return &d
}

// maxAnswer bounds what is read of one answer.
const maxAnswer = 256 << 20

// do makes a request and decodes the answer into out, which may be nil.
func (c *Client) do(ctx context.Context, method, path string, query url.Values, body io.Reader, out any) error {
	u := c.base.JoinPath(path)
	u.RawQuery = query.Encode()
	req, err := http.NewRequestWithContext(ctx, method, u.String(), body)
	if err != nil {
		return evercart.Wrap(err, evercart.Invalid, "client")
	}
	c.sign(req.Header)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return unreached(ctx, err)
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return unreached(ctx, err)
	}
	if resp.StatusCode >= http.StatusBadRequest {
		return refusal(resp, b)
	}
	switch raw := out.(type) {
	case nil:
		return nil
	case *[]byte:
		*raw = b
		return nil
	}
	return evercart.Wrap(json.Unmarshal(b, out), evercart.Invalid, "client: the answer is not as expected")
}

func (c *Client) sign(h http.Header) {
	if c.key != "" {
		h.Set("Authorization", "Bearer "+c.key)
	}
}

// refusal makes an error of a problem, or of whatever else stood in the way.
func refusal(resp *http.Response, b []byte) error {
	var p wire.Problem
	if err := json.Unmarshal(b, &p); err != nil || p.Code == "" {
		return evercart.Errorf(evercart.Unavailable, "client", "the server answered with status %d", resp.StatusCode)
	}
	return p.Err()
}

// unreached classifies what went wrong before an answer came.
func unreached(ctx context.Context, err error) error {
	code := evercart.Unavailable
	var n net.Error
	switch {
	case ctx.Err() != nil:
		code = evercart.CodeOf(ctx.Err())
	case errors.As(err, &n) && n.Timeout():
		code = evercart.Timeout
	}
	return &evercart.Error{Code: code, Op: "client", Message: "the server could not be reached", Err: err}
}

func encode(v any) (io.Reader, error) {
	b, err := wire.Marshal(v)
	return bytes.NewReader(b), err
}

func (c *Client) post(ctx context.Context, method, path string, query url.Values, in, out any) error {
	body, err := encode(in)
	if err != nil {
		return err
	}
	return c.do(ctx, method, path, query, body, out)
}

// Turn is one thing said. Turn "" = no repeat is told from a new one.
type Turn struct {
	Session string `json:"session_id,omitempty"`
	User    string `json:"user_id,omitempty"`
	Text    string `json:"text"`
	Turn    string `json:"turn_id,omitempty"`
	Locale  string `json:"locale,omitempty"`
}

// Say takes one turn over HTTP (POST /webhook).
func (c *Client) Say(ctx context.Context, t Turn) (wire.Reply, error) {
	var out wire.Reply
	return out, c.post(ctx, http.MethodPost, "/webhook", nil, t, &out)
}

// SeedLine is a quantity of a SKU.
type SeedLine struct {
	SKU      string `json:"sku"`
	Quantity int    `json:"quantity,omitempty"`
}

// Begin says what a session begins with; all of it may be left out.
type Begin struct {
	Session string     `json:"session_id,omitempty"`
	User    string     `json:"user_id,omitempty"`
	Locale  string     `json:"locale,omitempty"`
	Cart    []SeedLine `json:"cart,omitempty"`
	Saved   []SeedLine `json:"saved,omitempty"`
	Focus   []string   `json:"focus,omitempty"`
}

// Begin begins or joins a session.
func (c *Client) Begin(ctx context.Context, b Begin) (wire.Begun, error) {
	var out wire.Begun
	return out, c.post(ctx, http.MethodPost, "/v1/sessions", nil, b, &out)
}

// Identify signs the shopper of a guest's session in.
func (c *Client) Identify(ctx context.Context, session, user string) (wire.Begun, error) {
	var out wire.Begun
	return out, c.post(ctx, http.MethodPost, "/v1/sessions/"+url.PathEscape(session)+"/identify", nil, map[string]string{"user_id": user}, &out)
}

// Session gives a session with its last turns.
func (c *Client) Session(ctx context.Context, id string) (wire.Session, error) {
	var out wire.Session
	return out, c.do(ctx, http.MethodGet, "/v1/sessions/"+url.PathEscape(id), nil, nil, &out)
}

// Transcript gives the turns after a seq.
func (c *Client) Transcript(ctx context.Context, id string, after int64) (wire.Transcript, error) {
	var out wire.Transcript
	return out, c.do(ctx, http.MethodGet, "/v1/sessions/"+url.PathEscape(id)+"/transcript", number("after", after), nil, &out)
}

// Events gives the facts after a seq, one page.
func (c *Client) Events(ctx context.Context, id string, after int64) (wire.Events, error) {
	var out wire.Events
	return out, c.do(ctx, http.MethodGet, "/v1/sessions/"+url.PathEscape(id)+"/events", number("after", after), nil, &out)
}

func number(name string, n int64) url.Values {
	return url.Values{name: {strconv.FormatInt(n, 10)}}
}

// Page narrows a list of sessions.
type Page struct {
	After string // Next of the page before
	Limit int    // 0 = 100
}

func (p Page) query() url.Values {
	q := url.Values{}
	if p.After != "" {
		q.Set("after", p.After)
	}
	if p.Limit > 0 {
		q.Set("limit", strconv.Itoa(p.Limit))
	}
	return q
}

// Sessions lists sessions, newest first.
func (c *Client) Sessions(ctx context.Context, p Page) (wire.Sessions, error) {
	var out wire.Sessions
	return out, c.do(ctx, http.MethodGet, "/v1/sessions", p.query(), nil, &out)
}

// Person names a shopper: by a user id, by the random name that guests have as well, or by a session in which the shopper speaks.
type Person struct{ User, Subject, Session string }

func (p Person) path(rest string) (string, url.Values) {
	switch {
	case p.Subject != "":
		return "/v1/users/" + url.PathEscape(p.Subject) + rest, url.Values{"by": {"subject"}}
	case p.Session != "":
		return "/v1/users/" + url.PathEscape(p.Session) + rest, url.Values{"by": {"session"}}
	}
	return "/v1/users/" + url.PathEscape(p.User) + rest, url.Values{}
}

// SessionsOf lists the sessions of a shopper.
func (c *Client) SessionsOf(ctx context.Context, who Person) (wire.Sessions, error) {
	var out wire.Sessions
	path, q := who.path("/sessions")
	return out, c.do(ctx, http.MethodGet, path, q, nil, &out)
}

// Export gives all that is kept of a shopper.
func (c *Client) Export(ctx context.Context, who Person) (wire.Export, error) {
	var out wire.Export
	path, q := who.path("/export")
	return out, c.do(ctx, http.MethodGet, path, q, nil, &out)
}

// Erase forgets a shopper.
func (c *Client) Erase(ctx context.Context, who Person) (wire.Receipt, error) {
	var out wire.Receipt
	path, q := who.path("")
	return out, c.do(ctx, http.MethodDelete, path, q, nil, &out)
}

// Find searches the catalogue.
func (c *Client) Find(ctx context.Context, words string, limit int) (wire.Found, error) {
	var out wire.Found
	q := url.Values{"q": {words}}
	if limit > 0 {
		q.Set("limit", strconv.Itoa(limit))
	}
	return out, c.do(ctx, http.MethodGet, "/v1/catalog", q, nil, &out)
}

// Patch changes a variant or its product: the keys "price" (minor units), "stock" (nil = not counted), "active", "title", "text".
func (c *Client) Patch(ctx context.Context, sku string, change map[string]any) (wire.Product, error) {
	var out wire.Product
	return out, c.post(ctx, http.MethodPatch, "/v1/catalog/"+url.PathEscape(sku), nil, change, &out)
}

// Drop takes a variant out of the shop.
func (c *Client) Drop(ctx context.Context, sku string) error {
	return c.do(ctx, http.MethodDelete, "/v1/catalog/"+url.PathEscape(sku), nil, nil, nil)
}

// Feed is a catalogue to upload. Empty = as the server is configured.
type Feed struct {
	Source    string // its name: what it had and has no more becomes inactive
	Currency  string // ISO 4217, of prices that name none
	PriceUnit string // major or minor, of a plain table's prices
	Strict    bool   // fail at the first row that would be skipped
	Foreign   bool   // Currency may be another one than the shop's
}

// Put uploads a whole feed.
func (c *Client) Put(ctx context.Context, f Feed, feed io.Reader) (wire.Put, error) {
	var out wire.Put
	q := url.Values{}
	for k, v := range map[string]string{"source": f.Source, "currency": f.Currency, "price_unit": f.PriceUnit} {
		if v != "" {
			q.Set(k, v)
		}
	}
	if f.Strict {
		q.Set("strict", "true")
	}
	if f.Foreign {
		q.Set("foreign", "true")
	}
	return out, c.do(ctx, http.MethodPut, "/v1/catalog", q, feed, &out)
}

// Alive says whether the server is there. Unavailable, Timeout.
func (c *Client) Alive(ctx context.Context) error {
	return c.do(ctx, http.MethodGet, "/healthz", nil, nil, nil)
}

// Ready says whether the server can commit. Unavailable.
func (c *Client) Ready(ctx context.Context) error {
	return c.do(ctx, http.MethodGet, "/readyz", nil, nil, nil)
}

// Metrics gives the server's measurements in Prometheus' text format.
func (c *Client) Metrics(ctx context.Context) (out []byte, err error) {
	err = c.do(ctx, http.MethodGet, "/metrics", nil, nil, &out)
	return out, err
}

// socketURL is where a session's socket is.
func (c *Client) socketURL(session string, q url.Values) string {
	u := c.base.JoinPath("/ws/" + url.PathEscape(session))
	u.Scheme = strings.Replace(u.Scheme, "http", "ws", 1)
	u.RawQuery = q.Encode()
	return u.String()
}
