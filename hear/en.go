package hear

// english, as spoken to shops on both sides of the Atlantic.
var english = &Language{
	Tag: "en",
	units: map[string]int{
		"zero": 0, "nought": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
		"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
		"eighteen": 18, "nineteen": 19,
	},
	tens: map[string]int{
		"twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
	},
	scales:  map[string]int{"hundred": 100, "thousand": 1000},
	amounts: map[string]int{"couple": 2, "twice": 2, "thrice": 3, "single": 1, "dozen": 12, "dozens": 12},
	ordinals: map[string]int{
		"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "forth": 4, "fifth": 5, "5th": 5,
		"sixth": 6, "6th": 6, "seventh": 7, "7th": 7, "eighth": 8, "8th": 8, "ninth": 9, "9th": 9, "tenth": 10, "10th": 10,
		"eleventh": 11, "11th": 11, "twelfth": 12, "12th": 12,
		"last": Last, "final": Last, "latter": Last, "bottom": Last, "top": 1, "former": 1,
	},
	counted: set("number", "numbers", "item", "items", "line", "lines", "position", "entry"),
	mistaken: map[string]string{
		"to": "two", "too": "two", "for": "four", "fore": "four", "won": "one", "ate": "eight", "free": "three", "tree": "three",
		"sex": "six", "sicks": "six", "tin": "ten", "fourty": "forty", "nein": "nine", "fife": "five", "hive": "five",
	},
	sizes: map[string]string{
		"xxs": "xxs", "xs": "xs", "s": "s", "m": "m", "l": "l", "xl": "xl", "xxl": "xxl", "xxxl": "xxxl", "2xl": "xxl", "3xl": "xxxl",
		"small": "s", "medium": "m", "large": "l", "smalls": "s", "mediums": "m", "larges": "l", "big": "l", "mid": "m", "med": "m",
		"ess": "s", "es": "s", "em": "m", "ell": "l", "el": "l", "extralarge": "xl", "extrasmall": "xs",
	},
	bigger: map[string]bool{"extra": true, "x": true, "ex": true, "double": true, "triple": true, "xx": true},
	expand: map[string]string{
		"'d": "would", "'ll": "will", "'m": "am", "'re": "are", "'ve": "have", "'t": "not",
		"don't": "do not", "dont": "do not", "doesn't": "does not", "doesnt": "does not", "didn't": "did not", "didnt": "did not",
		"isn't": "is not", "isnt": "is not", "aren't": "are not", "arent": "are not", "wasn't": "was not", "won't": "will not", "wont": "will not",
		"can't": "can not", "cannot": "can not", "cant": "can not", "couldn't": "could not", "wouldn't": "would not", "wouldnt": "would not", "shouldn't": "should not",
		"haven't": "have not", "hasn't": "has not", "hadn't": "had not", "weren't": "were not", "needn't": "need not", "mustn't": "must not",
		"it's": "it is", "that's": "that is", "thats": "that is", "what's": "what is", "what'd": "what did", "where'd": "where did", "whats": "what is", "who's": "who is", "how's": "how is",
		"there's": "there is", "theres": "there is", "here's": "here is", "where's": "where is", "he's": "he is", "she's": "she is",
		"let's": "let us", "lets": "let us", "im": "i am", "il": "i will", "one's": "one is", "ive": "i have", "id": "i would", "youve": "you have", "theyre": "they are",
		"gimme": "give me", "lemme": "let me", "wanna": "want to", "gonna": "going to", "gotta": "got to", "i'd've": "i would have",
		"another": "another", "o'clock": "o'clock",
	},
	drop: set("please", "pls", "pleas", "uh", "um", "uhm", "er", "erm", "eh", "hm", "hmm", "mm", "ah", "oh", "well", "so", "like", "just", "kindly",
		"actually", "basically", "maybe", "perhaps", "then", "thanks", "thank", "cheers", "ta", "hi", "hey", "hello", "okay", "ok", "alright", "right",
		"really", "rather", "quite", "only", "also", "too", "even", "simply", "sorry", "good", "nice", "great", "lovely", "perfect", "yeah",
		"yes", "yep", "again", "already", "instead", "somehow", "sort", "kind", "awfully", "bit", "damn", "damned", "bloody", "goddamn", "freaking", "usually", "normally", "generally", "typically", "always", "mostly", "probably", "definitely", "certainly", "surely", "obviously", "honestly", "frankly", "hopefully", "myself", "yourself", "ourselves", "himself", "herself"),
	small: set("a", "an", "the", "of", "in", "on", "at", "with", "without", "by", "from", "to", "for", "into", "onto", "as", "and", "or", "but", "plus",
		"i", "me", "my", "mine", "we", "us", "our", "you", "your", "he", "she", "his", "her", "they", "them", "their", "it", "its",
		"this", "that", "these", "those", "one", "ones", "some", "any", "is", "are", "was", "were", "be", "been", "am", "do", "does", "did", "have", "has",
		"had", "will", "would", "can", "could", "should", "shall", "may", "might", "must", "not", "no", "there", "here", "up", "down", "out", "off",
		"what", "which", "who", "how", "when", "where", "why", "if", "than", "more", "another", "other", "same", "each", "both", "all", "every", "else",
		"s", "size", "sizes", "sized", "color", "colour", "colors", "colours", "item", "items", "thing", "things", "product", "products", "stuff",
		"number", "unit", "units", "piece", "pieces", "cart", "basket", "trolley", "waist", "inch", "inches", "saved", "stored", "line", "lines", "times", "leave", "something", "anything", "now", "whatever", "whichever", "whoever"),
	holds: set("bottle", "bag", "pack", "packet", "package", "box", "jar", "can", "tin", "pair", "set", "cup", "glass", "carton", "tube", "case", "bar", "roll", "bunch",
		"piece", "bundle", "multipack", "variety", "version", "kind", "type", "portion", "serving", "order", "copy"),
	trusted: set("shorts", "short", "coat", "skirt", "dress", "trouser", "pants", "pant", "tights", "legging", "glove", "mitten", "sandal", "heel", "pump", "trainer", "flip", "flop",
		"tie", "bow", "watch", "ring", "necklace", "bracelet", "earring", "lamp", "sofa", "chair", "table", "desk", "bed", "pillow", "blanket", "rug", "curtain",
		"plate", "bowl", "cup", "fork", "knife", "spoon", "pan", "pot", "kettle", "toaster", "phone", "charger", "cable", "laptop", "tablet", "camera", "bike", "bicycle", "skate", "skateboard",
		"roller", "ball", "racket", "tent", "book", "pen", "pencil", "card", "gift", "toy", "doll", "puzzle", "game", "perfume", "soap", "shampoo", "lotion", "cream", "lipstick", "towel",
		"beer", "wine", "whisky", "vodka", "gin", "cola", "tea", "milk", "bread", "cheese", "butter", "egg", "apple", "banana", "lemon", "lime", "cherry", "strawberry", "peach", "mango",
		"pizza", "burger", "sandwich", "salad", "soup", "cake", "cookie", "biscuit", "sweet", "candy", "gum", "nut", "popcorn", "pretzel", "rice", "pasta",
		"hoodie", "jumper", "sweater", "pullover", "vest", "waistcoat", "suit", "blazer", "parka", "poncho", "pyjama", "pajama", "robe", "underwear", "bra", "bikini", "swimsuit", "cap", "beanie", "helmet",
		"wallet", "purse", "backpack", "rucksack", "suitcase", "luggage", "sunglasses", "glasses", "clock", "mirror", "vase", "plant", "flower", "rose", "tulip",
		"lavender", "vanilla", "cinnamon", "peppermint", "mint", "jasmine", "sandalwood", "polyester", "nylon", "velvet", "satin", "denim", "corduroy", "cashmere", "suede", "leather", "silk", "cotton", "linen", "wool", "fleece", "tweed",
		"tell", "say", "think", "know", "see", "hear", "look", "come", "make", "put", "take", "give", "get", "want", "need", "love", "feel", "find", "let", "mean", "call", "try", "ask", "work", "play",
		"live", "believe", "happen", "write", "read", "sit", "lose", "pay", "meet", "learn", "wait", "talk", "speak", "stop", "win", "cost", "help", "next", "week", "day", "today", "tomorrow", "yesterday", "night", "morning", "name", "time", "money", "people", "friend",
		"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "place", "house", "home", "car", "city", "train", "bus", "street", "hour", "minute", "second",
		"stock", "blah", "joke", "weather", "ship", "shipping", "delivery", "return", "refund", "discount", "coupon", "price", "shop", "store", "gold", "silver", "bronze", "copper", "steel", "wooden", "plastic", "paper", "ceramic", "crystal", "diamond"),
	colors: set("black", "white", "ivory", "cream", "beige", "tan", "brown", "grey", "gray", "charcoal", "silver", "gold", "red", "maroon", "burgundy", "crimson", "scarlet", "pink",
		"rose", "fuchsia", "magenta", "coral", "orange", "peach", "apricot", "yellow", "mustard", "lemon", "green", "olive", "sage", "khaki", "emerald", "lime", "mint", "teal", "turquoise", "aqua",
		"cyan", "blue", "navy", "indigo", "cobalt", "sky", "purple", "violet", "lilac", "lavender", "plum", "mauve", "natural", "nude", "camel", "rust", "terracotta"),
	plurals: map[string]string{
		"scarves": "scarf", "knives": "knife", "shelves": "shelf", "loaves": "loaf", "halves": "half", "leaves": "leaf", "wives": "wife",
		"men": "man", "women": "woman", "mens": "man", "womens": "woman", "children": "child", "feet": "foot", "teeth": "tooth", "mice": "mouse", "people": "person",
		"gas": "gas", "lens": "lens", "its": "its", "his": "his", "this": "this", "plus": "plus", "always": "always", "shoes": "shoe", "movies": "movie", "cookies": "cookie", "hoodies": "hoodie", "beanies": "beanie", "brownies": "brownie", "smoothies": "smoothie", "onesies": "onesie", "booties": "bootie", "neckties": "necktie", "calories": "calorie",
		"socks": "sock", "sox": "sock", "potatoes": "potato", "tomatoes": "tomato", "tees": "tee", "gray": "grey", "colour": "color", "colours": "color",
	},
	narrow: englishNarrowing,
	point:  "point",
	and:    "and",
	half:   "half",
	yes: []string{"yes", "yeah", "yep", "yup", "yah", "aye", "sure", "sure thing", "of course", "certainly", "absolutely", "definitely", "okay", "ok", "alright", "all right",
		"go ahead", "go for it", "do it", "do that", "do so", "please do", "that is right", "that is correct", "that is it", "correct", "exactly", "right", "i am sure", "sounds good", "sounds great", "fine",
		"that is fine", "perfect", "why not", "by all means", "affirmative", "positive", "go on", "go on then", "confirm", "confirmed", "indeed", "uh huh", "no problem go ahead", "empty it", "clear it", "i do"},
	no: []string{"no", "nope", "nah", "no way", "not", "do not", "never", "never mind", "nevermind", "forget it", "forget that", "leave it", "leave them", "leave that", "keep it", "keep them", "stop", "cancel", "cancel that",
		"rather not", "not really", "not now", "not yet", "wait", "hold on", "no thanks", "no thank you", "negative", "neither", "none", "none of them", "i am not sure", "not sure"},
	neither: []string{"no problem", "no worries", "no doubt", "not a problem", "not bad", "right now", "all right then", "yes and no", "yes or no", "i do not know", "no idea"},
}

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}
