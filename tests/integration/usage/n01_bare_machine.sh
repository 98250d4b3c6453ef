#!/bin/sh
# The programs and tests need no locale, home directory or terminal. `make run`
# and .ci/run behave as README.md describes.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 2x3

# ------------------------------------------------------ an empty environment
# shellcheck disable=SC2046
write_config $(origin_get /_origin/feeds)
# bare COMMAND…: runs COMMAND with an environment that contains only PATH.
bare() {
	env -i PATH=/usr/bin:/bin "$@"
}
ok 'N1: a harvest succeeds with an empty environment' \
	bare "$BUILD/gleanerd" -c "$CONFIG" --once
is "$(bare "$BUILD/gleaner" -c "$CONFIG" articles --limit 0 | wc -l)" \
	"$(gleaner articles --limit 0 | wc -l)" \
	'N1: a listing with an empty environment has all rows'
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 6 \
	'N1: all six articles are done'
ok 'N1: gleaner works with a locale that is not installed' \
	bare LC_ALL=xx_XX.UTF-8 "$BUILD/gleaner" -c "$CONFIG" articles
bare BUILD="$BUILD" sh "$TOP/tests/integration/harvest/determinism.sh" \
	>"$WORK/said" 2>&1
is $? 0 'N1: determinism.sh passes with an empty environment'
unlike "$(cat "$WORK/said")" SKIP 'N1: determinism.sh skips no locale'

# ---------------------------------------------------------------- make run
# make run works in a copy, without a network, if this user may create a network
# namespace.
COPY=$WORK/copy
mkdir "$COPY"
(cd "$TOP" && cp -a Makefile base config crawler cuter cli daemon store docs \
	systemd "$COPY")
if unshare --net true 2>/dev/null; then
	setsid unshare --net make -C "$COPY" run BUILD="$BUILD" \
		>"$WORK/run.out" 2>&1 &
	run=$!
	tap_pids="$tap_pids $run"
	ok 'N1: make run reports that the daemon is ready' \
		wait_for -t 60 grep -q ' info ready' "$WORK/run.out" ||
		tail -n 5 "$WORK/run.out" | sed 's/^/# /'
	ok 'N1: make run creates its database' test -s "$COPY/var/gleaner.db"
	kill -INT "-$run" # as Ctrl-C
	wait "$run"
	is $? 0 'N1: make run ends with 0 after Ctrl-C'
	tap_forget "$run"
else
	skip 'N1: make run reports that the daemon is ready' \
		'this user may not create a network namespace'
fi

# ------------------------------------------------------------------ .ci/run
# .ci/run runs in a small repository whose `make check` prints its environment.
REPO=$WORK/repo
mkdir -p "$REPO/.ci" "$WORK/bin" "$WORK/tmp"
cp "$TOP/.ci/run" "$REPO/.ci/run"
cat >"$REPO/Makefile" <<'END'
check:
	@echo "it runs in $(CURDIR), LANG=$(LANG)"
	@cat in
	@test ! -e slow || sleep 1000
	@echo '3 passed, $(shell cat failed) failed'
	@exit $(shell cat failed)
END
in_repo() {
	git -C "$REPO" -c user.name=T -c user.email=t@example.org "$@"
}
echo 0 >"$REPO/failed"
echo committed >"$REPO/in"
in_repo init -q
in_repo add -A
in_repo commit -qm first

# ci_run: runs .ci/run of that repository; sets $STATUS and writes $WORK/said.
ci_run() {
	env LANG=xx_XX PATH="$WORK/bin:$PATH" TMPDIR="$WORK/tmp" CI=true \
		"$@" bash "$REPO/.ci/run" >"$WORK/said" 2>&1 </dev/null
	STATUS=$?
}
last_line() {
	tail -n 1 "$WORK/said"
}
chmod -R a+rwX "$WORK"
as_nobody=
[ "$(id -u)" != 0 ] ||
	as_nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
# shellcheck disable=SC2086
ci_run $as_nobody
is "$STATUS|$(last_line)" '0|3 passed, 0 failed' \
	'N1: without root, .ci/run tests the working directory'
like "$(cat "$WORK/said")" 'no chroot \(not root\)' \
	'N1: without root, .ci/run prints why it uses no chroot'
echo 2 >"$REPO/failed"
# shellcheck disable=SC2086
ci_run $as_nobody
is "$STATUS|$(last_line)" '2|3 passed, 2 failed' \
	'N1: .ci/run returns the exit code and last line of make check'
is "$(ls -A "$WORK/tmp")" '' 'N1: .ci/run removes its temporary files'

# Tests .ci/run as root. A script replaces debootstrap: it mounts the programs
# of this machine in the new system.
cat >"$WORK/bin/debootstrap" <<'END'
#!/bin/sh
for argument; do
	case $argument in
	/*) root=$argument ;;
	esac
done
[ ! "$NO_DEBOOTSTRAP" ] || { echo 'E: no mirror'; exit 1; }
cd "$root" && mkdir -p bin etc/apt/apt.conf.d etc/ssl/certs dev lib lib64 proc \
	root run srv sbin sys tmp usr usr/share/keyrings var/lib/dpkg || exit 1
for name in bin lib lib64 sbin usr; do
	[ ! -e "/$name" ] || mount --rbind "/$name" "$name" || exit 1
done
cp -a /etc/ld.so.* etc/
mount -t tmpfs tmpfs usr/share/keyrings && mount -t tmpfs tmpfs usr/local &&
	mkdir usr/local/sbin && ln -s /bin/true usr/local/sbin/apt-get
END
chmod 755 "$WORK/bin/debootstrap"
if [ "$(id -u)" = 0 ] &&
	unshare --mount --pid --fork --mount-proc true 2>/dev/null; then
	echo changed >"$REPO/in" # not committed
	ci_run
	is "$STATUS|$(last_line)" '0|3 passed, 0 failed' \
		'N1: .ci/run as root tests the commit, not the directory' \
		||
		sed 's/^/# /' "$WORK/said"
	like "$(cat "$WORK/said")" 'it runs in /srv/gleaner, LANG=$' \
		'N1: the check runs in the new system with a new environment'
	like "$(cat "$WORK/said")" '^committed' \
		'N1: the committed file is detected'
	is "$(ls -A "$WORK/tmp")" '' \
		'N1: .ci/run removes the new system afterwards'
	in_repo commit -qam second
	ci_run
	is "$STATUS|$(last_line)" '2|3 passed, 2 failed' \
		'N1: a failed check in the new system is the result of .ci/run'
	ci_run env NO_DEBOOTSTRAP=1
	like "$(cat "$WORK/said")" 'no chroot \(debootstrap: E: no mirror\)' \
		'N1: .ci/run prints why no chroot could be made'
	is "$STATUS|$(last_line)" '2|3 passed, 2 failed' \
		'N1: without a chroot, .ci/run tests the working directory'

	touch "$REPO/slow"
	in_repo add -A
	in_repo commit -qm third
	# Without this, the output of the last run could be found, and SIGTERM
	# be sent before .ci/run has started.
	rm -f "$WORK/said"
	env PATH="$WORK/bin:$PATH" TMPDIR="$WORK/tmp" bash "$REPO/.ci/run" \
		>"$WORK/said" 2>&1 &
	run=$!
	tap_pids="$tap_pids $run"
	ok 'N1: a long check has started' \
		wait_for grep -q '^changed' "$WORK/said"
	kill -TERM "$run"
	wait "$run"
	is $? 143 'N1: SIGTERM ends .ci/run with 143'
	tap_forget "$run"
	is "$(ls -A "$WORK/tmp")" '' \
		'N1: an interrupted .ci/run leaves no folder'
	is "$(grep -c "$WORK" /proc/self/mounts)" 0 \
		'N1: an interrupted .ci/run leaves no mount'
else
	skip \
		'N1: .ci/run as root tests the commit, not the directory' \
		'this user may not create a mount namespace'
fi
done_testing
