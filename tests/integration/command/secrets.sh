#!/bin/sh
# Only programs that send requests need the secrets of the configuration. All
# other programs work if only the service can read a secret: a credential that
# is passed to the daemon, or a file with mode 0400.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/serve.sh
. "$(dirname "$0")/../../lib/serve.sh"

needs_gleanerd
start_origin --generate 2x3
mkdir -m 700 "$WORK/credentials"
printf 'Bearer SECRETX\n' >"$WORK/credentials/token"
printf 'http://u:SECRETX@127.0.0.1:1\n' >"$WORK/credentials/proxy"
chmod 400 "$WORK/credentials/"*
EXTRA="sites:
  - match: a.example
    headers: { Authorization: { credential: token } }
    proxy: { credential: proxy }
    client_certificate: { credential: token }
    client_key_password: { credential: token }
    cookies: { credential: cookies }"
: >"$WORK/credentials/cookies"
write_config "$ORIGIN/feed/1.xml"
cat >>"$CONFIG" <<END
  - url: $ORIGIN/feed/2.xml
    headers: { Authorization: { credential: token } }
filters:
  - { if: 'title ~ /zebra/', then: block }
END

"$BUILD/gleanerd" -c "$CONFIG" --once >"$WORK/once.out" 2>&1
is "$?" 2 'a daemon without its credentials does not start'
CREDENTIALS_DIRECTORY=$WORK/credentials
export CREDENTIALS_DIRECTORY
start_gleanerd
unset CREDENTIALS_DIRECTORY
ok 'a daemon with credentials harvests both feeds' wait_for_sql \
	"SELECT count(*) FROM article WHERE status = 'done'" 6
cmp_ok "$(origin_count 'path=/feed/2.xml')" -ge 1 \
	'the feed with a secret is polled'

# works COMMAND…: the command succeeds and reports no fault.
works() {
	name=$*
	OUT=$(gleaner "$@" 2>&1)
	is "$?" 0 "$name"
	unlike "$OUT" 'credential|SECRETX|fault ' "$name: no fault, no secret"
}
works feed add --as-is "$ORIGIN/feed/9.xml"
works feed pause "$ORIGIN/feed/9.xml"
works feed resume "$ORIGIN/feed/9.xml"
works feed poll "$ORIGIN/feed/1.xml"
works feed explain "$ORIGIN/feed/2.xml"
works articles
works prune
works recut --dry-run
works filter list
fails 'a command that sends requests needs the secret' \
	gleaner discover "$ORIGIN/"
"$BUILD/gleanerd" -c "$CONFIG" --check >"$WORK/check" 2>&1
is "$?" 0 'gleanerd --check accepts a credential of the service'
is "$(grep -c 'note: .*only the service can read this credential' "$WORK/check")" 6 \
	'gleanerd --check notes each credential'
ok 'gleanerd --reload works outside of the service' \
	"$BUILD/gleanerd" -c "$CONFIG" --reload
is "$(grep -c 'config-read' "$WORK/gleanerd.out")" 1 \
	'the daemon has read the configuration again'
OUT=$(gleaner doctor --fail-on=fault 2>&1)
unlike "$OUT" 'fault +config' 'doctor finds no fault in the configuration'
like "$OUT" 'note +config .*only the service can read' \
	'doctor notes the credential'
like "$OUT" 'note +network .*proxy of a site' \
	'doctor sends no request without the proxy'
start_serve
is "$(curl -s -o /dev/null -w '%{http_code}' "$SERVE/")" 200 \
	'gleaner-serve answers'
unlike "$(cat "$WORK/serve.out")" 'fault|credential' \
	'gleaner-serve reports no fault'
stop_serve
sed 's/credential: token/credential: ..\/token/' "$CONFIG" >"$WORK/wrong.yaml"
fails 'the syntax of a reference is checked by all programs' \
	"$BUILD/gleaner" -c "$WORK/wrong.yaml" prune
stop_gleanerd

# ------------------------------------------------ a file of the daemon's user

if [ "$(id -u)" != 0 ] || ! command -v setpriv >/dev/null || is_postgres; then
	skip 'a member of the group' 'needs root, setpriv and SQLite'
	done_testing
	exit
fi
mkdir "$WORK/bin"
cp "$BUILD/gleaner" "$BUILD/gleaner-read" "$BUILD/gleaner-fetch" \
	"$BUILD/gleanerd" "$BUILD/gleaner-serve" "$WORK/bin/"
sed 's/credential: /file: credentials\//' "$CONFIG" >"$WORK/file.yaml"
chmod 755 "$WORK"
chown -R 61301:61300 "$WORK/credentials"
chgrp 61300 "$DB"*
chmod 644 "$WORK/file.yaml"
member() {
	setpriv --reuid=61302 --regid=61302 --groups=61300 "$@"
}
for command in articles 'filter list' 'feed list'; do
	# shellcheck disable=SC2086 # two words
	ok "a member of the group: $command" \
		member "$WORK/bin/gleaner" -c "$WORK/file.yaml" $command
done
OUT=$(member "$WORK/bin/gleaner" -c "$WORK/file.yaml" doctor --offline 2>&1)
unlike "$OUT" 'fault +config' 'a member: doctor finds no fault'
like "$OUT" 'note +config .*only the service can read.*credentials/token' \
	'a member: doctor notes the file'
ok 'a member: gleanerd --check' \
	member "$WORK/bin/gleanerd" -c "$WORK/file.yaml" --check
# An included file that only the service can read.
cp "$WORK/file.yaml" "$WORK/credentials/own.yaml"
sed -i '/^sites:/,$!d' "$WORK/credentials/own.yaml"
chown 61301:61300 "$WORK/credentials/own.yaml"
chmod 400 "$WORK/credentials/own.yaml"
sed '/^sites:/,$d; s/^include:.*/include: [credentials\/own.yaml]/' \
	"$WORK/file.yaml" >"$WORK/outer.yaml"
chmod 644 "$WORK/outer.yaml"
outer() {
	OUT=$(member "$WORK/bin/$@" 2>&1)
	CODE=$?
}
outer gleaner -c "$WORK/outer.yaml" feed list
is "$CODE" 0 'an unreadable include: a command reads the database'
unlike "$OUT" 'own\.yaml' 'an unreadable include: no fault'
outer gleaner -c "$WORK/outer.yaml" prune
like "$CODE $OUT" '^2 .*own\.yaml cannot be read by this user' \
	'an unreadable include: prune could lack `retain`, and is refused'
sed '/^database:/d' "$WORK/outer.yaml" >"$WORK/nameless.yaml"
outer gleaner -c "$WORK/nameless.yaml" feed list
like "$CODE $OUT" '^2 .*own\.yaml cannot be read.*may contain .database' \
	'an unreadable include: the database must be named elsewhere'
outer gleanerd -c "$WORK/outer.yaml" --check
like "$CODE $OUT" '^0 .*note: include: only the service can read' \
	'an unreadable include: gleanerd --check notes it'
outer gleaner -c "$WORK/outer.yaml" doctor --offline
unlike "$OUT" 'fault +config' 'an unreadable include: doctor finds no fault'
like "$OUT" 'ok +database' 'an unreadable include: doctor checks the database'
# own.yaml may contain articles.renderer, websub.callback and contact.
{
	cat "$WORK/outer.yaml"
	printf 'sites:\n  - { match: a.example, render: true }\n'
	printf 'websub: { listen: 127.0.0.1:1 }\n'
} >"$WORK/part.yaml"
outer gleanerd -c "$WORK/part.yaml" --check
is "$CODE" 0 'an unreadable include: half of a pair of keys is not a fault'
unlike "$OUT" 'renderer|websub' \
	'an unreadable include: gleanerd --check warns of no key that it may have'
outer gleaner -c "$WORK/part.yaml" doctor --offline
unlike "$OUT" 'articles.renderer|no contact address' \
	'an unreadable include: doctor misses no key that it may have'
outer gleaner-serve -c "$WORK/outer.yaml"
like "$CODE $OUT" '^2 .*own\.yaml cannot be read and may name a token file' \
	'an unreadable include: gleaner-serve could lack its tokens'
printf 'serve: { token_file: null }\n' >>"$WORK/outer.yaml"
for CONFIG in "$WORK/file.yaml" "$WORK/outer.yaml"; do
	serve_port=$(free_port)
	setpriv --reuid=61302 --regid=61302 --groups=61300 \
		"$WORK/bin/gleaner-serve" -c "$CONFIG" \
		--listen "127.0.0.1:$serve_port" >"$WORK/serve.out" 2>&1 &
	SERVE_PID=$!
	tap_pids="$tap_pids $SERVE_PID"
	ok "a member: gleaner-serve answers with ${CONFIG##*/}" \
		wait_for curl -sf -o "$WORK/first" "http://127.0.0.1:$serve_port/"
	stop_serve
done
done_testing
