package hear

import (
	"strconv"
	"strings"
)

// englishUnits is what goods are commonly measured in: how it is written behind a number, what it measures, in what that is compared,
// how much of it that is, and what people call it.
var englishUnits = unitsOf(
	"mm length mm 1 millimeter millimetre", "cm length mm 10 centimeter centimetre centimetres", "m length mm 1000 meter metre mtr",
	"in inches in 1 inch inche", "ft inches in 12 foot feet", "yd inches in 36 yard",
	"g weight g 1 gram gramme gr", "kg weight g 1000 kilo kilogram kilogramme kgs", "mg weight g 0.001 milligram",
	"oz ounces oz 1 ounce", "lb ounces oz 16 pound lbs",
	"ml volume ml 1 milliliter millilitre", "cl volume ml 10 centiliter centilitre", "dl volume ml 100 deciliter decilitre", "l volume ml 1000 liter litre ltr",
	"pt pints pt 1 pint", "gal pints pt 8 gallon",
	"w power w 1 watt", "kw power w 1000 kilowatt", "v volt v 1 volt", "a amp a 1 ampere", "ah ah ah 1", "lm lm lm 1 lumen",
	"grit grit grit 1", "step step step 1", "rung rung rung 1", "tooth tooth tooth 1", "ply ply ply 1", "denier denier denier 1", "den denier denier 1",
	"gauge gauge gauge 1", "carat carat carat 1 karat", "tog tog tog 1", "gsm gsm gsm 1", "psi psi psi 1", "seater seater seater 1", "degree degree degree 1",
)

// besideEnglish parts numbers that are told side by side.
var besideEnglish = set("x", "by", "times")

func unitsOf(lines ...string) map[string]unit {
	out := map[string]unit{}
	for _, line := range lines {
		f := strings.Fields(line)
		by, _ := strconv.ParseFloat(f[3], 64)
		u := unit{f[0], f[1], f[2], by}
		for _, w := range append(f[4:], f[0]) {
			out[w] = u
		}
	}
	return out
}
