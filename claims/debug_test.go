package claims

import (
	"fmt"
	"os"
	"testing"
)

func TestDebug(t *testing.T) {
	l := lexiconOf(os.Getenv("L"))
	if l == nil {
		t.Skip()
	}
	c := checker{lex: l, known: vocabulary{}}
	for _, s := range l.sentences(os.Getenv("T")) {
		for _, sp := range c.spans(s) {
			fmt.Printf("[%d %d] %v mood=%v figs=%+v kinds=", sp.from, sp.to, sp.trigger, c.mood(sp), sp.figures)
			if sp.trigger != nil {
				fmt.Println(c.resolve(sp))
			}
			for _, w := range sp.words() {
				fmt.Print(w.key, w.eng, " ")
			}
			fmt.Println()
			fmt.Printf("%+v\n", c.mentions(sp))
		}
	}
}
