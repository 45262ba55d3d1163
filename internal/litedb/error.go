package litedb

import (
	"errors"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"github.com/evercart/evercart/internal/group"
)

// Errors of this package.
var (
	ErrLost     = errors.New("the outcome of the commit is not known")
	ErrNewer    = errors.New("the file was written by a newer program")
	ErrGone     = errors.New("the file that was opened is not there any more, or another in its place: nothing was written")
	ErrBusy     = errors.New("readers hold the log")
	errPanicked = errors.New("the change panicked")
	ErrFull     = group.Full
	ErrClosed   = group.Closed
)

// Kind is what went wrong in SQLite, as far as anybody acts on it.
type Kind int

// The kinds.
const (
	Other   Kind = iota
	Busy         // another connection holds the file
	Full         // no room on the disk, or a file that cannot be written: nothing happened
	Corrupt      // the file is damaged, or no database at all
	Twice        // a row of that key is there already
)

// KindOf classifies an error by SQLite's own code.
func KindOf(err error) Kind {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return Other
	}
	switch code := e.Code(); {
	case code == lib.SQLITE_CONSTRAINT_UNIQUE, code == lib.SQLITE_CONSTRAINT_PRIMARYKEY, code == lib.SQLITE_CONSTRAINT_ROWID:
		return Twice
	case code&0xff == lib.SQLITE_BUSY, code&0xff == lib.SQLITE_LOCKED:
		return Busy
	case code&0xff == lib.SQLITE_FULL, code&0xff == lib.SQLITE_READONLY, code&0xff == lib.SQLITE_CANTOPEN:
		return Full
	case code&0xff == lib.SQLITE_CORRUPT, code&0xff == lib.SQLITE_NOTADB:
		return Corrupt
	}
	return Other
}
