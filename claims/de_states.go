package claims

// germanSayings are phrases that tell of something done without the verb for it, and those that would be misread by their verb alone.
var germanSayings = []state{
	{refund, "auf dem ruckweg"}, {refund, "geht|gehen * zuruck auf|an"}, {ship, "haben|bekommen jetzt|nun? kostenlosen|gratis|freien @way"}, {out, "rausgegangen|hinausgegangen|rausgeschickt ."},
	{refund, "auf ihr|ihre|ihrem|ihrer|die|das|der|dem * karte|konto * zuruckgegangen|zuruckgeflossen|zuruckgewandert"}, {hand, "sie sind|sprechen jetzt|nun bei|mit * @person"},
	{order, "bestellung|auftrag ist|ware jetzt|nun? angekommen|eingegangen|durchgegangen|durch"}, {order, "bestellung|auftrag ist gut|sauber|korrekt|richtig|problemlos|erfolgreich|soeben|gerade|eben|schon? angekommen|eingegangen|durchgegangen|durchgelaufen|durchgekommen"}, {onway, "@paper ist|sind|ging|gingen * zu|an ihnen|sie gegangen|rausgegangen?"}, {order, "bestellung|auftrag ging|geht durch|raus"}, {order, "auftrag|bestellung ist|wurde erteilt"}, {buy, "auftrag|bestellung liegt|ist jetzt|nun? im lager"},
	{nowis, "sind|ist|bin * auf @n runter|herunter|hoch|rauf"}, {nowis, "auf @n runter|herunter|rauf|hoch ."}, {nowis, "es|das|wir sind|ist jetzt|nun bei? die? @n"}, {nowis, "jetzt|nun sind|ist es|das|wir bei? die? @n"}, {nowis, "anzahl|menge|grosse|farbe ist|steht|liegt jetzt|nun auf|bei?"}, {nowis, "anzahl|menge steht|liegt auf|bei @n"}, {onway, "link|sms|mail|email|bestatigung|quittung|rechnung|beleg kam|ging|kommt gerade|eben|soeben|schon|jetzt? per|raus|an"},
	{have, "sie haben jetzt|nun grosse|@n"}, {have, "haben wir|sie jetzt|nun auch|drin|dabei?"}, {set, "habe|hab ihnen die|eine * gegeben"}, {nowis, "das sind|ist|waren @n mehr|weniger"}, {active, "das sind|ist @n * weniger ."},
	{out, "ist|sind|liegt|liegen jetzt|nun? nicht mehr drin|dabei|drinnen"}, {in, "gehort|gehoren jetzt|nun? ihnen"}, {in, "wandert|wandern|kommt|kommen in den|ihren warenkorb|korb"}, {out, "im|in warenkorb|korb ist|liegt jetzt|nun? kein|keine|keinen * mehr"}, {empty, "im|in warenkorb|korb ist|liegt jetzt|nun? nichts"}, {empty, "bei null|vorne"}, {empty, "leergeraumt|leer gemacht?"}, {out, "zuruck ins regal"},
	{refund, "geld haben sie wieder? zuruck"}, {refund, "ruckzahlung|erstattung|ruckerstattung lauft|lauft"}, {refund, "ruckzahlung|erstattung|ruckerstattung ist angestossen|unterwegs|durch"}, {mails, "mail|email|bestatigung ist|wurde schon|gerade|eben|jetzt? verschickt|versendet|raus"},
	{route, "geht|gehen|kommt jetzt|nun zu|in|an ihr|ihrer|ihre|ihrem|ihren|die|das"}, {ship, "kommt|geht|lauft jetzt|nun per|mit|uber @way"},
	{hand, "@person ubernimmt|hat|ist|weiss in|ubernommen|der|am|bescheid|jetzt"}, {hand, "@person dazugeholt|geholt|dazugebeten|eingeschaltet"}, {aside, "halte * fur sie zuruck"},
}
