#!/bin/sh
# Relative paths of a configuration start beside it; a broken configuration does
# not keep commands from reading; show has the forms of cut; -h and -V.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
G=$BUILD/gleaner
D=$BUILD/gleanerd
start_origin --generate 1x3
mkdir "$WORK/etc" "$WORK/etc/more" "$WORK/else" "$WORK/old" || bail 'no folder'
said() {
	"$@" >"$WORK/said.out" 2>"$WORK/said.err" </dev/null
	CODE=$?
	OUT=$(cat "$WORK/said.out")
	ERR=$(cat "$WORK/said.err")
}
config() { # FILE LINE…
	file=$1
	shift
	{
		printf 'poll: %s\nhost: %s\nfeeds: ["%s/feed/1.xml"]\n' \
			"$POLL" "$HOST" "$ORIGIN"
		printf '%s\n' "$@"
	} >"$file"
}

# ------------------------------------------------------------------- paths

config "$WORK/etc/a.yaml" 'database: data/news.db' 'control: run/g.sock'
cd "$WORK/else" || bail 'no folder'
ok 'N11: the daemon, started elsewhere' "$D" -c ../etc/a.yaml --once
ok 'N11: keeps its database beside the configuration' \
	test -s "$WORK/etc/data/news.db"
is "$(find "$WORK/else")" "$WORK/else" 'N11: and nothing where it was started'
said "$G" -c "$WORK/etc/a.yaml" articles
is "$CODE" 0 'N11: a command finds it from anywhere'
cd "$WORK/etc" || bail 'no folder'
is "$("$G" -c a.yaml articles | wc -l)" 4 'N11: and from its own directory'
cd / || bail 'no folder'
"$D" -c "$WORK/etc/a.yaml" >"$WORK/daemon.log" 2>&1 &
tap_pids="$tap_pids $!"
ok 'N11: the socket is beside it, too' wait_for test -S "$WORK/etc/run/g.sock"
cd "$WORK/else" || bail 'no folder'
like "$("$G" -c ../etc/a.yaml status)" '^daemon +runs' \
	'N11: where a command finds it'

# In an included file: beside that one.
printf 'include: [more/b.yaml]\n' >"$WORK/etc/b.yaml"
config "$WORK/etc/more/b.yaml" 'database: b.db'
ok 'N11: an included file' "$D" -c "$WORK/etc/b.yaml" --once
ok 'N11: has its paths beside itself' test -s "$WORK/etc/more/b.db"
config "$WORK/etc/c.yaml" "database: $WORK/absolute.db"
ok 'N11: an absolute path' "$D" -c "$WORK/etc/c.yaml" --once
ok 'N11: is what it is' test -s "$WORK/absolute.db"
long=$(printf '%0100d' 0)
config "$WORK/etc/d.yaml" "control: $long"
said "$D" -c "$WORK/etc/d.yaml" --check
like "$CODE $ERR" '^2 .*d.yaml:[0-9]+:[0-9]+: control: .*relative to the dir.*at most 107' \
	'N11: a socket whose directory makes it too long is a fault'

# What an earlier version has made is used on.
cd "$WORK/old" || bail 'no folder'
config "$WORK/etc/e.yaml" 'database: here.db'
cp "$WORK/absolute.db" here.db
said "$D" -c "$WORK/etc/e.yaml" --once
is "$CODE" 0 'N11: a database in the current directory goes on'
like "$ERR" 'e.yaml:[0-9]+:[0-9]+: warning: database: here.db is used' \
	'N11: with a warning'
fails 'N11: and no second one is made' test -e "$WORK/etc/here.db"
said "$G" -c "$WORK/etc/e.yaml" articles
is "$CODE$ERR" 0 'N11: commands read it'
cp here.db "$WORK/etc/here.db"
said "$D" -c "$WORK/etc/e.yaml" --check
is "$CODE$ERR" 0 'N11: the one beside the configuration goes first'

# The default is below the current directory, as `make run` has it.
cd "$WORK/else" || bail 'no folder'
config "$WORK/etc/f.yaml" ''
ok 'N11: without a key' "$D" -c ../etc/f.yaml --once
ok 'N11: the database is below the current directory' \
	test -s "$WORK/else/var/gleaner.db"
mv "$WORK/else/var" "$WORK/etc/var"
said "$G" -c ../etc/f.yaml articles
like "$CODE $ERR" "^1 .*f.yaml names no database.*--db ../etc/var/gleaner.db" \
	'N11: one beside the configuration is named, if there is none here'

# -------------------------------------------------- a broken configuration

cd "$WORK/etc" || bail 'no folder'
broken() { # NAME LINE…
	name=$1
	shift
	printf '%s\n' "$@" >broken.yaml
	for command in articles 'feed list' consumers 'show 1' 'search the' \
		status export; do
		# shellcheck disable=SC2086 # two words
		said "$G" -c broken.yaml $command
		case $command:$CODE in
		consumers:1 | *:0) ;; # there are none
		*) diag "$command: $CODE $ERR" && return 1 ;;
		esac
		case $ERR in
		*broken.yaml:[0-9]*:[0-9]*:*) ;;
		*) diag "$command: $ERR" && return 1 ;;
		esac
	done
}
ok 'N11: a wrong value leaves reading be' broken value \
	'database: data/news.db' 'poll: { interval: soon }'
ok 'N11: an unknown key, too' broken key 'databse: x' 'database: data/news.db'
ok 'N11: wrong indentation, too' broken yaml 'database: data/news.db' \
	'poll:' '  interval: 5m' ' min: 1m'
said "$G" -c broken.yaml feed pause "$ORIGIN/feed/1.xml"
is "$CODE" 2 'N11: what writes is refused still'
said "$G" -c broken.yaml --db data/news.db feed pause "$ORIGIN/feed/1.xml"
is "$CODE$ERR" 0 'N11: unless --db names the database'
said "$G" -c broken.yaml --db data/news.db articles
is "$CODE$ERR" 0 'N11: which nothing blocks'
printf 'databse: data/news.db\n' >broken.yaml
said "$G" -c broken.yaml articles
is "$CODE$OUT" 2 'N11: where it is not known which database, none is read'
like "$ERR" 'expected database' 'N11: the fault is told'
like "$ERR" '--db FILE' 'N11: and the way around'
GLEANER_CONFIG=broken.yaml said "$G" --db data/news.db articles
is "$CODE$ERR" 0 'N11: also if the environment names it'

# ---------------------------------------------------------- forms, options

for form in text json markdown html; do
	is "$("$G" --db data/news.db show 1 --format "$form")" \
		"$("$G" --db data/news.db show 1 "--$form")" \
		"N11: show --format $form is show --$form"
done
said "$G" --db data/news.db show 1 --format markdwn
like "$CODE $ERR" '^2 .*did you mean markdown' 'N11: a slip is told'
said "$G" --db data/news.db show 1 --format html --text
is "$CODE" 2 'N11: two forms are a usage error'
for program in gleaner gleanerd; do
	is "$("$BUILD/$program" -h)" "$("$BUILD/$program" --help)" \
		"N11: $program -h"
	is "$("$BUILD/$program" -V)" "$("$BUILD/$program" --version)" \
		"N11: $program -V"
done
done_testing
