package tables

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	"github.com/evercart/evercart"
)

// NewShopper begins one, of an outside id, or a guest where that is empty.
func NewShopper(by string, id evercart.Personal) evercart.Shopper {
	sh := evercart.Shopper{Subject: evercart.Subject(rand.Text()), Life: evercart.Life(rand.Text()), Guest: id == ""}
	switch by {
	case "user":
		sh.Personal.User = id
	case "phone":
		sh.Personal.Phone = id
	}
	return sh
}

// Outside is the keyed hash by which an outside id is found.
func Outside(ctx context.Context, keys evercart.Keys, by string, id evercart.Personal) ([]byte, error) {
	return keys.Hash(ctx, []byte(by+"\x00"+id.Reveal()))
}

// PackShopper makes the row of a shopper; aliases are rows of their own.
func PackShopper(ctx context.Context, keys evercart.Keys, sh evercart.Shopper) (facts, sealed []byte, err error) {
	sh.Aliases = nil
	if facts, err = json.Marshal(sh); err != nil || sh.Personal == (evercart.ShopperPersonal{}) {
		return facts, nil, evercart.Wrap(err, evercart.Invalid, "tables.PackShopper")
	}
	plain, err := evercart.RevealJSON(sh.Personal)
	if err != nil {
		return nil, nil, err
	}
	sealed, err = keys.Seal(ctx, sh.Life, plain, shopperAAD(sh.Subject))
	return facts, sealed, err
}

// Shopper is the row of one. Aliases are rows that point here.
type Shopper struct {
	Subject, Into evercart.Subject // Into: joined to that one; "" = to nobody
	Life          evercart.Life
	Version       int64
	Facts, Sealed []byte
}

// Open reads it. NotFound when its key is destroyed, Damaged.
func (r Shopper) Open(ctx context.Context, keys evercart.Keys) (evercart.Shopper, error) {
	const op = "tables.Shopper"
	sh := evercart.Shopper{}
	if err := json.Unmarshal(r.Facts, &sh); err != nil {
		return sh, evercart.Wrap(err, evercart.Damaged, op)
	}
	sh.Subject, sh.Life = r.Subject, r.Life
	if len(r.Sealed) == 0 {
		return sh, nil
	}
	plain, err := keys.Open(ctx, sh.Life, r.Sealed, shopperAAD(sh.Subject))
	if evercart.CodeOf(err) == evercart.Gone {
		return sh, evercart.Errorf(evercart.NotFound, op, "no such shopper")
	}
	if err != nil {
		return sh, err
	}
	return sh, evercart.Wrap(json.Unmarshal(plain, &sh.Personal), evercart.Damaged, op)
}

func shopperAAD(of evercart.Subject) []byte { return []byte("shopper/" + string(of)) }

// ChangeShopper runs a change of one; same says that there is nothing to write. Subject, life and aliases stay as they are.
func ChangeShopper(before evercart.Shopper, change func(evercart.Shopper) (evercart.Shopper, error)) (after evercart.Shopper, same bool, err error) {
	shown := before
	shown.Aliases, shown.Bring, shown.Demographics = slices.Clone(before.Aliases), slices.Clone(before.Bring), maps.Clone(before.Demographics) // change may write into them
	if after, err = change(shown); err != nil {
		return before, false, err
	}
	after.Subject, after.Life, after.Aliases = before.Subject, before.Life, before.Aliases
	return after, reflect.DeepEqual(before, after), nil
}

// MayJoin refuses a guest whom a user id names already, or who is another's. Conflict, Invalid; done says that it is an alias of to already.
func MayJoin(op string, guest evercart.Subject, from, to evercart.Shopper) (done bool, err error) {
	switch {
	case from.Subject == to.Subject:
		return true, nil
	case guest != from.Subject:
		return false, OthersAlias(op)
	case !from.Guest && from.Personal.User != "":
		return false, evercart.Errorf(evercart.Invalid, op, "only somebody whom no user id names becomes an alias")
	}
	return false, nil
}

// OthersAlias is the refusal of a guest who was joined to somebody else.
func OthersAlias(op string) error {
	return evercart.Errorf(evercart.Conflict, op, "this guest is another shopper's alias")
}

// Release lets an outside id of a shopper go: remove takes the row of that hash, if it is one of these subjects', and says whether it was there.
// NotFound.
func Release(ctx context.Context, keys evercart.Keys, by string, id evercart.Personal, of evercart.Shopper, remove func(hash []byte, subjects []string) (bool, error)) error {
	hash, err := Outside(ctx, keys, by, id)
	if err != nil {
		return err
	}
	var subjects []string
	for _, s := range of.Subjects() {
		subjects = append(subjects, string(s))
	}
	there, err := remove(hash, subjects)
	if err == nil && !there {
		err = evercart.Errorf(evercart.NotFound, "Release", "no such id of this shopper")
	}
	return err
}

// ExportSession gives one session as far as it can be read.
func ExportSession(id evercart.SessionID, load func() (evercart.State, error), read func() ([]evercart.Event, error)) (evercart.SessionExport, error) {
	one := evercart.SessionExport{State: evercart.State{Session: id}}
	state, err := load()
	if err == nil {
		one.State = state
	} else if evercart.CodeOf(err) != evercart.Damaged {
		return one, err
	}
	one.Events, err = read()
	if code := evercart.CodeOf(err); err != nil && code != evercart.Damaged && code != evercart.NotFound {
		return one, err
	}
	return one, nil
}
