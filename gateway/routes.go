package gateway

import (
	"github.com/evercart/evercart/wire"
)

// table is the whole HTTP interface. Each entry says who may call it, what answers, and how it is described.
func (g *Gateway) table() []route {
	after := param{"after", "integer", "only what comes after this seq"}
	limit := param{"limit", "integer", "how many at most, up to 1000"}
	by := param{"by", "string", "what the path names the shopper by: user (default), subject, or session"}
	return []route{
		{"GET", "/{$}", needNothing, g.page, routeDoc{about: "The talk page", kind: "text/html"}},
		{"GET", "/talk/{file...}", needNothing, g.pageFile, routeDoc{about: "Files of the talk page", kind: "*/*"}},
		{"GET", "/images/{file...}", needNothing, g.image, routeDoc{about: "Pictures of the sample shop", kind: "image/svg+xml"}},
		{"GET", "/healthz", needNothing, g.healthz, routeDoc{about: "Alive", answer: map[string]string{}}},
		{"GET", "/readyz", needNothing, g.readyz, routeDoc{about: "Can commit", answer: map[string]string{}}},
		{"GET", "/openapi.json", needNothing, g.openapiPage, routeDoc{about: "This document", answer: map[string]any{}}},
		{"GET", "/metrics", needAdmin, g.metricsPage, routeDoc{about: "Measurements in Prometheus' format", kind: "text/plain"}},

		{"GET", "/ws/{session_id}", needSession, g.connect, routeDoc{
			about: "The session as a WebSocket of JSON text frames", status: 101,
			query: []param{after, {"channel", "string", "ws (default), page or chat"}, {"locale", "string", "language tag of a session that begins"}},
		}},
		{"POST", "/webhook", needSession, g.webhook, routeDoc{
			about: "One turn, answered with its reply; or a guess, an interruption, the end of a call, answered with no words", body: turnBody{}, answer: wire.Reply{}, key: true,
		}},
		{"POST", "/v1/sessions", needBackend, g.begin, routeDoc{
			about: "Begin or join a session, and get a token for it", body: beginBody{}, optional: true, answer: wire.Begun{}, status: 201,
		}},
		{"GET", "/v1/sessions", needAdmin, g.sessions, routeDoc{
			about: "All sessions, newest first", answer: wire.Sessions{},
			query: []param{{"after", "string", "cursor: next of the page before"}, limit, {"since", "string", "touched since (RFC 3339)"}},
		}},
		{"GET", "/v1/sessions/{session_id}", needSession, g.show, routeDoc{about: "A session with its last turns", answer: wire.Session{}}},
		{"GET", "/v1/sessions/{session_id}/events", needSession, g.events, routeDoc{
			about: "The facts of a session, oldest first", answer: wire.Events{}, query: []param{after, limit},
		}},
		{"GET", "/v1/sessions/{session_id}/stream", needSession, g.stream, routeDoc{
			about: "The facts of a session as they come (server-sent events; Last-Event-ID resumes)", kind: "text/event-stream", query: []param{after},
		}},
		{"GET", "/v1/sessions/{session_id}/transcript", needSession, g.transcript, routeDoc{
			about: "The turns of a session, oldest first", answer: wire.Transcript{}, query: []param{after, {"last", "integer", "only that many, the newest"}},
		}},
		{"POST", "/v1/sessions/{session_id}/identify", needBackend, g.identify, routeDoc{
			about: "Sign the shopper of a guest's session in; the answer names the session that goes on", body: identifyBody{}, answer: wire.Begun{},
		}},

		{"GET", "/v1/handoffs", needAdmin, g.handOffs, routeDoc{about: "Tickets for people that are not delivered yet, oldest first", answer: wire.HandOffs{}}},
		{"DELETE", "/v1/handoffs/{ticket}", needAdmin, g.closeHandOff, routeDoc{about: "A person took care of it", status: 204}},

		{"GET", "/v1/users/{user_id}/sessions", needAdmin, g.userSessions, routeDoc{
			about: "The sessions of a shopper", answer: wire.Sessions{},
			query: []param{by, {"after", "string", "cursor: next of the page before"}, limit, {"since", "string", "touched since (RFC 3339)"}},
		}},
		{"POST", "/v1/users/{user_id}/phones", needBackend, g.claimPhone, routeDoc{
			about: "Make whoever calls from a number known as this user: one cart; the shop vouches for the number", body: phoneBody{}, status: 204,
		}},
		{"POST", "/v1/users/{user_id}/phones/release", needBackend, g.releasePhone, routeDoc{
			about: "The number is this user's no more: its next caller is somebody new", body: phoneBody{}, status: 204,
		}},
		{"GET", "/v1/users/{user_id}/export", needAdmin, g.export, routeDoc{about: "All that is kept of a shopper", answer: wire.Export{}, query: []param{by}}},
		{"DELETE", "/v1/users/{user_id}", needAdmin, g.erase, routeDoc{
			about: "Forget a shopper; 202 while a part is being repeated", answer: wire.Receipt{}, also: []int{202}, query: []param{by},
		}},

		{"GET", "/v1/catalog", needSession, g.findGoods, routeDoc{
			about: "Search the catalogue as the agent does", answer: wire.Found{},
			query: []param{{"q", "string", "words"}, {"limit", "integer", "how many at most, up to 100"}},
		}},
		{"PATCH", "/v1/catalog/{sku}", needAdmin, g.patchGoods, routeDoc{
			about: "Change price (minor units), stock, active, title or text", body: patchBody{}, answer: wire.Product{},
		}},
		{"DELETE", "/v1/catalog/{sku}", needAdmin, g.dropGoods, routeDoc{about: "Take a variant out of the shop", status: 204}},
		{"PUT", "/v1/catalog", needAdmin, g.putGoods, routeDoc{
			about: "Take over a whole feed: Shopify CSV, Google Merchant, plain CSV or our JSON, told by its content", feed: true, answer: wire.Put{},
			query: []param{
				{"source", "string", "name of the feed; what it had and has no more becomes inactive"},
				{"currency", "string", "ISO 4217 currency of prices that name none; refused where it is not the shop's"},
				{"foreign", "boolean", "take the currency although it is not the shop's, which sells none of it until it is"},
				{"price_unit", "string", "what a plain table's prices are in: major (89.50) or minor (8950)"},
				{"strict", "boolean", "fail at the first row that would be skipped"},
			},
		}},
	}
}

// The bodies that are taken, for the document; wire reads them.
type (
	turnBody struct {
		Session string `json:"session_id" jsonschema:"UUID of the session"`
		User    string `json:"user_id,omitempty" jsonschema:"who speaks, at most 128 bytes"`
		Text    string `json:"text,omitempty" jsonschema:"what was said, at most 4000 characters; needed with a final"`
		Kind    string `json:"kind,omitempty" jsonschema:"final (default), partial, interrupt or end"`
		Call    string `json:"call_id,omitempty" jsonschema:"which call it is of, where its parts are numbered or its end is told; at most 256 bytes"`
		Part    int64  `json:"part,omitempty" jsonschema:"the place of a final in its call: parts that come close together are one turn"`
		Heard   string `json:"heard,omitempty" jsonschema:"with an interrupt: what reached the ear; left out = not known"`
		Turn    string `json:"turn_id,omitempty" jsonschema:"idempotency key of the turn, at most 128 visible ASCII characters"`
		Locale  string `json:"locale,omitempty" jsonschema:"language tag"`
	}
	seedLine struct {
		SKU      string `json:"sku"`
		Quantity int    `json:"quantity" jsonschema:"from 1; always said"`
	}
	beginBody struct {
		Session string     `json:"session_id,omitempty" jsonschema:"UUID; left out = the shopper's open session, else a new one"`
		User    string     `json:"user_id,omitempty" jsonschema:"left out = a guest"`
		Locale  string     `json:"locale,omitempty"`
		Cart    []seedLine `json:"cart,omitempty" jsonschema:"on loopback or with an admin key"`
		Saved   []seedLine `json:"saved,omitempty"`
		Focus   []string   `json:"focus,omitempty"`
	}
	identifyBody struct {
		User string `json:"user_id"`
	}
	phoneBody struct {
		Phone string `json:"phone" jsonschema:"E.164, as +15550100"`
	}
	patchBody struct {
		Price  *int64  `json:"price,omitempty" jsonschema:"minor units of the variant's currency"`
		Stock  *int    `json:"stock,omitempty" jsonschema:"null = not counted"`
		Active *bool   `json:"active,omitempty"`
		Title  *string `json:"title,omitempty"`
		Text   *string `json:"text,omitempty"`
	}
)
