package test

import (
	"slices"
	"strings"
)

// sorted writes "a 1, b 2" in one order.
func sorted(list string) string {
	if strings.TrimSpace(list) == "" {
		return ""
	}
	parts := strings.Split(list, ", ")
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

func containsBytes(b []byte, s string) bool { return strings.Contains(string(b), s) }
