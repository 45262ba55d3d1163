package main

import (
	"fmt"
	"strings"
)

// hues are the colors of goods by name.
var hues = map[string]rgb{
	"ivory": {0xf4, 0xec, 0xdc}, "white": {0xf7, 0xf7, 0xf4}, "cream": {0xf0, 0xe4, 0xcb}, "black": {0x2c, 0x2c, 0x31}, "charcoal": {0x4a, 0x4d, 0x55},
	"grey": {0x9a, 0x9e, 0xa6}, "slate": {0x5d, 0x6f, 0x80}, "navy": {0x2b, 0x3d, 0x63}, "blue": {0x8f, 0xb0, 0xd6}, "indigo": {0x35, 0x47, 0x78},
	"denim": {0x5b, 0x7d, 0xa8}, "cobalt": {0x2f, 0x57, 0xa8}, "sage": {0xa3, 0xb1, 0x97}, "forest": {0x2f, 0x55, 0x45}, "green": {0x4c, 0x7d, 0x5b},
	"emerald": {0x1f, 0x7a, 0x63}, "olive": {0x76, 0x78, 0x4a}, "moss": {0x6f, 0x7f, 0x4e}, "oatmeal": {0xdc, 0xcd, 0xb4}, "camel": {0xc3, 0x95, 0x63},
	"khaki": {0xb9, 0xa8, 0x82}, "tan": {0xc2, 0x8b, 0x58}, "brown": {0x7a, 0x4b, 0x32}, "sand": {0xde, 0xc5, 0x9c}, "natural": {0xe9, 0xdd, 0xc4},
	"straw": {0xe2, 0xc4, 0x83}, "yellow": {0xf0, 0xbf, 0x3f}, "mustard": {0xd3, 0x9d, 0x2f}, "rust": {0xb8, 0x5b, 0x38}, "red": {0xc0, 0x3f, 0x3f},
	"coral": {0xea, 0x86, 0x6f}, "blush": {0xe7, 0xb9, 0xb0}, "dawn": {0xe9, 0xa8, 0x9f}, "gold": {0xd9, 0xab, 0x4e}, "silver": {0xb8, 0xbe, 0xc6},
	"pearl": {0xf3, 0xea, 0xe2}, "coffee": {0x4a, 0x33, 0x2a}, "amber": {0xd0, 0x8a, 0x3a}, "steel": {0xa9, 0xb2, 0xbb}, "oak": {0xcf, 0xa6, 0x70},
	"walnut": {0x8a, 0x5d, 0x3d}, "brass": {0xc9, 0xa1, 0x4a}, "terracotta": {0xc8, 0x74, 0x50}, "smoke": {0x8d, 0x97, 0xa0}, "tortoise": {0x83, 0x54, 0x2c},
}

type rgb struct{ r, g, b int }

func (c rgb) String() string { return fmt.Sprintf("#%02x%02x%02x", c.r, c.g, c.b) }

// mix goes part percent of the way to d.
func (c rgb) mix(d rgb, part int) rgb {
	to := func(a, b int) int { return a + (b-a)*part/100 }
	return rgb{to(c.r, d.r), to(c.g, d.g), to(c.b, d.b)}
}

func (c rgb) light() bool { return (c.r*30+c.g*59+c.b*11)/100 > 200 }

var (
	ink   = rgb{0x1d, 0x1b, 0x26}
	paper = rgb{0xf8, 0xf4, 0xed}
	chalk = rgb{0xff, 0xff, 0xff}
	dusk  = rgb{0xc9, 0xc0, 0xb4}
)

// pictures are the SVGs of a product by file name: one of its own, and one for each color where there is a choice.
func (g good) pictures() map[string]string {
	all := map[string]string{}
	choices := g.choices()
	for _, c := range choices[:min(len(choices), len(choices)*(len(choices)-1))] {
		all[g.id+"-"+file(c.name)+".svg"] = draw(g.title+", "+c.name, g.shape, hues[c.name])
	}
	first := strings.TrimPrefix(strings.Fields(g.colors)[0], "-")
	first, _, _ = strings.Cut(first, ":")
	all[g.id+".svg"] = draw(g.title, g.shape, hues[first])
	return all
}

// draw sets a shape on a ground that goes with its color. In a shape, c is the color itself, l lighter, d darker, e darkest,
// g the ground and w near white.
func draw(title, shape string, c rgb) string {
	lines := shapes[shape] + moreShapes[shape] // a shape stands in one of them
	ground := c.mix(paper, 80)
	if c.light() {
		ground = dusk.mix(c, 12)
	}
	inks := strings.NewReplacer("{c}", c.String(), "{l}", c.mix(chalk, 28).String(), "{d}", c.mix(ink, 18).String(),
		"{e}", c.mix(ink, 42).String(), "{g}", ground.String(), "{w}", paper.String())
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" role="img"><title>` + escape(title) + `</title>` +
		`<rect width="320" height="320" fill="` + ground.String() + `"/>` +
		`<circle cx="160" cy="160" r="128" fill="` + ground.mix(chalk, 38).String() + `"/>` +
		`<ellipse cx="160" cy="272" rx="92" ry="9" fill="` + ground.mix(ink, 14).String() + `"/>` +
		inks.Replace(lines) + "</svg>\n"
}

func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}
