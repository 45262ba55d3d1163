package hear

var englishNarrowing = narrowing{
	under: phrases("under", "below", "beneath", "less than", "less then", "cheaper than", "cheaper then", "no more than", "not more than", "not over", "at most", "at the most",
		"up to", "maximum", "maximum of", "max", "not above", "for less than", "for under", "lower than", "no higher than"),
	over:      phrases("over", "above", "more than", "more then", "at least", "upwards of", "no less than", "not under", "not less than", "higher than", "starting at", "minimum", "minimum of", "dearer than"),
	underEnd:  phrases("or less", "or under", "or below", "or cheaper", "and under", "and below", "tops", "max", "maximum", "at most", "at the most", "or lower"),
	overEnd:   phrases("or more", "or over", "or above", "and up", "and above", "and over", "or higher", "at least"),
	around:    phrases("around", "about", "roughly", "approximately", "somewhere around"),
	between:   PhrasesOf(map[string][2]string{"between": {"between", "and"}, "from": {"from", "to"}, "in between": {"in between", "and"}}),
	needMoney: map[string]bool{"about": true, "from": true},
	money:     set("dollar", "dollars", "buck", "bucks", "euro", "euros", "pound", "pounds", "quid", "usd", "eur", "gbp", "franc", "francs"),
	cost:      set("cost", "costs", "costing", "priced", "price", "prices", "going"),
	units: set("cm", "centimetre", "centimetres", "centimeter", "centimeters", "mm", "inch", "inches", "foot", "feet", "metre", "metres", "meter", "meters", "litre", "litres", "liter", "liters",
		"gram", "grams", "kilo", "kilos", "kg", "ml", "oz", "ounce", "ounces", "percent", "watt", "watts", "year", "years", "day", "days"),
	sale:       phrases("on sale", "in the sale", "in sale", "on offer", "on special offer", "on special", "reduced", "discounted", "marked down", "at a discount", "with a discount", "on clearance", "at a reduced price"),
	stock:      phrases("in stock", "available now", "available", "not sold out", "on hand"),
	without:    phrases("not", "without", "except", "except for", "but not", "anything but", "everything but", "all but", "other than", "apart from", "excluding", "and not", "nothing in", "neither"),
	withoutEnd: "no",
	or:         set("or", "nor"),
	cheaper:    phrases("cheaper", "less expensive", "lower price", "lower priced", "costs less", "not so expensive", "not as expensive", "more affordable", "less pricey", "for less", "too expensive", "too dear", "too much money"),
	dearer:     phrases("more expensive", "dearer", "pricier", "fancier", "higher price", "more upmarket"),
	alike: [][]string{{"sweater", "jumper", "pullover"}, {"sneaker", "trainer"}, {"trouser", "pant", "slack"}, {"backpack", "rucksack", "knapsack"}, {"pyjama", "pajama", "pj"},
		{"sofa", "couch", "settee"}, {"curtain", "drape"}, {"tap", "faucet"}, {"nappy", "diaper"}, {"eyeglass", "spectacle"}, {"cellphone", "mobile"},
		{"handbag", "purse"}, {"duvet", "comforter"}, {"torch", "flashlight"}, {"hoodie", "hoody"}, {"bin", "trashcan"}},
	people: people(
		[]string{"man", "gent", "gentleman", "gentlemen", "male", "guy"},
		[]string{"woman", "lady", "female"},
		[]string{"boy", "kid", "child"},
		[]string{"girl", "kid", "child"},
		[]string{"kid", "child", "toddler", "boy", "girl"},
		[]string{"baby", "infant", "newborn"}),
	anybody:    []string{"unisex", "everyone"},
	sizes:      set("size", "sizes", "sized"),
	likeColors: map[string]string{"read": "red", "reed": "red", "blew": "blue", "wight": "white", "teel": "teal"},
}

// people leads from the first word of each group, and from each word that stands in no group before, to the group.
func people(groups ...[]string) map[string][]string {
	out := map[string][]string{}
	for _, g := range groups {
		for _, w := range g {
			if _, there := out[w]; !there {
				out[w] = g
			}
		}
	}
	return out
}
