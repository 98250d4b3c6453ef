#!/bin/sh
# Runs docs/examples/gleaner-renderer.service with Chromium in a Debian 12 that
# systemd boots in a container: a page that is built by a script is stored with
# its text. renderer_check.sh contains the checks.
#
# $CONTAINER is the container's base system; see container.sh.
# timeout: 1800
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
INCLUDE='chromium python3'
CONTAINER=${CONTAINER:-$BUILD/container/bookworm-chromium}
# shellcheck source=container.sh
. "$TOP/tests/container/systemd/container.sh"

make_root
ok 'dpkg installs the packages' in_container sh -c 'dpkg -i /root/*.deb'
ok 'the unit is installed as docs/access.md describes' in_container sh -c \
	'cp /usr/share/doc/gleaner/examples/gleaner-renderer.service \
		/etc/systemd/system/'
# The pages of this test are on loopback, which the renderer refuses otherwise.
mkdir "$ROOT/etc/systemd/system/gleaner-renderer.service.d"
cat >"$ROOT/etc/systemd/system/gleaner-renderer.service.d/test.conf" <<'END'
[Service]
ExecStart=
ExecStart=/usr/share/doc/gleaner/examples/renderer.py --port 7418 --allow-private
END
cat >"$ROOT/etc/gleaner/gleaner.yaml" <<'END'
database: /var/lib/gleaner/gleaner.db
control: /run/gleaner/gleaner.sock
poll: { interval: 1s, min: 1s, max: 1h, adaptive: false }
host: { gap: 0s, allow_private: true }
articles: { renderer: 'http://127.0.0.1:7418/' }
sites: [{ match: 127.0.0.1, render: true }]
feeds: [http://127.0.0.1:7500/feed.xml]
END
mkdir "$ROOT/srv/site"
cat >"$ROOT/srv/site/feed.xml" <<'END'
<rss version="2.0"><channel><title>Site</title><link>http://127.0.0.1:7500/</link>
<item><title>The harbour opens after a long dispute</title>
<link>http://127.0.0.1:7500/script.html</link></item></channel></rss>
END
cat >"$ROOT/srv/site/script.html" <<'END'
<!DOCTYPE html><html lang=en><title>The harbour opens after a long dispute</title>
<body><div id=app>Loading</div><script>
var text = "<h1>The harbour opens after a long dispute</h1>";
for (var i = 1; i < 30; i++)
	text += "<p>On day " + i + " the residents of the town met at the " +
		"harbour, and the council answered " + i * 7 + " questions " +
		"about the bridge, the school and the price of the work.</p>";
document.getElementById("app").innerHTML = "<article>" + text + "</article>";
</script></body></html>
END
cat >"$ROOT/etc/systemd/system/origin.service" <<'END'
[Service]
ExecStart=/usr/local/bin/origin --port 7500 --root /srv/site
[Install]
WantedBy=multi-user.target
END
install -m 755 "$TOP/tests/container/systemd/renderer_check.sh" \
	"$ROOT/usr/local/bin/"
ok 'the services are enabled' in_container systemctl enable gleanerd \
	gleaner-renderer
boot_and_check renderer_check.sh 240
done_testing
