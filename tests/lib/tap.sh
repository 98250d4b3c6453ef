# shellcheck shell=sh disable=SC2034
# tap.sh -- functions for integration tests in sh that print TAP.
#
#	. "$(dirname "$0")/../../lib/tap.sh"
#	start_origin --generate 2x3
#	write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml"
#	ok 'a harvest succeeds' gleanerd_once
#	is "$(sql 'SELECT count(*) FROM article')" 6 'all articles are stored'
#	done_testing
#
# A test works in the folder $WORK, which is deleted at the end (KEEP=1 keeps
# it) and contains $CONFIG and $DB. $BUILD selects the binaries: build (the
# default) or build-san. All started processes are stopped at the end, also
# after an error. Tests wait for events (wait_for), never for a fixed time.

set -u

TOP=$(cd "$(dirname "$0")/../../.." && pwd)
BUILD=${BUILD:-build}
case $BUILD in
/*) ;;
*) BUILD=$TOP/$BUILD ;;
esac
WORK=$(mktemp -d "${TMPDIR:-/tmp}/gleaner-test.XXXXXX") || exit 2
CONFIG=$WORK/gleaner.yaml
DB=$WORK/gleaner.db
export BUILD WORK CONFIG DB
export LC_ALL=C.UTF-8 TZ=UTC
# The environment must not influence the daemon or curl.
unset http_proxy https_proxy all_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY \
	no_proxy NO_PROXY GLEANER_CONFIG
# A make that a test runs must not join the job server of the outer make.
unset MAKEFLAGS MFLAGS MAKELEVEL

tap_run=0
tap_failed=0
tap_done=
tap_pids=

# ---------------------------------------------------------------- the end

tap_cleanup() {
	tap_status=$?
	trap '' EXIT HUP INT TERM
	for tap_pid in $tap_pids; do
		kill "$tap_pid" 2>/dev/null
	done
	for tap_pid in $tap_pids; do
		tap_gone "$tap_pid" 100 || kill -9 "$tap_pid" 2>/dev/null
		wait "$tap_pid" 2>/dev/null
	done
	if [ "${KEEP:-}" ]; then
		echo "# kept: $WORK"
	else
		rm -rf "$WORK"
	fi
	if [ ! "$tap_done" ]; then
		echo "# ended before its end"
		[ "$tap_status" -eq 0 ] && tap_status=2
	fi
	exit "$tap_status"
}
trap tap_cleanup EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Waits up to $2 twentieths of a second for process $1 to end.
tap_gone() {
	tap_n=0
	while kill -0 "$1" 2>/dev/null; do
		# A zombie counts as ended.
		{ read -r tap_stat <"/proc/$1/stat"; } 2>/dev/null || return 0
		case $tap_stat in
		*') Z '*) return 0 ;;
		esac
		[ "$tap_n" -lt "$2" ] || return 1
		tap_n=$((tap_n + 1))
		sleep 0.05
	done
}

# ------------------------------------------------------------- assertions

diag() {
	printf '%s\n' "$*" | sed 's/^/# /'
}

tap_pass() {
	tap_run=$((tap_run + 1))
	printf 'ok %d - %s\n' "$tap_run" "$1"
}

tap_fail() {
	tap_run=$((tap_run + 1))
	tap_failed=$((tap_failed + 1))
	printf 'not ok %d - %s\n' "$tap_run" "$1"
}

# ok NAME COMMAND…: COMMAND succeeds. If it fails, its output is shown.
ok() {
	tap_name=$1
	shift
	"$@" >"$WORK/tap.out" 2>&1
	tap_rc=$?
	if [ "$tap_rc" -eq 0 ]; then
		tap_pass "$tap_name"
	else
		tap_fail "$tap_name"
		diag "$* -> $tap_rc"
		tail -n 20 "$WORK/tap.out" | sed 's/^/#   /'
		return 1
	fi
}

# fails NAME COMMAND…: COMMAND fails.
fails() {
	tap_name=$1
	shift
	if "$@" >"$WORK/tap.out" 2>&1; then
		tap_fail "$tap_name"
		diag "$* -> 0"
		tail -n 20 "$WORK/tap.out" | sed 's/^/#   /'
		return 1
	fi
	tap_pass "$tap_name"
}

# is GOT EXPECTED NAME: GOT equals EXPECTED.
is() {
	if [ "$1" = "$2" ]; then
		tap_pass "$3"
	else
		tap_fail "$3"
		printf '%s\n' "$1" | head -n 20 | sed 's/^/#      got /'
		printf '%s\n' "$2" | head -n 20 | sed 's/^/# expected /'
		return 1
	fi
}

# isnt GOT OTHER NAME: GOT differs from OTHER.
isnt() {
	if [ "$1" != "$2" ]; then
		tap_pass "$3"
	else
		tap_fail "$3"
		printf '%s\n' "$1" | head -n 20 | sed 's/^/#  got also /'
		return 1
	fi
}

# cmp_ok GOT OPERATOR NUMBER NAME: the comparison is true. OPERATOR is an
# operator of test(1): -lt -ge …
cmp_ok() {
	if test "$1" "$2" "$3" 2>/dev/null; then
		tap_pass "$4"
	else
		tap_fail "$4"
		diag "     got $1"
		diag "expected $2 $3"
		return 1
	fi
}

# like GOT PATTERN NAME: GOT matches PATTERN, an extended regular expression.
like() {
	if printf '%s\n' "$1" | grep -Eq -e "$2"; then
		tap_pass "$3"
	else
		tap_fail "$3"
		printf '%s\n' "$1" | head -n 20 | sed 's/^/#      got /'
		diag "expected /$2/"
		return 1
	fi
}

unlike() {
	if printf '%s\n' "$1" | grep -Eq -e "$2"; then
		tap_fail "$3"
		printf '%s\n' "$1" | grep -E -e "$2" | head -n 5 |
			sed 's/^/#      got /'
		diag "   never /$2/"
		return 1
	fi
	tap_pass "$3"
}

# skip NAME WHY
skip() {
	tap_run=$((tap_run + 1))
	printf 'ok %d - %s # SKIP %s\n' "$tap_run" "$1" "$2"
}

# skip_all WHY: ends the script.
skip_all() {
	printf '1..0 # SKIP %s\n' "$1"
	tap_done=1
	exit 0
}

bail() {
	printf 'Bail out! %s\n' "$*"
	exit 2
}

done_testing() {
	# The results are invalid if an origin ended before the test did.
	for tap_pid in ${tap_origins:-}; do
		case " $tap_pids " in
		*" $tap_pid "*)
			if has_ended "$tap_pid"; then
				wait "$tap_pid"
				tap_status=$?
				tap_fail 'the origin runs until the test ends'
				diag "it ended with $tap_status"
			fi
			;;
		esac
	done
	printf '1..%d\n' "$tap_run"
	tap_done=1
	if [ "$tap_failed" -gt 0 ]; then
		diag "$tap_failed of $tap_run failed"
		exit 1
	fi
	exit 0
}

# paced N: prints a time limit (tests/lib/pace.py): N on an idle machine, up to
# 20 times N on a busy one.
paced() {
	python3 "$TOP/tests/lib/pace.py" "$1"
}

# Sets tap_now to the seconds since the machine was started. Unlike date(1), it
# starts no process.
tap_uptime() {
	read -r tap_now tap_idle </proc/uptime
	tap_now=${tap_now%.*}
}

# wait_for [-t SECONDS] COMMAND…: repeats COMMAND until it succeeds, for at most
# SECONDS (default 30). On a busy machine the limit is extended by paced.
wait_for() {
	tap_seconds=30
	if [ "$1" = -t ]; then
		tap_seconds=$2
		shift 2
	fi
	tap_uptime
	tap_begun=$tap_now
	tap_end=$((tap_begun + tap_seconds))
	tap_turns=0
	until "$@" >/dev/null 2>&1; do
		tap_uptime
		if [ "$tap_now" -gt "$tap_end" ]; then
			# the limit is computed again, because the load may have
			# increased
			tap_end=$((tap_begun + $(paced "$tap_seconds")))
			[ "$tap_now" -le "$tap_end" ] || return 1
		fi
		# COMMAND often starts a process, so a long wait repeats it less
		# often.
		tap_turns=$((tap_turns + 1))
		if [ "$tap_turns" -le 20 ]; then sleep 0.05; else sleep 0.2; fi
	done
}

# Waits until a query has a result: wait_for_sql 'SELECT …' EXPECTED
tap_sql_is() {
	[ "$(sql "$1" 2>/dev/null)" = "$2" ]
}
wait_for_sql() {
	wait_for tap_sql_is "$1" "$2"
}

# ---------------------------------------------------------------- free ports

# free_port: prints a port of loopback on which a program can listen later. It
# is below the ports that the system gives to outgoing connections, and random,
# because tests that run at the same time also look for ports.
free_port() {
	python3 -c 'import random, socket
while True:
    with socket.socket() as s:
        try:
            s.bind(("127.0.0.1", random.randrange(10000, 30000)))
        except OSError:
            continue
        print(s.getsockname()[1])
        break'
}

# -------------------------------------------------------------- the origin

# start_origin ARGUMENT…: exports ORIGIN, ORIGIN_PORT and ORIGIN_LOG.
start_origin() {
	[ -x "$BUILD/origin" ] || bail "no $BUILD/origin: make $BUILD/origin"
	tap_n_origins=$((${tap_n_origins:-0} + 1))
	ORIGIN_LOG=$WORK/origin-$tap_n_origins.log
	mkfifo "$WORK/origin-$tap_n_origins.fifo" || bail 'no fifo'
	"$BUILD/origin" --log "$ORIGIN_LOG" "$@" \
		>"$WORK/origin-$tap_n_origins.fifo" &
	ORIGIN_PID=$!
	tap_pids="$tap_pids $ORIGIN_PID"
	tap_origins="${tap_origins:-} $ORIGIN_PID"
	read -r tap_line <"$WORK/origin-$tap_n_origins.fifo" ||
		bail 'the origin did not start'
	ORIGIN_PORT=${tap_line##*:}
	ORIGIN=http://127.0.0.1:$ORIGIN_PORT
	export ORIGIN ORIGIN_PORT ORIGIN_LOG
}

stop_origin() {
	kill "$ORIGIN_PID" 2>/dev/null
	wait "$ORIGIN_PID" 2>/dev/null
	tap_forget "$ORIGIN_PID"
}

tap_forget() {
	tap_rest=
	for tap_pid in $tap_pids; do
		[ "$tap_pid" = "$1" ] || tap_rest="$tap_rest $tap_pid"
	done
	tap_pids=$tap_rest
}

# origin_get PATH: prints the response of the origin.
origin_get() {
	curl -sg --max-time 60 "$ORIGIN$1"
}

# origin_count FILTER: prints the number of requests that match a filter such as
# 'path=/feed/*&status=304' (tests/origin/control.c).
origin_count() {
	origin_get "/_origin/count?$1"
}

# origin_set QUERY: sets the response for a path, for example with
# 'path=/a&status=503&header=Retry-After:%205' (tests/origin/control.c).
origin_set() {
	tap_said=$(origin_get "/_origin/set?$1")
	[ "$tap_said" = taken ] || bail "origin: $tap_said"
}

# origin_holds N: succeeds while N responses are held (the directive `hold`).
origin_holds() {
	case $(origin_get /_origin/stats) in
	*'"held":'"$1",*) true ;;
	*) false ;;
	esac
}

# origin_scenario: sets the routes that standard input describes.
origin_scenario() {
	tap_said=$(curl -s --max-time 60 --data-binary @- \
		"$ORIGIN/_origin/scenario")
	[ "$tap_said" = taken ] || bail "origin: $tap_said"
}

# The origin logs a request after its response was sent or has failed. Waits
# until no connection to the origin is open.
origin_idle() {
	wait_for sh -c "curl -s $ORIGIN/_origin/stats | grep -q '\"open\":0,'"
}

# ------------------------------------------------------------- the daemon

# Values that write_config uses. A test may change them before it calls
# write_config.
POLL='{ interval: 1s, min: 1s, max: 1h, adaptive: false }'
HOST='{ connections: 8, gap: 0s, allow_private: true, robots: true }'
FETCH='{ parallel: 256, timeout: 10s }'
ARTICLES='{ fetch: true, max_age: 3650d, revisit: [1h, 6h, 24h], raw: keep }'
EXTRA=

# write_config URL…: writes a configuration for loopback with these feeds.
write_config() {
	{
		cat <<-END
			database: $DB
			contact: tests@example.org
			poll: $POLL
			host: $HOST
			fetch: $FETCH
			articles: $ARTICLES
			control: $WORK/control.sock
			log: { level: info, format: text }
			include: []
		END
		[ ! "$EXTRA" ] || printf '%s\n' "$EXTRA"
		[ $# -eq 0 ] || echo 'feeds:'
		for tap_url; do
			printf '  - "%s"\n' "$tap_url"
		done
	} >"$CONFIG"
}

# gleanerd_once [ARGUMENT…]: runs one harvest; output is in $WORK/gleanerd.out.
gleanerd_once() {
	"$BUILD/gleanerd" -c "$CONFIG" --once "$@" \
		>"$WORK/gleanerd.out" 2>&1
	tap_rc=$?
	# If the harvest fails, `ok` prints these lines.
	tail -n 20 "$WORK/gleanerd.out"
	return "$tap_rc"
}

# start_gleanerd [ARGUMENT…]: starts the daemon in the background; sets
# DAEMON_PID.
start_gleanerd() {
	"$BUILD/gleanerd" -c "$CONFIG" "$@" >>"$WORK/gleanerd.out" 2>&1 &
	DAEMON_PID=$!
	tap_pids="$tap_pids $DAEMON_PID"
}

# stop_gleanerd [SIGNAL]: stops the daemon; sets DAEMON_STATUS to its exit code.
stop_gleanerd() {
	kill "-${1:-TERM}" "$DAEMON_PID" 2>/dev/null
	wait_gleanerd
	[ "${1:-}" != KILL ] || end_leases
}

# end_leases: ends the leases of a killed daemon; does nothing on SQLite.
end_leases() {
	:
}

wait_gleanerd() {
	wait "$DAEMON_PID" 2>/dev/null
	DAEMON_STATUS=$?
	tap_forget "$DAEMON_PID"
}

# processes_of PROGRAM: prints the PIDs of the running processes of this test
# whose program is PROGRAM, or the deleted file of that name. They are
# recognised by session and program, because a worker has an empty environment.
# The session is compared first, because each readlink starts a process.
processes_of() {
	tap_find_session $$
	tap_own_session=$tap_session
	for tap_dir in /proc/[0-9]*; do
		tap_find_session "${tap_dir#/proc/}"
		[ "$tap_session" = "$tap_own_session" ] || continue
		case $(readlink "$tap_dir/exe" 2>/dev/null) in
		"$1" | "$1 (deleted)") echo "${tap_dir#/proc/}" ;;
		esac
	done
}

# tap_find_session PID: sets tap_session to the session of the process, or to ""
# if the process does not exist or is a zombie. The shell reads the file itself,
# because a test may read the files of hundreds of processes many times.
tap_find_session() {
	tap_session=
	{ read -r tap_stat <"/proc/$1/stat"; } 2>/dev/null || return 0
	# The fields after the name: state, parent, process group, session.
	# shellcheck disable=SC2086
	set -- ${tap_stat##*) }
	[ "$1" = Z ] || tap_session=$4
}

# has_ended PID
has_ended() {
	tap_find_session "$1"
	[ ! "$tap_session" ]
}

# Prints the PIDs of the running processes of gleanerd and its workers.
gleanerd_processes() {
	processes_of "$BUILD/gleanerd"
	processes_of "$BUILD/gleaner-worker"
}

no_gleanerd_left() {
	[ -z "$(gleanerd_processes)" ]
}

gleaner() {
	"$BUILD/gleaner" -c "$CONFIG" "$@"
}

# sql STATEMENTS…: runs them on $DB. A missing or empty file is an error, because
# sqlite3 would take it as an empty database, which the daemon refuses.
sql() {
	[ -s "$DB" ] || return 1
	sqlite3 -batch -cmd '.timeout 10000' "$DB" "$@"
}

# new_database: begins again with an empty database.  No daemon may run.
new_database() {
	rm -f "$DB" "$DB-wal" "$DB-shm"
}

# other_database NAME: uses the database NAME from now on.  The database is made
# if it does not exist yet.
other_database() {
	DB=$WORK/$1.db
}

# add_changes QUERY: logs changes. QUERY gives their article_id, revision, kind
# and at.
add_changes() {
	sql "INSERT INTO change (article_id, revision, kind, at) $1"
}

# check_database: prints "ok" if the database has no fault.
check_database() {
	sql 'PRAGMA integrity_check'
}

# hold_database runs an SQL shell on the database.  hold_statements prints the
# statements for the input of this shell: with them the shell takes the write
# lock, prints "held", and holds the lock until its input ends.  hold_begin is
# put before a query, so that the query waits for this lock; it is empty on
# PostgreSQL.
hold_database() {
	sqlite3 "$DB"
}
hold_begin='BEGIN IMMEDIATE; '
hold_statements() {
	printf ".timeout 9000\n%s\nSELECT 'held';\n" "$hold_begin"
}

# Succeeds if the script runs with STORE=postgres.
is_postgres() {
	[ "${STORE:-}" = postgres ]
}

# needs_file WHY: ends a script that does not apply to STORE=postgres.
needs_file() {
	:
}

# shellcheck source=postgres_sql.sh
! is_postgres || . "$TOP/tests/lib/postgres_sql.sh"

# Makes all feeds due now.
make_due() {
	sql 'UPDATE feed SET next_poll_at = 0'
}

# Prints "yes" if the binaries were built with SAN=1, in whatever folder.
is_sanitized() {
	if grep -qs __asan_init "$BUILD/gleanerd"; then
		echo yes
	else
		echo no
	fi
}

needs_gleanerd() {
	for tap_name in gleanerd gleaner origin; do
		[ -x "$BUILD/$tap_name" ] ||
			bail "no $BUILD/$tap_name: make first"
	done
}
