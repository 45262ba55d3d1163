package evercart

import "context"

// Keys holds one key a life, wrapped, in a store of its own, never in a dump of the data: destroying a key makes an erasure
// reach backups.
type Keys interface {
	// Begin makes the key of a life, durably; again = no change. Gone once destroyed.
	Begin(context.Context, Life) error
	// Seal compresses, then encrypts. Gone once destroyed, NotFound before Begin.
	Seal(ctx context.Context, of Life, plain, aad []byte) ([]byte, error)
	// Open undoes Seal. Gone once destroyed; Damaged when the bytes or the aad are others.
	Open(ctx context.Context, of Life, sealed, aad []byte) ([]byte, error)
	// MAC is a keyed hash that dies with the key.
	MAC(ctx context.Context, of Life, data []byte) ([]byte, error)
	// Hash is a keyed hash of outside ids, by a key of the whole shop: equal for equal data, for ever.
	Hash(ctx context.Context, data []byte) ([]byte, error)
	// Destroy ends a key for good; again = no change.
	Destroy(context.Context, Life) error
}

// Destroyed is brought by Keys that can tell of many lives at once, which of them have no key any more.
type Destroyed interface {
	Destroyed(context.Context, ...Life) ([]Life, error)
}

// DestroyedOf gives those of the lives whose key is destroyed: at once where keys can tell, else by asking for each.
func DestroyedOf(ctx context.Context, keys Keys, lives ...Life) ([]Life, error) {
	if many, ok := keys.(Destroyed); ok {
		return many.Destroyed(ctx, lives...)
	}
	var out []Life
	for _, life := range lives {
		_, err := keys.MAC(ctx, life, nil)
		switch {
		case CodeOf(err) == Gone:
			out = append(out, life)
		case err != nil:
			return out, err
		}
	}
	return out, nil
}

// LivesOf lists the lives of shoppers.
func LivesOf(shoppers []Shopper) []Life {
	out := make([]Life, len(shoppers))
	for i, s := range shoppers {
		out[i] = s.Life
	}
	return out
}
