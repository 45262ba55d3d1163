package house_test

import (
	"os"
	"strings"
	"testing"

	"github.com/evercart/evercart/internal/testdata"
	"github.com/evercart/evercart/shop/house"
)

// Delivery is asked about in words that no answer is written in.
func TestDeliveryIsAskedAnyhow(t *testing.T) {
	a, err := house.LoadAnswers(os.DirFS(testdata.Path(t, "shop")))
	if err != nil {
		t.Fatal(err)
	}
	for question, want := range map[string]string{
		"how soon would I get it": "3 to 5 business days", "when's it get here": "3 to 5 business days", "in how many days I receive it?": "3 to 5 business days", "if I order this today when will it be here": "3 to 5 business days",
		"do you deliver to Canada": "Canada", "do you post things to Germany?": "Germany", "would you be able to send a parcel to my daughter in Australia?": "nowhere else", "do you deliver abroad": "nowhere else",
		"do I have to pay the postage if I spend more than a hundred dollars?": "$75", "when I pay more than 80 the sending is gratis?": "$75",
		"when will my refund arrive": "", "how long does it take to get an appointment": "", "can you send an e-mail to Germany": "", "do you deliver to Springfield": "",
	} {
		got := a.Ask(question)
		if want == "" && strings.Contains(got.Text, "3 to 5 business days") || want == "" && strings.Contains(got.Text, "nowhere else") || !strings.Contains(got.Text, want) {
			t.Errorf("%q: %q", question, got.Text)
		}
	}
}
