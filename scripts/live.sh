#!/usr/bin/env bash
# Plays our conversation tests with the real Claude, four times each. It costs money, and nothing else runs it.
set -euo pipefail
if [ -z "${ANTHROPIC_API_KEY:-}" ]; then
	echo "live-test: ANTHROPIC_API_KEY is not set; nothing was asked" >&2
	exit 1
fi
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
${GO:-go} build -o "$bin/evercart" ./cmd/evercart
"$bin/evercart" test --brain anthropic --repeat 4 --parallel 4 "${@:-examples/tests}"
