#!/bin/sh
# The same text on two sites is one cluster. The JSON contains the cluster, and
# a consumer can ask for one article per cluster.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin
OTHER=http://localhost:${ORIGIN##*:}
POLL='{ interval: 1h, min: 1s, max: 1h, adaptive: false }'

text() {
	for word in harbour bridge tunnel station; do
		echo "<p>The $word council met on Tuesday to hear what the" \
			"$word engineers had found, and it was told that $word" \
			"repairs would take until spring, for the $word" \
			"pillars have stood in salt water for a century.</p>"
	done
}
page() { # PATH TITLE BEFORE
	printf 'route %s\n  header Content-Type: text/html\n' "$1"
	printf '  body text <<PAGE\n<html lang=en><head><title>%s</title>' "$2"
	printf '</head><body><article><h1>%s</h1>\n%s\n' "$2" "$3"
	text
	printf '</article></body></html>\nPAGE\n'
}
feed() { # PATH LINK TITLE
	printf 'route %s\n  header Content-Type: application/rss+xml\n' "$1"
	printf '  body text <<FEED\n<rss version="2.0"><channel><title>%s' "$1"
	printf '</title><item><title>%s</title><link>%s</link>' "$3" "$2"
	printf '<description>Of it.</description></item></channel></rss>\nFEED\n'
}
members() { # NAME: prints that member of each JSON line
	python3 -c '
import json, sys
print(" ".join(str(json.loads(line)[sys.argv[1]]) for line in sys.stdin))' "$1"
}

{
	page /one 'Council meets' ''
	page /two 'Repairs until spring' '<p>ROTTERDAM (Agency)</p>'
	feed /one.xml "$ORIGIN/one" 'Council meets'
	feed /two.xml "$OTHER/two" 'Repairs until spring'
} | origin_scenario
write_config "$ORIGIN/one.xml"
gleanerd_once >/dev/null
write_config "$ORIGIN/one.xml" "$ORIGIN/two.xml"
gleanerd_once >/dev/null
is "$(sql "SELECT group_concat(status, ' ') FROM article")" 'done done' \
	'the articles of both sites are stored'
second=$(sql 'SELECT max(id) FROM article')
is "$(gleaner articles --json | members cluster_id)" '1 1' \
	'both articles belong to the cluster of the first'
is "$(gleaner show --json "$second" | members cluster_id)" 1 'show prints the cluster'
is "$(gleaner articles --one-per-cluster --json | members id)" 1 \
	'articles --one-per-cluster lists the first article'
is "$(gleaner search --one-per-cluster --json council | members id)" 1 \
	'search --one-per-cluster lists the first article'
is "$(gleaner follow --consumer a --json | members cluster_id)" '1 1' \
	'follow prints both articles with their cluster'
is "$(gleaner follow --consumer b --one-per-cluster | members id)" 1 \
	'follow --one-per-cluster prints the first article'
is "$(gleaner consumers --json | members lag)" '0 0' \
	'the cursor moves past the article that was left out'
done_testing
