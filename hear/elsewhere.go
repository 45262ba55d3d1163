package hear

// notSpoken says, in each language that is told apart and not understood, which ones are.
var notSpoken = map[string]string{
	"fr": "Désolé, je ne parle que l'anglais, l'allemand et l'espagnol. Je n'ai rien changé.",
	"it": "Mi dispiace, parlo solo inglese, tedesco e spagnolo. Non ho cambiato nulla.",
	"pt": "Desculpe, só falo inglês, alemão e espanhol. Não mudei nada.",
	"nl": "Sorry, ik spreek alleen Engels, Duits en Spaans. Ik heb niets veranderd.",
	"pl": "Przepraszam, mówię tylko po angielsku, niemiecku i hiszpańsku. Nic nie zmieniłem.",
	"tr": "Üzgünüm, yalnızca İngilizce, Almanca ve İspanyolca konuşuyorum. Hiçbir şeyi değiştirmedim.",
}

// NotSpoken is the one sentence for a language that is known and not understood; "" = it is understood, or not known either.
func NotSpoken(locale string) string { return notSpoken[baseOf(locale)] }
