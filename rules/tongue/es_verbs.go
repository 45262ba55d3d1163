package tongue

import "strings"

// spanishVerbs are the verbs of a shop, after what is done with them: stems of regular ones, the stem before an e or an i behind a
// stroke ("sac/saqu"), then forms of those that are not.
func spanishVerbs() *verbForms {
	v := &verbForms{one: map[string]string{}, tied: map[string]string{},
		before:  map[string]string{"me": "", "te": "", "se": "", "nos": "", "os": "", "le": "", "les": "", "lo": "ello", "la": "ello", "los": "ellos", "las": "ellos"},
		helpers: set("puedes", "puede", "podrias", "podria", "pueden", "podeis", "podriais", "vas", "va", "vais", "a", "quieres", "quiere", "podemos", "puedo", "usted", "importaria", "ir", "ve", "vete", "vaya", "vayan", "vayas", "deberias", "deberia", "debes", "quisiera", "quiero", "queria", "necesito", "necesitaria", "gustaria", "puedas", "pueda", "pudieras", "pudiera", "podras", "podra", "voy", "vamos", "quisieramos", "queremos"),
		nouns:   set("un", "una", "de", "mi", "su", "tu", "del", "con", "sin"),
	}
	for _, one := range []string{"", "me", "te", "se", "nos"} {
		for _, two := range []string{"lo", "la"} {
			v.hang = append(v.hang, [2]string{one + two + "s", "ellos"}, [2]string{one + two, "ello"})
		}
	}
	for _, p := range []string{"les", "nos", "le", "me", "te", "se"} {
		v.hang = append(v.hang, [2]string{p, ""})
	}
	for verb, stems := range spanishAr {
		for stem := range strings.FieldsSeq(stems) {
			a, e, ok := strings.Cut(stem, "/")
			if !ok {
				e = a
			}
			v.put(verb, a, "a an as ais ad ar ando amos ara aras aria arias arian aran ariais aramos ariamos aste aron ase ases aran")
			v.put(verb, e, "e en es eis emos")
		}
	}
	for verb, stems := range spanishEr {
		for stem := range strings.FieldsSeq(stems) {
			v.put(verb, stem, "e en es eis ed er ir id iendo emos imos a an as ais amos iera ieras eria erias iria irias i")
		}
	}
	for verb, forms := range spanishOdd {
		v.put(verb, "", forms)
	}
	for verb, forms := range spanishTied {
		for form := range strings.FieldsSeq(forms) {
			v.tied[form] = verb
		}
	}
	return v
}

// put names what forms stand for.
func (v *verbForms) put(verb, stem, endings string) {
	for end := range strings.FieldsSeq(endings) {
		v.one[stem+end] = verb
	}
}

var spanishAr = map[string]string{
	"quita":     "quit sac/saqu elimin borr retir descart tach cancel desech rest anul descont descuent tir desapunt",
	"pon":       "agreg/agregu sum apunt anot ech coloc/coloqu incorpor adicion encarg/encargu empac/empaqu",
	"cambia":    "cambi modific/modifiqu actualiz/actualic ajust troc/troqu truec/truequ permut canje intercambi",
	"pasa":      "pas",
	"sube":      "aument increment elev",
	"baja":      "baj rebaj recort disminu",
	"aparta":    "apart reserv",
	"guarda":    "guard aparc/aparqu archiv almacen posterg/postergu aplaz/aplac separ congel",
	"deja":      "dej",
	"recupera":  "regres recuper restaur rescat desaparc/desaparqu retom reincorpor reactiv repesc/repesqu",
	"muestra":   "mostr ensen",
	"busca":     "busc/busqu encontr",
	"toca":      "toc/toqu",
	"vacia":     "vaci limpi resete reinici despej",
	"olvida":    "olvid",
	"manten":    "conserv",
	"duplica":   "duplic/dupliqu dobl",
	"triplica":  "triplic/tripliqu",
	"sustituye": "reemplaz/reemplac remplaz/remplac",
}

var spanishEr = map[string]string{
	"pon": "met anad", "quita": "suprim", "sube": "sub",
}

// spanishOdd leaves out what is another word as well: "suma" is no sum, but "pase", "saque" and "toque" stand above.
var spanishOdd = map[string]string{
	"pon":        "pon pone pones ponga pongas pongan pongamos poner poned poneis ponen poni poniendo pondria pondrias pusiera pusieras incluye incluya incluyas incluyan incluyes incluir inclui incluid incluyera incluyeras incluyeran incluyese incluyendo incluiria incluirias pusiese pusieses pusieran metieron pondra pondras metele anado agrego sumo meto pongo apunto anoto incorporo anadire pondre ponemos",
	"recupera":   "devuelve devuelva devuelvas devuelves devuelvan devolver devolve devuelvo",
	"muestra":    "muestra muestre muestres muestras muestren",
	"busca":      "encuentra encuentre encuentras",
	"sustituye":  "sustituye sustituya sustituyas sustituir sustituyes sustitui",
	"baja":       "reduce reduzca reduzcas reducir reduces reduci disminuye disminuya disminuir",
	"manten":     "manten mantenga mantengas mantener mantienes",
	"deshaz":     "deshaz deshaga deshagas deshacer deshaces revierte revierta revertir",
	"di":         "dime digame decirme dinos dime dimelo decirnos digannos diganme digasme dimelos cuentame cuenteme cuentanos comentame comenteme indicame indiqueme explicame expliqueme",
	"dale":       "dale dele denle dales deles",
	"guarda":     "pospon posponga pospones posponer posponme retenme retener",
	"cambia":     "convierte convierta convertir conviertas",
	"quita":      "extrae extraiga extraer omite omita omitir llevate llevese",
	"quita ello": "llevatelo llevatela lleveselo llevesela", "quita ellos": "llevatelos llevatelas lleveselos lleveselas",
}

var spanishTied = map[string]string{
	"quita":   "bota botar bote",
	"pon":     "despacha despache vende surte surta marca marque registra arrima acerca enchufa da dar de den pasa pase alcanza alcance prepara prepare sirva busca facilita facilite proporciona reserva traer trae traiga consigue consiga manda mande envia envie haz haga vende venda regala sirve sirva cobra cobre carga cargue compra compre",
	"muestra": "lee lea",
	"di":      "di diga cuenta cuente",
}
