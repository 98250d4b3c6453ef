#!/bin/sh
# Feeds that say that they have moved (edge case T24): RSS redirect documents
# and itunes:new-feed-url, believed like a permanent redirect (E27): after seven
# days of the same, where there is a feed.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin
# In one scenario: a feed at each of these, which says to have moved to $2.
says() { # PATH TO
	printf 'route %s\n' "$1"
	feed_body 2 "<itunes:new-feed-url
		xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\"
		>$ORIGIN$2</itunes:new-feed-url>"
}
notice() { # PATH TO
	printf 'route %s\n  header Content-Type: text/xml\n' "$1"
	printf '  body text "<?xml version='"'1.0'"'?><redirect><newLocation>'
	printf '%s%s</newLocation></redirect>"\n' "$ORIGIN" "$2"
}
days_later() {
	sql "UPDATE feed SET moving_since = moving_since - $1 * 86400"
}
alias_of() { # PATH: the address that it has now
	sql "SELECT f.url FROM feed f JOIN feed_alias a ON a.feed_id = f.id
		WHERE a.url LIKE '%$1'" | sed "s|$ORIGIN||"
}
{
	notice /notice.xml /new-1.xml
	says /podcast.xml /new-2.xml
	for n in 1 2; do
		printf 'route /new-%d.xml\n  header ETag: "n%d"\n' "$n" "$n"
		printf '  revalidate\n'
		feed_body 5
	done
	notice /nowhere.xml /404.xml
	notice /page.xml /page.html
	says /to-page.xml /page.html
	says /to-itself.xml /to-itself.xml
	says /circle-1.xml /circle-2.xml
	says /circle-2.xml /circle-1.xml
	notice /out.xml /../../../etc/passwd
	printf 'route /page.html\n  body text "<html><p>Parked</p></html>"\n'
} >"$WORK/scenario"
origin_scenario <"$WORK/scenario"
write_config "$ORIGIN/notice.xml" "$ORIGIN/podcast.xml" \
	"$ORIGIN/nowhere.xml" "$ORIGIN/page.xml" "$ORIGIN/to-page.xml" \
	"$ORIGIN/to-itself.xml" "$ORIGIN/circle-1.xml"
gleanerd_once >/dev/null
is "$(feed_sql /notice.xml 'last_outcome, failures')" 'ok|0' \
	'T24: a notice is followed'
is "$(sql "SELECT count(*) FROM entry e JOIN feed f ON f.id = e.feed_id
	WHERE f.url LIKE '%/notice.xml'")" 5 'T24: to the items of the new place'
is "$(sql "SELECT count(*) FROM entry e JOIN feed f ON f.id = e.feed_id
	WHERE f.url LIKE '%/podcast.xml'")" 5 'T24: itunes:new-feed-url likewise'
is "$(feed_sql /nowhere.xml 'last_outcome, failures')" 'not-a-feed|1' \
	'T24: a notice that leads nowhere is a failure'
like "$(feed_sql /nowhere.xml last_why)" 'moved to .*/404.xml: HTTP 404' \
	'T24: which is told'
like "$(feed_sql /page.xml last_why)" 'an HTML page' \
	'T24: as is one that leads to a page'
is "$(feed_sql /to-page.xml 'last_outcome, moving_url IS NULL')" 'ok|1' \
	'T24: a feed that names no feed stays where it is'
is "$(feed_sql /to-itself.xml 'last_outcome, moving_url IS NULL')" 'ok|1' \
	'T24: so does one that names itself'
is "$(origin_count 'path=/to-itself.xml')" 1 'T24: it is asked for once'
is "$(origin_count 'path=/circle-*')" 2 'T24: a circle is walked one step'
poison feed /page.html
poll
is "$(origin_count 'path=/new-*&status=304')" 2 \
	'T24: the new place is asked with its validators'
like "$(feed_sql /page.xml last_why)" 'moved to .*: crasher: a worker failed' \
	'S38: what has killed its reader is not read there'
days_later 6
poll
is "$(alias_of /notice.xml)$(alias_of /podcast.xml)" '' \
	'E27: S46: not believed after six days'
days_later 2
poll
is "$(alias_of /notice.xml)" /new-1.xml \
	'T24: after seven days the notice is believed'
is "$(alias_of /podcast.xml)" /new-2.xml 'T24: so is itunes:new-feed-url'
like "$(cat "$WORK/gleanerd.out")" 'feed-moved' 'and the log tells it'
asked=$(origin_count 'path=/notice.xml')
poll
is "$(origin_count 'path=/notice.xml')" "$asked" \
	'T24: the old address is not asked any more'
is "$(sql "SELECT count(*) FROM feed WHERE url LIKE '%/new-%'")" 2 \
	'T24: the configuration still names the old one, and finds the feed'
is "$(sql "SELECT count(*) FROM missed_items")" 0 'a move is no gap'

# The same bytes again are not read again, but a move is.
origin_scenario <"$WORK/scenario"
new_database
write_config "$ORIGIN/podcast.xml"
start_gleanerd
ok 'a daemon that stays' wait_for_sql "SELECT count(*) >= 3 FROM poll" 1
stop_gleanerd
is "$(feed_sql /podcast.xml moving_url)" "$ORIGIN/new-2.xml" \
	'T24: the same notice again still counts'

# A new place whose host wants a pause is not waited for.
origin_get /_origin/reset >/dev/null
origin_scenario <"$WORK/scenario"
new_database
OTHER=127.0.0.2:$ORIGIN_PORT
{
	ORIGIN=http://$OTHER
	says /podcast.xml /new-2.xml
	notice /notice.xml /new-1.xml
} | origin_scenario
write_config "$ORIGIN/podcast.xml" "$ORIGIN/notice.xml"
gleanerd_once >/dev/null
sql "INSERT INTO host (host, pause_until_at, failures)
	VALUES ('$OTHER', unixepoch() + 7200, 1); DELETE FROM entry"
before=$(origin_count 'path=/new-*')
poll
is "$(feed_sql /podcast.xml 'last_outcome, failures')" 'ok|0' \
	'T24: a new place that wants a pause: the old one is the poll'
is "$(sql 'SELECT count(*) FROM entry')" 2 'with the items that it has'
is "$(feed_sql /notice.xml 'last_outcome, failures')" 'not-a-feed|0' \
	'T24: E17: a notice that leads there has not failed'
between "$(wait_s /notice.xml)" 7100 7920 'but waits as long'
is "$(origin_count 'path=/new-*')" "$before" 'and nobody asks there'

# ------------------------------------------------------------------ E26
origin_get /_origin/reset >/dev/null
new_database
{
	printf 'route /gone.xml\n  when 1\n'
	feed_body 2
	printf '  when 2+\n  status 410\n'
} | origin_scenario
write_config "$ORIGIN/gone.xml"
gleanerd_once >/dev/null
poll
is "$(feed_sql /gone.xml 'status, status_why')" \
	'gone|the server says 410 Gone' 'E26: 410 pauses'
like "$(cat "$WORK/gleanerd.out")" 'feed-gone' 'E26: with an event'
cmp_ok "$(wait_s /gone.xml)" -ge 2592000 'E26: for a month'
is "$(sql 'SELECT count(*) FROM entry')" 2 'E26: its items stay'

done_testing
