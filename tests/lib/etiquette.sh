# shellcheck shell=sh disable=SC2034
# etiquette.sh -- functions of tests of etiquette; source tap.sh first.

# Prints a small feed as the body of a scenario step; $1 is the number of items,
# $2 are additional elements of the channel.
feed_body() {
	printf '  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n'
	printf '<rss version="2.0"><channel><title>Small</title>\n'
	printf '<link>http://127.0.0.1/</link>%s\n' "${2:-}"
	feed_n=0
	while [ "$feed_n" -lt "$1" ]; do
		feed_n=$((feed_n + 1))
		printf '<item><guid isPermaLink="false">g%d</guid>' "$feed_n"
		printf '<title>Item %d</title>' "$feed_n"
		printf '<description>Words of item %d.</description></item>\n' \
			"$feed_n"
	done
	printf '</channel></rss>\nFEED\n'
}

# links_body URL...: prints a feed with one item for each URL as the body of a
# scenario step.
links_body() {
	printf '  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n'
	printf '<rss version="2.0"><channel><title>Links</title>\n'
	for feed_url; do
		printf '<item><guid>%s</guid><title>Title %s</title>' \
			"$feed_url" "$feed_url"
		printf '<link>%s</link></item>\n' "$feed_url"
	done
	printf '</channel></rss>\nFEED\n'
}

# sent PATH HEADER [N]: prints the values of HEADER in the Nth request for PATH
# (default: the last), each in brackets; prints nothing if HEADER was absent.
sent() {
	origin_get "/_origin/log?path=$1" | python3 -c '
import json, sys
want, nth = sys.argv[1].lower(), int(sys.argv[2])
lines = [json.loads(line) for line in sys.stdin]
for name, value in lines[nth]["headers"].items():
    if name.lower() == want:
        print("[" + value + "]")
' "$2" "${3:--1}"
}

# Polls all feeds once, now, without waiting for planned times.
poll() {
	make_due 2>/dev/null
	gleanerd_once >/dev/null
}

# Polls the feeds that are due, as after a restart.
restart() {
	gleanerd_once >/dev/null
}

# feed_sql PATH COLUMNS: columns of the feed with that path.
feed_sql() {
	sql "SELECT $2 FROM feed WHERE url LIKE '%$1'"
}

# wait_s PATH: seconds from the last poll of the feed to the next.
wait_s() {
	feed_sql "$1" 'next_poll_at - last_poll_at'
}

# between GOT LEAST MOST NAME
between() {
	if [ "${1:-x}" -ge "$2" ] 2>/dev/null && [ "$1" -le "$3" ]; then
		tap_pass "$4"
	else
		tap_fail "$4"
		diag "     got ${1:-nothing}, expected $2 to $3"
		return 1
	fi
}

# store_crasher KIND PATH: stores the document at PATH as a crasher.
store_crasher() {
	origin_get "$2" >"$WORK/crasher"
	sql "INSERT INTO crasher (hash, kind, bytes, url, fallback_levels, why,
		version, crashes, first_at, last_at) VALUES (
		'$(sha256sum <"$WORK/crasher" | cut -d' ' -f1)', '$1',
		$(wc -c <"$WORK/crasher"), '$ORIGIN$2', 1, 'died',
		'$("$BUILD/gleanerd" --version | sed -n '1s/.* //p')', 1, 1, 2)"
}
