#!/bin/sh
# A filter value that can match nothing is an error: exit code 1, one line that
# suggests the probable value, and no cursor moves.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 3x4
cat >"$WORK/feeds.yaml" <<END
feeds:
  - { url: "$ORIGIN/feed/1.xml", title: "Daily Planet", tags: [tech, World] }
  - { url: "$ORIGIN/feed/2.xml", tags: [sport] }
END
EXTRA="include: [feeds.yaml]"
write_config
sed -i '/^include: \[\]$/d' "$CONFIG"
ok 'the harvest succeeds' gleanerd_once
said() {
	"$@" >"$WORK/said.out" 2>"$WORK/said.err" </dev/null
	CODE=$?
	OUT=$(cat "$WORK/said.out")
	ERR=$(cat "$WORK/said.err")
}
cursor() { # NAME
	sql "SELECT seq FROM consumer WHERE name = '$1'"
}
last=$(sql 'SELECT max(seq) FROM change')
said gleaner follow --consumer here --limit 1
at=$(cursor here)
cmp_ok "$last" -gt "$at" 'changes remain after the cursor of the consumer'

# refused NAME PATTERN COMMAND…: tests that COMMAND ends with 1, prints one line
# that matches PATTERN to standard error, and has no output.
refused() {
	name=$1
	pattern=$2
	shift 2
	said gleaner "$@"
	is "$CODE$OUT" 1 "N3: $name: exit code 1, no output"
	is "$(wc -l <"$WORK/said.err")" 1 'N3: the error is one line'
	like "$ERR" "$pattern" 'N3: the error names the fault'
}
wrong() { # NAME PATTERN OPTION VALUE: all commands refuse the filter
	for command in "follow --consumer here" "follow --consumer new" \
		"follow --consumer here --ack manual" \
		"follow --consumer here --from start" articles "search word"; do
		# shellcheck disable=SC2086 # a command and its options
		refused "$command $3 $1" "$2" $command "$3" "$4"
	done
	is "$(cursor here)" "$at" 'N3: the cursor did not move'
	is "$(cursor new)" '' 'N3: no consumer is created'
}
wrong 'with a misspelt URL' \
	"not subscribed to .*did you mean $ORIGIN/feed/[12].xml" \
	--feed "$ORIGIN/feed/12.xml"
wrong 'with a URL of another host' \
	'not subscribed to http://elsewhere.example/rss' \
	--feed http://elsewhere.example/rss
wrong 'with a misspelt title' \
	"no feed is called Daly Planet; did you mean $ORIGIN/feed/1" \
	--feed 'Daly Planet'
wrong 'with an unknown title' 'no feed is called zzyzx' --feed zzyzx
wrong 'with a misspelt tag' 'the tag "tehc"; did you mean "tech"' --tag tehc
wrong 'with a tag that is never used' \
	'no article and no feed has the tag "politics"' \
	--tag politics
wrong 'with a language that no article has' \
	'no article is in the language "xx"' --lang xx
refused 'recut --feed with a misspelt URL' \
	'did you mean' recut --feed "$ORIGIN/feed/12.xml"
refused 'feed explain with a misspelt URL' \
	'did you mean' feed explain "$ORIGIN/feed/12.xml"
refused 'feed remove with a misspelt URL' \
	'did you mean' feed remove "$ORIGIN/feed/12.xml"
refused 'feed list --tag with a misspelt tag' \
	'did you mean "sport"' feed list --tag sprot

# A value that cannot be parsed is a usage error (exit code 2) and moves no
# cursor.
misused() { # PATTERN OPTION…
	pattern=$1
	shift
	said gleaner follow --consumer here "$@"
	like "$CODE $ERR" "^2 .*$pattern" "N3: $*"
	is "$(cursor here)" "$at" \
		'N3: the cursor did not move after a usage error'
}
misused 'kind must be one of .*did you mean revised' --kind revisd
misused '--lang takes a language' --lang 'english please'
misused '--lang takes a language' --lang 'e'
misused '--lang takes a language' --lang ''
misused '--min-confidence' --min-confidence 2
said gleaner articles --since yesterdayish
like "$CODE $ERR" '^2 .*--since takes' \
	'N3: articles --since with an invalid time is a usage error'
said gleaner articles --status dnoe
like "$CODE $ERR" '^2 .*did you mean done' \
	'N3: articles --status with an unknown status is a usage error'
said gleaner articles --lang 'english please'
like "$CODE $ERR" '^2 .*--lang takes a language' \
	'N3: articles --lang with an invalid language is a usage error'

# Valid values work in every spelling.
n=$(sql "SELECT count(*) FROM change c JOIN entry e USING (article_id)
	JOIN feed f ON f.id = e.feed_id WHERE f.url = '$ORIGIN/feed/1.xml'")
for feed in "$ORIGIN/feed/1.xml" "HTTP://127.0.0.1:$ORIGIN_PORT/feed/1.xml#x" \
	'Daily' 'daily planet'; do
	said gleaner follow --consumer "by $feed" --feed "$feed"
	is "$CODE $(wc -l <"$WORK/said.out")" "0 $n" \
		"N3: follow --feed $feed prints all changes of the feed"
done
said gleaner follow --consumer tags --tag world
is "$CODE $(wc -l <"$WORK/said.out")" "0 $n" 'N3: --tag ignores case'
said gleaner follow --consumer language --lang sv --from start
is "$CODE$OUT$ERR" 0 \
	'N3: a language without articles yet is not an error for follow'
is "$(cursor language)" "$last" \
	'N3: the cursor moves past changes in other languages'
done_testing
