package gateway_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/gateway"
)

// A channel's path answers by whatever name it is called and asks for no credential, also on a server without keys; everything
// else there still answers to its own names alone. What it refuses is a problem; the document has it.
func TestMount(t *testing.T) {
	t.Parallel()
	echo := func(w http.ResponseWriter, r *http.Request) error {
		body, err := io.ReadAll(r.Body)
		if err != nil || len(body) == 0 {
			return evercart.Errorf(evercart.Forbidden, "test", "not signed")
		}
		w.Header().Set("Content-Type", "text/xml")
		_, err = w.Write(body)
		return err
	}
	mounts := func(c *gateway.Config) {
		c.Mounts = []gateway.Mount{{Method: "POST", Path: "/channels/test/voice", About: "A call", Kind: "text/xml", Form: true, Serve: echo},
			{Method: "POST", Path: "/channels/{call}/test", About: "Its answers", Kind: "text/event-stream", JSON: true, Serve: echo},
			{Method: "GET", Path: "/channels/test/relay", About: "Its socket", Serve: echo}}
	}
	for name, change := range map[string][]func(*gateway.Config){"anonymous": {mounts}, "keyed": {mounts, keyed}} {
		b := setup(t, change...)
		if status, out, _ := b.call("POST", "/channels/test/voice", "", "<Response/>", "Host", "shop.example.com"); status != 200 || string(out) != "<Response/>" {
			t.Errorf("%s: %d %s", name, status, out)
		}
		status, out, h := b.call("POST", "/channels/test/voice", "", "", "Host", "shop.example.com")
		if status != 403 || !strings.Contains(string(out), `"forbidden"`) || h.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s", name, status, out)
		}
		if status, _, _ := b.call("PUT", "/channels/test/voice", "", "x", "Host", "shop.example.com"); status != 405 {
			t.Errorf("%s: PUT is %d", name, status)
		}
		doc, err := openapi3.NewLoader().LoadFromData(b.want(200, "", "GET", "/openapi.json", "", ""))
		if err != nil {
			t.Fatal(err)
		}
		post := doc.Paths.Find("/channels/test/voice")
		if post == nil || post.Post.RequestBody.Value.Content["application/x-www-form-urlencoded"] == nil || post.Post.Responses.Value("200").Value.Content["text/xml"] == nil {
			t.Errorf("%s: not described", name)
		}
		if answers := doc.Paths.Find("/channels/{call}/test"); answers == nil || answers.Post.RequestBody.Value.Content["application/json"] == nil || len(answers.Post.Parameters) != 1 {
			t.Errorf("%s: the JSON is not described", name)
		}
		if get := doc.Paths.Find("/channels/test/relay"); get == nil || get.Get.Responses.Value("101") == nil {
			t.Errorf("%s: the socket is not described", name)
		}
		if err := doc.Validate(openapi3.NewLoader().Context); err != nil {
			t.Error(err)
		}
	}
	b := setup(t, mounts)
	if status, _, _ := b.call("GET", "/v1/sessions", "", "", "Host", "shop.example.com"); status != 403 {
		t.Errorf("another path by another name: %d", status)
	}
}
