#!/bin/sh
# The configuration: every fault is told with its place, exit codes, and a
# broken one never takes the place of one that works.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
check() { # its text from standard input; $said, $code
	cat >"$WORK/checked.yaml"
	chmod 600 "$WORK/checked.yaml"
	said=$("$BUILD/gleanerd" -c "$WORK/checked.yaml" --check 2>&1)
	code=$?
}
faulty() { # LINE PATTERN NAME, its text from standard input
	check
	if [ "$code" -ne 2 ]; then
		is "$code" 2 "$3"
	else
		like "$said" "checked\\.yaml:$1:[0-9]+: .*($2)" "$3"
	fi
}

# -------------------------------------------------------------------- good
check <<'END'
feeds:
  - https://example.org/rss
END
is "$code" 0 'a file that holds only feeds is complete'
check <<'END'
database: var/x.db
contact: ops@example.org
poll:    { interval: 30m, min: 5m, max: 24h, adaptive: true }
host:    { connections: 2, gap: 1s, allow_private: false, robots: true }
fetch:   { parallel: 256, timeout: 30s, feed_bytes: 32MiB, page_bytes: 10MiB, proxy: null }
articles: { fetch: true, max_age: 30d, revisit: [1h, 6h, 24h], raw: keep }
workers: auto
retain:  { articles: forever, raw: 30d, polls: 30d }
control: run/gleaner.sock
listen:  null
log:     { level: info, format: text }
include: []
feeds:
  - https://example.org/rss
  - { url: https://example.net/atom, title: Net, interval: 10m, tags: [tech], articles: true, headers: { X-Key: abc } }
END
is "$code" 0 "every key that there is"
is "$(printf '%s\n' "$said" | grep -c ':[0-9]*:[0-9]*: ')" 0 'without a fault'
check <<'END'
poll: { interval: 1s, min: 1s }
host: { gap: 0s }
END
is "$code" 0 'tests need not wait'

# ------------------------------------------------------------------ faulty
faulty 1 'poll' 'an unknown key, with the likely one' <<'END'
pol: { interval: 30m }
END
faulty 2 'interval' 'the same within' <<'END'
poll:
  intervall: 30m
END
faulty 1 'duration|30m' 'a duration without a unit' <<'END'
poll: { interval: thirty }
END
faulty 1 '' 'a duration below its range' <<'END'
poll: { interval: 0s }
END
faulty 1 '' 'a number out of its range' <<'END'
host: { connections: 0 }
END
faulty 1 'true|false|bool' 'another type' <<'END'
host: { robots: perhaps }
END
faulty 1 'size|MiB' 'a size that is none' <<'END'
fetch: { page_bytes: large }
END
faulty 1 'keep|none' 'a word that is none of those' <<'END'
articles: { raw: perhaps }
END
faulty 3 'http' 'a feed of another scheme' <<'END'
feeds:
  - https://example.org/rss
  - ftp://example.org/rss
END
faulty 2 'url' 'a feed without an address' <<'END'
feeds:
  - { title: None }
END
faulty 1 '' 'a list where a mapping stands' <<'END'
poll: [1, 2]
END
faulty 2 '' 'broken YAML' <<'END'
poll: { interval: 30m
feeds: ]
END
faulty 1 '' 'an alias' <<'END'
poll: &a { interval: 30m }
host: *a
END
# (A pipe into check would lose what it counts.)
printf 'feeds: %s\n' "$(awk 'BEGIN { while (i++ < 5000) printf "[" }')" \
	>"$WORK/deep.yaml"
faulty 1 '' 'nesting beyond all sense' <"$WORK/deep.yaml"
awk 'BEGIN { print "feeds:"; while (i++ < 300000) print "  - http://a.b/" i }' \
	>"$WORK/large.yaml"
check <"$WORK/large.yaml"
is "$code" 2 'a file that is too large'
check <<'END'
pol: 1
host: { connections: -1, gpa: 1s }
feeds: [ "gopher://x/" ]
END
cmp_ok "$(printf '%s\n' "$said" | grep -c 'checked\.yaml:[0-9]*:[0-9]*: ')" \
	-ge 4 'all faults are told, not the first'
printf 'poll: { interval: "\\e]0;owned\\a" }\n' >"$WORK/escape.yaml"
check <"$WORK/escape.yaml"
is "$code" 2 'control characters are no duration'
unlike "$said" "$(printf '[\033\007]')" \
	'nothing of the file reaches the terminal raw'

# -------------------------------------------------------------- exit codes
run() {
	"$BUILD/gleanerd" "$@" >"$WORK/said" 2>&1
	echo $?
}
is "$(run -c "$WORK/nowhere.yaml" --check)" 2 'no such file'
is "$(run --nonsense)" 2 'no such option'
is "$(run -c)" 2 'an option without its value'
is "$(run surplus)" 2 'an argument too many'
is "$(run --help)" 0 '--help'
like "$(cat "$WORK/said")" '--once' 'which names the options'
is "$(run --version)" 0 '--version'
like "$(cat "$WORK/said")" '^gleanerd [0-9]' 'which says it'
is "$(grep -cE '^[A-Za-z0-9]+: built with [0-9.]+.*, runs with [0-9.]+' \
	"$WORK/said")" 14 'and each library, as built and as it runs'
printf 'pol: 1\n' >"$WORK/bad.yaml"
is "$(run -c "$WORK/bad.yaml" --once)" 2 'a harvest with a faulty one'
is "$(GLEANER_CONFIG=$WORK/bad.yaml run --check)" 2 '$GLEANER_CONFIG is read'

# ------------------------------------------------------------------ SIGHUP
start_origin --generate 3x2
write_config "$ORIGIN/feed/1.xml"
start_gleanerd
polled() { # FEED TIMES
	[ "$(origin_count "path=/feed/$1.xml")" -ge "$2" ]
}
said_place() {
	grep -q "gleaner\\.yaml:[0-9]*:[0-9]*" "$WORK/gleanerd.out"
}
ok 'a daemon polls' wait_for polled 1 1
cp "$CONFIG" "$WORK/good.yaml"
for round in 1 2 3; do
	: >"$WORK/gleanerd.out"
	printf 'poll: { interval: never }\nfeeds: [ "ftp://x/" ]\n' >"$CONFIG"
	before=$(origin_count 'path=/feed/1.xml')
	kill -HUP "$DAEMON_PID"
	ok "a broken one is told with its place ($round)" wait_for said_place
	ok 'S60: and the old one stays' wait_for polled 1 $((before + 1))
done
# A save that went wrong: nothing in it, or nothing but words for people.
for text in '' '# feeds:'; do
	printf '%s' "$text" >"$CONFIG"
	: >"$WORK/gleanerd.out"
	before=$(origin_count 'path=/feed/1.xml')
	kill -HUP "$DAEMON_PID"
	ok "one that was emptied is refused ($text)" wait_for grep -q \
		'config-kept.*gleaner\.yaml is empty' "$WORK/gleanerd.out"
	ok 'and the old one stays' wait_for polled 1 $((before + 1))
done
rm "$CONFIG"
: >"$WORK/gleanerd.out"
before=$(origin_count 'path=/feed/1.xml')
kill -HUP "$DAEMON_PID"
ok 'one that is gone is told' wait_for grep -q 'gleaner\.yaml' \
	"$WORK/gleanerd.out"
ok 'and the old one stays' wait_for polled 1 $((before + 1))
write_config "$ORIGIN/feed/2.xml"
kill -HUP "$DAEMON_PID"
ok 'a good one is taken' wait_for polled 2 2
ok 'what it does not name any more is paused' wait_for_sql \
	"SELECT status FROM feed WHERE url LIKE '%/feed/1.xml'" paused
before=$(origin_count 'path=/feed/1.xml')
now=$(origin_count 'path=/feed/2.xml')
wait_for polled 2 $((now + 2))
is "$(origin_count 'path=/feed/1.xml')" "$before" 'and polled no more'
stop_gleanerd
is "$DAEMON_STATUS" 0 'it ends well'

: >"$CONFIG"
run -c "$CONFIG" --check >"$WORK/code"
like "$(cat "$WORK/said")" 'gleaner\.yaml: warning: is empty' \
	'--check tells of an empty one'
is "$(cat "$WORK/code")" 0 'which is legal: every key has a default'
(cd "$WORK" && mkdir -p var && cp "$DB" var/gleaner.db &&
	"$BUILD/gleanerd" -c "$CONFIG" --once) >"$WORK/empty.out" 2>&1
is "$(DB=$WORK/var/gleaner.db && sql "SELECT status FROM feed
	WHERE url LIKE '%/feed/2.xml'")" active \
	'and pauses no feed, since it says nothing of feeds'

# ------------------------------------------------------- plans, shortened
rm -f "$DB" "$DB-wal" "$DB-shm"
{
	printf 'route /ttl.xml\n  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n<rss version="2.0"><channel><title>Slow'
	printf '</title><ttl>60</ttl></channel></rss>\nFEED\n'
} | origin_scenario
POLL='{ interval: 2h, min: 2h, max: 4h }'
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml" "$ORIGIN/ttl.xml"
start_gleanerd
planned() { # FEED: seconds after its last poll
	sql "SELECT next_poll_at - last_poll_at FROM feed
		WHERE url LIKE '%/$1'"
}
ok 'feeds are planned by an interval of two hours' wait_for_sql \
	'SELECT count(*) FROM feed
		WHERE next_poll_at - last_poll_at >= 7200' 3
POLL='{ interval: 1s, min: 1s, max: 3s }'
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml" "$ORIGIN/ttl.xml"
now=$(origin_count 'path=/feed/1.xml')
kill -HUP "$DAEMON_PID"
ok 'a reload that shortens it brings them forward' \
	wait_for polled 1 $((now + 2))
ok 'each of them' wait_for polled 2 $((now + 2))
is "$(planned ttl.xml)" 3600 'though not before the feed wants to be asked'
like "$(gleaner feed explain "$ORIGIN/ttl.xml")" '\* *ttl ' \
	'which feed explain tells'
is "$(origin_count path=/ttl.xml)" 1 'nor was it'
stop_gleanerd
done_testing
