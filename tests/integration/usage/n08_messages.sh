#!/bin/sh
# Every error message names a remedy.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
G=$BUILD/gleaner
D=$BUILD/gleanerd
DEBIAN=$TOP/debian
start_origin --generate 1x3
write_config "$ORIGIN/feed/1.xml"
ok 'the harvest succeeds' gleanerd_once
cd "$WORK" || bail 'no folder'
said() {
	"$@" >said.out 2>said.err </dev/null
	CODE=$?
	ERR=$(cat said.err)
}
tells() { # NAME CODE PATTERN COMMAND…: the error matches PATTERN
	name=$1
	code=$2
	pattern=$3
	shift 3
	said "$@"
	is "$CODE" "$code" "N8: $name: exit code $code"
	like "$ERR" "$pattern" "N8: $name: names the remedy"
}

# ------------------------------------------------------- private addresses

for command in cut discover 'feed add'; do
	# shellcheck disable=SC2086 # two words
	tells "$command of a private address" 1 \
		'address 127\.0\.0\.1 is private; host\.allow_private: true' \
		"$G" --db "$WORK/x.db" $command "$ORIGIN/feed/1.xml"
done

# ----------------------------------------------------------- configuration

fault() { # PATTERN LINE…
	pattern=$1
	shift
	printf '%s\n' "$@" >faulty.yaml
	tells "$(printf '%s|' "$@")" 2 "^faulty.yaml:[0-9]*:[0-9]*: $pattern" \
		"$D" -c faulty.yaml --check
	unlike "$ERR" 'expected YAML|block mapping|token|flow' \
		'N8: the message does not use terms of the YAML parser'
}
fault 'an indentation that fits no key above, expected as many spaces .* line 1' \
	'poll:' '  interval: 5m' ' min: 1m'
fault 'a ":" where no key is allowed, expected .*indentation' \
	'poll:' '  interval: 5m' '    min: 1m'
fault 'an indentation that fits no item above, expected .* line 2' \
	'feeds:' '  - url: http://a.example/' '  title: x'
fault 'a ":" where no key is allowed, expected .*quotes' \
	'feeds:' '  - url: http://a.example/' '    title: a: b'
fault 'unknown key "interval", expected poll.interval' 'poll:' 'interval: 5m'
fault 'a "\{" without its "\}", expected .* line 1' 'poll: { interval: 5m' \
	'feeds: []'
fault 'a quoted text without its end, expected a closing quote .* line 1' \
	'contact: "me' 'feeds: []'
fault 'a tab, expected spaces' 'poll:' '	interval: 5m'
for program in "$D" "$G"; do
	said "$program" -c nowhere.yaml feed list
	[ "$program" = "$D" ] && said "$program" -c nowhere.yaml
	like "$CODE $ERR" '^2 .*nowhere.yaml.*-c FILE' \
		"N8: ${program##*/} without its configuration names -c"
done

# ---------------------------------------------------------------- database

printf 'database: %s/none.db\n' "$WORK" >none.yaml
tells 'a missing database of the configuration' 1 \
	"$WORK/none.db: No such file.*; none.yaml names this database.*gleanerd creates it" \
	"$G" -c none.yaml articles
printf 'feeds: []\n' >default.yaml
tells 'a missing database at the default path' 1 \
	'^.*var/gleaner.db: No such file.*default.yaml names no database' \
	"$G" -c default.yaml articles
tells 'a missing database of --db' 1 "none.db: No such file.*gleanerd" \
	"$G" --db "$WORK/none.db" articles
printf 'database: %s/absent/absent/none.db\n' "$WORK" >absent.yaml
tells 'a database in an absent directory' 1 \
	'directory does not exist: create it, or name another path' \
	"$D" -c absent.yaml --once
echo letter >letter
tells 'a backup to a file that is not a copy' 1 \
	'not a copy of this database.*name another path, or remove the file' \
	"$G" --db "$DB" backup letter

if [ "$(id -u)" -eq 0 ]; then
	chmod 755 "$WORK"
	mkdir -m 700 locked
	cp "$DB" locked/gleaner.db
	cp "$DB" unreadable.db
	chmod 600 unreadable.db
	stranger() {
		setpriv --reuid 65534 --regid 65534 --clear-groups "$@"
	}
	if stranger "$G" --version >/dev/null 2>&1; then
		for file in unreadable.db locked/gleaner.db; do
			tells "$file" 1 \
				'belongs to user root, group root: run this as root \(sudo gleaner articles\)' \
				stranger "$G" --db "$WORK/$file" articles
		done
	else
		skip 'N8: a database of another user' \
			'another user may not run this program'
	fi
else
	skip 'N8: a database of another user' 'only root can create one'
fi

# Pages of the database file are overwritten: the file opens, and reading fails
# later.
remedy='gleaner check --salvage FILE'
cp "$DB" broken.db
python3 - <<'END'
import os, sqlite3
base = sqlite3.connect("broken.db")
base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
size = base.execute("PRAGMA page_size").fetchone()[0]
pages = [row[0] for row in base.execute(
    "SELECT pageno FROM dbstat WHERE name IN ('article', 'feed', 'entry')")] \
    if base.execute("SELECT 1 FROM pragma_module_list WHERE name = 'dbstat'"
                    ).fetchone() else range(3, 60)
base.close()
with open("broken.db", "r+b") as file:
    for page in pages:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * size)
END
tells 'a damaged page' 1 "malformed.*gleaner check.*$remedy" \
	"$G" --db broken.db articles
cp "$DB" headless.db
printf 'nonsense' | dd of=headless.db bs=1 seek=0 conv=notrunc 2>/dev/null
tells 'a damaged file header' 1 'header is damaged.*restore a backup' \
	"$G" --db headless.db articles

# ------------------------------------------------------------------- files

tells 'OPML that is HTML' 1 \
	'page.html: line 1: an HTML page, expected OPML.*gleaner discover URL' \
	sh -c "printf '<!DOCTYPE html>\n<html><p>Hello</html>' >page.html
	\"$G\" --db \"$DB\" import page.html"
tells 'OPML that is not XML' 1 'expected OPML' \
	sh -c "echo hello >x.opml; \"$G\" --db \"$DB\" import x.opml"
printf 'include: [page.opml]\n' >include.yaml
cp page.html page.opml
tells 'an included HTML page' 2 'an HTML page, expected OPML' \
	"$D" -c include.yaml --check

# ---------------------------------------------- wrong words, missing objects

tells 'an unknown command' 2 'did you mean "articles"' "$G" artcles
tells 'an unknown command of a group' 2 'did you mean "feed list"' \
	"$G" feed lst
tells 'a group without a command' 2 "Try 'gleaner feed --help'" "$G" feed
tells 'an unknown option' 2 'did you mean --limit' "$G" articles --limt 3
tells 'an unknown choice' 2 'did you mean markdown' \
	"$G" show 1 --format markdwn
tells 'an unknown article' 1 'no article 999; `gleaner articles`' \
	"$G" --db "$DB" show 999
tells 'an unknown consumer' 1 'no consumer "x"; `gleaner consumers`' \
	"$G" --db "$DB" ack --consumer x 1
tells 'a daemon that is not running' 1 'not running.*; start gleanerd' \
	"$G" -c "$CONFIG" feed poll "$ORIGIN/feed/1.xml"
# A command without its program names the Debian package with the program.
mkdir -p alone
ln "$G" alone/gleaner 2>/dev/null || cp "$G" alone/gleaner
missing() { # PROGRAM COMMAND…
	program=$1
	shift
	said alone/gleaner --db "$DB" "$@"
	is "$CODE" 1 "N8: $program is not installed: exit code 1"
	package=$(expr "$ERR" : ".*$program is not installed; install the package \([a-z-]*\),")
	ok "N8: $program is in the package ${package:-?}" \
		grep -Eq "^Package: $package\$" "$DEBIAN/control"
	listed=
	while read -r pattern; do
		# shellcheck disable=SC2254 # a pattern
		case usr/libexec/gleaner/$program in
		$pattern) listed=yes ;;
		esac
	done <"$DEBIAN/${package:-none}.install"
	is "$listed" yes "N8: the package $package has $program"
}
missing gleaner-serve serve
missing gleaner-push push --consumer c https://receiver.test/
missing gleaner-push-nats push --consumer c nats://receiver.test/s
missing gleaner-push-kafka push --consumer c kafka://receiver.test/t
tells 'a URL without a scheme' 1 'does not begin with http:// or https://' \
	"$G" --db "$DB" feed add example.org/rss
done_testing
