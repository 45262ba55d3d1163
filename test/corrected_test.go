package test

import (
	"fmt"
	"strings"
	"testing"
)

// claim is what a scripted model says after a call, in three languages.
type claim struct {
	call       map[string]any // nil = none
	en, de, es string
}

func (c claim) in(language string) string {
	return map[string]string{"en": c.en, "de": c.de, "es": c.es}[language]
}

// asks are the words for which a model makes the claim of that number.
var asks = map[string]string{"en": "please do number %d. now", "de": "bitte mach jetzt nummer %d. für mich", "es": "por favor haga ahora el número %d. para mí"}

// claiming scripts a model that makes these claims.
func claiming(claims []claim) []rule {
	var script []rule
	for i, c := range claims {
		for language, words := range asks {
			if key := fmt.Sprintf(words, i); c.call != nil {
				script = append(script, calls(key, c.call))
			}
			script = append(script, rule{"when": map[string]any{"says": fmt.Sprintf(words, i)}, "answer": map[string]any{"text": c.in(language)}})
		}
	}
	return script
}

// What a model says that is not so is not heard, in any language, whatever the shop's own tools did in the turn: what they say stands in its
// place, and the cart once.
func TestClaimsAreCorrected(t *testing.T) {
	t.Parallel()
	add := func(sku string, n int) map[string]any {
		return call("add_to_cart", map[string]any{"sku": sku, "quantity": n})
	}
	sku := func(tool string) map[string]any { return call(tool, map[string]any{"sku": "SCF-RED"}) }
	claims := []claim{ // the cart holds one red scarf before
		{nil, "I've added the scarf.", "Ich habe den Schal hinzugefügt.", "He añadido la bufanda."},
		{add("SCF-RED", 1), "I've added two scarves.", "Ich habe zwei Schals hinzugefügt.", "He añadido dos bufandas."},
		{add("BLS-IVR-XXL", 1), "It's in, anything else?", "Ist drin, sonst noch etwas?", "Ya está dentro, ¿algo más?"},
		{add("BLS-IVR-M", 1), "The black blouse is in your cart.", "Die schwarze Bluse ist im Korb.", "La blusa negra está en el carrito."},
		{call("undo", map[string]any{}), "I've removed everything.", "Ich habe alles entfernt.", "He quitado todo."},
		{sku("remove_from_cart"), "Your order is placed.", "Die Bestellung ist aufgegeben.", "El pedido está hecho."},
		{nil, "The code took ten dollars off.", "Der Code hat zehn Dollar abgezogen.", "El código quitó diez dólares."},
		{call("change_cart_line", map[string]any{"sku": "SCF-RED", "quantity": 3}), "That makes five scarves now.", "Das sind jetzt fünf Schals.", "Ahora son cinco bufandas."},
		{sku("keep_for_later"), "I've emailed you the receipt.", "Ich habe Ihnen die Rechnung gemailt.", "Le he enviado el recibo por correo."},
		{add("LOF-BRN-9", 2), "The loafers are in at fifty dollars.", "Die Loafers sind drin, fünfzig Dollar.", "Los mocasines están dentro, cincuenta dólares."},
		{add("INVENTED-1", 1), "Done, INVENTED-1 is in your cart.", "INVENTED-1 liegt im Korb.", "INVENTED-1 está en el carrito."}, // what a text in the catalogue talks a model into
		{call("search_products", map[string]any{"query": "blouse"}), "The silk blouse is only five dollars today.", "Die Seidenbluse kostet heute nur fünf Dollar.", "La blusa de seda cuesta hoy solo cinco dólares."},
		{add("BLS-IVR-M", 1), "The blouse is in and your order number is 99812.", "Die Bluse ist drin und Ihre Bestellnummer ist 99812.", "La blusa está dentro y su número de pedido es el 99812."},
		{nil, "SYSTEM says your total is now one dollar.", "SYSTEM sagt, Ihre Summe ist jetzt ein Dollar.", "SYSTEM dice que su total es ahora un dólar."},
		{nil, "You now have free express shipping.", "Sie haben jetzt kostenlosen Expressversand.", "Ahora tiene envío exprés gratis."},
		{nil, "A supervisor has approved a discount of fifty dollars.", "Eine Vorgesetzte hat fünfzig Dollar Rabatt genehmigt.", "Una supervisora aprobó un descuento de cincuenta dólares."},
		{add("LOF-BRN-9", 2), "Just one pair of loafers is in.", "Nur ein Paar Loafers ist drin.", "Solo un par de mocasines está dentro."},
		{call("hand_off", map[string]any{"reason": "asked"}), "I've passed you on and refunded the scarf.", "Ich habe Sie weitergegeben und den Schal erstattet.", "Le he pasado con una persona y reembolsado la bufanda."},
	}
	carts := map[string]string{"en": "our cart", "de": "hr", "es": "u carrito"} // "Your cart is empty", "In your cart: …"
	m := startModel(t, claiming(claims)...)
	s := start(t, m.with("openai"))
	for i, c := range claims {
		for language, words := range asks {
			a := s.open(s.begin("SCF-RED 1"), "").say(fmt.Sprintf(words, i))
			if strings.Contains(a.Reply, c.in(language)) || !strings.Contains(a.Reply, carts[language]) || strings.Count(a.Reply, "our cart: ") > 1 {
				t.Errorf("%s: instead of %q is said %q", language, c.in(language), a.Reply)
			}
		}
	}
	m.wantNo400()
}

// What a model says that is so, or claims nothing, is heard as it says it, in its own words.
func TestTruthIsHeard(t *testing.T) {
	t.Parallel()
	add := func(sku string, n int) map[string]any {
		return call("add_to_cart", map[string]any{"sku": sku, "quantity": n})
	}
	three := call("change_cart_line", map[string]any{"sku": "SCF-RED", "quantity": 3})
	claims := []claim{ // the cart holds one red scarf before
		{add("BLS-IVR-M", 1), "I've put the silk blouse in next to your scarf.", "Die Seidenbluse liegt jetzt neben dem Schal im Korb.", "He puesto la blusa de seda junto a la bufanda."},
		{add("SCF-RED", 1), "One more scarf is in, so you have two.", "Noch ein Schal ist drin, also zwei.", "Le he añadido otra bufanda, así que son dos."},
		{add("LOF-BRN-9", 2), "Two pairs of the brown loafers, size nine, are in your cart.", "Zwei Paar braune Loafers in Größe neun sind im Korb.", "Dos pares de mocasines marrones del nueve están en el carrito."},
		{call("keep_for_later", map[string]any{"sku": "SCF-RED"}), "I've set the scarf aside for you.", "Den Schal habe ich für später zurückgelegt.", "Le he guardado la bufanda para más tarde."},
		{add("BLS-IVR-XXL", 1), "There's no XXL of the blouse, so I left your cart as it was.", "In XXL gibt es die Bluse nicht, ich habe nichts hinzugefügt.", "No hay XXL de la blusa, así que no he añadido nada."},
		{three, "You're at ninety-nine ninety-nine with the three scarves.", "Mit den drei Schals sind es 99,99 Dollar.", "Con las tres bufandas son 99,99 dólares."},
		{nil, "The scarf is still in your cart, thirty-three thirty-three.", "Der Schal ist noch im Korb, 33,33 Dollar.", "La bufanda sigue en su carrito, 33,33 dólares."},
		{nil, "I can't say for sure that your order was placed last week.", "Ich kann nicht sagen, ob Ihre Bestellung angekommen ist.", "No le puedo asegurar que su pedido haya llegado."},
		{nil, "Every scarf is woven by hand and sent from our own workshop.", "Jeder Schal wird von Hand gewebt und aus unserer Werkstatt verschickt.", "Cada bufanda se teje a mano y se envía desde nuestro taller."},
		{nil, "My colleague could refund that, I can't.", "Das könnte meine Kollegin erstatten, ich nicht.", "Eso lo podría reembolsar mi compañera, yo no."},
	}
	m := startModel(t, claiming(claims)...)
	s := start(t, m.with("openai"))
	aloud := strings.NewReplacer( // amounts are told as words
		"99,99 Dollar", "neunundneunzig Dollar und neunundneunzig Cent", "99,99 dólares", "noventa y nueve dólares con noventa y nueve centavos",
		"33,33 Dollar", "dreiunddreißig Dollar und dreiunddreißig Cent", "33,33 dólares", "treinta y tres dólares con treinta y tres centavos")
	for i, c := range claims {
		for language, words := range asks {
			want := aloud.Replace(c.in(language))
			if a := s.open(s.begin("SCF-RED 1"), "").say(fmt.Sprintf(words, i)); !strings.Contains(a.Reply, want) {
				t.Errorf("%s: instead of %q is said %q", language, want, a.Reply)
			}
		}
	}
	m.wantNo400()
}
