#!/bin/sh
# A document that kills who reads it is known when it comes again, and can be
# looked into: gleaner debug replay.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x1
HOST='{ connections: 8, gap: 0s, allow_private: true, robots: false }'
write_config "$ORIGIN/feed/1.xml"
printf 'route /article/*\n  delay 3s\n  pass\n' | origin_scenario
start_gleanerd
ok 'a page is under way' wait_for_sql \
	"SELECT status FROM article" queued
# From now on its readers get no memory beyond what the zygote has.
zygote=$(cat "/proc/$DAEMON_PID/task/$DAEMON_PID/children")
kib=$(awk '/^VmSize:/ { print $2 }' "/proc/${zygote% }/status")
ok 'its readers will have no memory' prlimit --pid "${zygote% }" \
	--as="$((kib * 1024))"
ok 'S38: then the feed'\''s words are the article' wait_for_sql \
	"SELECT status FROM article" feed_only
like "$(sql 'SELECT status_why FROM article')" '^crasher: ' \
	'S38: which says why'
is "$(sql "SELECT body <> '' FROM article")" 1 'S38: with a text'
stop_gleanerd
printf 'route /article/*\n  pass\n' | origin_scenario
asked=$(origin_count 'path=/article/*')
make_due
gleanerd_once >/dev/null
is "$(origin_count 'path=/article/*')" "$asked" 'S38: it is not asked for again'
is "$(sql "SELECT kind, fallback_levels, crashes, body IS NOT NULL
	FROM crasher")" \
	'page|3|3|1' 'S38: its bytes are known, and kept'
like "$(sql 'SELECT why FROM crasher')" '^(died|failed): ' \
	'S38: and what came of them'

# The same bytes at a later visit: for readers that are well again.
again() { # WHAT TO SET
	sql "UPDATE crasher SET $1;
		UPDATE article SET status = 'queued', status_why = NULL,
		etag = NULL, last_modified = NULL"
	: >"$WORK/gleanerd.out"
	gleanerd_once >/dev/null
}
again 'fallback_levels = 3'
is "$(sql "SELECT status, status_why FROM article")" \
	'feed_only|crasher: every parser failed at these bytes' \
	'S38: unchanged, it is given to no reader'
again 'fallback_levels = 2'
is "$(sql "SELECT status FROM article")" done \
	'S38: a reader that has not died of it gets it'
like "$(cat "$WORK/gleanerd.out")" 'known-poison .*parser=plain' \
	'S38: which the log tells'
again "fallback_levels = 3, version = 'another'"
is "$(sql "SELECT status FROM article")" done \
	'S38: another version tries them all'
unlike "$(cat "$WORK/gleanerd.out")" 'known-poison' 'S38: from the first on'

# A feed: its one reader has died of it.
feed() { # PATH: its bytes' hash
	origin_get "$1" | sha256sum | cut -d' ' -f1
}
sql "UPDATE crasher SET hash = '$(feed /feed/1.xml)', kind = 'feed',
	bytes = $(origin_get /feed/1.xml | wc -c), fallback_levels = 1,
	version = '$("$BUILD/gleanerd" --version | sed -n '1s/.* //p')';
	UPDATE feed SET etag = NULL, last_modified = NULL"
make_due
gleanerd_once >/dev/null
is "$(sql "SELECT last_outcome FROM feed")" unreadable \
	'S38: a feed of such bytes is not read'
like "$(gleaner feed explain "$ORIGIN/feed/1.xml")" \
	'crasher: a worker failed at these bytes before' \
	'S38: which feed explain tells'
sql 'DELETE FROM crasher'
make_due
ok 'where none is known' gleanerd_once
like "$(sql "SELECT last_outcome FROM feed")" '^(ok|unchanged)$' 'it is'

# ------------------------------------------------------------------- replay
fails 'no document is known' gleaner debug replay
# A large page, since its memory will be told.
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
	'debug replay lists it'
like "$(gleaner debug replay)" 'killed by SIGSEGV' 'with what it did'
is "$(gleaner debug replay --raw "$id" | sha256sum | cut -d' ' -f1)" "$hash" \
	'its bytes come out as they were'
ok 'it is read once more, by its number' gleaner debug replay "$id"
gleaner debug replay --json "$(printf %.10s "$hash")" >"$WORK/replay"
is "$(grep -c '"result":"ok"' "$WORK/replay")" 3 \
	'by its hash, by all three readers'
is "$(grep -c '"peak_bytes":[1-9][0-9]*' "$WORK/replay")" 3 \
	'with the memory that they took'
fails 'there is no other' gleaner debug replay 4711
like "$(gleaner debug replay 4711 2>&1)" 'no document "4711"' 'which is said'
# In a shell that gives no memory for it, its readers fail again.
case $(is_sanitized) in
yes) skip 'a replay that dies' 'under sanitizers' ;;
*)
	(
		ulimit -v "$((kib + 4096))"
		gleaner debug replay --json "$id"
	) >"$WORK/replay" 2>&1
	is "$?" 1 'a document that kills again: exit code 1'
	is "$(grep -Ec '"result":"(failed|died)","ms"' "$WORK/replay")" 3 \
		'by each of its readers'
	;;
esac
# ------------------------------------------------------------------- robots
# As a server that gives none.
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
	'S38: a robots.txt of such bytes is not read'
sql "DELETE FROM crasher; DELETE FROM robots;
	UPDATE article SET status = 'queued', retry_at = NULL"
gleanerd_once >/dev/null
is "$(sql 'SELECT status FROM article')" done 'where none is known, it is'
done_testing
