# shellcheck shell=sh
# serve.sh -- starts gleaner-serve on a free port of loopback.
#
#	start_serve [ARGUMENT…]     sets SERVE (http://127.0.0.1:PORT), SERVE_PID
#	get PATH [CURL ARGUMENT…]   prints the body of the response
#	status_of PATH [ARGUMENT…]  prints the status of the response, writes
#	                            its body to $WORK/serve.body
#	header NAME PATH [ARGUMENT…]  prints the value of a header field
#	stop_serve                  sets SERVE_STATUS to the exit code

start_serve() {
	[ -x "$BUILD/gleaner-serve" ] ||
		bail "no $BUILD/gleaner-serve: make first"
	serve_port=$(free_port)
	SERVE=http://127.0.0.1:$serve_port
	"$BUILD/gleaner-serve" -c "$CONFIG" --listen "127.0.0.1:$serve_port" \
		"$@" >"$WORK/serve.out" 2>&1 &
	SERVE_PID=$!
	tap_pids="$tap_pids $SERVE_PID"
	wait_for curl -s -o "$WORK/serve.first" "$SERVE/" || {
		cat "$WORK/serve.out"
		bail 'gleaner-serve did not start'
	}
}

stop_serve() {
	kill -TERM "$SERVE_PID"
	wait "$SERVE_PID"
	SERVE_STATUS=$?
	tap_forget "$SERVE_PID"
}

get() {
	serve_path=$1
	shift
	curl -sg --max-time 100 "$@" "$SERVE$serve_path"
}

status_of() {
	serve_path=$1
	shift
	: >"$WORK/serve.body"
	curl -sg --max-time 100 -o "$WORK/serve.body" -w '%{http_code}' "$@" \
		"$SERVE$serve_path"
}

header() {
	serve_name=$1
	serve_path=$2
	shift 2
	curl -sg --max-time 100 -o "$WORK/serve.body" -D - "$@" \
		"$SERVE$serve_path" | tr -d '\r' |
		sed -n "s/^$serve_name: //Ip"
}
