package claims

import "slices"

// wasThere says that how things were is told, not how they are: "that was the last thing in there".
func (l *lexicon) wasThere(ws []word, sp span) bool {
	if k := sp.trigger.class; (k == in || k == have || k == aside) && slices.ContainsFunc(ws[sp.from:sp.to], func(w word) bool { return w.key != "noch" && (stills[w.key] || staying[w.key]) }) {
		return true
	}
	if k := sp.trigger.class; l.tag != "en" || sp.trigger.managed || k != in && k != have && k != aside {
		return false
	}
	for i := min(sp.trigger.from+1, len(ws)-1); i >= sp.from; i-- {
		if k := ws[i].key; k == "was" || k == "were" {
			next := l.at(ws, i+1)
			return next != "just" && next != "able" && next != "glad" && next != "happy"
		}
		if ws[i].sep {
			return false
		}
	}
	return false
}

// comesWith says that what is told comes with the goods: "with a cartridge that's already been put in".
func (l *lexicon) comesWith(ws []word, from, at int) bool {
	for i := from; i+1 < at; i++ {
		if k := ws[i].key; (k == "come" || k == "comes") && ws[i+1].key == "with" {
			return true
		}
	}
	return false
}

// granted says that somebody who may is told to have given money: that is the shop's own deed, whoever did it.
func (c *checker) granted(sp span) bool {
	if k := sp.trigger.class; k != makes && k != give && k != apply && k != refund || c.nounsIn(sp)&(nRefund|nCode) == 0 || !sp.hasAmount() {
		return false
	}
	return slices.ContainsFunc(sp.s.words[:sp.trigger.from], func(w word) bool { return bosses[w.key] })
}

var bosses = words("supervisor manager boss vorgesetzte vorgesetzter vorgesetzten chef chefin leiterin leiter supervisora jefe jefa gerente encargada encargado")

// doubted says that one cannot say that something was done: "I can't say for sure that it was placed".
func (l *lexicon) doubted(ws []word, from, at int) bool {
	for i := min(at, len(ws)) - 2; i >= from; i-- {
		if ws[i+1].sep && ws[i+1].key != "dass" && ws[i+1].key != "ob" {
			return false
		}
		if !knowing[ws[i].key] && ws[i].low != "sé" {
			continue
		}
		return slices.ContainsFunc(ws[max(from, i-4):min(i+3, at)], func(w word) bool { return l.is(negations, w.key) || unsure[w.key] })
	}
	return false
}

// knowing are words for what one says, knows or swears; unsure, those that deny it without a "not".
var (
	knowing = words("say know tell sure certain promise guarantee confirm swear unclear remember recall sagen weiss wissen sicher sicherheit versprechen garantieren bestatigen asegurar asegurarle decir decirle garantizar garantizarle confirmar confirmarle seguro segura")
	unsure  = words("unsure uncertain unclear unsicher unklar doubt bezweifle dudo")
)
