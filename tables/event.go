package tables

import (
	"context"

	"github.com/evercart/evercart"
)

// Encode makes the records of new events, and gives the events as they will be read: what is told is what is stored.
func Encode(ctx context.Context, keys evercart.Keys, life evercart.Life, events []evercart.Event) ([]evercart.Record, []evercart.Event, error) {
	var plain []byte
	seal := func(text, aad []byte) ([]byte, error) {
		plain = text
		return keys.Seal(ctx, life, text, aad)
	}
	known := func([]byte, []byte) ([]byte, error) { return plain, nil }
	records, read := make([]evercart.Record, len(events)), make([]evercart.Event, len(events))
	for i, e := range events {
		r, err := e.Encode(seal)
		if err != nil {
			return nil, nil, err
		}
		records[i] = r
		told, ok := r.Told(e)
		if !ok {
			if told, err = r.Decode(known); err != nil {
				return nil, nil, err
			}
		}
		read[i] = told
	}
	return records, read, nil
}

// Decode opens a record; faded says that its sealed part was emptied. Where the keys could not be asked it gives their error: the
// row is not to blame.
func Decode(ctx context.Context, keys evercart.Keys, life evercart.Life, r evercart.Record, faded bool) (evercart.Event, error) {
	var away error
	e, err := r.Decode(func(sealed, aad []byte) ([]byte, error) {
		plain, err := keys.Open(ctx, life, sealed, aad)
		if code := evercart.CodeOf(err); err != nil && code != evercart.Damaged && code != evercart.Gone {
			away = err
		}
		return plain, err
	})
	if away != nil {
		return e, away
	}
	e.Faded = e.Faded || faded
	return e, err
}
