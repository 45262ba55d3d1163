package bench

import (
	"io"
	"runtime"
	"runtime/pprof"

	"github.com/evercart/evercart"
)

// Profiles is where profiles of this process go, taken while turns are: the server's own only where it runs in this process. nil = none.
type Profiles struct {
	CPU    io.Writer
	Before io.Writer // what had been allocated before the turns; what they allocated is the difference
	After  io.Writer // what has been after them
}

// begin starts them; end writes them.
func (p Profiles) begin() (end func() error, err error) {
	if err := allocs(p.Before); err != nil {
		return nil, err
	}
	if p.CPU != nil {
		if err := pprof.StartCPUProfile(p.CPU); err != nil {
			return nil, evercart.Wrap(err, evercart.Invalid, "bench")
		}
	}
	return func() error {
		if p.CPU != nil {
			pprof.StopCPUProfile()
		}
		return allocs(p.After)
	}, nil
}

func allocs(to io.Writer) error {
	if to == nil {
		return nil
	}
	runtime.GC() // what was asked for is told up to the last collection
	return evercart.Wrap(pprof.Lookup("allocs").WriteTo(to, 0), evercart.Unavailable, "bench")
}
