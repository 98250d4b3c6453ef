#!/bin/sh
# Tests a server that accepts only TLS and passwords: sslmode, the password in
# the URL, in PGPASSFILE and in a credential of systemd, and a lost connection.
# docs/fleet.md.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/serve.sh
. "$(dirname "$0")/../../lib/serve.sh"

needs_gleanerd
PASSWORD=secretword
if [ ! "${POSTGRES_TLS:-}" ]; then
	if ! ls -d /usr/lib/postgresql/*/bin >/dev/null 2>&1; then
		echo '1..0 # skip PostgreSQL is not installed (postgresql-15)'
		tap_done=1
		exit 0
	fi
	command -v openssl >/dev/null || skip_all 'openssl is not installed'
	# The folder is not in $WORK, because it must still exist after exec has
	# replaced this process.
	POSTGRES_TLS=$(mktemp -d /tmp/gleaner-tls.XXXXXX) || bail 'no folder'
	cd "$POSTGRES_TLS" || bail 'no folder'
	for name in ca other; do
		openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$name" \
			-keyout $name.key -out $name.pem 2>/dev/null
	done
	openssl req -newkey rsa:2048 -nodes -subj /CN=localhost \
		-keyout server.key -out server.csr 2>/dev/null
	echo 'subjectAltName=DNS:localhost' >names
	openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -days 2 \
		-CAcreateserial -extfile names -out server.pem 2>/dev/null ||
		bail 'no certificate'
	cat >hba <<-'END'
		local all all trust
		hostssl all all 127.0.0.1/32 scram-sha-256
	END
	chmod 600 server.key
	[ "$(id -u)" != 0 ] || ! id postgres >/dev/null 2>&1 ||
		chown postgres server.key
	chmod 755 .
	port=$(free_port)
	# These options follow those of postgres.sh, so this listen_addresses is
	# used.
	POSTGRES_OPTIONS="-c listen_addresses=127.0.0.1 -c port=$port -c ssl=on \
		-c ssl_cert_file=$PWD/server.pem -c ssl_key_file=$PWD/server.key \
		-c hba_file=$PWD/hba"
	export POSTGRES_TLS POSTGRES_OPTIONS PGPORT="$port"
	cd "$TOP" || bail 'no folder'
	tap_done=1
	rm -rf "$WORK"
	"$TOP/tests/lib/postgres.sh" sh "$0"
	code=$?
	rm -rf "$POSTGRES_TLS"
	exit $code
fi

postgres_psql -d postgres -c "ALTER USER gleaner PASSWORD '$PASSWORD'"
start_origin --generate 2x2
# set_url PARAMETERS [PASSWORD]: writes the configuration
set_url() {
	DB="postgresql://gleaner${2:+:$2}@localhost:$PGPORT/$POSTGRES_DB?$1"
	# shellcheck disable=SC2046
	write_config $(origin_get /_origin/feeds)
}
verified="sslmode=verify-full&sslrootcert=$POSTGRES_TLS/ca.pem"
unset PGPASSFILE CREDENTIALS_DIRECTORY
HOME=$WORK
export HOME

set_url "$verified" "$PASSWORD"
ok 'a password in the URL is used' gleanerd_once
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 4 \
	'four articles are harvested over TLS'
is "$(grep -c "$PASSWORD" "$WORK/gleanerd.out")" 0 \
	'the password is not in the log'

set_url "sslmode=verify-full&sslrootcert=$POSTGRES_TLS/other.pem" "$PASSWORD"
fails 'a certificate of another authority is refused' gleanerd_once
ok 'the message names the certificate' grep -qi certificate "$WORK/gleanerd.out"
set_url "sslmode=verify-full&sslrootcert=$POSTGRES_TLS/ca.pem&hostaddr=127.0.0.1" \
	"$PASSWORD"
sed -i 's/@localhost/@elsewhere.example/' "$CONFIG"
fails 'a certificate of another name is refused' gleanerd_once
ok 'the message names the host' grep -q elsewhere.example "$WORK/gleanerd.out"
set_url sslmode=disable "$PASSWORD"
fails 'a server that wants TLS refuses another connection' gleanerd_once

set_url "$verified"
fails 'without a password there is no access' gleanerd_once
set_url "$verified" wrongword
fails 'nor with a wrong one' gleanerd_once
is "$(grep -c wrongword "$WORK/gleanerd.out")" 0 'the wrong password is not in the log'

set_url "$verified"
mkdir "$WORK/credentials"
echo "localhost:*:*:gleaner:$PASSWORD" >"$WORK/credentials/pgpass"
cp "$WORK/credentials/pgpass" "$WORK/passwords"
chmod 600 "$WORK/credentials/pgpass" "$WORK/passwords"
PGPASSFILE=$WORK/passwords
export PGPASSFILE
ok 'PGPASSFILE is read' gleaner status
unset PGPASSFILE
CREDENTIALS_DIRECTORY=$WORK/credentials
export CREDENTIALS_DIRECTORY
ok 'the credential pgpass is read' gleaner status

# The daemon reads the files with passwords again when it has lost the
# connection.
start_gleanerd
ok 'the daemon starts' wait_for grep -q ' ready ' "$WORK/gleanerd.out"
ps -ww -o args= -p "$DAEMON_PID" >"$WORK/args"
tr '\0' '\n' <"/proc/$DAEMON_PID/environ" >>"$WORK/args"
is "$(grep -c "$PASSWORD" "$WORK/args")" 0 \
	'the password is neither in the arguments nor in the environment'
polls=$(sql 'SELECT count(*) FROM poll')
cmp_ok "$(sql "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_ssl
	JOIN pg_stat_activity USING (pid)
	WHERE ssl AND datname = '$POSTGRES_DB'")" -gt 1 \
	'the server ends the connections of the daemon, which use TLS'
# shellcheck disable=SC2046
ok 'the daemon polls feeds' wait_for gleaner feed poll \
	$(origin_get /_origin/feeds)
has_polled() {
	[ "$(sql 'SELECT count(*) FROM poll')" -ge $((polls + 2)) ]
}
ok 'the daemon connects again and stores the polls' wait_for has_polled
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends without an error'
is "$(grep -c "$PASSWORD" "$WORK/gleanerd.out")" 0 'the log has no password'

# The threads of gleaner-serve open their connections in its sandbox.
page_is() {
	[ "$(status_of /)" = "$1" ]
}
start_serve
is "$(status_of /)" 200 'gleaner-serve reads the database over TLS'
cmp_ok "$(sql "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_ssl
	JOIN pg_stat_activity USING (pid)
	WHERE ssl AND datname = '$POSTGRES_DB'")" -gt 0 \
	'the server ends the connections of gleaner-serve, which use TLS'
ok 'gleaner-serve connects again' wait_for page_is 200
stop_serve
is "$(grep -c "$PASSWORD" "$WORK/serve.out")" 0 \
	'the log of gleaner-serve has no password'

# The connections are lost, and the DNS server does not answer.
if [ "$(is_sanitized)" = yes ]; then
	skip 'SIGTERM while the resolver waits' \
		'a preloaded library comes before the sanitizer'
	done_testing
fi
[ -f "$BUILD/resolver-shim.so" ] ||
	bail 'no resolver-shim.so: make check-built'
lose_resolver() { # NAME
	: >"$WORK/$1.stops"
	sql "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_ssl
		JOIN pg_stat_activity USING (pid)
		WHERE ssl AND datname = '$POSTGRES_DB'" >"$WORK/ended"
}
ends_in_time() { # NAME PID
	kill -TERM "$2"
	ok "$1: SIGTERM ends it within 10 s" \
		tap_gone "$2" $((20 * $(paced 10))) || kill -KILL "$2"
	wait "$2"
	is "$?" 0 "$1: the exit code is 0"
	tap_forget "$2"
}
ready=$(grep -c ' ready ' "$WORK/gleanerd.out")
is_ready() {
	[ "$(grep -c ' ready ' "$WORK/gleanerd.out")" -gt "$ready" ]
}
TEST_RESOLVER_STOPS=$WORK/daemon.stops TEST_RESOLVES=$WORK/daemon.resolves
export TEST_RESOLVER_STOPS TEST_RESOLVES
LD_PRELOAD=$BUILD/resolver-shim.so start_gleanerd
wait_for is_ready
lose_resolver daemon
ok 'the daemon resolves the name again' wait_for [ -e "$TEST_RESOLVES" ]
ends_in_time daemon "$DAEMON_PID"
TEST_RESOLVER_STOPS=$WORK/serve.stops TEST_RESOLVES=$WORK/serve.resolves
LD_PRELOAD=$BUILD/resolver-shim.so start_serve
lose_resolver serve
status_of / --max-time 2 >"$WORK/status"
ok 'gleaner-serve resolves the name again' wait_for [ -e "$TEST_RESOLVES" ]
ends_in_time gleaner-serve "$SERVE_PID"
done_testing
