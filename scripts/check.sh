#!/usr/bin/env bash
# The quick part of the tests: what a machine can hold against the code without running it.
set -euo pipefail
go=${GO:-go}

unformatted=$(git ls-files '*.go' | xargs -r gofmt -l)
if [ -n "$unformatted" ]; then
	echo "gofmt would change:" >&2
	echo "$unformatted" >&2
	exit 1
fi

$go vet ./...

# One binary, pure Go: it must build without a C compiler.
CGO_ENABLED=0 $go build -o /dev/null ./cmd/evercart

# modernc.org/sqlite is tested with exactly one version of its libc; another one has crashed other projects.
want=$($go mod download -json modernc.org/sqlite@"$($go list -m -f '{{.Version}}' modernc.org/sqlite)" | sed -n 's/.*"GoMod": "\(.*\)".*/\1/p' | xargs awk '$1=="modernc.org/libc"{print $2}')
have=$($go list -m -f '{{.Version}}' modernc.org/libc)
if [ "$want" != "$have" ]; then
	echo "modernc.org/libc is $have, but modernc.org/sqlite wants exactly $want" >&2
	exit 1
fi
echo "check: ok"
