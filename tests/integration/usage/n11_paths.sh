#!/bin/sh
# Relative paths of a configuration are relative to its directory. Commands that
# only read work with a broken configuration. show has the output formats of
# cut. The options -h and -V work.
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
ok 'N11: the database is beside the configuration' "$D" -c ../etc/a.yaml --once
ok 'N11: keeps its database beside the configuration' \
	test -s "$WORK/etc/data/news.db"
is "$(find "$WORK/else")" "$WORK/else" \
	'N11: no file is created in the current directory'
said "$G" -c "$WORK/etc/a.yaml" articles
is "$CODE" 0 'N11: a command in another directory finds the database'
cd "$WORK/etc" || bail 'no folder'
is "$("$G" -c a.yaml articles | wc -l)" 4 \
	'N11: a command beside the configuration finds the database'
cd / || bail 'no folder'
"$D" -c "$WORK/etc/a.yaml" >"$WORK/daemon.log" 2>&1 &
tap_pids="$tap_pids $!"
ok 'N11: the control socket is beside the configuration' \
	wait_for test -S "$WORK/etc/run/g.sock"
cd "$WORK/else" || bail 'no folder'
like "$("$G" -c ../etc/a.yaml status)" '^daemon +runs' \
	'N11: a command finds that control socket'

# Paths in an included file are relative to the included file.
printf 'include: [more/b.yaml]\n' >"$WORK/etc/b.yaml"
config "$WORK/etc/more/b.yaml" 'database: b.db'
ok 'N11: a harvest with an included file succeeds' \
	"$D" -c "$WORK/etc/b.yaml" --once
ok 'N11: the database is beside the included file' test -s "$WORK/etc/more/b.db"
config "$WORK/etc/c.yaml" "database: $WORK/absolute.db"
ok 'N11: a harvest with an absolute path succeeds' \
	"$D" -c "$WORK/etc/c.yaml" --once
ok 'N11: an absolute path is used unchanged' test -s "$WORK/absolute.db"
long=$(printf '%0100d' 0)
config "$WORK/etc/d.yaml" "control: $long"
said "$D" -c "$WORK/etc/d.yaml" --check
like "$CODE $ERR" '^2 .*d.yaml:[0-9]+:[0-9]+: control: .*relative to the dir.*at most 107' \
	'N11: a socket path that is too long with its directory is a fault'

# Files that an earlier version created in the current directory are still used.
cd "$WORK/old" || bail 'no folder'
config "$WORK/etc/e.yaml" 'database: here.db'
cp "$WORK/absolute.db" here.db
said "$D" -c "$WORK/etc/e.yaml" --once
is "$CODE" 0 'N11: a database in the current directory is used'
like "$ERR" 'e.yaml:[0-9]+:[0-9]+: warning: database: here.db in the current directory is used' \
	'N11: a warning names that database'
fails 'N11: no second database is created' test -e "$WORK/etc/here.db"
said "$G" -c "$WORK/etc/e.yaml" articles
is "$CODE$ERR" 0 'N11: commands read the database in the current directory'
cp here.db "$WORK/etc/here.db"
said "$D" -c "$WORK/etc/e.yaml" --check
is "$CODE$ERR" 0 'N11: a database beside the configuration is preferred'

# The default database is below the current directory, as `make run` expects.
cd "$WORK/else" || bail 'no folder'
config "$WORK/etc/f.yaml" ''
ok 'N11: a harvest without the key database succeeds' \
	"$D" -c ../etc/f.yaml --once
ok 'N11: the default database is below the current directory' \
	test -s "$WORK/else/var/gleaner.db"
mv "$WORK/else/var" "$WORK/etc/var"
said "$G" -c ../etc/f.yaml articles
like "$CODE $ERR" "^1 .*f.yaml names no database.*--db ../etc/var/gleaner.db" \
	'N11: the error names a default database beside the configuration'

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
ok 'N11: commands that read work with an invalid value' broken value \
	'database: data/news.db' 'poll: { interval: soon }'
ok 'N11: commands that read work with an unknown key' \
	broken key 'databse: x' 'database: data/news.db'
ok 'N11: commands that read work with wrong indentation' \
	broken yaml 'database: data/news.db' \
	'poll:' '  interval: 5m' ' min: 1m'
said "$G" -c broken.yaml feed pause "$ORIGIN/feed/1.xml"
is "$CODE" 2 'N11: commands that write refuse a broken configuration'
said "$G" -c broken.yaml --db data/news.db feed pause "$ORIGIN/feed/1.xml"
is "$CODE$ERR" 0 \
	'N11: commands that write accept --db in place of the configuration'
said "$G" -c broken.yaml --db data/news.db articles
is "$CODE$ERR" 0 'N11: commands that read accept --db, too'
printf 'databse: data/news.db\n' >broken.yaml
said "$G" -c broken.yaml articles
is "$CODE$OUT" 2 \
	'N11: nothing is read if the configuration names no valid database'
like "$ERR" 'expected database' 'N11: the message names the expected key'
like "$ERR" '--db FILE' 'N11: the message mentions --db'
GLEANER_CONFIG=broken.yaml said "$G" --db data/news.db articles
is "$CODE$ERR" 0 \
	'N11: --db also overrides a broken file named by GLEANER_CONFIG'

# ---------------------------------------------------------- forms, options

for form in text json markdown html; do
	is "$("$G" --db data/news.db show 1 --format "$form")" \
		"$("$G" --db data/news.db show 1 "--$form")" \
		"N11: show --format $form is show --$form"
done
said "$G" --db data/news.db show 1 --format markdwn
like "$CODE $ERR" '^2 .*did you mean markdown' \
	'N11: a misspelt format is a usage error with a suggestion'
said "$G" --db data/news.db show 1 --format html --text
is "$CODE" 2 'N11: two formats together are a usage error'
for program in gleaner gleanerd; do
	is "$("$BUILD/$program" -h)" "$("$BUILD/$program" --help)" \
		"N11: $program -h prints the same as --help"
	is "$("$BUILD/$program" -V)" "$("$BUILD/$program" --version)" \
		"N11: $program -V prints the same as --version"
done
done_testing
