package tongue

import "github.com/evercart/evercart/internal/sift"

// Tags are the languages.
func Tags() []string { return []string{"de", "es"} }

// Turns are the turns of phrase of a language.
func (l *Tongue) Turns() *sift.Set { return l.order().turns }
