package gateway

import (
	"net/http"
)

// Mount is a path that a channel serves. Its requests carry a voice platform's own signature or key, which Serve checks: no credential
// of ours is asked for, and it answers by whatever name the platform calls us. What Serve refuses becomes a problem.
type Mount struct {
	Method, Path string
	About        string
	Form         bool   // the body is a form
	JSON         bool   // the body is a JSON object of the platform's
	Kind         string // media type of the answer; "" = a socket
	Serve        func(http.ResponseWriter, *http.Request) error
}

// mount gives the routes of the channels.
func (g *Gateway) mount() []route {
	var out []route
	g.mounted = map[string]bool{}
	for _, m := range g.cfg.Mounts {
		g.mounted[m.Path] = true
		doc := routeDoc{about: m.About, kind: m.Kind, form: m.Form}
		if m.Kind == "" {
			doc.status = http.StatusSwitchingProtocols
		}
		if m.JSON {
			doc.body = map[string]any{}
		}
		out = append(out, route{m.Method, m.Path, needNothing, func(c call) error { return m.Serve(c.w, c.r) }, doc})
	}
	return out
}
