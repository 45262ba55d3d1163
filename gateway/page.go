package gateway

import (
	"errors"
	"io/fs"
	"mime"
	"path"
	"strings"

	"github.com/evercart/evercart"
)

// policy lets the talk page load its own files, pictures of the catalogue, and nothing else; no inline script or style.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; connect-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func (g *Gateway) page(c call) error { return file(c, g.cfg.Page, "index.html", "no-cache") }

func (g *Gateway) pageFile(c call) error {
	return file(c, g.cfg.Page, c.r.PathValue("file"), "no-cache")
}

func (g *Gateway) image(c call) error {
	return file(c, g.cfg.Images, c.r.PathValue("file"), "public, max-age=86400")
}

// file serves one file of a file system. NotFound also where there is no such file system.
func file(c call, in fs.FS, name, cache string) error {
	if in == nil || !fs.ValidPath(name) || strings.HasPrefix(path.Base(name), ".") {
		return evercart.Errorf(evercart.NotFound, "gateway", "no such file")
	}
	b, err := fs.ReadFile(in, name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return evercart.Errorf(evercart.NotFound, "gateway", "no such file")
	}
	if err != nil {
		if st, serr := fs.Stat(in, name); serr == nil && st.IsDir() {
			return evercart.Errorf(evercart.NotFound, "gateway", "no such file")
		}
		return evercart.Wrap(err, evercart.Internal, "gateway.file")
	}
	kind := mime.TypeByExtension(path.Ext(name))
	if kind == "" {
		kind = "application/octet-stream"
	}
	h := c.w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", cache)
	h.Set("Content-Security-Policy", policy)
	if strings.HasSuffix(name, ".svg") {
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox") // a picture opened by itself runs nothing
	}
	h.Set("Permissions-Policy", "microphone=(self), camera=(), geolocation=()")
	_, _ = c.w.Write(b)
	return nil
}
