#!/bin/sh
# Tests the Debian packages in a container with systemd: installation, upgrade
# during a harvest, removal, purge. lifecycle_check.sh contains the checks.
#
# $CONTAINER is the container's base system; see container.sh.
# timeout: 1800
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=container.sh
. "$TOP/tests/container/systemd/container.sh"

make_root
# Builds the same packages with a higher version.
mkdir "$ROOT/root/next"
for deb in "$ROOT"/root/*.deb; do
	dpkg-deb -R "$deb" "$WORK/next"
	version=$(dpkg-deb -f "$deb" Version)
	sed -i "s/\(= \|^Version: \)$version/&+next/" \
		"$WORK/next/DEBIAN/control"
	dpkg-deb -b --root-owner-group "$WORK/next" "$ROOT/root/next/" >/dev/null
	rm -rf "$WORK/next"
done
cat >"$ROOT/root/gleaner.yaml" <<'END'
database: /var/lib/gleaner/gleaner.db
control: /run/gleaner/gleaner.sock
poll: { interval: 1s, min: 1s, max: 1h, adaptive: false }
host: { connections: 1, gap: 50ms, allow_private: true }
feeds:
  - http://127.0.0.1:7500/feed/1.xml
  - http://127.0.0.1:7500/feed/2.xml
END
cat >"$ROOT/etc/systemd/system/origin.service" <<'END'
[Service]
ExecStart=/usr/local/bin/origin --port 7500 --generate 2x100
[Install]
WantedBy=multi-user.target
END
install -m 755 "$TOP/tests/container/systemd/lifecycle_check.sh" \
	"$ROOT/usr/local/bin/"
boot_and_check lifecycle_check.sh 600
done_testing
