package claims

import (
	"maps"
	"slices"
	"strings"

	"github.com/evercart/evercart/hear"
)

// spanishVerbs are the verbs of doing, by what they do. Whatever form a sentence has one in is made of the infinitive, so that a verb that is
// known is known in all of them: "he añadido", "se añadió", "le añadieron", "quedan añadidas", "acabo de añadirle".
var spanishVerbs = table(map[string]class{
	"añadir agregar incluir sumar meter echar incorporar":             add,
	"poner pasar mover colocar":                                       put,
	"quitar eliminar sacar retirar borrar suprimir descartar extraer": remove,
	"guardar apartar":                       save,
	"restaurar recuperar restituir reponer": restore,
	"cambiar actualizar modificar sustituir reemplazar corregir ajustar intercambiar": change,
	"aumentar subir reducir bajar duplicar triplicar incrementar":                     count,
	"fijar establecer seleccionar configurar dejar":                                   set,
	"vaciar": empty,
	"aplicar canjear activar descontar restar aceptar validar rebajar": apply,
	"funcionar":            works,
	"dar conceder regalar": give,
	"usar utilizar introducir ingresar teclear": use, "regresar": refund, "redirigir desviar": route, "elegir escoger": set,
	"comprar tramitar encargar finalizar despachar ordenar": order,
	"cancelar anular":                       cancel,
	"reembolsar devolver abonar reintegrar": refund,
	"enviar mandar remitir reenviar":        send,
	"comunicar conectar transferir derivar avisar notificar traspasar informar": hand,
	"cobrar cargar pagar": pay,
	"hacer realizar efectuar gestionar confirmar completar procesar emitir registrar iniciar aprobar autorizar": makes,
	"anotar apuntar inscribir suscribir programar agendar reservar tomar tocar asegurar perdonar":               other,
	"deshacer revertir": undo,
}, nil)

// spanishForms are the forms of a verb that the rule does not make: participle, then who did it in the past: I, he, we, they.
var spanishForms = map[string][5]string{
	"poner": {"puesto", "puse", "puso", "pusimos", "pusieron"}, "reponer": {"repuesto", "repuse", "repuso", "repusimos", "repusieron"},
	"hacer": {"hecho", "hice", "hizo", "hicimos", "hicieron"}, "deshacer": {"deshecho", "deshice", "deshizo", "deshicimos", "deshicieron"},
	"dar": {"dado", "di", "dio", "dimos", "dieron"}, "devolver": {"devuelto", "devolví", "devolvió", "devolvimos", "devolvieron"},
	"reducir": {"reducido", "reduje", "redujo", "redujimos", "redujeron"}, "introducir": {"introducido", "introduje", "introdujo", "introdujimos", "introdujeron"},
	"transferir": {"transferido", "transferí", "transfirió", "transferimos", "transfirieron"}, "revertir": {"revertido", "revertí", "revirtió", "revertimos", "revirtieron"},
	"inscribir": {"inscrito", "inscribí", "inscribió", "inscribimos", "inscribieron"}, "suscribir": {"suscrito", "suscribí", "suscribió", "suscribimos", "suscribieron"},
	"extraer": {"extraído", "extraje", "extrajo", "extrajimos", "extrajeron"}, "pasar": {"pasado", "", "pasó", "pasamos", "pasaron"}, // "pasé con" is a person
}

// spanishPast gives a verb's participle, and who did it in the past.
func spanishPast(infinitive string) [5]string {
	if f, ok := spanishForms[infinitive]; ok {
		return f
	}
	stem, end := infinitive[:len(infinitive)-2], infinitive[len(infinitive)-2:]
	if end == "ar" {
		soft := stem
		for _, s := range [][2]string{{"c", "qu"}, {"g", "gu"}, {"z", "c"}} {
			if head, ok := strings.CutSuffix(stem, s[0]); ok {
				soft = head + s[1]
			}
		}
		return [5]string{stem + "ado", soft + "é", stem + "ó", stem + "amos", stem + "aron"}
	}
	glide := "i"
	if strings.HasSuffix(stem, "u") {
		glide = "y"
	}
	return [5]string{stem + "ido", stem + "í", stem + glide + "ó", stem + "imos", stem + glide + "eron"}
}

// person says who did something, where the verb's form tells it.
type person int

const (
	byUs    person = iota // "añadí"
	bySome                // "se añadió", "le añadieron": told of the shop, where nobody else is named
	byUsNow               // "añadimos": now or then
)

// conjugated fills in all that the forms of the Spanish verbs mean.
func (l *lexicon) conjugated(verbs map[string]class) *lexicon {
	l.exact, l.infinitives, l.past = map[string]class{}, map[string]class{}, map[string]person{}
	for _, inf := range slices.Sorted(maps.Keys(verbs)) {
		k, past := verbs[inf], spanishPast(inf)
		l.infinitives[hear.Fold(inf)] = k
		participle := strings.TrimSuffix(hear.Fold(past[0]), "o")
		for _, end := range []string{"o", "a", "os", "as"} {
			if _, ok := l.verbs[participle+end]; !ok {
				l.verbs[participle+end] = k
			}
		}
		for i, who := range []person{byUs, bySome, byUsNow, bySome} {
			if form := past[i+1]; form != "" {
				l.exact[form], l.past[form] = k, who
			}
		}
	}
	l.exact["pasé"] = hand
	return l
}

// clitics are what may hang on an infinitive: "quitárselo".
var clitics = []string{"selos", "selas", "selo", "sela", "melo", "mela", "le", "les", "lo", "la", "los", "las", "se"}

// ofUs says that a verb in the past tells of the shop: "añadí", but "se añadió" and "le añadieron", and "ya le añadimos".
func (l *lexicon) ofUs(ws []word, i int) bool {
	who := l.past[ws[i].low]
	if who == byUs {
		return true
	}
	before := map[string]bool{}
	for k := i - 1; k >= 0 && k >= i-3 && !ws[k+1].sep; k-- {
		before[ws[k].key] = true
		if !dative[ws[k].key] {
			break
		}
	}
	if who == byUsNow {
		return before["ya"] || before["le"] || before["les"]
	}
	if before["que"] { // "la tarjeta con la que se pagó"
		return false
	}
	return before["se"] || (before["le"] || before["les"]) && strings.HasSuffix(ws[i].key, "ron")
}

var dative = words("le les lo la los las se ya")
