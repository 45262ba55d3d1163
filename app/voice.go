package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/channel"
	"github.com/evercart/evercart/channel/openaiapi"
	"github.com/evercart/evercart/channel/twilio"
)

// voice is a voice platform's way in.
type voice struct {
	name string
	codec
}

// codec is what the server needs of a channel, whatever it speaks.
type codec interface {
	Routes() []channel.Route
	Stats() channel.Stats
	Stop(context.Context) error
}

// voices are the channels that are configured.
func (s *Server) voices(e edges) ([]voice, error) {
	var out []voice
	phone, err := s.phone(e)
	if err != nil {
		return nil, err
	}
	if phone != nil {
		out = append(out, voice{twilio.Name, phone})
	}
	if keys := slices.Concat(s.config.VoiceKeys, s.config.APIKeys); len(keys) > 0 { // without a key everybody could be any caller
		ch, err := openaiapi.New(openaiapi.Config{Desk: s.desk(e), Keys: keys, Numbers: s.config.VoiceCallers != "nobody"})
		if err != nil {
			return nil, fmt.Errorf("voice-keys: %s", evercart.AsError(err).Message)
		}
		out = append(out, voice{openaiapi.Name, ch})
	}
	return out, nil
}

// hangUp ends the calls; they go on with another node.
func hangUp(ctx context.Context, voices []voice) error {
	ended := make(chan error, len(voices))
	for _, v := range voices {
		go func() { ended <- v.Stop(ctx) }()
	}
	var errs []error
	for range voices {
		errs = append(errs, <-ended)
	}
	return errors.Join(errs...)
}
