#!/bin/sh
# Etiquette E1 to E10: validators are opaque bytes of the last response. They
# are stored together with the items of that response.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin
{
	echo 'route /e1.xml'
	echo '  revalidate'
	echo '  header ETag: W/"a b-1"'
	echo '  header Last-Modified: Wed,  01 May 2024 10:00:00 GMT'
	feed_body 2
	echo 'route /e2-etag.xml'
	echo '  header ETag: "only"'
	feed_body 1
	echo 'route /e2-date.xml'
	echo '  header Last-Modified: Wed, 01 May 2024 10:00:00 GMT'
	feed_body 1
	echo 'route /e2-none.xml'
	feed_body 1
	echo 'route /e3-bare.xml'
	echo '  header ETag: bare-and-no-quotes'
	feed_body 1
	echo 'route /e3-odd.xml'
	echo '  header ETag: "a, b; ü \ c"'
	feed_body 1
	echo 'route /e4.xml'
	echo '  header Last-Modified: 2024-05-01 10:00'
	feed_body 1
	echo 'route /e5.xml'
	feed_body 2
	echo '  when 1'
	echo '    header ETag: "first"'
	echo '    header Last-Modified: Wed, 01 May 2024 10:00:00 GMT'
	echo '  when 2+'
	echo '    header ETag: "second"'
	echo '    header Last-Modified: Thu, 02 May 2024 10:00:00 GMT'
	echo 'route /e6.xml'
	feed_body 1
	echo '  when 1'
	echo '    header ETag: "old"'
	echo '    header Last-Modified: Wed, 01 May 2024 10:00:00 GMT'
	echo '  when 2'
	echo '    status 304'
	echo '    header ETag: "new"'
	echo '    header Last-Modified: Thu, 02 May 2024 10:00:00 GMT'
	echo '    header Cache-Control: max-age=7200'
	echo '  when 3+'
	echo '    status 304'
	echo '    header Expires: ${date+9000}'
	echo 'route /e7.xml'
	feed_body 1
	echo '  when 1'
	echo '    header ETag: "gone-soon"'
	echo '    header Last-Modified: Wed, 01 May 2024 10:00:00 GMT'
	echo 'route /e8.xml'
	feed_body 3
	echo '  when 1'
	echo '    header ETag: "whole"'
	echo '  when 2'
	echo '    header ETag: "cut"'
	echo '    cut after 330'
	echo 'route /e9.xml'
	echo '  when 1'
	echo '    header ETag: "good"'
	feed_body 1
	echo '  when 2'
	echo '    header ETag: "bad"'
	echo '    header Content-Type: text/html'
	echo '    body text "<html><body><p>Down for maintenance</p></body></html>"'
	echo '  when 3+'
	feed_body 1
	echo 'route /e52.xml'
	echo '  when 1'
	echo '    header ETag: "refused"'
	feed_body 1
	echo '  when 2'
	echo '    status 412'
	echo '    header ETag: "of the error"'
	echo '    body text "Precondition Failed"'
	echo '  when 3+'
	echo '    header ETag: "later"'
	feed_body 2
} >"$WORK/scenario"
origin_scenario <"$WORK/scenario"
set --
for path in e1 e2-etag e2-date e2-none e3-bare e3-odd e4 e5 e6 e7 e8 e9 e52; do
	set -- "$@" "$ORIGIN/$path.xml"
done
write_config "$@"

gleanerd_once >/dev/null
is "$?" 0 'E1 the first harvest succeeds'
is "$(origin_count 'path=/e1.xml')" 1 'E1: the feed is requested once'
is "$(origin_count 'header=If-None-Match')$(origin_count \
	'header=If-Modified-Since')" 00 \
	'E1: the first request has no validators'
sql "UPDATE feed SET failures = 5 WHERE url LIKE '%/e8.xml'"
poll
is "$(sent /e1.xml If-None-Match)" '[W/"a b-1"]' \
	'E1: the second request sends the ETag byte by byte'
is "$(sent /e1.xml If-Modified-Since)" '[Wed,  01 May 2024 10:00:00 GMT]' \
	'E1: the second request sends If-Modified-Since'
is "$(origin_count 'path=/e1.xml&status=304')" 1 'E1: the answer is a 304'
is "$(sent /e2-etag.xml If-None-Match)$(sent /e2-etag.xml If-Modified-Since)" \
	'["only"]' 'E2: without Last-Modified no date is sent'
is "$(sent /e2-date.xml If-None-Match)$(sent /e2-date.xml If-Modified-Since)" \
	'[Wed, 01 May 2024 10:00:00 GMT]' 'E2: without an ETag none is sent'
is "$(sent /e2-none.xml If-None-Match)$(sent /e2-none.xml If-Modified-Since)" \
	'' 'E2: without validators none are sent'
is "$(sent /e3-bare.xml If-None-Match)" '[bare-and-no-quotes]' \
	'E3: an ETag without quotes is sent back'
is "$(sent /e3-odd.xml If-None-Match)" '["a, b; ü \ c"]' \
	'E3: an ETag with spaces, commas and UTF-8 is sent back'
is "$(sent /e4.xml If-Modified-Since)" '[2024-05-01 10:00]' \
	'E4: a Last-Modified of an unknown format is sent back'
is "$(sent /e5.xml If-None-Match)" '["first"]' \
	'E5: the second request sends the first validators'
is "$(feed_sql /e5.xml etag)" '"second"' \
	'E5: new validators of the same body are stored'
is "$(feed_sql /e6.xml 'etag, last_modified')" \
	'"new"|Thu, 02 May 2024 10:00:00 GMT' \
	'E6: new validators of a 304 are stored'
between "$(wait_s /e6.xml)" 7200 7930 'E6: the cache lifetime of a 304 is used'
is "$(feed_sql /e7.xml 'etag IS NULL, last_modified IS NULL')" '1|1' \
	'E7: validators that a response no longer has are deleted'
is "$(feed_sql /e8.xml 'etag, failures')" '"whole"|1' \
	'E8: a truncated document with entries is one failure, and keeps the validators'
is "$(sql "SELECT count(*) FROM entry e JOIN feed f ON f.id = e.feed_id
	WHERE f.url LIKE '%/e8.xml'")" 3 \
		'E8: a truncated document deletes no entries'
is "$(feed_sql /e9.xml 'etag, failures, last_outcome')" '"good"|1|not-a-feed' \
	'E9: a page in place of the feed is a failure and keeps the validators'
is "$(sent /e52.xml If-None-Match 1)|$(origin_count path=/e52.xml)" \
	'["refused"]|3' 'E52: after a 412 the feed is requested once more'
is "$(sent /e52.xml If-None-Match)" '' \
	'E52: the repeated request has no validators'
is "$(feed_sql /e52.xml 'etag IS NULL, failures, last_outcome')" '1|0|ok' \
	'E52: the second response is the result of the poll'

poll
is "$(sent /e5.xml If-None-Match)$(sent /e5.xml If-Modified-Since)" \
	'["second"][Thu, 02 May 2024 10:00:00 GMT]' \
	'E5: the next request sends the new validators'
is "$(sent /e6.xml If-None-Match)$(sent /e6.xml If-Modified-Since)" \
	'["new"][Thu, 02 May 2024 10:00:00 GMT]' \
	'E6: the next request sends the new validators'
is "$(feed_sql /e6.xml 'etag, last_modified')" \
	'"new"|Thu, 02 May 2024 10:00:00 GMT' \
	'E6: a 304 without validators keeps the stored ones'
between "$(wait_s /e6.xml)" 8990 9910 'E6: Expires of a 304 is used'
is "$(sent /e7.xml If-None-Match)$(sent /e7.xml If-Modified-Since)" '' \
	'E7: the next request has no validators'
is "$(sent /e8.xml If-None-Match)" '["whole"]' \
	'E8: the validators before the truncated document are sent'
is "$(sent /e9.xml If-None-Match)" '["good"]' \
	'E9: the validators before the page are sent'
is "$(sql 'SELECT count(*) FROM feed WHERE failures > 0')" 0 \
	'a valid document resets the failures'
is "$(sent /e52.xml If-None-Match)|$(origin_count path=/e52.xml)" '|4' \
	'E52: after a 412 a poll has one request, without validators'
is "$(feed_sql /e52.xml 'etag IS NULL, validators_url IS NULL')" '1|0' \
	'E52: the refusal is stored'
sql "UPDATE feed SET last_poll_at = last_poll_at - 8 * 86400
	WHERE url LIKE '%/e52.xml'"
poll
is "$(feed_sql /e52.xml etag)" '"later"' \
	'E52: a week later the validators are stored again'

# E10: the daemon has received the document, cannot begin a transaction, and is
# killed.
new_database
origin_get /_origin/reset >/dev/null
{
	echo 'route /e10.xml'
	echo '  header ETag: "ten"'
	feed_body 2
	echo '  when 1'
	echo '    delay 2s before headers'
} >"$WORK/scenario"
origin_scenario <"$WORK/scenario"
write_config "$ORIGIN/e10.xml"
asked() { origin_get /_origin/stats | grep -q '"open":1,'; }
answered() { [ "$(origin_count 'path=/e10.xml&status=200')" -eq 1 ]; }
start_gleanerd
ok 'E10: the feed is requested' wait_for asked
mkfifo "$WORK/hold"
hold_database <"$WORK/hold" >"$WORK/held" 2>&1 &
exec 9>"$WORK/hold"
hold_statements >&9
ok 'E10: another process holds the write lock' \
	wait_for grep -q held "$WORK/held"
ok 'E10: the document is downloaded' wait_for answered
stop_gleanerd KILL
exec 9>&-
entries='(SELECT count(*) FROM entry)'
ok 'E10: neither ETag nor entries are stored by a killed daemon' \
	wait_for_sql "${hold_begin}SELECT etag IS NULL, $entries FROM feed" \
	'1|0'
poll
is "$(origin_count 'path=/e10.xml&header=If-None-Match')" 0 \
	'E10: the next request has no validators'
is "$(sql "SELECT etag, $entries FROM feed")" '"ten"|2' \
	'E10: ETag and entries are stored together'
# -------------------------------------- E6: a 304 without cache headers
new_database
{
	echo 'route /e6-kept.xml'
	feed_body 1
	echo '  when 1'
	echo '    header ETag: "kept"'
	echo '    header Cache-Control: max-age=43200'
	echo '  when 2+'
	echo '    status 304'
} | origin_scenario
write_config "$ORIGIN/e6-kept.xml"
gleanerd_once >/dev/null
poll
poll
is "$(origin_count 'path=/e6-kept.xml&status=304')" 2 \
	'E6: the document is unchanged twice'
between "$(wait_s /e6-kept.xml)" 43200 47520 \
	'E6: a 304 without cache headers keeps the cache lifetime'
done_testing
