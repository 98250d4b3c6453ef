# shellcheck shell=sh disable=SC2034
# clock.sh -- functions for programs whose clock is wrong (clock_shim.c); source
# tap.sh first.
#
#	needs_clock
#	start_clocked_origin --generate 1x4   # with the true time
#	set_clock -60d             # the wall clock is 60 days behind
#	clocked "$BUILD/gleanerd" -c "$CONFIG" --once
#	start_clocked              # gleanerd; DAEMON_PID
#	set_clock 0                # the clock of the running daemon jumps
#	pass_time 86401            # a day passes, for all clocks
#
# These functions use the shim instead of libfaketime, because the shim needs no
# package and can change the wall clock of a running program without changing
# the monotonic clocks.

CLOCK_DAY=86400
clock_wall=0
clock_all=0

needs_clock() {
	[ -f "$BUILD/clock-shim.so" ] || bail 'no clock-shim.so: make check-built'
	TEST_CLOCK=$WORK/clock
	export TEST_CLOCK
	clock_write wb
}

clock_write() { # MODE of open()
	python3 -c 'import struct, sys
mode, wall, all = sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
for path, off in ((sys.argv[1], wall), (sys.argv[2], 0)):
    with open(path, mode) as f:
        f.write(struct.pack("=qq", off, all))' \
		"$WORK/clock" "$WORK/clock.right" "$1" "$clock_wall" "$clock_all"
}

# Starts an origin whose wall clock is right. pass_time applies to it, too.
start_clocked_origin() {
	TEST_CLOCK=$WORK/clock.right
	LD_PRELOAD=$BUILD/clock-shim.so
	ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0"
	export TEST_CLOCK LD_PRELOAD ASAN_OPTIONS
	start_origin "$@"
	unset LD_PRELOAD
	TEST_CLOCK=$WORK/clock
	export TEST_CLOCK
}

# set_clock SECONDS | Nd: sets the wall clock ahead of the true time by this
# difference (negative: behind).
set_clock() {
	case $1 in
	*d) clock_wall=$((${1%d} * CLOCK_DAY)) ;;
	*) clock_wall=$1 ;;
	esac
	clock_write r+b
}

# pass_time SECONDS: advances all clocks without waiting.
pass_time() {
	clock_all=$((clock_all + $1))
	clock_write r+b
}

clocked() {
	LD_PRELOAD=$BUILD/clock-shim.so \
	ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" "$@"
}

start_clocked() {
	LD_PRELOAD=$BUILD/clock-shim.so \
	ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" \
		"$BUILD/gleanerd" -c "$CONFIG" >>"$WORK/gleanerd.out" 2>&1 &
	DAEMON_PID=$!
	tap_pids="$tap_pids $DAEMON_PID"
}
