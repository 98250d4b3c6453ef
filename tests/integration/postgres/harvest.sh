#!/bin/sh
# Tests a harvest into PostgreSQL: every article is fetched once, given to a
# consumer once, and found by its words. The server is stopped during the
# harvest.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/clock.sh
. "$(dirname "$0")/../../lib/clock.sh"

needs_gleanerd
if [ "${STORE:-}" != postgres ]; then
	if ! ls -d /usr/lib/postgresql/*/bin >/dev/null 2>&1; then
		echo '1..0 # skip PostgreSQL is not installed (postgresql-15)'
		tap_done=1
		exit 0
	fi
	tap_done=1
	rm -rf "$WORK"
	exec "$TOP/tests/lib/postgres.sh" sh "$0"
fi
needs_clock
start_origin --generate 10x10 --hosts 5
# shellcheck disable=SC2046
write_config $(origin_get /_origin/feeds)

ok 'a harvest succeeds' gleanerd_once
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 100 \
	'100 articles are done'
is "$(origin_get '/_origin/log?path=/article/*' |
	grep -o '"path":"[^"]*"' | sort | uniq -d | wc -l | tr -d ' ')" 0 \
	'no page is requested twice'
is "$(gleaner follow --consumer one --limit 1000 | grep -c '"kind":"new"')" \
	100 'a consumer gets each article'
is "$(gleaner follow --consumer one --limit 1000 | wc -l | tr -d ' ')" 0 \
	'a consumer gets no article twice'
id=$(sql 'SELECT min(id) FROM article')
word=$(sql "SELECT split_part(title, ' ', 1) FROM article WHERE id = $id")
ok 'an article is found by a word of its title' \
	sh -c "'$BUILD/gleaner' -c '$CONFIG' search '$word' | grep -q ."
ok 'an article is shown' gleaner show "$id"
ok 'the invariants hold' gleaner check
ok 'the state is shown' gleaner status

make_due
ok 'a second harvest succeeds' gleanerd_once
is "$(sql 'SELECT count(*) FROM article')" 100 'a second harvest adds no article'
is "$(sql "SELECT count(*) FROM poll WHERE outcome = 'unchanged'")" 10 \
	'all feeds are unchanged'

gleaner backup "$WORK/copy" 2>"$WORK/errors"
ok 'backup names pg_dump' grep -q pg_dump "$WORK/errors"
gleaner check --salvage "$WORK/copy" 2>"$WORK/errors"
ok 'salvage names pg_dump' grep -q pg_dump "$WORK/errors"

# The clock of this machine is compared with the clock of the server.
set_clock -7200
clocked "$BUILD/gleaner" -c "$CONFIG" doctor --offline >"$WORK/doctor"
ok 'doctor reports a clock that differs from that of the server' \
	grep -q 'clock is 7[12][0-9][0-9] seconds behind the clock of the data' \
	"$WORK/doctor"
clocked "$BUILD/gleanerd" -c "$CONFIG" --once 2>"$WORK/log"
ok 'the daemon logs a clock that differs from that of the server' \
	grep -q 'clock-differs ahead_s=-7[12][0-9][0-9]' "$WORK/log"
set_clock 0
clocked "$BUILD/gleaner" -c "$CONFIG" doctor --offline >"$WORK/doctor"
is "$(grep -c 'clock of the database' "$WORK/doctor")" 0 \
	'doctor does not report a clock that agrees with that of the server'

# The password of a URL is shown nowhere.
sed "s|postgresql:///|postgresql://gleaner:secretword@/|" "$CONFIG" \
	>"$WORK/password.yaml"
{
	"$BUILD/gleaner" -c "$WORK/password.yaml" status
	"$BUILD/gleaner" -c "$WORK/password.yaml" status --json
	"$BUILD/gleaner" -c "$WORK/password.yaml" doctor
	"$BUILD/gleaner" -c "$WORK/password.yaml" check
	"$BUILD/gleanerd" -c "$WORK/password.yaml" --once
	sed 's|host=[^&]*|host=/nowhere|' "$WORK/password.yaml" \
		>"$WORK/absent.yaml"
	"$BUILD/gleaner" -c "$WORK/absent.yaml" status
	"$BUILD/gleanerd" -c "$WORK/absent.yaml" --once
} >"$WORK/shown" 2>&1
ok 'the database is named' grep -q 'gleaner:\*\*\*@' "$WORK/shown"
is "$(grep -c secretword "$WORK/shown")" 0 'the password is not shown'
"$BUILD/gleaner" --db 'postgresql://u:secretword@h/n' status 2>"$WORK/errors"
is $? 2 'a password in the command line is refused'
is "$(grep -c secretword "$WORK/errors")" 0 'the error does not contain the password'
done_testing
