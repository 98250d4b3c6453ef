#!/bin/sh
# The installed package in a Debian 12 that systemd boots in a container: a
# member of the group gleaner follows, another user cannot, gleaner-serve reads
# the database, and gleaner-push delivers to a webhook.  check.sh contains the checks.
#
# $CONTAINER is the container's base system; it is made by debootstrap if it is
# not there, and not changed later.
# timeout: 1200
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

[ "$(id -u)" = 0 ] || bail 'a container needs root'
for tool in debootstrap systemd-nspawn; do
	command -v $tool >/dev/null || bail "no $tool: make check-systemd"
done
needs_gleanerd
CONTAINER=${CONTAINER:-$BUILD/container/bookworm}
ROOT=$WORK/root

# The system has the libraries on which the package depends, and the programs
# that the checks use.
libraries=$(sed -n 's/^Depends: //p' "$TOP/systemd/deb-control" |
	tr -d ' ' | tr ',' '\n' | grep '^lib\|^zlib' | grep -v '|' | paste -sd,)
if [ ! -e "$CONTAINER/etc/debian_version" ]; then
	mkdir -p "$CONTAINER"
	debootstrap --variant=minbase \
		--include="systemd,systemd-sysv,procps,sqlite3,ca-certificates,$libraries" \
		bookworm "$CONTAINER" >"$WORK/debootstrap.log" 2>&1 || {
		tail -n 5 "$WORK/debootstrap.log"
		rm -rf "$CONTAINER"
		bail 'debootstrap failed'
	}
fi
cp -a "$CONTAINER" "$ROOT" || bail 'no copy of the base system'

make -s -C "$TOP" deb BUILD="$BUILD" >"$WORK/deb.log" 2>&1
rc=$?
is $rc 0 'make deb'
[ $rc = 0 ] || bail "$(tail -n 5 "$WORK/deb.log")"
cp "$BUILD"/gleaner_*.deb "$ROOT/root/"
# in_container COMMAND…: runs COMMAND in the container without booting it, for
# at most five minutes.
in_container() {
	timeout 300 systemd-nspawn -q -D "$ROOT" --private-network --register=no \
		--keep-unit --console=pipe "$@" </dev/null
}
ok 'dpkg installs the package' in_container sh -c 'dpkg -i /root/gleaner_*.deb'
is "$(in_container getent group gleaner | cut -d : -f 1)" gleaner \
	'the package has made the group'
cp "$BUILD/origin" "$ROOT/usr/local/bin/"
install -m 755 "$TOP/tests/container/systemd/check.sh" \
	"$TOP/tests/container/systemd/receive.sh" "$ROOT/usr/local/bin/"
cat >"$ROOT/etc/gleaner/gleaner.yaml" <<'END'
database: /var/lib/gleaner/gleaner.db
control: /run/gleaner/gleaner.sock
poll: { interval: 1s, min: 1s, max: 1h, adaptive: false }
host: { gap: 0s, allow_private: true }
feeds: [http://127.0.0.1:7500/feed/1.xml]
END
cat >"$ROOT/etc/systemd/system/origin.service" <<'END'
[Service]
ExecStart=/usr/local/bin/origin --port 7500 --generate 1x20
[Install]
WantedBy=multi-user.target
END
# A receiver of pushes: systemd starts receive.sh for each connection.
cat >"$ROOT/etc/systemd/system/receiver.socket" <<'END'
[Socket]
ListenStream=127.0.0.1:7501
Accept=yes
[Install]
WantedBy=sockets.target
END
cat >"$ROOT/etc/systemd/system/receiver@.service" <<'END'
[Service]
ExecStart=/usr/local/bin/receive.sh
StandardInput=socket
END
mkdir -p "$ROOT/etc/gleaner/push"
cat >"$ROOT/etc/gleaner/push/hook.yaml" <<'END'
target: http://127.0.0.1:7501/
consumer: hook
secret: /etc/gleaner/push/hook.secret
END
echo 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' >"$ROOT/etc/gleaner/push/hook.secret"
# The container is switched off after the checks, or after two minutes.
cat >"$ROOT/etc/systemd/system/check.service" <<'END'
[Unit]
After=gleanerd.service gleaner-serve.service origin.service
SuccessAction=poweroff-force
FailureAction=poweroff-force
[Service]
Type=oneshot
TimeoutStartSec=120
ExecStart=/usr/local/bin/check.sh
StandardOutput=file:/checked
StandardError=file:/check.err
[Install]
WantedBy=multi-user.target
END

ok 'users' in_container sh -c 'useradd alice && useradd bob &&
	usermod -aG gleaner alice'
ok "the group reads the push's files" in_container sh -c \
	'cd /etc/gleaner/push && chown root:gleaner hook.* && chmod 640 hook.*'
ok 'the services are enabled' in_container systemctl enable gleanerd \
	gleaner-serve gleaner-push@hook receiver.socket origin check
in_container -b >"$WORK/boot.log" 2>&1
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
done_testing
