#!/usr/bin/env bash
# Runs every fuzz target of the repository for the time given.
set -euo pipefail
for_each=${1:-20s}
git grep -lE '^func Fuzz' -- '*_test.go' | xargs -n1 dirname | sort -u | while read -r dir; do
	sed -nE 's/^func (Fuzz[A-Za-z0-9_]+)\(.*/\1/p' "$dir"/*_test.go | sort -u | while read -r target; do
		echo "== $dir $target"
		go test -run '^$' -fuzz "^$target\$" -fuzztime "$for_each" "./$dir"
	done
done
