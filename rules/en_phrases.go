package rules

// englishJoins are phrases that are read as one word or as other ones: what only lists, what takes a place, colours in two words, and
// what a recogniser writes for them.
var englishJoins = map[string]string{
	"want change": "want to change", "want remove": "want to remove", "want delete": "want to delete", "want cancel": "want to cancel", "want swap": "want to swap", "want exchange": "want to exchange", "want replace": "want to replace",
	"like change": "like to change", "like remove": "like to remove", "like exchange": "like to exchange", "can i become": "can i get",
	"second to last": "last but one", "next to last": "last but one", "second from last": "last but one", "second last": "last but one",
	"every day": "everyday", "in its place": "instead", "in their place": "instead", "in place of it": "instead", "in place of that": "instead", "in place of them": "instead",
	"navy blue": "navy", "blue navy": "navy", "emerald green": "emerald", "green emerald": "emerald", "mustard yellow": "mustard", "yellow mustard": "mustard",
	"charcoal grey": "charcoal", "charcoal gray": "charcoal", "grey charcoal": "charcoal", "sage green": "sage", "green sage": "sage", "khaki green": "khaki",
	"teal blue": "teal", "teal green": "teal", "ivory white": "ivory", "cream white": "cream", "jet black": "black", "pitch black": "black",
	"bright red": "red", "bright yellow": "yellow", "snow white": "white", "tea shirt": "t-shirt", "tea shirts": "t-shirts", "whatever is": "the one",
	"a pear of": "a pair of", "a pare of": "a pair of", "as well as": "and", "along with": "and", "together with": "and", "and also": "and",
	"in addition to": "and", "followed by": "and",
}
