# container.sh -- a Debian 12 in which systemd boots, with the packages of
# `make deb` in /root; sourced by the scripts of this folder.
#
# $CONTAINER is the folder of the base system. debootstrap makes the base system
# if the folder does not exist, and gets the further packages of $INCLUDE. It is not
# changed later. $ROOT is a copy of it.

# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154 # variables of tap.sh and of the scripts
[ "$(id -u)" = 0 ] || bail 'a container needs root'
for tool in debootstrap systemd-nspawn; do
	command -v $tool >/dev/null || bail "no $tool: make check-systemd"
done
needs_gleanerd
CONTAINER=${CONTAINER:-$BUILD/container/bookworm}
ROOT=$WORK/root

# Prints the packages on which the packages of $BUILD depend, without the
# packages of $BUILD.
dependencies() {
	for deb in "$BUILD"/*_*_*.deb; do
		case $deb in
		*-dbgsym_* | */libcuter-dev_*) ;;
		*) dpkg-deb -f "$deb" Depends Recommends ;;
		esac
	done | sed 's/^[A-Za-z-]*: //' | tr ',' '\n' |
		sed 's/|.*//; s/(.*//; s/:any//; s/ //g' | sort -u |
		grep -Ev '^$|^gleaner|cuter'
}

# Makes $ROOT, with the packages in /root.
make_root() {
	if [ ! "${PACKAGES_ARE_BUILT:-}" ]; then
		make -s -C "$TOP" deb BUILD="$BUILD" >"$WORK/deb.log" 2>&1
		rc=$?
		is $rc 0 'make deb'
		[ $rc = 0 ] || bail "$(tail -n 5 "$WORK/deb.log")"
	fi
	if [ ! -e "$CONTAINER" ]; then
		rm -rf "$CONTAINER.new"
		mkdir -p "$CONTAINER.new"
		include=systemd,systemd-sysv,procps,sqlite3
		include=$include,$(dependencies | paste -sd,)
		debootstrap --variant=minbase --include="$include" bookworm \
			"$CONTAINER.new" >"$WORK/debootstrap.log" 2>&1 || {
			tail -n 5 "$WORK/debootstrap.log"
			rm -rf "$CONTAINER.new"
			bail 'debootstrap failed'
		}
		# debootstrap cannot order the configuration of all packages.
		# shellcheck disable=SC2086 # the names of packages
		[ ! "${INCLUDE:-}" ] || chroot "$CONTAINER.new" apt-get -qq \
			install -y --no-install-recommends $INCLUDE \
			>"$WORK/apt.log" 2>&1 || {
			tail -n 5 "$WORK/apt.log"
			bail "apt-get install $INCLUDE failed"
		}
		mv "$CONTAINER.new" "$CONTAINER"
	fi
	cp -a "$CONTAINER" "$ROOT" || bail 'no copy of the base system'
	for deb in "$BUILD"/*_*_*.deb; do
		case $deb in
		*-dbgsym_* | */libcuter-dev_*) ;;
		*) cp "$deb" "$ROOT/root/" ;;
		esac
	done
	cp "$BUILD/origin" "$TOP/tests/container/systemd/points.sh" \
		"$ROOT/usr/local/bin/"
}

# in_container COMMAND…: runs COMMAND in the container without booting it, for
# at most five minutes.
in_container() {
	timeout "${IN_CONTAINER_S:-300}" systemd-nspawn -q -D "$ROOT" \
		--private-network --register=no --keep-unit --console=pipe "$@" \
		</dev/null
}

# boot_and_check SCRIPT SECONDS: boots the container, runs SCRIPT of
# /usr/local/bin in it, which prints TAP, and prints its test points as points
# of this test. The container has the unit origin.service. The container is switched off after the checks, or after
# SECONDS.
boot_and_check() {
	cat >"$ROOT/etc/systemd/system/check.service" <<-END
		[Unit]
		After=gleanerd.service gleaner-serve.service origin.service
		SuccessAction=poweroff-force
		FailureAction=poweroff-force
		[Service]
		Type=oneshot
		TimeoutStartSec=$2
		ExecStart=/usr/local/bin/$1
		StandardOutput=file:/checked
		StandardError=file:/check.err
		[Install]
		WantedBy=multi-user.target
	END
	ok 'the checks are enabled' in_container systemctl enable origin check
	IN_CONTAINER_S=$(($2 + 120)) in_container -b >"$WORK/boot.log" 2>&1
	if [ ! -s "$ROOT/checked" ]; then
		tail -n 20 "$WORK/boot.log" "$ROOT/check.err"
		bail 'the container did not boot'
	fi
	diag "$(cat "$ROOT/check.err")"
	while read -r line; do
		case $line in
		'ok '*) tap_pass "${line#* - }" ;;
		'not ok '*) tap_fail "${line#* - }" ;;
		'1..'*) complete=yes ;;
		*) echo "$line" ;;
		esac
	done <"$ROOT/checked"
	is "${complete:-no}" yes 'all checks ran'
}
