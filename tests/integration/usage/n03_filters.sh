#!/bin/sh
# A filter that can match nothing is an error: one line that names what was
# probably meant, exit code 1, and no cursor moves.
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
ok 'a harvest' gleanerd_once
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
cmp_ok "$last" -gt "$at" 'there is a backlog'

# refused NAME PATTERN COMMAND…: exit code 1, one line, no output.
refused() {
	name=$1
	pattern=$2
	shift 2
	said gleaner "$@"
	is "$CODE$OUT" 1 "N3: $name: exit code 1, no output"
	is "$(wc -l <"$WORK/said.err")" 1 'N3: one line'
	like "$ERR" "$pattern" 'N3: that says what is wrong'
}
wrong() { # NAME PATTERN OPTION VALUE: of each command with filters
	for command in "follow --consumer here" "follow --consumer new" \
		"follow --consumer here --ack manual" \
		"follow --consumer here --from start" articles "search word"; do
		# shellcheck disable=SC2086 # a command and its options
		refused "$command $3 $1" "$2" $command "$3" "$4"
	done
	is "$(cursor here)" "$at" 'N3: the cursor is where it was'
	is "$(cursor new)" '' 'N3: no consumer is made'
}
wrong 'TYPO' "not subscribed to .*did you mean $ORIGIN/feed/[12].xml" \
	--feed "$ORIGIN/feed/12.xml"
wrong 'of another host' 'not subscribed to http://elsewhere.example/rss' \
	--feed http://elsewhere.example/rss
wrong 'of a title' "no feed is called Daly Planet; did you mean $ORIGIN/feed/1" \
	--feed 'Daly Planet'
wrong 'of nobody' 'no feed is called zzyzx' --feed zzyzx
wrong 'TYPO' 'the tag "tehc"; did you mean "tech"' --tag tehc
wrong 'never used' 'no article and no feed has the tag "politics"' \
	--tag politics
wrong 'that is none' 'no article is in the language "xx"' --lang xx
refused 'recut --feed TYPO' 'did you mean' recut --feed "$ORIGIN/feed/12.xml"
refused 'feed explain TYPO' 'did you mean' feed explain "$ORIGIN/feed/12.xml"
refused 'feed remove TYPO' 'did you mean' feed remove "$ORIGIN/feed/12.xml"
refused 'feed list --tag TYPO' 'did you mean "sport"' feed list --tag sprot

# What cannot be read at all is a usage error, and moves nothing either.
misused() { # PATTERN OPTION…
	pattern=$1
	shift
	said gleaner follow --consumer here "$@"
	like "$CODE $ERR" "^2 .*$pattern" "N3: $*"
	is "$(cursor here)" "$at" 'N3: the cursor is where it was'
}
misused 'kind is one of .*did you mean revised' --kind revisd
misused '--lang takes a language' --lang 'english please'
misused '--lang takes a language' --lang 'e'
misused '--lang takes a language' --lang ''
misused '--min-confidence' --min-confidence 2
said gleaner articles --since yesterdayish
like "$CODE $ERR" '^2 .*--since takes' 'N3: articles --since'
said gleaner articles --status dnoe
like "$CODE $ERR" '^2 .*did you mean done' 'N3: articles --status'
said gleaner articles --lang 'english please'
like "$CODE $ERR" '^2 .*--lang takes a language' 'N3: articles --lang'

# What is right still works, in every spelling.
n=$(sql "SELECT count(*) FROM change c JOIN entry e USING (article_id)
	JOIN feed f ON f.id = e.feed_id WHERE f.url = '$ORIGIN/feed/1.xml'")
for feed in "$ORIGIN/feed/1.xml" "HTTP://127.0.0.1:$ORIGIN_PORT/feed/1.xml#x" \
	'Daily' 'daily planet'; do
	said gleaner follow --consumer "by $feed" --feed "$feed"
	is "$CODE $(wc -l <"$WORK/said.out")" "0 $n" "N3: --feed $feed"
done
said gleaner follow --consumer tags --tag world
is "$CODE $(wc -l <"$WORK/said.out")" "0 $n" 'N3: --tag in another case'
said gleaner follow --consumer language --lang sv --from start
is "$CODE$OUT$ERR" 0 'N3: a language in which nothing has come yet'
is "$(cursor language)" "$last" 'N3: whose cursor moves'
done_testing
