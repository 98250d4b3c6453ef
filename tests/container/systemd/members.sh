#!/bin/sh
# Tests the installed package in a Debian 12 that systemd boots in a container:
# a member of the group gleaner follows, another user cannot, gleaner-serve
# reads the database, and gleaner-push delivers to a webhook. check.sh contains
# the checks.
#
# $CONTAINER is the container's base system; see container.sh.
# timeout: 1200
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

# shellcheck source=container.sh
. "$TOP/tests/container/systemd/container.sh"

make_root
ok 'dpkg installs the packages' in_container sh -c 'dpkg -i /root/*.deb'
is "$(in_container getent group gleaner | cut -d : -f 1)" gleaner \
	'the package has created the group'
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
ok 'users' in_container sh -c 'useradd alice && useradd bob &&
	usermod -aG gleaner alice'
ok "the group reads the push's files" in_container sh -c \
	'cd /etc/gleaner/push && chown root:gleaner hook.* && chmod 640 hook.*'
ok 'the services are enabled' in_container systemctl enable gleanerd \
	gleaner-serve gleaner-push@hook receiver.socket
boot_and_check check.sh 120
done_testing
