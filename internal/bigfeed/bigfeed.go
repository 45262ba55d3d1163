// Package bigfeed writes catalogues of any size for tests and measurements: the same size gives the same bytes.
package bigfeed

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

var (
	makers  = []string{"Arden", "Bexley", "Corrow", "Dunmere", "Elsing", "Farrow", "Gannet", "Hollin", "Iver", "Juniper", "Kestrel", "Larkin", "Merrow", "Norden", "Ostler", "Pell"}
	styles  = []string{"Classic", "Relaxed", "Slim", "Heavy", "Light", "Woven", "Knitted", "Quilted", "Brushed", "Washed", "Padded", "Printed", "Ribbed", "Tailored", "Vintage", "Everyday"}
	fabrics = []string{"Cotton", "Linen", "Wool", "Silk", "Denim", "Leather", "Canvas", "Merino", "Flannel", "Corduroy", "Velvet", "Fleece"}
	things  = []string{"Shirt", "Blouse", "Jacket", "Coat", "Sweater", "Cardigan", "Dress", "Skirt", "Trousers", "Shorts", "Scarf", "Belt", "Boots", "Loafers", "Sneakers", "Sandals", "Tote", "Backpack", "Cushion", "Throw"}
	colors  = []string{"ivory", "black", "navy", "grey", "olive", "rust", "sage", "red"}
	sizes   = []string{"XS", "S", "M", "L", "XL"}
)

// PerProduct is how many variants a product of Shopify has; the last one may have fewer.
const PerProduct = 40 // 8 colors in 5 sizes

// Shopify writes a Shopify product CSV with so many variants. Titles repeat no earlier than after 61,440 products; SKUs are
// "BIG-0000001" and so on; prices run from 5.00 to 404.99, stocks from 0 to 49.
func Shopify(w io.Writer, variants int) error {
	out := bufio.NewWriterSize(w, 64<<10)
	if _, err := out.WriteString("Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Image Src,Status\n"); err != nil {
		return err
	}
	for n := range variants {
		product, within := n/PerProduct, n%PerProduct
		maker, style := pick(makers, product*7), pick(styles, product/len(things))
		fabric, thing := pick(fabrics, product/(len(things)*len(styles))), pick(things, product)
		handle := fmt.Sprintf("%s-%d", strings.ToLower(strings.Join([]string{maker, style, fabric, thing}, "-")), product)
		head, name, image, status := ",,,,,,", "", "", "" // title to option 1's name are said once
		if within == 0 {
			head = fmt.Sprintf("%s %s %s %s,<p>A %s %s of %s by %s. Made to last.</p>,%s,%s,\"%s, %s\",true,Color",
				maker, style, fabric, thing, strings.ToLower(style), strings.ToLower(thing), strings.ToLower(fabric), maker, maker, thing, strings.ToLower(fabric), strings.ToLower(style))
			name, image, status = "Size", "https://example.com/"+handle+".jpg", "active"
		}
		if _, err := fmt.Fprintf(out, "%s,%s,%s,%s,%s,BIG-%07d,shopify,%d,deny,%d.%02d,%s,%s\n", handle, head, pick(colors, within/len(sizes)), name, pick(sizes, within),
			n+1, n*31%50, 5+product*13%400, n%100, image, status); err != nil {
			return err
		}
	}
	return out.Flush()
}

func pick(from []string, n int) string { return from[n%len(from)] }
