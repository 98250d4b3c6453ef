#!/bin/sh
# postgres.sh -- runs a command with a PostgreSQL server of its own.
#
#	tests/lib/postgres.sh COMMAND [ARGUMENT ...]
#
# The server listens on a Unix socket in a temporary directory, which is removed
# at the end.  The command gets STORE=postgres and POSTGRES_HOST, the directory
# of the socket; the user is "gleaner", without a password.  The database
# "gleaner_template" is a template for the databases of tests.
#
# The server cannot run as root. If root runs this script, the server runs as
# the user postgres, or as nobody if there is no such user. POSTGRES_DURABLE=1
# keeps fsync on, for measurements. Exit code: that of the command; 77 if
# PostgreSQL is not installed.
set -u

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
test -n "$bin" || bin=$(dirname "$(command -v initdb 2>/dev/null)" 2>/dev/null)
if ! test -x "${bin:-none}/initdb"; then
	echo "postgres.sh: PostgreSQL is not installed (postgresql-15)" >&2
	exit 77
fi
directory=$(mktemp -d /tmp/gleaner-pg.XXXXXX) || exit 1
as=
if test "$(id -u)" = 0; then
	user=nobody
	id postgres >/dev/null 2>&1 && user=postgres
	as="setpriv --reuid=$user --regid=$(id -g $user) --clear-groups --"
	chown "$user" "$directory"
fi
chmod 755 "$directory"
fsync="-c fsync=off -c synchronous_commit=off -c full_page_writes=off"
test -z "${POSTGRES_DURABLE:-}" || fsync=

server=
stop() {
	# SIGCONT: a test that was killed may have stopped the server.
	test -z "$server" || { kill -INT "$server" && kill -CONT "$server" &&
		wait "$server"; } 2>/dev/null
	rm -rf "$directory"
}
trap stop EXIT
trap 'exit 1' HUP INT TERM

# With LC_ALL=C the messages are in English, whatever the locale of the user is.
# Autovacuum would start a process for each of hundreds of databases, again and
# again.
cd "$directory" || exit 1
LC_ALL=C $as "$bin/initdb" -D data -U gleaner -A trust -E UTF8 --locale=C \
    --no-sync >initdb.log 2>&1 || { cat initdb.log >&2; exit 1; }
LC_ALL=C $as "$bin/postgres" -D data -k "$directory" -c listen_addresses= \
    -c max_connections=200 -c shared_buffers=64MB -c autovacuum=off \
    -c logging_collector=off $fsync ${POSTGRES_OPTIONS:-} >server.log 2>&1 &
server=$!
cd "$OLDPWD" || exit 1

tries=0
until "$bin/pg_isready" -q -h "$directory" -U gleaner -d postgres; do
	tries=$((tries + 1))
	if test $tries -gt 300 || ! kill -0 "$server" 2>/dev/null; then
		cat "$directory/server.log" >&2
		exit 1
	fi
	sleep 0.1
done
# The template adds casts, because the queries of tests state times as integers,
# as on SQLite.
"$bin/psql" -q -h "$directory" -U gleaner -d postgres -v ON_ERROR_STOP=1 \
    -c 'CREATE DATABASE gleaner_template' >&2 &&
    "$bin/psql" -q -h "$directory" -U gleaner -d gleaner_template \
    -v ON_ERROR_STOP=1 -f "$(dirname "$0")/postgres_template.sql" >&2 || exit 1

PATH=$bin:$PATH STORE=postgres POSTGRES_HOST=$directory "$@"
exit $?
