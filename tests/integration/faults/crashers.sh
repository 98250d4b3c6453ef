#!/bin/sh
# A document that ends its worker is recognised when it is fetched again.
# gleaner debug replay reads it again for a diagnosis.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x1
HOST='{ connections: 8, gap: 0s, allow_private: true, robots: false }'
write_config "$ORIGIN/feed/1.xml"
printf 'route /article/*\n  delay 3s\n  pass\n' | origin_scenario
start_gleanerd
ok 'a page is being fetched' wait_for_sql \
	"SELECT status FROM article" queued
# From now on new workers get no memory beyond that of the zygote.
zygote=$(cat "/proc/$DAEMON_PID/task/$DAEMON_PID/children")
kib=$(awk '/^VmSize:/ { print $2 }' "/proc/${zygote% }/status")
ok 'the memory limit of the zygote is set' prlimit --pid "${zygote% }" \
	--as="$((kib * 1024))"
ok 'S38: the article then has the text of the feed' wait_for_sql \
	"SELECT status FROM article" feed_only
like "$(sql 'SELECT status_why FROM article')" '^crasher: ' \
	'S38: status_why names the crasher'
is "$(sql "SELECT body <> '' FROM article")" 1 'S38: the article has a text'
stop_gleanerd
printf 'route /article/*\n  pass\n' | origin_scenario
asked=$(origin_count 'path=/article/*')
make_due
gleanerd_once >/dev/null
is "$(origin_count 'path=/article/*')" "$asked" \
	'S38: the crasher is not requested again'
is "$(sql "SELECT kind, fallback_levels, crashes, body IS NOT NULL
	FROM crasher")" \
	'page|3|3|1' 'S38: the crasher is stored with its bytes'
like "$(sql 'SELECT why FROM crasher')" '^(died|failed): ' \
	'S38: the cause is stored with the crasher'

# The same bytes are fetched again after the memory limit is gone.
again() { # ASSIGNMENTS: changes the row in crasher; harvests again
	sql "UPDATE crasher SET $1;
		UPDATE article SET status = 'queued', status_why = NULL,
		etag = NULL, last_modified = NULL"
	: >"$WORK/gleanerd.out"
	gleanerd_once >/dev/null
}
again 'fallback_levels = 3'
is "$(sql "SELECT status, status_why FROM article")" \
	'feed_only|crasher: every parser failed at these bytes' \
	'S38: a document on which all parsers failed is given to no worker'
again 'fallback_levels = 2'
is "$(sql "SELECT status FROM article")" done \
	'S38: a parser that has not failed yet gets the document'
like "$(cat "$WORK/gleanerd.out")" 'known-crasher .*parser=plain' \
	'S38: the use of this parser is logged'
again "fallback_levels = 3, version = 'another'"
is "$(sql "SELECT status FROM article")" done \
	'S38: another version tries all parsers again'
unlike "$(cat "$WORK/gleanerd.out")" 'known-crasher' \
	'S38: the other version begins with the first parser'

# There is only one parser for feeds. The row states that this parser has
# failed.
feed() { # PATH: prints the hash of the document
	origin_get "$1" | sha256sum | cut -d' ' -f1
}
sql "UPDATE crasher SET hash = '$(feed /feed/1.xml)', kind = 'feed',
	bytes = $(origin_get /feed/1.xml | wc -c), fallback_levels = 1,
	version = '$("$BUILD/gleanerd" --version | sed -n '1s/.* //p')';
	UPDATE feed SET etag = NULL, last_modified = NULL"
make_due
gleanerd_once >/dev/null
is "$(sql "SELECT last_outcome FROM feed")" unreadable \
	'S38: a feed whose bytes are a crasher is not read'
like "$(gleaner feed explain "$ORIGIN/feed/1.xml")" \
	'crasher: a worker failed at these bytes before' \
	'S38: feed explain names the crasher'
sql 'DELETE FROM crasher'
make_due
ok 'after the row was deleted the feed is polled' gleanerd_once
like "$(sql "SELECT last_outcome FROM feed")" '^(ok|unchanged)$' \
	'the feed is read again'

# ------------------------------------------------------------------- replay
fails 'without a crasher debug replay is an error' gleaner debug replay
# The page is large, because its memory use is checked.
origin_scenario <<'END'
route /article/*
  header Content-Type: text/html
  body text "<html><body><h1>Large</h1>"
  body repeat "<p>Some words of a page that is <b>large</b>, no more.</p>" 50000
  encode identity
END
again 'fallback_levels = 0'
sql "INSERT INTO crasher (hash, kind, bytes, url, content_type,
	fallback_levels, why, version, crashes, first_at, last_at, body)
	SELECT '$(feed /article/1/1.html)', 'page', p.bytes, a.url,
	'text/html', 3, 'died: killed by SIGSEGV', 'x', 3, 1, 2, p.body
	FROM page p JOIN article a ON a.id = p.article_id"
id=$(sql 'SELECT id FROM crasher')
hash=$(sql 'SELECT hash FROM crasher')
is "$(gleaner debug replay --json | grep -c "\"hash\":\"$hash\"")" 1 \
	'debug replay lists the crasher'
like "$(gleaner debug replay)" 'killed by SIGSEGV' 'the list contains the cause'
is "$(gleaner debug replay --raw "$id" | sha256sum | cut -d' ' -f1)" "$hash" \
	'debug replay --raw prints the stored bytes'
ok 'debug replay reads a document by its number' gleaner debug replay "$id"
gleaner debug replay --json "$(printf %.10s "$hash")" >"$WORK/replay"
is "$(grep -c '"result":"ok"' "$WORK/replay")" 3 \
	'debug replay reads a document by its hash with all parsers'
is "$(grep -c '"peak_bytes":[1-9][0-9]*' "$WORK/replay")" 3 \
	'debug replay prints the memory use of each parser'
fails 'an unknown number is an error' gleaner debug replay 4711
like "$(gleaner debug replay 4711 2>&1)" 'no document "4711"' \
	'the message names the unknown number'
# With a low memory limit the workers fail again.
case $(is_sanitized) in
yes) skip 'a replay that fails ends with 1' 'sanitizers need more memory' ;;
*)
	(
		ulimit -v "$((kib + 4096))"
		gleaner debug replay --json "$id"
	) >"$WORK/replay" 2>&1
	is "$?" 1 'a replay that fails ends with 1'
	is "$(grep -Ec '"result":"(failed|died)","ms"' "$WORK/replay")" 3 \
		'a replay reports the failure of each parser'
	;;
esac
# ------------------------------------------------------------------- robots
# As a server without robots.txt.
printf 'route /robots.txt\n  body text "User-agent: *\\nDisallow: /other"\n' |
	origin_scenario
sql "UPDATE crasher SET hash = '$(feed /robots.txt)', kind = 'robots',
	bytes = $(origin_get /robots.txt | wc -c), fallback_levels = 1,
	version = '$("$BUILD/gleanerd" --version | sed -n '1s/.* //p')';
	UPDATE article SET status = 'queued', status_why = NULL,
	etag = NULL, last_modified = NULL"
HOST='{ connections: 8, gap: 0s, allow_private: true, robots: true }'
write_config "$ORIGIN/feed/1.xml"
gleanerd_once >/dev/null
is "$(sql 'SELECT status, status_why FROM article')" \
	'failed|robots.txt cannot be reached' \
	'S38: a robots.txt whose bytes are a crasher is not read'
sql "DELETE FROM crasher; DELETE FROM robots;
	UPDATE article SET status = 'queued', retry_at = NULL"
gleanerd_once >/dev/null
is "$(sql 'SELECT status FROM article')" done \
	'after the row was deleted robots.txt is read'
done_testing
