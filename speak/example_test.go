package speak_test

import (
	"fmt"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/speak"
)

func ExampleVoice_Money() {
	v := speak.For("en-US")
	fmt.Println(v.Money(129999, "USD"))
	fmt.Println(v.Money(101, "USD"))
	fmt.Println(v.Money(1200, "JPY"))
	fmt.Println(v.Money(1250, "KWD"))
	// Output:
	// one thousand two hundred ninety-nine dollars and ninety-nine cents
	// one dollar and one cent
	// one thousand two hundred yen
	// one dinar and two hundred fifty fils
}

func ExampleVoice_Thing() {
	options := []evercart.Option{{Name: "color", Value: "ivory"}, {Name: "size", Value: "M"}}
	fmt.Println(speak.For("en").Thing("Silk Blouse", options, 2))
	fmt.Println(speak.For("de").Thing("Seidenbluse", options[1:], 2))
	// Output:
	// two silk blouses in ivory, size M
	// zweimal Seidenbluse, Größe M
}

func ExamplePlain() {
	fmt.Println(speak.Plain("**Great choice!** 🎉 See [our size guide](https://shop.example/size):\n- Hand wash\n- `#1` seller"))
	// Output: Great choice! See our size guide: Hand wash. number one seller.
}

func ExamplePieces() {
	p := speak.NewPieces(speak.For("en"), "USD")
	for _, delta := range []string{"Sure. The weekend bag costs $1", ",299", ".99. Shall I", " add it?"} {
		for _, piece := range p.Write(delta) {
			fmt.Println(piece)
		}
	}
	for _, piece := range p.Flush() {
		fmt.Println(piece)
	}
	// Output:
	// Sure.
	// The weekend bag costs one thousand two hundred ninety-nine dollars and ninety-nine cents.
	// Shall I add it?
}
