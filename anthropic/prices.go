package anthropic

import (
	sdk "github.com/anthropics/anthropic-sdk-go/v2"

	"github.com/evercart/evercart/model"
)

// Prices are the vendor's list prices of November 2026, for prompts of up to 100,000 tokens, which ours are. Reading from the cache
// costs a tenth of the input, writing into it a quarter more.
func Prices() map[string]model.Price {
	list := func(in, out int64) model.Price {
		return model.Price{In: in, Cached: in / 10, Written: in * 5 / 4, Out: out}
	}
	return map[string]model.Price{
		string(sdk.ModelClaudeHaiku5_5):  list(100_000, 500_000),
		string(sdk.ModelClaudeSonnet5_5): list(2_000_000, 10_000_000),
		string(sdk.ModelClaudeOpus5_5):   list(4_000_000, 20_000_000),
		string(sdk.ModelClaudeFable5_1):  list(10_000_000, 50_000_000),
	}
}
