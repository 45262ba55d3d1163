package gateway

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/wire"
)

func (g *Gateway) findGoods(c call) error {
	q := c.r.URL.Query().Get("q")
	if len(q) > 4*evercart.MaxText {
		return evercart.Errorf(evercart.TooLarge, "gateway", "q is too long")
	}
	limit, err := c.number("limit", 1, 100)
	if err != nil {
		return err
	}
	f, err := g.cfg.Catalog.Find(system(c.r.Context(), g.cfg.Shop), evercart.Query{Words: evercart.Clean(q), Limit: int(limit)})
	if err != nil {
		return err
	}
	return c.json(http.StatusOK, wire.FoundOf(f))
}

func (c call) sku() (evercart.SKU, error) { return wire.ParseSKU(c.r.PathValue("sku")) }

func (g *Gateway) patchGoods(c call) error {
	sku, err := c.sku()
	if err != nil {
		return err
	}
	b, err := c.body()
	if err != nil {
		return err
	}
	patch, err := wire.ReadPatch(b)
	if err != nil {
		return err
	}
	ctx := system(c.r.Context(), g.cfg.Shop)
	p, err := g.cfg.Goods.PatchProduct(ctx, sku, func(p evercart.Product) (evercart.Product, error) { return patch.Apply(p, sku) })
	if err != nil {
		return err
	}
	g.catchUp(ctx)
	return c.json(http.StatusOK, wire.ProductOf(p))
}

func (g *Gateway) dropGoods(c call) error {
	sku, err := c.sku()
	if err != nil {
		return err
	}
	ctx := system(c.r.Context(), g.cfg.Shop)
	if err := g.cfg.Goods.DropProduct(ctx, sku); err != nil {
		return err
	}
	g.catchUp(ctx)
	c.w.WriteHeader(http.StatusNoContent)
	return nil
}

// catchUp brings this node's index up to date. The change is committed: an error only means that the index follows later.
func (g *Gateway) catchUp(ctx context.Context) {
	if g.cfg.Changed == nil {
		return
	}
	if err := g.cfg.Changed(context.WithoutCancel(ctx)); err != nil {
		g.log.WarnContext(ctx, "gateway: the index did not follow at once", slog.String("code", string(evercart.CodeOf(err))))
	}
}

// putGoods takes a whole feed, streamed, under the name of its source.
func (g *Gateway) putGoods(c call) error {
	if g.cfg.Import == nil {
		return evercart.Errorf(evercart.NotImplemented, "gateway", "this server takes no feeds")
	}
	source := c.r.URL.Query().Get("source")
	if source == "" {
		source = "upload"
	}
	if len(source) > 255 || evercart.Clean(source) != source || strings.ContainsAny(source, "\r\n") {
		return evercart.Errorf(evercart.Invalid, "gateway", "source is at most 255 bytes on one line")
	}
	ctx := system(c.r.Context(), g.cfg.Shop)
	feed := &patient{r: http.MaxBytesReader(c.w, c.r.Body, g.limits.Feed), rc: http.NewResponseController(c.w)}
	q := c.r.URL.Query()
	options := ImportOptions{Currency: q.Get("currency"), PriceUnit: q.Get("price_unit"), Strict: q.Get("strict") == "true", Foreign: q.Get("foreign") == "true"}
	products, report, err := g.cfg.Import(ctx, feed, options)
	if err != nil {
		return feed.blame(err)
	}
	put, err := g.cfg.Goods.PutProducts(ctx, source, products)
	if err != nil {
		return feed.blame(err)
	}
	g.catchUp(ctx)
	out := wire.Put{PutReport: put, Source: source}
	if report != nil {
		out.Report = report()
	}
	return c.json(http.StatusOK, out)
}

// patient reads for as long as something comes: 30 s without a byte end it. It keeps the error of the reading itself, which
// the import may have dressed as its own.
type patient struct {
	r   io.Reader
	rc  *http.ResponseController
	err error
}

func (p *patient) Read(b []byte) (int, error) {
	_ = p.rc.SetReadDeadline(time.Now().Add(30 * time.Second))
	n, err := p.r.Read(b)
	if err == io.EOF { //nolint:errorlint // as below
		_ = p.rc.SetReadDeadline(time.Time{}) // the feed is here: taking it over may take longer
	}
	if err != nil && err != io.EOF { //nolint:errorlint // a Reader gives io.EOF itself
		p.err = err
	}
	return n, err
}

func (p *patient) blame(err error) error {
	if p.err == nil {
		return err
	}
	if e := known(p.err); e.Code != evercart.Internal {
		return e
	}
	return &evercart.Error{Code: evercart.Invalid, Op: "gateway", Message: "the feed broke off; nothing was taken over", Err: p.err}
}
