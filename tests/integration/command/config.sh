#!/bin/sh
# Tests the configuration: every fault is reported with its place, the exit
# codes are correct, and a faulty configuration never replaces a working one.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
check() { # checks the configuration on standard input; sets $said and $code
	cat >"$WORK/checked.yaml"
	chmod 600 "$WORK/checked.yaml"
	said=$("$BUILD/gleanerd" -c "$WORK/checked.yaml" --check 2>&1)
	code=$?
}
faulty() { # LINE PATTERN NAME: standard input has a fault in LINE
	check
	if [ "$code" -ne 2 ]; then
		is "$code" 2 "$3"
	else
		like "$said" "checked\\.yaml:$1:[0-9]+: .*($2)" "$3"
	fi
}

# ------------------------------------------------------------- valid files
check <<'END'
feeds:
  - https://example.org/rss
END
is "$code" 0 'a configuration with nothing but feeds is valid'
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
is "$code" 0 "a configuration with every key is valid"
is "$(printf '%s\n' "$said" | grep -c ':[0-9]*:[0-9]*: ')" 0 'a configuration with every key has no fault'
check <<'END'
poll: { interval: 1s, min: 1s }
host: { gap: 0s }
END
is "$code" 0 'intervals of 1 s and gaps of 0 s are valid'

# ----------------------------------------------------------- invalid files
faulty 1 'poll' 'an unknown key is an error with a suggestion' <<'END'
pol: { interval: 30m }
END
faulty 2 'interval' \
	'an unknown key in a mapping is an error with a suggestion' <<'END'
poll:
  intervall: 30m
END
faulty 1 'duration|30m' 'a duration without a unit is an error' <<'END'
poll: { interval: thirty }
END
faulty 1 '' 'a duration below its range is an error' <<'END'
poll: { interval: 0s }
END
faulty 1 '' 'a number outside its range is an error' <<'END'
host: { connections: 0 }
END
faulty 1 'true|false|bool' 'a word in place of a boolean is an error' <<'END'
host: { robots: perhaps }
END
faulty 1 'size|MiB' 'an invalid size is an error' <<'END'
fetch: { page_bytes: large }
END
faulty 1 'keep|none' 'an unknown word is an error' <<'END'
articles: { raw: perhaps }
END
faulty 3 'http' 'a feed with an unknown scheme is an error' <<'END'
feeds:
  - https://example.org/rss
  - ftp://example.org/rss
END
faulty 2 'url' 'a feed without a URL is an error' <<'END'
feeds:
  - { title: None }
END
faulty 1 '' 'a list in place of a mapping is an error' <<'END'
poll: [1, 2]
END
faulty 2 '' 'invalid YAML is an error' <<'END'
poll: { interval: 30m
feeds: ]
END
faulty 1 '' 'a YAML alias is an error' <<'END'
poll: &a { interval: 30m }
host: *a
END
# The text is written to a file first, because faulty() in a pipe would run in a
# subshell and lose its counters.
printf 'feeds: %s\n' "$(awk 'BEGIN { while (i++ < 5000) printf "[" }')" \
	>"$WORK/deep.yaml"
faulty 1 '' 'very deep nesting is an error' <"$WORK/deep.yaml"
awk 'BEGIN { print "feeds:"; while (i++ < 300000) print "  - http://a.b/" i }' \
	>"$WORK/large.yaml"
check <"$WORK/large.yaml"
is "$code" 2 'a file that is too large is an error'
check <<'END'
pol: 1
host: { connections: -1, gpa: 1s }
feeds: [ "gopher://x/" ]
END
cmp_ok "$(printf '%s\n' "$said" | grep -c 'checked\.yaml:[0-9]*:[0-9]*: ')" \
	-ge 4 'all faults are reported, not only the first'
printf 'poll: { interval: "\\e]0;owned\\a" }\n' >"$WORK/escape.yaml"
check <"$WORK/escape.yaml"
is "$code" 2 'a duration with control characters is an error'
unlike "$said" "$(printf '[\033\007]')" \
	'no control character of the file reaches the terminal'

# -------------------------------------------------------------- exit codes
run() {
	"$BUILD/gleanerd" "$@" >"$WORK/said" 2>&1
	echo $?
}
is "$(run -c "$WORK/nowhere.yaml" --check)" 2 'a missing file ends with 2'
is "$(run --nonsense)" 2 'an unknown option ends with 2'
is "$(run --ver)" 2 'the name of an option is not abbreviated'
is "$(run --hel)" 2 'the name of --help is not abbreviated'
run -c --once --check >/dev/null
like "$(cat "$WORK/said")" 'cannot read --once' \
	'the argument of an option is not an option'
is "$(run -c)" 2 'an option without its value ends with 2'
is "$(run surplus)" 2 'a surplus argument ends with 2'
is "$(run --help)" 0 '--help ends with 0'
like "$(cat "$WORK/said")" '--once' '--help names the options'
is "$(run --version)" 0 '--version ends with 0'
like "$(cat "$WORK/said")" '^gleanerd [0-9]' '--version prints the version'
is "$(grep -cE '^[A-Za-z0-9]+: built with [0-9.]+.*, runs with [0-9.]+' \
	"$WORK/said")" 15 \
	'--version prints built and running version of each library'
printf 'pol: 1\n' >"$WORK/bad.yaml"
is "$(run -c "$WORK/bad.yaml" --once)" 2 \
	'a harvest with a faulty configuration ends with 2'
is "$(GLEANER_CONFIG=$WORK/bad.yaml run --check)" 2 \
	'GLEANER_CONFIG names the configuration'

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
ok 'the daemon polls' wait_for polled 1 1
cp "$CONFIG" "$WORK/good.yaml"
for round in 1 2 3; do
	: >"$WORK/gleanerd.out"
	printf 'poll: { interval: never }\nfeeds: [ "ftp://x/" ]\n' >"$CONFIG"
	before=$(origin_count 'path=/feed/1.xml')
	kill -HUP "$DAEMON_PID"
	ok "a faulty configuration is reported with its place ($round)" \
		wait_for said_place
	ok 'S60: the previous configuration stays in use' \
		wait_for polled 1 $((before + 1))
done
# An empty configuration, or one with comments only, is probably a failed save.
for text in '' '# feeds:'; do
	printf '%s' "$text" >"$CONFIG"
	: >"$WORK/gleanerd.out"
	before=$(origin_count 'path=/feed/1.xml')
	kill -HUP "$DAEMON_PID"
	ok "an emptied configuration is refused ($text)" wait_for grep -q \
		'config-kept.*gleaner\.yaml is empty' "$WORK/gleanerd.out"
	ok 'the previous configuration stays in use' \
		wait_for polled 1 $((before + 1))
done
rm "$CONFIG"
: >"$WORK/gleanerd.out"
before=$(origin_count 'path=/feed/1.xml')
kill -HUP "$DAEMON_PID"
ok 'a missing configuration is reported' wait_for grep -q 'gleaner\.yaml' \
	"$WORK/gleanerd.out"
ok 'the previous configuration stays in use' wait_for polled 1 $((before + 1))
mkfifo "$CONFIG"
: >"$WORK/gleanerd.out"
before=$(origin_count 'path=/feed/1.xml')
kill -HUP "$DAEMON_PID"
ok 'a pipe without a writer is refused at a reload' wait_for -t 10 \
	grep -q 'config-kept.*gleaner\.yaml: it is a pipe' "$WORK/gleanerd.out"
ok 'the daemon continues' wait_for -t 10 polled 1 $((before + 1))
cat "$WORK/good.yaml" >"$CONFIG" &
run -c "$CONFIG" --check >"$WORK/code"
is "$(cat "$WORK/code")" 0 'the configuration can be read from a pipe'
rm "$CONFIG"
write_config "$ORIGIN/feed/2.xml"
kill -HUP "$DAEMON_PID"
ok 'a valid configuration is used' wait_for polled 2 2
ok 'a feed that it no longer lists is paused' wait_for_sql \
	"SELECT status FROM feed WHERE url LIKE '%/feed/1.xml'" paused
before=$(origin_count 'path=/feed/1.xml')
now=$(origin_count 'path=/feed/2.xml')
wait_for polled 2 $((now + 2))
is "$(origin_count 'path=/feed/1.xml')" "$before" \
	'the paused feed is not polled'
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0'

: >"$CONFIG"
run -c "$CONFIG" --check >"$WORK/code"
like "$(cat "$WORK/said")" 'gleaner\.yaml: warning: the file is empty' \
	'--check warns of an empty configuration'
is "$(cat "$WORK/code")" 0 \
	'an empty configuration is valid, because every key has a default'
(cd "$WORK" && mkdir -p var && cp "$DB" var/gleaner.db &&
	"$BUILD/gleanerd" -c "$CONFIG" --once) >"$WORK/empty.out" 2>&1
is "$(DB=$WORK/var/gleaner.db && sql "SELECT status FROM feed
	WHERE url LIKE '%/feed/2.xml'")" active \
	'an empty configuration pauses no feed'

# ---------------------------------------------------- shortened intervals
new_database
{
	printf 'route /ttl.xml\n  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n<rss version="2.0"><channel><title>Slow'
	printf '</title><ttl>60</ttl></channel></rss>\nFEED\n'
} | origin_scenario
POLL='{ interval: 2h, min: 2h, max: 4h }'
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml" "$ORIGIN/ttl.xml"
start_gleanerd
planned() { # FEED: seconds from its last poll to the next
	sql "SELECT next_poll_at - last_poll_at FROM feed
		WHERE url LIKE '%/$1'"
}
ok 'feeds are planned with an interval of two hours' wait_for_sql \
	'SELECT count(*) FROM feed
		WHERE next_poll_at - last_poll_at >= 7200' 3
POLL='{ interval: 1s, min: 1s, max: 3s }'
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml" "$ORIGIN/ttl.xml"
now=$(origin_count 'path=/feed/1.xml')
kill -HUP "$DAEMON_PID"
ok 'a reload with a shorter interval brings a poll forward' \
	wait_for polled 1 $((now + 2))
ok 'such a reload brings the poll of each feed forward' wait_for polled 2 $((now + 2))
is "$(planned ttl.xml)" 3600 'the ttl of a feed still delays its poll'
like "$(gleaner feed explain "$ORIGIN/ttl.xml")" '\* *ttl ' \
	'feed explain names the ttl'
is "$(origin_count path=/ttl.xml)" 1 \
	'the feed with the ttl was not polled again'
stop_gleanerd
done_testing
