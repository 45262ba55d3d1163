package gateway_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/jsonschema-go/jsonschema"

	"github.com/evercart/evercart/gateway"
)

// described is /openapi.json as far as answers can be held against it.
type described struct {
	Paths map[string]map[string]struct {
		Responses map[string]struct {
			Content map[string]struct {
				Schema json.RawMessage `json:"schema"`
			} `json:"content"`
		} `json:"responses"`
	} `json:"paths"`
	Components struct {
		Schemas map[string]json.RawMessage `json:"schemas"`
	} `json:"components"`
}

func TestDocumentIsOpenAPI(t *testing.T) {
	t.Parallel()
	b := setup(t)
	raw := b.want(200, "", "GET", "/openapi.json", "", "")
	loader := openapi3.NewLoader()
	doc, err := loader.LoadFromData(raw)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(loader.Context); err != nil {
		t.Error(err)
	}
	if doc.OpenAPI != "3.1.0" || doc.Paths.Find("/v1/sessions/{session_id}") == nil {
		t.Errorf("document of %s", doc.OpenAPI)
	}
}

// TestAnswersAreAsDescribed calls every operation of the document, and holds what comes against what is described.
func TestAnswersAreAsDescribed(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *gateway.Config) {
		c.Import, c.Keys.Signing = noFeed, []gateway.SigningKey{signing}
	})
	doc := read[described](t, b.want(200, "", "GET", "/openapi.json", "", ""))
	b.want(200, "", "POST", "/webhook", "", turn("add BLS-IVR-M", "t-0"))
	bodies := map[string]string{
		"post /webhook": turn("add BLS-IVR-M", "t-1"), "patch /v1/catalog/{sku}": `{"price":1}`, "post /v1/sessions/{session_id}/identify": `{"user_id":"ada"}`,
	}
	fill := strings.NewReplacer("{session_id}", adaSession, "{user_id}", "ada", "{sku}", "BLS-IVR-M", "{file}", "none")
	called := 0
	for _, late := range []bool{false, true} { // what deletes comes last
		for path, ops := range doc.Paths {
			for method, op := range ops {
				if late != (method == "delete") || strings.HasSuffix(path, "/stream") || path == "/ws/{session_id}" {
					continue
				}
				called++
				status, out, h := b.call(strings.ToUpper(method), fill.Replace(path), "", bodies[method+" "+path])
				response, ok := op.Responses[strconv.Itoa(status)]
				kind, schema := "application/json", json.RawMessage(nil)
				if !ok {
					response, kind = op.Responses["default"], "application/problem+json"
					schema = doc.Components.Schemas["Problem"]
					if status < 400 || response.Content[kind].Schema == nil {
						t.Errorf("%s %s: status %d is not described", method, path, status)
					}
				} else {
					schema = response.Content[kind].Schema
				}
				if schema == nil {
					continue
				}
				if ct := h.Get("Content-Type"); ct != kind {
					t.Errorf("%s %s: %d as %q", method, path, status, ct)
				}
				conforms(t, method+" "+path, schema, out)
			}
		}
	}
	if called < 18 {
		t.Errorf("%d operations were called", called)
	}
}

func conforms(t *testing.T, name string, schema, answer []byte) {
	t.Helper()
	var s jsonschema.Schema
	if err := json.Unmarshal(schema, &s); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	r, err := s.Resolve(nil)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if err := r.Validate(read[any](t, answer)); err != nil {
		t.Errorf("%s: %v in %s", name, err, answer)
	}
}

// Every described path has a handler of its own: nothing of the document is answered by "no such path".
func TestDescribedIsServed(t *testing.T) {
	t.Parallel()
	b := setup(t, keyed)
	doc := read[described](t, b.want(200, "", "GET", "/openapi.json", "", ""))
	for path, ops := range doc.Paths {
		for method := range ops {
			_, out, _ := b.call(strings.ToUpper(method), path, "", "")
			if strings.Contains(string(out), "no such path") || strings.Contains(string(out), http.StatusText(http.StatusMethodNotAllowed)) {
				t.Errorf("%s %s: %s", method, path, out)
			}
		}
	}
}
