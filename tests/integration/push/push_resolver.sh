#!/bin/sh
# Tests the end of a push while the resolver waits for a DNS server that does
# not answer.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

[ -f "$BUILD/resolver-shim.so" ] ||
	bail 'no resolver-shim.so: make check-built'
[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
[ "$(is_sanitized)" = no ] ||
	skip_all 'a preloaded library comes before the sanitizer'
"$BUILD/store-writer" --batch 10 --words 30 "$DB" 5 >"$WORK/writer.out" ||
	bail 'the writer failed'

ends_in_time() { # NAME TARGET
	TEST_RESOLVES=$WORK/$1.resolves LD_PRELOAD=$BUILD/resolver-shim.so \
		"$BUILD/gleaner" --db "$DB" push --consumer "$1" "$2" \
		2>"$WORK/$1.err" &
	push_pid=$!
	tap_pids="$tap_pids $push_pid"
	ok "$1: the push resolves the name of the host" \
		wait_for [ -e "$WORK/$1.resolves" ]
	kill -TERM "$push_pid"
	ok "$1: SIGTERM ends the push within 10 s" \
		tap_gone "$push_pid" $((20 * $(paced 10))) ||
		kill -KILL "$push_pid"
	wait "$push_pid"
	is "$?" 0 "$1: the exit code is 0"
	tap_forget "$push_pid"
}
for receiver in webhook:https://slow.example.org/ \
	nats:nats://slow.example.org/subject \
	kafka:kafka://slow.example.org/topic; do
	name=${receiver%%:*}
	program=gleaner-push-$name
	[ "$name" != webhook ] || program=gleaner-push
	if [ -x "$BUILD/$program" ]; then
		ends_in_time "$name" "${receiver#*:}"
	else
		skip "$name" "no $program"
	fi
done
done_testing
