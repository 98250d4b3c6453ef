#!/bin/sh
# Tests feeds that announce a move (edge case T24): RSS redirect documents and
# itunes:new-feed-url. Like a permanent redirect (E27), a move is applied after
# seven days if the new URL has a feed.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin
# says PATH TO: prints a route for a feed at PATH that has the
# itunes:new-feed-url TO.
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
alias_of() { # PATH: prints the current path of the feed
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
	'T24: a redirect document is followed'
is "$(sql "SELECT count(*) FROM entry e JOIN feed f ON f.id = e.feed_id
	WHERE f.url LIKE '%/notice.xml'")" 5 \
		'T24: the items of the new feed are stored'
is "$(sql "SELECT count(*) FROM entry e JOIN feed f ON f.id = e.feed_id
	WHERE f.url LIKE '%/podcast.xml'")" 5 \
		'T24: itunes:new-feed-url is followed'
is "$(feed_sql /nowhere.xml 'last_outcome, failures')" 'not-a-feed|1' \
	'T24: a redirect document to a missing feed is a failure'
like "$(feed_sql /nowhere.xml last_why)" 'moved to .*/404.xml: HTTP 404' \
	'T24: last_why contains the HTTP status'
like "$(feed_sql /page.xml last_why)" 'an HTML page' \
	'T24: last_why states that the target is a page'
is "$(feed_sql /to-page.xml 'last_outcome, moving_url IS NULL')" 'ok|1' \
	'T24: a new-feed-url that is not a feed is ignored'
is "$(feed_sql /to-itself.xml 'last_outcome, moving_url IS NULL')" 'ok|1' \
	'T24: a new-feed-url of the feed itself is ignored'
is "$(origin_count 'path=/to-itself.xml')" 1 \
	'T24: the feed with its own URL is requested once'
is "$(origin_count 'path=/circle-*')" 2 \
	'T24: in a circle only one step is followed'
store_crasher feed /page.html
poll
is "$(origin_count 'path=/new-*&status=304')" 2 \
	'T24: the new URL is requested with its validators'
like "$(feed_sql /page.xml last_why)" 'moved to .*: crasher: a worker failed' \
	'S38: a target that is a crasher is not read'
days_later 6
poll
is "$(alias_of /notice.xml)$(alias_of /podcast.xml)" '' \
	'E27: S46: a move is not applied after six days'
days_later 2
poll
is "$(alias_of /notice.xml)" /new-1.xml \
	'T24: a redirect document is applied after seven days'
is "$(alias_of /podcast.xml)" /new-2.xml \
	'T24: itunes:new-feed-url is applied after seven days'
like "$(cat "$WORK/gleanerd.out")" 'feed-moved' 'the move is logged'
asked=$(origin_count 'path=/notice.xml')
poll
is "$(origin_count 'path=/notice.xml')" "$asked" \
	'T24: the old URL is not requested any more'
is "$(sql "SELECT count(*) FROM feed WHERE url LIKE '%/new-%'")" 2 \
	'T24: the old URL in the configuration still names the feed'
is "$(sql "SELECT count(*) FROM missed_items")" 0 \
	'a move causes no missed items'

# A document with the same bytes is not parsed again; its move still counts.
origin_scenario <"$WORK/scenario"
new_database
write_config "$ORIGIN/podcast.xml"
start_gleanerd
ok 'a running daemon polls three times' \
	wait_for_sql "SELECT count(*) >= 3 FROM poll" 1
stop_gleanerd
is "$(feed_sql /podcast.xml moving_url)" "$ORIGIN/new-2.xml" \
	'T24: an unchanged document continues the seven days'

# If the host of the new URL is paused, the poll does not wait for the end of
# the pause.
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
	'T24: if the new host is paused, the old feed is read'
is "$(sql 'SELECT count(*) FROM entry')" 2 \
	'the items of the old feed are stored'
is "$(feed_sql /notice.xml 'last_outcome, failures')" 'not-a-feed|0' \
	'T24: E17: a redirect document to a paused host is not a failure'
between "$(wait_s /notice.xml)" 7100 7920 'this feed waits until the end of the pause'
is "$(origin_count 'path=/new-*')" "$before" 'the paused host gets no request'

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
	'gone|the server answered 410 Gone' 'E26: a 410 makes the feed gone'
like "$(cat "$WORK/gleanerd.out")" 'feed-gone' 'E26: a gone feed is logged'
cmp_ok "$(wait_s /gone.xml)" -ge 2592000 \
	'E26: a gone feed is polled again after a month'
is "$(sql 'SELECT count(*) FROM entry')" 2 \
	'E26: the items of a gone feed remain'

# -------------------------------- E26: a redirect to another subscribed feed
origin_get /_origin/reset >/dev/null
new_database
{
	printf 'route /a.xml\n  redirect 301 /b.xml\nroute /b.xml\n'
	feed_body 2
} | origin_scenario
write_config "$ORIGIN/a.xml" "$ORIGIN/b.xml"
gleanerd_once >/dev/null
days_later 8
poll
is "$(feed_sql /a.xml status)|$(feed_sql /b.xml status)" 'gone|active' \
	'E26: a feed that redirects to another subscribed feed is gone'
is "$(feed_sql /a.xml next_poll_by)" gone \
	'E26: the status gone determines the time of the next poll'
cmp_ok "$(wait_s /a.xml)" -ge 2592000 'E26: the next poll is in a month'
is "$(grep -c 'feed-moved' "$WORK/gleanerd.out")|$(grep -c 'feed-gone' \
	"$WORK/gleanerd.out")" '0|1' 'E26: the redirecting feed is logged as gone'
restart
cmp_ok "$(wait_s /a.xml)" -ge 2591900 'E26: after a restart the next poll is in a month, too'
poll
is "$(feed_sql /a.xml status)|$(feed_sql /a.xml next_poll_by)" 'gone|gone' \
	'E26: the redirecting feed is still gone after a month'
is "$(grep -c 'feed-gone' "$WORK/gleanerd.out")" 0 'E26: a feed that is still gone is not logged again'
{
	printf 'route /a.xml\n'
	feed_body 2
} | origin_scenario
poll
is "$(feed_sql /a.xml status)|$(feed_sql /a.xml next_poll_by)" \
	'active|interval' 'E26: without the redirect the feed is active again'

done_testing
