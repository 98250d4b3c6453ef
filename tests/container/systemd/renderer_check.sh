#!/bin/sh
# Runs in the container, as root, after the boot: prints TAP.
PATIENCE_S=120
# shellcheck source=points.sh
. /usr/local/bin/points.sh
article() { # COLUMN
	sqlite3 /var/lib/gleaner/gleaner.db "SELECT $1 FROM article"
}
is_stored() {
	[ "$(article "status = 'done' AND word_count > 300")" = 1 ]
}
wait_for is_stored
is "$(systemctl is-active gleanerd gleaner-renderer | tr '\n' ' ')" \
	'active active ' 'the daemon and the renderer run'
renderer=$(systemctl show -P MainPID gleaner-renderer)
is "$(stat -c %u "/proc/$renderer" | grep -cxE "0|$(id -u gleaner)")" 0 \
	'the renderer has a user of its own'
is "$(article "status || ' ' || (word_count > 300)")" 'done 1' \
	'the text that the script of the page has built is stored'
is "$(article "coalesce(status_why, '-')")" - 'without a fault'
is "$(nsenter -t "$renderer" -m -- ls -A /var/lib/gleaner 2>/dev/null | wc -l)" 0 \
	'the renderer cannot see the database'
is "$(nsenter -t "$renderer" -m -- sh -c ': >/etc/written' 2>/dev/null; echo $?)" \
	2 'the file system of the renderer is read-only'
is "$(systemctl show -P IPAddressDeny gleaner-renderer | grep -c 192.168)" 1 \
	'private networks are denied'
exposure=$(systemd-analyze security --no-pager gleaner-renderer |
	sed -n 's/.*Overall exposure level.*: \([0-9.]*\) .*/\1/p')
is "$(echo "${exposure:-9} 2.5" | awk '{ print ($1 <= $2) }')" 1 \
	"the exposure of the renderer is at most 2.5 (it is $exposure)"
systemctl stop gleaner-renderer
is "$(pgrep -c chromium)" 0 'no browser remains after the stop'
is "$(gleaner doctor --offline 2>&1 | grep -c '^fault *renderer')" 1 \
	'gleaner doctor reports that the renderer does not run'
[ "$n" = 10 ] && echo "1..$n"
