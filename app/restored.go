package app

import (
	"context"
	"errors"
	"log/slog"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/mishap"
)

// forgetRestored erases again whom a restored copy of the data brought back: the keys know who was forgotten. It goes on beside
// the start, since it asks for every shopper's key; what is not done when the server stops is done at the next start.
func (s *Server) forgetRestored(ctx context.Context, store record) {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer mishap.Catch(s.log, "restored")
		receipts, err := store.ForgetDestroyed(ctx)
		if len(receipts) > 0 {
			s.log.Warn("a restored copy had brought back shoppers who were forgotten; they are erased again", slog.Int("shoppers", len(receipts)))
		}
		if err != nil && !errors.Is(err, context.Canceled) && evercart.CodeOf(err) != evercart.Canceled {
			s.log.Error("shoppers whom a restored copy may have brought back could not be erased again", slog.Any("error", err))
		}
	}()
	s.onStop("restored", func(context.Context) error {
		stop()
		<-done
		return nil
	})
}
