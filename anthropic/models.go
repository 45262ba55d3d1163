package anthropic

import (
	"context"
	"log/slog"

	sdk "github.com/anthropics/anthropic-sdk-go/v2"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/model"
)

// abilities are what a model takes, as its server tells.
type abilities struct {
	model  string
	silent bool // thinking can be switched off
	thinks bool // it can be left to the model
	effort bool
}

// can says what is known of the model that is asked; of one that was not looked at, everything is assumed.
func (b *Brain) abilities(name string) abilities {
	if a := b.can.Load(); a != nil && a.model == name {
		return *a
	}
	return abilities{name, true, true, true}
}

// next goes on to the model after at; false where there is none. Another request may have done so already.
func (b *Brain) next(at int32) bool {
	if int(at)+1 >= len(b.config.Models) {
		return false
	}
	if b.at.CompareAndSwap(at, at+1) {
		b.config.Log.Error("anthropic: there is no such model any more; the next one of the list answers",
			slog.String("model", b.config.Models[at]), slog.String("next", b.config.Models[at+1]))
	}
	return true
}

// Check asks the server which models there are, and takes the first of the list that is. Its answer is the model's name. NotFound
// when there is none of them, Unauthorized when the key is not taken; Unavailable, Timeout when the server could not be asked, which
// says nothing of the models.
func (b *Brain) Check(ctx context.Context) (string, error) {
	w := model.Watch(ctx, b.config.Step)
	defer w.Stop()
	for i, name := range b.config.Models {
		w.Within(b.config.FirstByte)
		info, err := b.client.Models.Get(w.Ctx, name, sdk.ModelGetParams{})
		if err == nil && info.Lifecycle != sdk.ModelInfoLifecycleRetired {
			b.at.Store(int32(i)) //nolint:gosec // a list of names
			b.can.Store(learned(name, info))
			return name, nil
		}
		if err != nil {
			a := &answer{brain: b, name: name}
			if err = a.failed(w, err); !gone(err) {
				return "", err
			}
		}
		b.config.Log.Warn("anthropic: there is no such model", slog.String("model", name))
	}
	return "", evercart.Errorf(evercart.NotFound, "anthropic.Check", "the model server has none of the models %v", b.config.Models)
}

// learned reads what a model takes; a server that tells nothing of that is assumed to take everything.
func learned(name string, info *sdk.ModelInfo) *abilities {
	c := info.Capabilities
	told := info.JSON.Capabilities.Valid()
	return &abilities{name,
		!told || !c.JSON.Thinking.Valid() || c.Thinking.Types.Disabled.Supported,
		!told || !c.JSON.Thinking.Valid() || c.Thinking.Types.Adaptive.Supported,
		!told || !c.JSON.Effort.Valid() || c.Effort.Supported}
}
