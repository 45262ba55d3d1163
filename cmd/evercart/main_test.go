package main

import (
	"errors"
	"fmt"
	"testing"

	"github.com/evercart/evercart"
)

// People read what is wrong, without the names of functions; the code stands behind, and nothing of the cause is left out.
func TestPlain(t *testing.T) {
	t.Parallel()
	inner := evercart.Errorf(evercart.Invalid, "house.Parse", "shop.toml: line 4: unknown key %q", "nmae")
	for want, err := range map[string]error{
		"shop myshop: shop.toml: line 4: unknown key \"nmae\" (invalid)": fmt.Errorf("shop myshop: %w", inner),
		"catalog: no route (unavailable)":                                fmt.Errorf("catalog: %w", evercart.Wrap(errors.New("no route"), evercart.Unavailable, "catalog.Source")),
		"the folder: shop.toml: line 4: unknown key \"nmae\" (invalid)":  &evercart.Error{Code: evercart.Invalid, Op: "house.Load", Message: "the folder", Err: inner},
		"not_found":   &evercart.Error{Code: evercart.NotFound},
		"a bare word": errors.New("a bare word"),
	} {
		if got := plain(err); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
