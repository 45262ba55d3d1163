package rules

// planned is a clause as it is carried from one step to the next.
type planned struct {
	Want   want           `json:"want,omitempty"`
	X      string         `json:"x,omitempty"`
	Y      string         `json:"y,omitempty"`
	N      string         `json:"n,omitempty"`
	Text   string         `json:"text,omitempty"`
	Rule   bool           `json:"rule,omitempty"`
	Asked  bool           `json:"asked,omitempty"`
	Apart  bool           `json:"apart,omitempty"`
	Again  bool           `json:"again,omitempty"`
	Fix    bool           `json:"fix,omitempty"`
	Either bool           `json:"either,omitempty"`
	More   []plannedPiece `json:"more,omitempty"`
}

type plannedPiece struct {
	Text string `json:"text"`
	Word string `json:"word,omitempty"`
	Fix  bool   `json:"fix,omitempty"`
}

func plans(clauses []clause) []planned {
	var out []planned
	for _, c := range clauses {
		p := planned{Want: c.want, X: c.x, Y: c.y, N: c.n, Text: c.text, Rule: c.rule, Asked: c.asked, Apart: c.apart, Again: c.again, Fix: c.fix, Either: c.either}
		for _, m := range c.more {
			p.More = append(p.More, plannedPiece{m.text, m.word, m.fix})
		}
		out = append(out, p)
	}
	return out
}

func unplanned(plan []planned) []clause {
	var out []clause
	for _, p := range plan {
		c := clause{found: found{want: p.Want, x: p.X, y: p.Y, n: p.N, rule: p.Rule}, text: p.Text, asked: p.Asked, apart: p.Apart, again: p.Again, fix: p.Fix, either: p.Either}
		for _, m := range p.More {
			c.more = append(c.more, piece{text: m.Text, word: m.Word, fix: m.Fix})
		}
		out = append(out, c)
	}
	return out
}
