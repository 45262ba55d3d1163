package app

import (
	"errors"
	"fmt"

	"github.com/evercart/evercart"
)

// Misconfigured is an error in what a server was told: the same call fails again until somebody changes it.
type Misconfigured struct{ err error }

func (m *Misconfigured) Error() string { return m.err.Error() }

// Unwrap gives the cause.
func (m *Misconfigured) Unwrap() error { return m.err }

// fault is a value of one key that cannot work.
type fault struct{ key, say string }

func (f *fault) Error() string { return f.key + ": " + f.say }

// wrong says what is wrong with a key's value.
func wrong(key, format string, args ...any) error { return &fault{key, fmt.Sprintf(format, args...)} }

// misconfigured says where a value that cannot work was given: the flag, the variable, or the line of the file. What nobody gave has
// its key alone.
func misconfigured(origin map[string]string, err error) error {
	say := err.Error()
	if f, ok := errors.AsType[*fault](err); ok && origin[f.key] != "" {
		say = origin[f.key] + ": " + f.say
	}
	return &Misconfigured{&evercart.Error{Code: evercart.Invalid, Op: "app.Load", Message: say}}
}
