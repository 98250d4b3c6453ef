#!/bin/sh
# Tests the end of gleaner-serve during its start, while the resolver waits for
# a DNS server that does not answer.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

[ -f "$BUILD/resolver-shim.so" ] ||
	bail 'no resolver-shim.so: make check-built'
[ "$(is_sanitized)" = no ] ||
	skip_all 'a preloaded library comes before the sanitizer'
resolves() {
	[ -e "$WORK/resolves" ]
}
for signal in TERM INT; do
	rm -f "$WORK/resolves"
	TEST_RESOLVES=$WORK/resolves LD_PRELOAD=$BUILD/resolver-shim.so \
		"$BUILD/gleaner-serve" --db postgresql://u@slow.example.org/x \
		--listen 127.0.0.1:0 2>"$WORK/serve.err" &
	serve_pid=$!
	tap_pids="$tap_pids $serve_pid"
	ok 'the start resolves the name of the server' wait_for resolves
	kill "-$signal" "$serve_pid"
	ok "SIG$signal ends the start within 10 s" \
		tap_gone "$serve_pid" $((20 * $(paced 10))) ||
		kill -KILL "$serve_pid"
	wait "$serve_pid"
	is "$?" 0 'the exit code is 0'
	tap_forget "$serve_pid"
done
"$BUILD/gleaner-serve" --ver >/dev/null 2>&1
is "$?" 2 'the name of an option is not abbreviated'
done_testing
