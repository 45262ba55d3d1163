#!/usr/bin/env bash
# Scores the offline brain over every set that there is, and prints a table each.
set -euo pipefail
go=${GO:-go}
data=${EVERCART_TESTDATA:-../shared/data}
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
$go build -o "$bin/evercart" ./cmd/evercart
brain=(--brain "${BRAIN:-rules}")

echo "== dialogues: examples/tests"
"$bin/evercart" test "${brain[@]}" examples/tests

echo
echo "== understanding: rules/testdata/sample.txt (the sample shop)"
"$bin/evercart" eval understanding rules/testdata/sample.txt "${brain[@]}" --notes

echo
echo "== searches: catalog/testdata/searches.jsonl (50,000 generated variants)"
$go run ./internal/bigfeed/gen >"$bin/goods.csv"
"$bin/evercart" eval searches catalog/testdata/searches.jsonl --catalog "$bin/goods.csv" "${brain[@]}" --notes

shared() { # what, set, options
	echo
	echo "== $1: $2"
	if [ -f "$data/$2" ]; then
		"$bin/evercart" eval "$1" "$data/$2" "${brain[@]}" --notes "${@:3}"
	else
		echo "not there; set EVERCART_TESTDATA"
	fi
}
for set in claims/testdata/claims-*.jsonl; do
	echo
	echo "== claims: $set"
	"$bin/evercart" eval claims "$set" --notes
done
shared claims claims/open.jsonl
goods=$data/understanding/catalog.csv
shared control utterances/clinc150_control.jsonl
shared understanding understanding/open.jsonl --catalog "$goods"
if [ -f "$goods" ]; then
	for lang in es de; do
		echo
		echo "== understanding: rules/testdata/heard_$lang.txt"
		"$bin/evercart" eval understanding "rules/testdata/heard_$lang.txt" --catalog "$goods" --locale "$lang" "${brain[@]}" --notes
		for set in "rules/testdata/$lang.txt" "rules/testdata/${lang}2.txt"; do
			echo
			echo "== understanding: $set"
			"$bin/evercart" eval understanding "$set" --catalog "$goods" "${brain[@]}" --notes
		done
	done
	for set in rules/testdata/heard*.txt rules/testdata/talks.txt; do
		case $set in *heard_* | *heard2_*) continue ;; esac
		echo
		echo "== understanding: $set"
		"$bin/evercart" eval understanding "$set" --catalog "$goods" "${brain[@]}" --notes
	done
fi
shared answers shop/questions.jsonl --shop "$data/shop"
