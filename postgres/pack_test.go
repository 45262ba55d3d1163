package postgres_test

import (
	"encoding/binary"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/postgres"
)

// A row that a disk has spoiled is Damaged, or holds as many events as it says; it never ends the process.
func FuzzUnpack(f *testing.F) {
	led := func(to []byte, part string) []byte {
		return append(binary.BigEndian.AppendUint32(to, uint32(len(part))), part...)
	}
	good := led(binary.BigEndian.AppendUint32(led(nil, "noted"), 1), `{"what":"x"}`)
	f.Add(1, good, []byte(nil))
	f.Add(2, append(good, good...), led(led(nil, "sealed"), ""))
	f.Add(3, append(good, good...), []byte{})
	f.Add(1, good[:len(good)-1], []byte(nil))
	f.Add(1, []byte("\xff\xff\xff\xff12345678"), []byte("\xff\xff\xff\xff"))
	f.Add(1<<40, good, []byte(nil))
	f.Add(-1, good, []byte(nil))
	f.Fuzz(func(t *testing.T, events int, clear, sealed []byte) {
		kinds, again, err := postgres.Unpack(events, clear, sealed)
		if err != nil {
			if got := evercart.CodeOf(err); got != evercart.Damaged {
				t.Fatalf("%v", err)
			}
			return
		}
		if len(kinds) != events || !again {
			t.Fatalf("%d of %d events, packed again the same: %v", len(kinds), events, again)
		}
	})
}
