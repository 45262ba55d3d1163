package hear_test

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/testdata"
)

// What a shop asks its callers for is the shop's business: at most three of a hundred turns of a shop's customers are sent away.
func TestCustomersAreNotSentAway(t *testing.T) {
	t.Parallel()
	f, err := os.Open(testdata.Path(t, "utterances", "tau_retail_fewshot_user_turns.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // read only
	all, away := 0, 0
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var turn struct{ Text string }
		if err := json.Unmarshal(in.Bytes(), &turn); err != nil {
			t.Fatal(err)
		}
		all++
		if g := hear.IntentIn("en", turn.Text); g.Intent == hear.IntentElsewhere && g.Sure >= 0.45 {
			away++
		}
	}
	if err := in.Err(); err != nil || all == 0 || away*100 > all*3 {
		t.Errorf("%d of %d are sent away; %v", away, all, err)
	}
	for _, said := range []string{"mara.holt12@example.com", "sure, it's Mara Holt from Springfield, 62704", "my zip code is 62704", "I live in Springfield"} {
		if g := hear.IntentIn("en", said); g.Intent == hear.IntentElsewhere {
			t.Errorf("%q: %+v", said, g)
		}
	}
}
