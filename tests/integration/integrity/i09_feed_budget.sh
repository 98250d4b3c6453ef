#!/bin/sh
# I9: the text that one feed may bring in a day is bounded
# (articles.feed_bytes_per_day); what is beyond it waits, and is not lost.
# timeout: 180
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

ARTICLES='{ fetch: false, feed_bytes_per_day: 200KiB }'
POLL='{ interval: 1m, min: 1m, max: 1h, adaptive: false }'
ENTRIES=40
start_origin --generate 1x1

# big_feed WORD [N]: N entries of some 20 KB each, of other words for each WORD.
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
ok 'the daemon polls' gleanerd_once
first=$(entries)
cmp_ok "$first" -ge 5 'I9: the first entries are stored'
cmp_ok "$first" -le 7 'I9: until the bytes of the day are spent'
is "$(sql 'SELECT etag IS NULL FROM feed')" 1 \
	'I9: the validators of the document are not kept'
cmp_ok "$(sql 'SELECT next_poll_at - last_poll_at FROM feed')" -ge 86000 \
	'I9: the next poll is planned for the next day'
is "$(sql 'SELECT next_poll_by FROM feed')" budget 'I9: and says why'
like "$(gleaner feed list)" 'over budget' 'I9: feed list says so'
like "$(gleaner feed explain "$ORIGIN/big.xml")" \
	'by budget \(articles.feed_bytes_per_day' 'I9: so does feed explain'
like "$(gleaner feed explain "$ORIGIN/big.xml")" '3[3-5] entries wait' \
	'I9: and tells how many wait'
like "$(gleaner doctor --offline 2>&1)" \
	'entries wait for the next' 'I9: so does doctor'
like "$(gleaner status)" '1 over their daily bytes' 'I9: so does status'

poll_now
is "$(entries)" "$first" 'I9: a poll in between stores nothing, nor does a restart'
is "$(origin_count 'path=/big.xml&status=200')" 2 \
	'I9: the document comes whole'
sql 'UPDATE feed SET budget_since = unixepoch() + 400 * 86400'
poll_now
is "$(entries)" "$first" 'I9: a clock that was ahead gives nothing'
cmp_ok "$(sql 'SELECT next_poll_at - unixepoch() FROM feed')" -le 88000 \
	'I9: and makes nobody wait for longer than a day'

days=1
while [ "$(entries)" -lt "$ENTRIES" ] && [ "$days" -lt 8 ]; do
	sql 'UPDATE feed SET budget_since = budget_since - 86400'
	before=$(entries)
	poll_now
	days=$((days + 1))
	cmp_ok "$(entries)" -gt "$before" "I9: day $days brings the next entries"
done
is "$(entries)" "$ENTRIES" 'I9: in the end nothing is lost'
cmp_ok "$days" -ge 4 'I9: but not before'
is "$(sql 'SELECT (etag IS NULL) + budget_waiting FROM feed')" 0 \
	'I9: then the validators are kept, and nothing waits'
unlike "$(gleaner feed list)" 'over budget' 'I9: feed list says so'

# ------------------------------------------------------------ other words
sql 'UPDATE feed SET budget_since = budget_since - 86400'
for word in second third fourth fifth; do
	big_feed "$word" $((ENTRIES + 1))
	poll_now
done
cmp_ok "$(sql 'SELECT sum(length(body)) FROM revision')" -le 130000 \
	'I9: a feed that rewords all of its entries brings half of its bytes'
cmp_ok "$(sql 'SELECT count(*) FROM revision')" -ge 1 'I9: and no less'
is "$(entries)" $((ENTRIES + 1)) 'I9: the other half is left for new entries'
done_testing
