#!/bin/sh
# I9: the number of bytes that a feed may bring in one day is limited
# (articles.feed_bytes_per_day). Entries beyond the limit wait and are not lost.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

ARTICLES='{ fetch: false, feed_bytes_per_day: 200KiB }'
POLL='{ interval: 1m, min: 1m, max: 1h, adaptive: false }'
ENTRIES=40
start_origin --generate 1x1

# big_feed WORD [N]: prints the route of a feed of N entries with about 20 KB
# each; the text depends on WORD.
big_feed() {
	python3 -c '
import sys
word, n = sys.argv[1], int(sys.argv[2])
print("route /big.xml\n  header Content-Type: application/rss+xml")
print(f"  header ETag: \"{word}-{n}\"\n  revalidate\n  body text <<FEED")
print("<rss version=\"2.0\"><channel><title>Big</title><link>http://127.0.0.1/</link>")
for i in range(n, 0, -1):
    text = " ".join(f"{word}{i}x{j}" for j in range(20000 // (len(word) + 7)))
    print(f"<item><guid isPermaLink=\"false\">g{i}</guid><title>Item {i}</title>"
          f"<description>{text}</description></item>")
print("</channel></rss>\nFEED")' "$1" "${2:-$ENTRIES}" | origin_scenario
}

poll_now() {
	sql 'UPDATE feed SET next_poll_at = 0'
	gleanerd_once >/dev/null
}

entries() {
	sql 'SELECT count(*) FROM entry'
}

# ----------------------------------------------------- a document too large
big_feed first
write_config "$ORIGIN/big.xml"
ok 'the daemon polls the feed' gleanerd_once
first=$(entries)
cmp_ok "$first" -ge 5 'I9: the first entries are stored'
cmp_ok "$first" -le 7 'I9: entries beyond the daily bytes are not stored'
is "$(sql 'SELECT etag IS NULL FROM feed')" 1 \
	'I9: the validators of the document are not stored'
cmp_ok "$(sql 'SELECT next_poll_at - last_poll_at FROM feed')" -ge 86000 \
	'I9: the next poll is planned for the next day'
is "$(sql 'SELECT next_poll_by FROM feed')" budget \
	'I9: the deciding term is the budget'
like "$(gleaner feed list)" 'over budget' 'I9: feed list reports the budget'
like "$(gleaner feed explain "$ORIGIN/big.xml")" \
	'by budget \(articles.feed_bytes_per_day' \
	'I9: feed explain reports the budget'
like "$(gleaner feed explain "$ORIGIN/big.xml")" '3[3-5] entries wait' \
	'I9: feed explain prints the number of waiting entries'
like "$(gleaner doctor --offline 2>&1)" \
	'entries wait for the next' 'I9: doctor reports the waiting entries'
like "$(gleaner status)" '1 over their daily bytes' \
	'I9: status reports the budget'

poll_now
is "$(entries)" "$first" 'I9: a further poll on the same day stores nothing'
is "$(origin_count 'path=/big.xml&status=200')" 2 \
	'I9: each poll on that day gets the whole document'
sql 'UPDATE feed SET budget_since = unixepoch() + 400 * 86400'
poll_now
is "$(entries)" "$first" 'I9: a clock that was ahead does not renew the budget'
cmp_ok "$(sql 'SELECT next_poll_at - unixepoch() FROM feed')" -le 88000 \
	'I9: a clock that was ahead delays the next poll by a day at most'

days=1
while [ "$(entries)" -lt "$ENTRIES" ] && [ "$days" -lt 8 ]; do
	sql 'UPDATE feed SET budget_since = budget_since - 86400'
	before=$(entries)
	poll_now
	days=$((days + 1))
	cmp_ok "$(entries)" -gt "$before" "I9: day $days brings the next entries"
done
is "$(entries)" "$ENTRIES" 'I9: all entries are stored in the end'
cmp_ok "$days" -ge 4 'I9: storing all entries takes at least four days'
is "$(sql 'SELECT (etag IS NULL) + budget_waiting FROM feed')" 0 \
	'I9: in the end the validators are stored, and no entry waits'
unlike "$(gleaner feed list)" 'over budget' \
	'I9: feed list no longer reports the budget'

# --------------------------------------------------------- changed entries
sql 'UPDATE feed SET budget_since = budget_since - 86400'
for word in second third fourth fifth; do
	big_feed "$word" $((ENTRIES + 1))
	poll_now
done
cmp_ok "$(sql 'SELECT sum(length(body)) FROM revision')" -le 130000 \
	'I9: revisions use at most half of the daily bytes'
cmp_ok "$(sql 'SELECT count(*) FROM revision')" -ge 1 'I9: revisions are stored'
is "$(entries)" $((ENTRIES + 1)) 'I9: the other half is left for new entries'
done_testing
