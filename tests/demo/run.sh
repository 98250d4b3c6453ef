#!/bin/sh
# run.sh -- the script of `make demo`: serves the demo site on loopback,
# harvests it once, and prints the stored articles.  $BUILD selects the
# binaries, $VAR the folder of the database.
set -eu

cd "$(dirname "$0")/../.."
build=${BUILD:-build}
site=tests/demo
port=7480
var=${VAR:-var}
config=$var/demo.yaml
database=$var/demo.db
origin_pid=

stop() {
	status=$?
	[ -z "$origin_pid" ] || kill "$origin_pid" 2>/dev/null || :
	rm -f "$var/demo.fifo.$$"
	exit "$status"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Fails if the port is in use. The caller then tries another port.
start_origin() {
	"$build/origin" --port "$1" --root "$site/site" \
		--scenario "$site/scenario" >"$var/demo.fifo.$$" \
		2>"$var/demo-origin.log" &
	origin_pid=$!
	read -r line <"$var/demo.fifo.$$" || return 1
	port=${line##*:}
}

mkdir -p "$var"
# The demo starts without a database.
rm -f "$database" "$database-wal" "$database-shm"
mkfifo "$var/demo.fifo.$$"
start_origin "$port" || start_origin 0 || {
	echo "demo: the site cannot be served:" >&2
	cat "$var/demo-origin.log" >&2
	exit 1
}
# A relative path in a configuration is relative to its file.
sed "s|127\.0\.0\.1:7480|127.0.0.1:$port|; s|: var/|: $(cd "$var" && pwd)/|" \
	"$site/gleaner.yaml" >"$config"

echo "Five newspapers that do not exist are at http://127.0.0.1:$port/"
echo
"$build/gleanerd" -c "$config" --once
echo
sqlite3 -batch -list -cmd '.timeout 5000' "$database" "
SELECT printf('%-58.58s %5s %6s  %s', 'title', 'words', 'sure',
    'nodes of each class');
SELECT printf('%-58s %5d %5.0f%%  %s%s',
    CASE WHEN length(title) > 58 THEN substr(title, 1, 57) || '…'
    ELSE title || substr('$(printf '%58s' '')', 1, 58 - length(title)) END,
    word_count, confidence * 100,
    coalesce(node_classes, ''),
    CASE WHEN flags <> '' THEN '  [' || flags || ']' ELSE '' END)
FROM article ORDER BY sort_at, id;
SELECT '';
SELECT printf('%d articles of %d feeds, %d words; %d kept as the feed had them.',
    count(*), (SELECT count(*) FROM feed), sum(word_count),
    sum(status = 'feed_only')) FROM article;
"
id=$(sqlite3 -batch "$database" \
	"SELECT id FROM article ORDER BY confidence DESC, word_count DESC LIMIT 1")
cat <<END

What now:
  $build/gleaner -c $config articles
  $build/gleaner -c $config show $id
  $build/gleaner -c $config show $id --explain > explain.html
  $build/gleaner -c $config search lighthouse
  $build/gleaner -c $config follow --consumer me
  sqlite3 $database 'SELECT title, body FROM latest'
END
