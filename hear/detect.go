package hear

import "strings"

// spokenMarks are words that are common in one language and in no other of these; folded.
var spokenMarks = map[string]map[string]bool{
	"en": words(`the a an and of is are what which how much have do you your my me please want would like add put remove take out can could show with for this that these those it not
		no yes thanks thank i we one two three cart basket there any some in to on from where when who change make need get give let's size`),
	"es": words(`el la los las un una unos unas de del al y que en con para por mi mis su sus me lo quiero quisiera querria anade anada agrega agregue pon ponme ponga quita quite saca elimina
		cambia cambie cuanto cuanta cuesta cuestan tiene tienes tienen hay gracias hola adios buenos buenas dias tardes favor carrito cesta talla numero dos tres cuatro cinco seis siete ocho nueve diez
		si no mas menos otra otro esta este eso esto eres puede puedes podria donde cuando quien cual cuales todo ultima ultimo primera primero segunda segundo tercera tercero guarda vacia dame
		deme necesito gustaria llevo busco ver ensename muestrame deshazlo media docena perdon repite repetir ayuda ya sea sean roja rojo negra negro azul blanca blanco`),
	"de": words(`der die das den dem des ein eine einen einem einer und ist sind was welche welcher wie viel wieviel haben habe hatte gern gerne ich sie mir mich mein meine meinem meinen bitte danke hallo
		tschuss wiedersehen guten tag morgen mochte will brauche nehme nehmen nimm legen lege leg fuge entfernen entferne losche losch raus heraus hinzu warenkorb korb grosse zwei drei vier funf sechs
		sieben acht neun zehn ja nein nicht kein keine noch einmal auf fur mit ohne zu zum von im es gibt kostet kosten zeigen zeig konnen kannst konnten in aus alles beide letzte letzten erste ersten
		zweite zweiten dritte rot roten schwarz schwarzen weiss blau mach machen leeren leere tausche tauschen andern andere statt gegen spater zuruck ruckgangig wer wo wann`),
	"fr": words(`le la les un une des du de et est je vous nous mon ma mes votre avec pour dans sur que qui quoi combien coute voudrais veux ajoutez ajouter ajoute mettez enlevez retirez s'il plait merci
		bonjour bonsoir au revoir oui non panier taille deux trois quatre cinq j'ai c'est qu'est ce cette ces avez donnez montrez aimerais sil`),
	"it": words(`il lo la gli le un uno una di del della dei e che per con mio mia nel sono vorrei voglio aggiungi aggiunga metti metta togli rimuovi quanto costa avete grazie ciao buongiorno buonasera
		arrivederci si no per favore carrello taglia due tre quattro cinque mi questo questa quello`),
	"pt": words(`um uma uns umas de da dos das que em nos nas com para meu minha quero queria gostaria adicione adicionar coloque tire remova quanto custa voce voces tem obrigado
		obrigada ola bom boa dia tarde por favor carrinho tamanho dois duas tres quatro cinco sim nao mais eu`),
	"nl": words(`de het een en van ik wil graag u mij mijn je jij hebben heeft hebt wat is zijn hoeveel kost kosten alstublieft alsjeblieft dank bedankt hallo dag tot ziens doe voeg toe verwijder haal
		winkelwagen winkelmandje maat twee drie vier vijf ja nee niet geen nog voor met zonder naar welke`),
	"pl": words(`prosze chce chcialbym chcialabym dodaj usun ile kosztuje jest sa czy macie mam dziekuje dzien dobry czesc do widzenia tak nie koszyk koszyka rozmiar dwa dwie trzy cztery i w na z dla moj moje mi`),
	"tr": words(`bir iki uc dort bes ve istiyorum istiyoruz lutfen ekle ekleyin sepete sepetim cikar cikarin kac para ne kadar var mi mu tesekkurler tesekkur ederim merhaba selam gunaydin evet hayir beden bana bu su icin`),
}

func words(list string) map[string]bool { return set(strings.Fields(list)...) }

// spokenOrder is the order in which languages are weighed: a tie goes to the one before.
var spokenOrder = []string{"en", "es", "de", "fr", "it", "pt", "nl", "pl", "tr"}

// Spoken guesses the language of a text ("es"); given is the one that is expected, and stays where the words do not clearly
// tell otherwise. It knows more languages than there are a Language for.
func Spoken(text, given string) string {
	tokens := Tokens(text)
	if len(tokens) > maxGuessed {
		tokens = tokens[:maxGuessed]
	}
	count := func(lang string) int {
		n := 0
		for _, t := range tokens {
			if spokenMarks[lang][t.Text] {
				n++
			}
		}
		return n
	}
	have := count(given)
	best, most := given, have
	for _, lang := range spokenOrder {
		if n := count(lang); n > most {
			best, most = lang, n
		}
	}
	if best == given || most < 2 || most-have < 2 || 3*most < len(tokens) {
		return given
	}
	return best
}
