package tongue

import "strings"

// germanVerbs bring what is asked ("nimmst du"), said short ("nehm ich") or in another region to the forms that the patterns know.
func germanVerbs() *verbForms {
	v := &verbForms{one: map[string]string{}}
	for one, forms := range germanForms {
		v.put(one, "", forms)
	}
	for form := range strings.FieldsSeq("leg pack zeig stell merk heb hol setz tausch streich mach steck") {
		v.put(form, form, "st t")
	}
	return v
}

// Forms with an apostrophe were cut before: "stell's" is "stell es".
var germanForms = map[string]string{
	"nimm": "nimmst nehmt nimmt", "gib": "gibst gebt", "tu": "tust", "losch": "loschst loscht", "entfern": "entfernst entfernt",
	"wirf": "wirfst werft schmeisst haust hau kipp kippe kippt schutte feuer", "lass": "lasst", "lies": "liest lest", "fug": "fugst fugt", "ander": "anderst", "erhoh": "erhohst",
	"streich": "streichst streicht kick", "mach": "machste",
	"nehme": "nehm", "brauche": "brauch brauchs", "hatte": "hatt haett hett", "mochte": "mocht moecht moechte mog", "wurde": "wurd wuerd wuerde", "brauchte": "braucht braeucht",
	"will": "wui", "wollte": "wollt", "konnte": "konnt koennt koennte", "habe": "hab hob", "nichts": "nix nixe", "nicht": "ned net nich", "alles": "ois",
	"ein": "a", "heute": "heut", "raus": "heraus hinaus", "rein": "herein hinein",
	"2": "zweimal", "3": "dreimal", "4": "viermal", "5": "funfmal", "6": "sechsmal", "7": "siebenmal", "8": "achtmal", "9": "neunmal", "10": "zehnmal", "12": "zwolfmal",
}
