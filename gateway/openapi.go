package gateway

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/wire"
)

// routeDoc describes a route.
type routeDoc struct {
	about    string
	query    []param
	body     any    // a value of the body's type; nil = none
	optional bool   // the body may be left out
	feed     bool   // the body is a feed of any form
	form     bool   // the body is a form of a platform's own
	key      bool   // Idempotency-Key is honoured
	answer   any    // a value of the answer's type; nil = none
	kind     string // media type of an answer that is not JSON
	status   int    // of success; 0 = 200
	also     []int  // further ones of success, with the same answer
}

type param struct{ name, kind, about string }

type obj = map[string]any

// document is /openapi.json, made from the same table that routes requests, with schemas from the types that are written.
func (g *Gateway) document() ([]byte, error) {
	paths := map[string]obj{}
	for _, r := range g.routes {
		op, err := r.operation()
		if err != nil {
			return nil, err
		}
		path := strings.NewReplacer("{$}", "", "...}", "}").Replace(r.path)
		if paths[path] == nil {
			paths[path] = obj{}
		}
		paths[path][strings.ToLower(r.method)] = op
	}
	problem, err := schemaOf(wire.Problem{})
	if err != nil {
		return nil, err
	}
	version := g.cfg.Version
	if version == "" {
		version = "dev"
	}
	return wire.Marshal(obj{
		"openapi": "3.1.0",
		"info":    obj{"title": "Evercart", "version": version, "description": "A shopping agent that answers shoppers who speak. Money is whole minor units of the ISO 4217 currency."},
		"paths":   paths,
		"components": obj{
			"schemas": obj{"Problem": problem},
			"securitySchemes": obj{
				"token": obj{"type": "http", "scheme": "bearer", "description": "Session token from POST /v1/sessions; also ?token="},
				"api":   obj{"type": "http", "scheme": "bearer", "description": "API key"},
				"admin": obj{"type": "http", "scheme": "bearer", "description": "Admin key"},
			},
		},
	})
}

func (r route) operation() (obj, error) {
	success, err := r.success()
	if err != nil {
		return nil, err
	}
	status := r.doc.status
	if status == 0 {
		status = http.StatusOK
	}
	responses := obj{
		strconv.Itoa(status): success,
		"default": obj{"description": "A problem (RFC 9457)", "content": obj{"application/problem+json": obj{
			"schema": obj{"$ref": "#/components/schemas/Problem"}}}},
	}
	for _, other := range r.doc.also {
		responses[strconv.Itoa(other)] = success
	}
	op := obj{
		"summary": r.doc.about, "operationId": r.id(), "parameters": r.params(), "security": r.security(),
		"responses": responses,
	}
	switch {
	case r.doc.feed:
		op["requestBody"] = obj{"required": true, "content": obj{"*/*": obj{}}}
	case r.doc.form:
		op["requestBody"] = obj{"required": true, "content": obj{"application/x-www-form-urlencoded": obj{"schema": obj{"type": "object"}}}}
	case r.doc.body != nil:
		s, err := schemaOf(r.doc.body)
		if err != nil {
			return nil, err
		}
		op["requestBody"] = obj{"required": !r.doc.optional, "content": obj{"application/json": obj{"schema": s}}}
	}
	return op, nil
}

// id names an operation: "get_v1_sessions_session_id".
func (r route) id() string {
	path := strings.NewReplacer("{$}", "", "...", "", "{", "", "}", "", ".", "_").Replace(r.path)
	return strings.TrimRight(strings.ToLower(r.method)+strings.ReplaceAll(path, "/", "_"), "_")
}

func (r route) success() (obj, error) {
	out := obj{"description": r.doc.about}
	switch {
	case r.doc.answer != nil:
		s, err := schemaOf(r.doc.answer)
		if err != nil {
			return nil, err
		}
		out["content"] = obj{"application/json": obj{"schema": s}}
	case r.doc.kind != "":
		out["content"] = obj{r.doc.kind: obj{}}
	}
	return out, nil
}

func (r route) params() []obj {
	out := []obj{}
	for part := range strings.SplitSeq(r.path, "/") {
		if name := strings.TrimRight(strings.Trim(part, "{}"), "."); strings.HasPrefix(part, "{") && part != "{$}" {
			out = append(out, obj{"name": name, "in": "path", "required": true, "schema": obj{"type": "string"}})
		}
	}
	for _, p := range r.doc.query {
		out = append(out, obj{"name": p.name, "in": "query", "description": p.about, "schema": obj{"type": p.kind}})
	}
	if r.doc.key {
		out = append(out, obj{"name": "Idempotency-Key", "in": "header", "schema": obj{"type": "string"},
			"description": "The turn's id: a copy joins the turn, other words under the same key are 422"})
	}
	return out
}

// security lists what opens a route, each alone; an empty entry = nothing is needed, as everywhere while no key is configured.
func (r route) security() []obj {
	none := []string{}
	switch r.need {
	case needSession:
		return []obj{{"token": none}, {"api": none}, {"admin": none}, {}}
	case needBackend:
		return []obj{{"api": none}, {"admin": none}, {}}
	case needAdmin:
		return []obj{{"admin": none}, {}}
	}
	return []obj{{}}
}

// schemaOf makes the schema of a type as encoding/json writes it.
func schemaOf(v any) (obj, error) {
	anything := &jsonschema.Schema{}
	s, err := jsonschema.ForType(reflect.TypeOf(v), &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[wire.Options](): {Type: "object", AdditionalProperties: &jsonschema.Schema{Type: "string"},
			Description: "the variant's choices in the feed's order"},
		reflect.TypeFor[json.RawMessage](): anything,
	}})
	if err != nil {
		return nil, evercart.Wrap(err, evercart.Internal, "gateway.document")
	}
	open(s)
	b, err := json.Marshal(s)
	if err != nil {
		return nil, evercart.Wrap(err, evercart.Internal, "gateway.document")
	}
	var out obj
	if err := json.Unmarshal(b, &out); err != nil {
		// The schema of "anything" is true.
		return obj{}, nil //nolint:nilerr // said above
	}
	return out, nil
}

// open allows keys that are not listed: answers grow by addition.
func open(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if s.Properties != nil {
		s.AdditionalProperties = nil
	}
	for _, p := range s.Properties {
		open(p)
	}
	open(s.Items)
	open(s.AdditionalProperties)
}

func (g *Gateway) openapiPage(c call) error {
	text, err := g.openapi()
	if err != nil {
		return err
	}
	c.w.Header().Set("Content-Type", "application/json")
	_, _ = c.w.Write(text)
	return nil
}
