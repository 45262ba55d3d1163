package claims

import "strings"

// germanStems are the verbs that particles make others of: infinitive and participle.
var germanStems = map[string]string{
	"fugen": "gefugt", "legen": "gelegt", "tun": "getan", "packen": "gepackt", "nehmen": "genommen", "stecken": "gesteckt", "stellen": "gestellt", "setzen": "gesetzt", "werfen": "geworfen", "holen": "geholt",
	"streichen": "gestrichen", "schmeissen": "geschmissen", "loschen": "geloscht", "kicken": "gekickt", "ziehen": "gezogen", "raumen": "geraumt", "heben": "gehoben", "bringen": "gebracht", "schreiben": "geschrieben",
	"buchen": "gebucht", "zahlen": "gezahlt", "uberweisen": "uberwiesen", "schicken": "geschickt", "senden": "gesendet", "leiten": "geleitet", "stufen": "gestuft", "schrauben": "geschraubt", "gehen": "gegangen",
	"tauschen": "getauscht", "wechseln": "gewechselt", "andern": "geandert", "stocken": "gestockt", "fahren": "gefahren", "rechnen": "gerechnet", "geben": "gegeben", "wandeln": "gewandelt", "erstatten": "erstattet",
}

// germanParticles say what a particle and a stem make together: "class, particles, stems".
var germanParticles = []struct {
	class            class
	particles, stems string
}{
	{add, "hinzu dazu rein hinein drauf ein bei mit", "fugen legen tun packen nehmen stecken werfen"},
	{add, "rein hinein dazu hinzu", "stellen setzen geben schreiben buchen"},
	{remove, "heraus raus hinaus weg runter herunter aus", "nehmen werfen legen tun holen streichen schmeissen packen loschen kicken ziehen raumen"},
	{save, "beiseite zuruck weg", "legen stellen packen heben"},
	{restore, "zuruck wieder herbei", "holen bringen nehmen"},
	{change, "um aus ein ab", "tauschen wechseln andern wandeln"},
	{count, "hoch herauf rauf herunter runter herab auf", "setzen stufen schrauben gehen fahren stocken"},
	{refund, "zuruck", "zahlen buchen uberweisen erstatten"},
	{apply, "ab an ein", "rechnen ziehen"},
	{apply, "herunter runter", "rechnen"},
	{send, "zu hinaus raus los weg weiter ab", "schicken senden leiten"},
	{hand, "weiter durch", "stellen geben leiten"},
}

// compounded adds what particles make of stems, with the infinitive of each, where a list does not say better.
func (l *lexicon) compounded() *lexicon {
	l.infinitives = table(map[string]class{
		"andern wechseln tauschen ersetzen aktualisieren anpassen": change, "entfernen loschen streichen": remove, "bestellen kaufen aufgeben": order, "stornieren": cancel, "erstatten": refund, "erhohen verringern reduzieren": count,
		"speichern merken": save, "einlosen anwenden": apply, "leeren": empty, "hinterlegen eintragen": set, "reservieren sichern ergattern": other, "verbinden": hand, "aufnehmen": add,
	}, nil)
	for _, g := range germanParticles {
		for p := range strings.FieldsSeq(g.particles) {
			for s := range strings.FieldsSeq(g.stems) {
				if _, ok := l.verbs[p+germanStems[s]]; !ok {
					l.verbs[p+germanStems[s]] = g.class
				}
				if _, ok := l.infinitives[p+s]; !ok {
					l.infinitives[p+s], l.infinitives[p+"zu"+s] = g.class, g.class
				}
			}
		}
	}
	return l
}
