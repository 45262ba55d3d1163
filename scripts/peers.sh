#!/usr/bin/env bash
# Vendors' own clients, from npm, against what we serve.
set -euo pipefail
go=${GO:-go}
if grep -q '"resolved"' test/peers/package-lock.json; then
	echo "test/peers/package-lock.json names a registry: it comes from the environment (npm config set omit-lockfile-registry-resolved true)" >&2
	exit 1
fi
command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 || { echo "node and npm are missing: scripts/setup.sh installs them" >&2; exit 1; }
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
$go build -o "$bin/evercart" ./cmd/evercart
cd test/peers
for try in 1 2 3; do # a registry may be away for a moment
	npm ci --ignore-scripts --no-audit --no-fund --loglevel=error && break
	[ "$try" -lt 3 ] || { echo "the packages in test/peers could not be fetched" >&2; exit 1; }
	sleep 5
done
EVERCART_BIN=$bin/evercart node --test ./*.test.mjs
