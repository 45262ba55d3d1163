package main

import (
	"hash/fnv"
	"slices"
	"strings"
)

// good is a product of the sample shop in the shortest form.
type good struct {
	id, title, kind, maker string
	code                   string // begins the SKUs
	shape                  string // what is drawn
	price, was             int    // cents
	colors                 string // "ivory:IVR black:BLK"; what is drawn when there is no choice: "-ivory"
	sizes                  string // "S M L"
	dearer                 int    // cents that each size costs more than the one before
	none                   string // SKUs that are sold out
	tags, text             string
}

type option struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type variant struct {
	SKU      string   `json:"sku"`
	Options  []option `json:"options,omitempty"`
	Price    int      `json:"price"`
	Was      int      `json:"was,omitempty"`
	Currency string   `json:"currency"`
	Stock    int      `json:"stock"`
	Active   bool     `json:"active"`
	Image    string   `json:"image,omitempty"`
}

type product struct {
	ID       string    `json:"id"`
	Title    string    `json:"title"`
	Type     string    `json:"type"`
	Vendor   string    `json:"vendor"`
	Text     string    `json:"text"`
	Image    string    `json:"image"`
	Tags     []string  `json:"tags"`
	Variants []variant `json:"variants"`
}

// color is a choice of color: its name, and its part of the SKU.
type color struct{ name, code string }

func (g good) choices() []color {
	var all []color
	for word := range strings.FieldsSeq(g.colors) {
		name, code, _ := strings.Cut(word, ":")
		if !strings.HasPrefix(word, "-") {
			all = append(all, color{strings.ReplaceAll(name, "_", " "), code})
		}
	}
	return all
}

func (g good) product() product {
	p := product{
		ID: g.id, Title: g.title, Type: g.kind, Vendor: g.maker, Text: g.text, Image: "/images/" + g.id + ".svg",
		Tags: strings.Split(g.tags, ", "),
	}
	colors, sizes := g.choices(), strings.Fields(g.sizes)
	for i := range max(len(colors), 1) {
		for j := range max(len(sizes), 1) {
			v := variant{SKU: g.code, Price: g.price + j*g.dearer, Currency: "USD", Active: true}
			if g.was > 0 {
				v.Was = g.was + j*g.dearer
			}
			if len(colors) > 0 {
				v.SKU += "-" + colors[i].code
				v.Options = append(v.Options, option{"color", colors[i].name})
			}
			if len(colors) > 1 {
				v.Image = "/images/" + g.id + "-" + file(colors[i].name) + ".svg"
			}
			if len(sizes) > 0 {
				v.SKU += "-" + strings.ToUpper(sizes[j])
				v.Options = append(v.Options, option{"size", sizes[j]})
			}
			if !slices.Contains(strings.Fields(g.none), v.SKU) {
				v.Stock = stock(v.SKU)
			}
			p.Variants = append(p.Variants, v)
		}
	}
	return p
}

// stock is 8 to 47, the same for a SKU every time.
func stock(sku string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(sku))
	return 8 + int(h.Sum32()%40)
}

func file(s string) string { return strings.ReplaceAll(s, " ", "-") }
