package app

import (
	"context"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/gateway"
	"github.com/evercart/evercart/shop/house"
)

// ShopCurrency is what the configured shop sells in: its folder decides, then what somebody configured. False = nobody said,
// and a server that runs knows better than the default.
func (c Config) ShopCurrency() (evercart.Currency, bool, error) {
	if c.Shop != "" {
		h, err := house.Load(os.DirFS(c.Shop))
		if err != nil {
			return "", false, &Misconfigured{fmt.Errorf("shop %s: %w", c.Shop, err)}
		}
		return evercart.Currency(h.Currency), true, nil
	}
	return c.shop().Currency, c.saysCurrency(), nil
}

// saysCurrency tells whether the currency is more than the default that holds where nobody said one.
func (c Config) saysCurrency() bool {
	return c.Shop != "" || c.says("currency") || c.shop().Currency != evercart.DefaultShop().Currency
}

// importer is the catalogue's import as the gateway wants it. A cart has one currency, the shop's, and refuses goods in another
// one: a feed in another would take the whole shop off sale, so it must be asked for.
func (s *Server) importer(ctx context.Context, feed io.Reader, o gateway.ImportOptions) (iter.Seq2[evercart.Product, error], func() any, error) {
	sells := s.config.shop().Currency
	currency := sells
	if o.Currency != "" {
		var err error
		if currency, err = evercart.ParseCurrency(o.Currency); err != nil {
			return nil, nil, err
		}
	}
	if currency != sells && !o.Foreign {
		return nil, nil, evercart.Errorf(evercart.Invalid, "import", "this shop sells in %s, and goods in %s could not be sold; nothing was taken over. "+
			"Where the shop's own currency is about to change, foreign takes them over", sells, currency)
	}
	if others := s.index.InOtherCurrencies(sells); o.Currency == "" && len(others) > 0 && !s.config.saysCurrency() {
		return nil, nil, evercart.Errorf(evercart.Invalid, "import", "nobody said what this shop sells in, and goods that it has cost %s, not %s, which is only the default; "+
			"nothing was taken over. Name the shop's folder or its currency", slices.Min(slices.Collect(maps.Keys(others))), sells)
	}
	unit := o.PriceUnit
	if unit == "" {
		unit = s.config.unit()
	}
	products, report, err := catalog.Import(ctx, feed, catalog.Options{Currency: currency, PriceUnit: unit, Strict: o.Strict})
	if err != nil {
		return nil, nil, fmt.Errorf("import: %w", err)
	}
	return products, func() any { return report }, nil
}

// unit is what the prices of a plain table are in; "" = nobody said, so that cents that look like dollars are warned of.
func (c Config) unit() string {
	if c.PriceUnit == catalog.Major && !c.says("price-unit") {
		return ""
	}
	return c.PriceUnit
}

// foreign says of goods in another currency than the shop's that it cannot sell them; "" = there are none.
func foreign(priced map[evercart.Currency]int, sells evercart.Currency) string {
	var parts []string
	for _, c := range slices.Sorted(maps.Keys(priced)) {
		if c != sells {
			parts = append(parts, fmt.Sprintf("%d variants cost %s", priced[c], c))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, ", ") + fmt.Sprintf(": this shop sells in %s, and cannot sell them. Import goods that cost %s, or give the shop their currency", sells, sells)
}

// warnOfForeign says at the start which goods cannot be sold.
func (s *Server) warnOfForeign(index *catalog.Index) {
	if s.foreign = foreign(index.InOtherCurrencies(s.config.shop().Currency), s.config.shop().Currency); s.foreign != "" {
		s.log.Warn("goods cannot be sold: they are in another currency than the shop", slog.String("what", s.foreign))
	}
}

// currencies looks for goods that the shop cannot sell. A server that runs knows what its shop sells in, else the configuration
// does; where neither says, goods in one currency are that shop's.
func (d *Diagnosis) currencies(priced map[evercart.Currency]int, sells evercart.Currency) {
	if len(priced) == 0 {
		return
	}
	if sells == "" && len(priced) == 1 {
		for c, n := range priced {
			d.addf(true, "currency", "all %d variants on sale cost %s", n, c)
		}
		return
	}
	if sells == "" {
		for c, n := range priced { // what most cost
			if sells == "" || n > priced[sells] || n == priced[sells] && c < sells {
				sells = c
			}
		}
	}
	if bad := foreign(priced, sells); bad != "" {
		d.addf(false, "currency", "%s", bad)
		return
	}
	d.addf(true, "currency", "all %d variants on sale cost %s, as the shop's carts", priced[sells], sells)
}
