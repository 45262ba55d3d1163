package speak

import "strings"

// germanValues and spanishValues say what goods of a feed in English commonly differ in; what is not here is said as the feed has it.
var (
	germanValues = pairs(`black schwarz white weiß grey grau gray grau red rot blue blau navy marineblau green grün olive oliv yellow gelb orange orange pink rosa purple lila
		brown braun beige beige ivory elfenbein cream creme gold gold silver silber copper kupfer brass messing turquoise türkis burgundy bordeaux charcoal anthrazit
		terracotta terrakotta emerald smaragdgrün mustard senfgelb teal petrol sage salbei khaki khaki steel Edelstahl family Familienpackung sand sand tan hellbraun natural natur clear klar small klein medium mittel large groß`)
	spanishValues = pairs(`black negro white blanco grey gris gray gris red rojo blue azul navy azul_marino green verde olive oliva yellow amarillo orange naranja pink rosa purple morado
		brown marrón beige beige ivory marfil cream crema gold dorado silver plateado copper cobre brass latón turquoise turquesa burgundy burdeos charcoal antracita
		terracotta terracota emerald esmeralda mustard mostaza teal verde_azulado sage salvia khaki caqui steel acero family familiar sand arena tan canela natural natural clear transparente small pequeña medium mediana large grande`)
)

// pairs reads "english word english word".
func pairs(text string) map[string]string {
	f, out := strings.Fields(text), map[string]string{}
	for i := 0; i+1 < len(f); i += 2 {
		out[f[i]] = strings.ReplaceAll(f[i+1], "_", " ")
	}
	return out
}

// in says a value in the words of a language, where they have one for it.
func in(words map[string]string, value string) string {
	if said, ok := words[strings.ToLower(value)]; ok {
		return said
	}
	return value
}
