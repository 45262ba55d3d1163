package evercart

// Option is one choice that tells variants apart ("color" = "ivory"), in the feed's order and spelling.
type Option struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Product is what people name; a Variant is what they buy.
type Product struct {
	ID       string    `json:"id"` // the feed's own: Shopify's handle, Google's item group
	Title    string    `json:"title"`
	Type     string    `json:"type,omitempty"`
	Vendor   string    `json:"vendor,omitempty"`
	Text     string    `json:"text,omitempty"` // plain text, no markup
	Image    string    `json:"image,omitempty"`
	Tags     []string  `json:"tags,omitempty"`
	Variants []Variant `json:"variants"`
}

// Uncounted is the stock of a variant whose stock is not counted.
const Uncounted = -1

// Variant is one thing for sale.
type Variant struct {
	SKU      SKU      `json:"sku"`
	Options  []Option `json:"options,omitempty"`
	Price    Minor    `json:"price"`
	Was      Minor    `json:"was,omitempty"` // price before a sale; 0 = none
	Currency Currency `json:"currency"`
	Stock    int      `json:"stock"` // Uncounted = not counted
	Active   bool     `json:"active"`
	Image    string   `json:"image,omitempty"`
	Version  int64    `json:"version,omitempty"` // grows with every change of this row; set by the store; quotes rely on it
}

// Enough says whether n of v can be sold now.
func (v Variant) Enough(n int) bool { return v.Stock == Uncounted || n <= v.Stock }

// Option gives the value of the option of that name; "" when v has none.
func (v Variant) Option(name string) string {
	for _, o := range v.Options {
		if o.Name == name {
			return o.Value
		}
	}
	return ""
}

// Shelved is a variant with what its product lends it.
type Shelved struct {
	Variant
	Product string `json:"product"` // Product.ID
	Title   string `json:"title"`
	Image   string `json:"image,omitempty"` // the variant's, else the product's
}

// Shelf is what a decision was made on: read outside, handed in, so that rules stay pure. Keys are folded SKUs. A SKU that
// was asked for and is missing has left the shop.
type Shelf map[SKU]Shelved

// Get looks a SKU up as people write it.
func (s Shelf) Get(sku SKU) (Shelved, bool) {
	v, ok := s[sku.Fold()]
	return v, ok
}

// Shop is the merchant's own rules, as far as the cart needs them.
type Shop struct {
	ID          ShopID   `json:"id"`
	Name        string   `json:"name"`
	Currency    Currency `json:"currency"`
	Locale      string   `json:"locale"` // BCP 47
	MaxQuantity int      `json:"max_quantity"`
	MaxLines    int      `json:"max_lines"`
	RepeatFrom  int      `json:"repeat_from"` // quantities from here on are said back
}

// DefaultShop is the shop that runs when nothing is configured.
func DefaultShop() Shop {
	return Shop{ID: "default", Name: "Evercart", Currency: "USD", Locale: "en-US", MaxQuantity: 99, MaxLines: 60, RepeatFrom: 10}
}
