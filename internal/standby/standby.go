// Package standby reads what a PostgreSQL server promises about its standbys.
package standby

import (
	"fmt"
	"strings"
)

// Asked is how many standbys a commit waits for by synchronous_standby_names: "", "a, b", "2 (a, b, c)", "FIRST 2 (…)", "ANY 1 (…)".
func Asked(names string) int {
	names = strings.TrimSpace(names)
	if names == "" {
		return 0
	}
	before, _, many := strings.Cut(names, "(")
	if !many {
		return 1
	}
	n := 0
	for word := range strings.FieldsSeq(before) {
		if _, err := fmt.Sscanf(word, "%d", &n); err == nil {
			return n
		}
	}
	return 1
}

// Lacks says why a server would not keep what it acknowledges, by its own settings of fsync and synchronous_standby_names and how many standbys
// are wanted; "" = it would.
func Lacks(fsync, names string, wanted int) string {
	switch asked := Asked(names); {
	case fsync != "on":
		return "fsync is " + fsync
	case asked < wanted:
		return fmt.Sprintf("commits wait for %d standbys (synchronous_standby_names), %d are wanted", asked, wanted)
	}
	return ""
}
