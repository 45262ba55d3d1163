#!/usr/bin/env bash
# Installs what the tests need and this machine lacks. Go itself must be there (go.mod says which).
set -euo pipefail

need=()
command -v chromium >/dev/null 2>&1 || need+=(chromium)
command -v gcc >/dev/null 2>&1 || need+=(gcc libc6-dev) # the race detector links with it; the product itself is pure Go
compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null 2>&1 || need+=(postgresql)
command -v npm >/dev/null 2>&1 || need+=(nodejs npm) # vendors' own clients, for make peers
command -v pgbouncer >/dev/null 2>&1 || [ -x /usr/sbin/pgbouncer ] || need+=(pgbouncer)
command -v redis-server >/dev/null 2>&1 || need+=(redis-server) # with redis-cli, by which tests look into it

if [ ${#need[@]} -gt 0 ]; then
	if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
		echo "missing: ${need[*]}: install them (as root on Debian, this script does)" >&2
		exit 1
	fi
	export DEBIAN_FRONTEND=noninteractive
	apt-get update -qq
	apt-get install -y -qq --no-install-recommends "${need[@]}" >/dev/null
fi
echo "setup: everything the tests need is here"
