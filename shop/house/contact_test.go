package house_test

import (
	"testing"

	"github.com/evercart/evercart/shop/house"
	"github.com/evercart/evercart/speak"
)

// How the shop is reached stands in its table; who asks for somebody else's number is not told the shop's.
func TestContact(t *testing.T) {
	t.Parallel()
	f := &house.Front{House: parse(t, "name = \"Fern & Co\"\n[hand_off]\nnumber = \"+1-207-555-0142\"\nname = \"the Fern team\"\nemail = \"help@example.com\"\n")}
	const call, write = "You can call the Fern team at +1-207-555-0142.", "You can write to the Fern team at help@example.com."
	for question, want := range map[string]string{
		"do you have a phone number":                       call,
		"what's your phone number, please?":                call,
		"what number can I call you at":                    call,
		"what is your email address":                       write,
		"do you have an e-mail":                            write,
		"what's the driver's phone number":                 "",
		"what is the phone number of the Kingsbrook store": "",
		"what's the email of the boss":                     "",
		"can you send me an email with all that":           "",
		"are you gonna sell my phone number to somebody":   "",
	} {
		if got, _ := f.Contact(question, speak.For("en")); got != want {
			t.Errorf("%q: %q, not %q", question, got, want)
		}
	}
	if got, ok := (&house.Front{House: parse(t, "name = \"Fern & Co\"\n")}).Contact("do you have a phone number", speak.For("en")); ok {
		t.Errorf("a shop without a number: %q", got)
	}
}
