package main

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"
)

// misread says of a flag's value that cannot be read what is needed there, in words of people and not of the library.
func misread(err error) error {
	bad, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return err
	}
	wants := map[string]string{"int": "a whole number", "int64": "a whole number", "uint64": "a whole number from 0", "float64": "a number", "duration": "a time such as 10s or 5m", "bool": "true or false"}
	kind := bad.GetFlag().Value.Type()
	if o, ok := bad.GetFlag().Value.(option); ok {
		kind = o.Value.Type()
	}
	want := wants[kind]
	if want == "" {
		return err
	}
	return fmt.Errorf("--%s: %s is needed, not %q", bad.GetFlag().Name, want, bad.GetValue())
}
