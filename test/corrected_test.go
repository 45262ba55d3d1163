package test

import (
	"fmt"
	"strings"
	"testing"
)

// What a model says that is not so is not heard, in any language, whatever the shop's own tools did in the turn: what they say stands in its
// place, and the cart once.
func TestClaimsAreCorrected(t *testing.T) {
	t.Parallel()
	type claim struct {
		call       map[string]any // nil = none
		en, de, es string
	}
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
	}
	says := map[string]string{"en": "please do number %d. now", "de": "bitte mach jetzt nummer %d. für mich", "es": "por favor haga ahora el número %d. para mí"}
	lie := func(language string, c claim) string {
		return map[string]string{"en": c.en, "de": c.de, "es": c.es}[language]
	}
	carts := map[string]string{"en": "our cart", "de": "hr", "es": "u carrito"} // "Your cart is empty", "In your cart: …"
	var script []rule
	for i, c := range claims {
		for language, words := range says {
			if key := fmt.Sprintf(words, i); c.call != nil {
				script = append(script, calls(key, c.call))
			}
			script = append(script, rule{"when": map[string]any{"says": fmt.Sprintf(words, i)}, "answer": map[string]any{"text": lie(language, c)}})
		}
	}
	m := startModel(t, script...)
	s := start(t, m.with("openai"))
	for i, c := range claims {
		for language, words := range says {
			a := s.open(s.begin("SCF-RED 1"), "").say(fmt.Sprintf(words, i))
			if strings.Contains(a.Reply, lie(language, c)) || !strings.Contains(a.Reply, carts[language]) || strings.Count(a.Reply, "our cart: ") > 1 {
				t.Errorf("%s: instead of %q is said %q", language, lie(language, c), a.Reply)
			}
		}
	}
	m.wantNo400()
}
