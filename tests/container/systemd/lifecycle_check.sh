#!/bin/sh
# Runs in the container, as root, after the boot: prints TAP.
PATIENCE_S=180
# shellcheck source=points.sh
. /usr/local/bin/points.sh
DB=/var/lib/gleaner/gleaner.db
articles() {
	sqlite3 -cmd '.timeout 10000' $DB \
		"SELECT count(*) FROM article WHERE status = 'done'"
}
articles_reach() {
	[ "$(articles)" -ge "$1" ]
}
pid() {
	systemctl show -P MainPID "$1"
}
states() {
	for unit in gleanerd gleaner-serve; do
		printf '%s ' "$(systemctl is-active $unit)" \
			"$(systemctl is-enabled $unit 2>/dev/null)"
	done
}
serve_answers() {
	bash -c 'exec 3<>/dev/tcp/127.0.0.1/7416 &&
		printf "GET / HTTP/1.0\r\nHost: 127.0.0.1:7416\r\n\r\n" >&3 &&
		head -n 1 <&3' | grep -q 200
}
packages() {
	dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' 'gleaner*' \
		'libcuter0' 'python3-cuter' 2>/dev/null | sort
}
DEBIAN_FRONTEND=noninteractive
export DEBIAN_FRONTEND

# ------------------------------------------------------------------- install

dpkg -i /root/*.deb >/tmp/install 2>&1
is "$?" 0 'the packages are installed on a running system'
wait_for systemctl is-active gleanerd gleaner-serve
is "$(states)" 'active enabled active enabled ' 'both services run'
is "$(getent passwd gleaner | cut -d : -f 1)" gleaner 'the user is created'
is "$(stat -c '%a %U %G' /etc/gleaner/push /var/lib/gleaner/backups |
	tr '\n' ' ')" '750 root gleaner 750 gleaner gleaner ' \
	'the folders are created'
is "$(systemctl is-enabled gleaner-backup.timer gleaner-doctor.timer \
	2>/dev/null | tr '\n' ' ')" 'disabled disabled ' \
	'the timers are not enabled'
page='<h1>Lamp</h1><p>The lamp was lit again on Friday.</p>'
is "$(echo "$page" | gleaner cut -)" 'The lamp was lit again on Friday.' \
	'gleaner cut'
is "$(python3 -c 'import sys, cuter
print(cuter.cut(sys.argv[1]).body)' "$page")" \
	'The lamp was lit again on Friday.' 'import cuter'

# ------------------------------------------------- upgrade, during a harvest

cp /root/gleaner.yaml /etc/gleaner/gleaner.yaml
systemctl restart gleanerd
wait_for articles_reach 30
before=$(pid gleanerd)
is "$(($(articles) < 150))" 1 'the harvest has not ended'
dpkg -i --force-confold /root/next/*.deb >/tmp/upgrade 2>&1
is "$?$(grep 'rror' /tmp/upgrade)" 0 'the packages are upgraded'
is "$(dpkg-query -W -f '${Version}' gleaner | sed 's/.*+//')" next \
	'the new version'
is "$(states)" 'active enabled active enabled ' 'both services run'
is "$(($(pid gleanerd) != before))" 1 'the daemon was restarted'
wait_for articles_reach 200
is "$(articles)" 200 'no article was lost'
is "$(gleaner follow | wc -l)" 200 'the change log has each article once'
wait_for serve_answers
is "$?" 0 'gleaner-serve answers'
cmp -s /root/gleaner.yaml /etc/gleaner/gleaner.yaml
is "$?" 0 'the configuration is kept'

# ------------------------------------------------------------------- timers

systemctl enable --now gleaner-backup.timer gleaner-doctor.timer 2>/dev/null
systemctl start gleaner-backup gleaner-doctor
is "$?" 0 'backup and doctor succeed'
is "$(sqlite3 /var/lib/gleaner/backups/gleaner-*.db \
	'SELECT count(*) FROM article')" 200 'the copy has all articles'
cp /etc/gleaner/gleaner.yaml /root/good.yaml
echo 'feed: wrong' >>/etc/gleaner/gleaner.yaml
systemctl start gleaner-doctor 2>/dev/null
is "$?$(systemctl is-failed gleaner-doctor)" 1failed \
	'gleaner-doctor fails after a fault'
cp /root/good.yaml /etc/gleaner/gleaner.yaml
for unit in gleaner-backup gleaner-doctor; do
	exposure=$(systemd-analyze security --no-pager $unit |
		sed -n 's/.*Overall exposure level.*: \([0-9.]*\) .*/\1/p')
	is "$(echo "${exposure:-9} 2.5" | awk '{ print ($1 <= $2) }')" 1 \
		"the exposure of $unit is at most 2.5 (it is $exposure)"
done

# ------------------------------------------------------------ remove, purge

daemon=$(pid gleanerd)
dpkg -r gleaner gleaner-serve gleaner-push >/tmp/remove 2>&1
is "$?" 0 'the packages are removed'
is "$([ -e "/proc/$daemon" ] && echo runs)$(pgrep -c gleaner)" 0 \
	'no process is left'
is "$(systemctl is-active gleanerd gleaner-serve gleaner-backup.timer |
	sort -u)" inactive 'no unit is active'
is "$(sqlite3 $DB 'SELECT count(*) FROM article')" 200 'the database is kept'
is "$(ls /etc/gleaner/gleaner.yaml)" /etc/gleaner/gleaner.yaml \
	'and the configuration'
dpkg -P gleaner gleaner-serve gleaner-push >/tmp/purge 2>&1
is "$?$(grep -c 'are kept in /var/lib/gleaner' /tmp/purge)" 01 \
	'the packages are purged, with a message'
is "$(ls -d /etc/gleaner/gleaner.yaml /run/gleaner 2>/dev/null)" '' \
	'no configuration is left'
is "$(sqlite3 $DB 'SELECT count(*) FROM article')" 200 'the database is kept'
is "$(find /etc/systemd /var/lib/systemd -name '*gleaner*')" '' \
	'no state of the units is left'
dpkg -i /root/next/gleaner_*.deb >/tmp/again 2>&1
wait_for systemctl is-active gleanerd
is "$?$(articles)" 0200 'a new installation uses the kept database'
touch /var/lib/gleaner/remove-on-purge
dpkg -P gleaner >/tmp/purge 2>&1
is "$?$(ls -d /var/lib/gleaner 2>/dev/null)" 0 \
	'the database is removed if the administrator has asked for it'
dpkg -P gleaner-doc python3-cuter libcuter0 >/tmp/purge 2>&1
is "$?$(packages | grep -vc '^un')" 00 'all packages are purged'
echo "1..$n"
