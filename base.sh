cd /tmp/talkB
for f in ta tc tf; do ./ev0 eval understanding $f.jsonl --catalog /work/shared/data/understanding/catalog.csv --json > base_$f.json; done
