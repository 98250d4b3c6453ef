#!/bin/sh
# Tests the command `gleaner`: usage errors, listings, exit codes, import and
# export of subscriptions, articles, the change log.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd

G=$BUILD/gleaner

# said COMMAND…: runs COMMAND; sets OUT, ERR and CODE.
said() {
	"$@" >"$WORK/said.out" 2>"$WORK/said.err" </dev/null
	CODE=$?
	OUT=$(cat "$WORK/said.out")
	ERR=$(cat "$WORK/said.err")
}

# Checks that every line of standard input is a JSON object; prints the number
# of lines.
json_lines() {
	python3 -c '
import json, sys
n = 0
for line in sys.stdin.buffer.read().split(b"\n")[:-1]:
    assert isinstance(json.loads(line), dict)
    n += 1
print(n)'
}

# json_field KEY: prints the value of KEY in each line.
json_field() {
	python3 -c '
import json, sys
for line in sys.stdin.buffer:
    print(json.loads(line)[sys.argv[1]])' "$1"
}

mkdir "$WORK/empty"
cd "$WORK/empty" || bail 'no folder'

# ------------------------------------------------------------------ words

said "$G"
is "$CODE" 2 'no command is a usage error'
like "$ERR" "gleaner --help" 'the message names --help'
said "$G" artcles
is "$CODE" 2 'an unknown command is a usage error'
like "$ERR" 'did you mean "articles"' 'an unknown command gets a suggestion'
said "$G" feed lst
like "$ERR" 'did you mean "feed list"' \
	'an unknown second word gets a suggestion'
said "$G" feed
is "$CODE" 2 'feed alone is a usage error'
said "$G" frobnicate
unlike "$ERR" 'did you mean' 'without a similar command nothing is suggested'
said "$G" articles --limt 3
is "$CODE" 2 'an unknown option is a usage error'
like "$ERR" 'did you mean --limit' 'an unknown option gets a suggestion'
said "$G" show
like "$CODE $ERR" '^2 .*ID is missing' 'a missing operand is named'
said "$G" show seven
is "$CODE" 2 'an invalid article ID is a usage error'
said "$G" articles --since whenever
is "$CODE" 2 'an invalid time is a usage error'
said "$G" articles --status lost
like "$CODE $ERR" '^2 .*queued, done' \
	'an invalid status is a usage error that lists the valid ones'
said "$G" follow --share
like "$CODE $ERR" '^2 .*--consumer' 'follow --share needs a consumer'
said "$G" ack --consumer c
is "$CODE" 2 'ack without a SEQ is a usage error'
said "$G" show --text --html 1
is "$CODE" 2 'two output formats are a usage error'
said "$G" --json articles
like "$CODE $ERR" '^2 .*follow the command' \
	'an option before the command is a usage error'
said "$G" --version
like "$OUT" '^gleaner [0-9]+\.[0-9]+' '--version prints the version'

said "$G" --help
is "$CODE" 0 '--help ends with 0'
commands=$(printf '%s\n' "$OUT" | sed -n '/^Commands:/,/^$/p' | awk '
	/^  [a-z]/ {
		print $1 ~ /^(feed|filter|rules|debug)$/ || $2 == "explain" ? \
			$1 " " $2 : $1
	}')
cmp_ok "$(printf '%s\n' "$commands" | wc -l)" -ge 18 '--help lists the commands'
printf '%s\n' "$commands" >"$WORK/commands"
lacking=
while read -r command; do
	# shellcheck disable=SC2086
	said "$G" $command --help
	case "$CODE $OUT" in
	"0 usage: gleaner $command"*'Options:'*'Example:'*"gleaner $command"*) ;;
	*) lacking="$lacking $command" ;;
	esac
	# shellcheck disable=SC2086
	[ "$OUT" = "$("$G" help $command)" ] || lacking="$lacking help-$command"
done <"$WORK/commands"
is "$lacking" '' \
	'each command answers --help with usage, options and an example'

# ---------------------------------------------------------- which database

said "$G" articles
is "$CODE" 1 'a missing database is an error'
like "$ERR" 'gleaner.yaml.*var/gleaner.db.*--db' \
	'the message names the places that were searched'
said "$G" --db "$WORK/none.db" articles
is "$CODE" 1 'a missing database named by --db is an error'
said "$G" --db "$WORK/none.db" feed remove http://example.org/
is "$CODE" 1 'a missing database is an error for a command that writes, too'
fails 'a command that fails creates no database' test -e "$WORK/none.db"
"$G" --db "$WORK/strangers.db" feed add --as-is http://example.org/rss >/dev/null
rm "$WORK/strangers.db-wal" "$WORK/strangers.db-shm"
chmod 444 "$WORK/strangers.db"
# Runs a command as a user who owns neither the folder nor the database.
stranger() {
	if [ "$(id -u)" -eq 0 ]; then
		setpriv --reuid 65534 --regid 65534 --clear-groups "$@"
	else
		"$@"
	fi
}
chmod 755 "$WORK"
[ "$(id -u)" -eq 0 ] || chmod 555 "$WORK"
if stranger "$G" --version >/dev/null 2>&1; then
	said_of() { # COMMAND…
		ERR=$(stranger "$G" --db "$WORK/strangers.db" "$@" 2>&1)
		CODE=$?
	}
	said_of articles
	like "$CODE $ERR" '^1 .*: this user can read the database only while another' \
		'without write access, articles explains why it cannot read'
	said_of feed pause http://example.org/rss
	like "$CODE $ERR" '^1 .*: the file or its folder is read-only' \
		'without write access, feed pause explains why it cannot write'
else
	skip 'commands without access explain why they fail' \ \
		'another user may not run this program'
fi
chmod 755 "$WORK"
said "$G" -c "$WORK/none.yaml" articles
is "$CODE" 2 'a missing configuration is a usage error'
printf 'databse: x.db\npoll: { interval: soon }\n' >"$WORK/faulty.yaml"
said "$G" -c "$WORK/faulty.yaml" articles
is "$CODE" 2 'a faulty configuration is a usage error'
is "$(printf '%s\n' "$ERR" | grep -c "^$WORK/faulty.yaml:[0-9]*:")" 2 \
	'all faults of the configuration are printed'
for command in cut discover 'feed add'; do
	# shellcheck disable=SC2086 # two words
	said "$G" -c "$WORK/faulty.yaml" $command http://127.0.0.1:65001/
	is "$CODE $(printf '%s\n' "$ERR" | wc -l)" '2 2' \
		"$command of a URL prints nothing but these faults"
done
printf 'database: %s\n' "$WORK/configured.db" >"$WORK/good.yaml"
said "$G" -c "$WORK/good.yaml" feed add --as-is http://example.org/rss
ok 'the configuration sets the database' \
	test -s "$WORK/configured.db"
said env GLEANER_CONFIG="$WORK/good.yaml" "$G" feed list
is "$CODE" 0 'GLEANER_CONFIG sets the configuration'
said "$G" feed list -c "$WORK/good.yaml"
is "$CODE" 0 '-c is accepted after the command'
mkdir var
said "$G" feed add --as-is http://example.org/rss
ok 'without a configuration feed add creates var/gleaner.db' \
	test -s var/gleaner.db
said "$G" feed list
is "$CODE" 0 'without a configuration feed list reads var/gleaner.db'

# ---------------------------------------------------------- subscriptions

gleaner_db() {
	"$G" --db "$DB" "$@"
}

said gleaner_db feed add --as-is --title 'An  Example' --interval 10m --tag tech \
	--tag 'two words' https://example.org/atom
is "$CODE $OUT" '0 added https://example.org/atom' 'a feed is added'
said gleaner_db feed add --as-is https://example.org/atom https://example.net/rss
is "$OUT" "known https://example.org/atom
added https://example.net/rss" 'a known feed is not added twice'
is "$(sql 'SELECT interval_s FROM feed WHERE id = 1')" 600 \
	'a known feed keeps its settings'
said gleaner_db feed add --as-is https://example.com/ok ftp://example.org/feed
is "$CODE" 1 'a URL with an unknown scheme is refused'
is "$(sql 'SELECT count(*) FROM feed')" 2 \
	'if one URL is refused, no feed is added'
said gleaner_db feed add example.org/feed
like "$ERR" 'does not begin with http:// or https://' \
	'the message explains that the scheme is missing'
for url in 'javascript:alert(1)' 'http://user:pw@example.org/' \
	'http://exa mple.org/' 'http://' '' '/etc/passwd'; do
	said gleaner_db feed add --as-is "$url"
	is "$CODE" 1 "a feed with the URL '$url' is refused"
done
said gleaner_db feed add --as-is --title x http://a.example/ http://b.example/
is "$CODE" 2 'one title for two feeds is a usage error'

latin=$(printf 'M\374nchen')
for option in --tag --title; do
	said gleaner_db feed add --as-is $option "$latin" http://l.example/
	like "$CODE $ERR" "^2 .*$option is not valid UTF-8" \
		"a value of $option that is not UTF-8 is a usage error"
done

said gleaner_db feed list
is "$(printf '%s\n' "$OUT" | wc -l)" 3 'feed list prints a header and two rows'
like "$OUT" 'new .*due .*An Example +https://example.org/atom$' \
	'feed list prints the title of a feed'
said gleaner_db feed list --tag tech
is "$(printf '%s\n' "$OUT" | wc -l)" 2 'feed list --tag selects by tag'
said gleaner_db feed list --tag none
is "$CODE$OUT" 1 'an empty listing ends with 1 and without output'
said gleaner_db feed list --limit 1 --json
is "$(printf '%s\n' "$OUT" | json_lines)" 1 'feed list --limit limits the rows'
is "$(gleaner_db feed list --json | json_lines)" 2 \
	'feed list --json prints one object per feed'
is "$(gleaner_db feed list --json --tag tech | json_field health)" new \
	'the JSON contains the health of the table'
is "$(gleaner_db feed list --json --tag tech | json_field tags)" \
	"['tech', 'two words']" 'the JSON contains the tags as an array'

said gleaner_db feed pause https://example.net/rss
is "$CODE $OUT" '0 paused https://example.net/rss' 'a feed is paused'
is "$(sql "SELECT status FROM feed WHERE url LIKE '%/rss'")" paused \
	'the database states that the feed is paused'
said gleaner_db feed resume https://example.net/rss
is "$(sql "SELECT status FROM feed WHERE url LIKE '%/rss'")" active \
	'a paused feed is resumed'
said gleaner_db feed pause https://example.net/rss https://nobody.example/
is "$CODE" 1 'pausing an unknown feed is an error'
like "$ERR" 'not subscribed to https://nobody.example/' \
	'the message names the unknown feed'
said gleaner_db feed resume -- https://example.net/rss
is "$CODE" 0 '-- ends the options'
said "$G" --db "$DB" feed poll https://example.net/rss
is "$CODE" 1 'feed poll without a daemon is an error'

said gleaner_db feed add --as-is --interval 366d https://long.example/rss
like "$CODE $ERR" '^2 .*--interval must be at most 365d' \
	'an interval may be as long as in the configuration'
said gleaner_db feed add --as-is --interval 106751991167300d https://long.example/rss
is "$CODE" 2 'an interval that would overflow is refused'

# ------------------------------------------------------ import and export

gleaner_db export >"$WORK/out.opml"
is "$(python3 - "$WORK/out.opml" <<'END_OF_PYTHON'
import sys
import xml.etree.ElementTree as tree

root = tree.parse(sys.argv[1]).getroot()
assert root.tag == "opml" and root.get("version") == "2.0"
print(" ".join(sorted(e.get("xmlUrl") for e in root.iter("outline")
                      if e.get("xmlUrl"))))
END_OF_PYTHON
)" 'https://example.net/rss https://example.org/atom' \
	'export prints all feeds as OPML 2.0'
said "$G" --db "$WORK/second.db" import "$WORK/out.opml"
is "$CODE $OUT" '0 2 added, 0 known, 0 faulty' 'import adds the exported feeds'
said "$G" --db "$WORK/second.db" import "$WORK/out.opml"
is "$CODE $OUT" '0 0 added, 2 known, 0 faulty' \
	'a second import reports all feeds as known'
"$G" --db "$WORK/second.db" export >"$WORK/again.opml"
is "$(grep -v dateCreated "$WORK/again.opml")" \
	"$(grep -v dateCreated "$WORK/out.opml")" \
	'an export after the import is identical'
is "$("$G" --db "$WORK/second.db" feed list --json --tag tech |
	json_field tags)" "['tech', 'two words']" 'tags are imported'
is "$("$G" --db "$WORK/second.db" feed list --json | json_field title |
	sort)" 'An Example
None' 'a feed without a title is imported without one'
cat >"$WORK/foreign.opml" <<'END_OF_OPML'
<opml version="2.0" xmlns:frss="https://freshrss.org/opml"><head/><body>
<outline text="Press"><outline type="rss" text="A" xmlUrl="https://a.example/f"
 description="All of A" frss:priority="10"/></outline>
</body></opml>
END_OF_OPML
"$G" --db "$WORK/foreign.db" import "$WORK/foreign.opml" >/dev/null
"$G" --db "$WORK/foreign.db" import "$WORK/out.opml" >/dev/null
"$G" --db "$WORK/foreign.db" feed add --as-is --tag more https://a.example/f >/dev/null
is "$("$G" --db "$WORK/foreign.db" export | python3 -c '
import sys
import xml.etree.ElementTree as tree

for e in tree.parse(sys.stdin).getroot().iter("outline"):
    if e.get("description"):
        print(e.get("description"),
            e.get("{https://freshrss.org/opml}priority"), e.get("category"))'
)" 'All of A 10 /more' 'unknown OPML attributes are exported again'
said sh -c "\"$G\" --db \"$WORK/third.db\" import - <\"$WORK/out.opml\""
is "$CODE $OUT" '0 2 added, 0 known, 0 faulty' 'import reads standard input'
cat >"$WORK/faulty.opml" <<'END_OF_OPML'
<opml version="2.0"><head/><body>
<outline text="News"><outline text="fine" xmlUrl="http://fine.example/rss"/>
<outline text="file" xmlUrl="file:///etc/passwd"/></outline>
</body></opml>
END_OF_OPML
said "$G" --db "$WORK/third.db" import "$WORK/faulty.opml"
is "$CODE $OUT" '0 1 added, 0 known, 1 faulty' 'import skips a faulty feed'
like "$ERR" 'line 3' 'the message gives the line of the faulty feed'
is "$("$G" --db "$WORK/third.db" feed list --json --tag News |
	json_field url)" http://fine.example/rss 'an OPML folder becomes a tag'
# export writes a feed with two tags into two folders.
long=$(printf '%0300d' 0)
cat >"$WORK/twice.opml" <<END_OF_OPML
<opml version="2.0"><head/><body>
<outline text="Press"><outline text="T" xmlUrl="https://two.example/f"/></outline>
<outline text="Daily"><outline text="T" xmlUrl="HTTPS://two.example/f"/></outline>
<outline text="Press"><outline text="T" xmlUrl="https://two.example/f"/></outline>
<outline text="$long"><outline text="T" xmlUrl="https://l.example/f"/></outline>
</body></opml>
END_OF_OPML
ok 'a feed in two folders is imported' \
	"$G" --db "$WORK/third.db" import "$WORK/twice.opml"
is "$("$G" --db "$WORK/third.db" feed list --json | grep two.example |
	json_field tags | sort -u)" "['Press', 'Daily']" \
		'a feed in two folders has both tags'
is "$("$G" --db "$WORK/third.db" feed list --json | grep l.example |
	json_field tags | tr -cd 0 | wc -c)" 256 \
		'a tag is truncated to its maximum length'
# OPML with nested folders, an htmlUrl, an ampersand that is not escaped, and
# UTF-16.
cat >"$WORK/deep.opml" <<'END_OF_OPML'
<opml version="2.0"><body><outline text="World"><outline text="Europe">
<outline text="A & B" xmlUrl="feed://deep.example/f" htmlUrl="https://deep.example/"/>
</outline></outline></body></opml>
END_OF_OPML
said "$G" --db "$WORK/deep.db" import "$WORK/deep.opml"
is "$CODE $OUT" '0 1 added, 0 known, 0 faulty' \
	'a file with an ampersand that is not escaped is imported'
like "$ERR" 'line 2: an ampersand' 'the line of the ampersand is reported'
is "$("$G" --db "$WORK/deep.db" feed list --json | json_field tags)" \
	"['World/Europe']" 'the path of the folders becomes a tag'
is "$("$G" --db "$WORK/deep.db" export | grep outline | sed 's/^ *//')" \
	'<outline text="World">
<outline text="Europe">
<outline type="rss" text="A &amp; B" title="A &amp; B" category="/World/Europe" xmlUrl="http://deep.example/f" htmlUrl="https://deep.example/"/>
</outline>
</outline>' 'folders and the address of the site are exported at once'
"$G" --db "$WORK/deep.db" export | iconv -t UTF-16 >"$WORK/wide.opml"
said "$G" --db "$WORK/deep.db" import "$WORK/wide.opml"
is "$CODE $OUT" '0 0 added, 1 known, 0 faulty' 'a file in UTF-16 is imported'
printf 'no opml' >"$WORK/not.opml"
said "$G" --db "$WORK/third.db" import "$WORK/not.opml"
is "$CODE" 1 'importing a file that is not OPML is an error'
said "$G" --db "$WORK/third.db" import "$WORK/nowhere.opml"
like "$CODE $ERR" '^1 .*No such file' 'importing a missing file is an error'

said gleaner_db feed remove https://example.net/rss
is "$CODE $OUT" '0 removed https://example.net/rss' 'a feed is removed'
said gleaner_db feed remove https://example.net/rss
is "$CODE" 1 'removing a feed twice is an error'

# ---------------------------------------------------------------- articles

new_database
start_origin --generate 3x8
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml" "$ORIGIN/feed/3.xml"
ok 'a harvest' gleanerd_once
is "$(gleaner articles --json | json_lines)" 24 \
	'articles --json prints all articles'
is "$(gleaner articles | wc -l)" 25 \
	'articles prints a header and one row per article'
is "$(gleaner articles --limit 5 --json | json_lines)" 5 \
	'articles --limit limits the rows'
is "$(gleaner articles --feed "$ORIGIN/feed/2.xml" --json | json_lines)" 8 \
	'articles --feed selects by the URL of the feed'
is "$(gleaner articles --status 'done' --json | json_lines)" 24 \
	'articles --status selects by status'
said gleaner articles --status failed
is "$CODE$OUT" 1 'articles without a match ends with 1'
said gleaner articles --since 2099-01-01
is "$CODE$OUT" 1 'articles --since excludes earlier articles'
is "$(gleaner articles --until 2099-01-01 --json | json_lines)" 24 \
	'articles --until includes earlier articles'
said gleaner articles --min-confidence 0.999999
like "$ERR" '^$|: no article was found$' \
	'articles --min-confidence excludes less certain articles'
is "$(gleaner articles --json | json_field published_at | sort -rc 2>&1)" '' \
	'articles are sorted by date, newest first'

id=$(gleaner articles --json --limit 1 | json_field id)
title=$(gleaner articles --json --limit 1 | json_field title)
said gleaner show "$id"
is "$CODE" 0 'show succeeds'
is "$(printf '%s\n' "$OUT" | awk 'length > 110' | wc -l)" 0 \
	'show wraps its text'
like "$OUT" 'confidence [01]\.' 'show prints the confidence'
is "$(gleaner show "$id" --text | head -n 1)" "$title" \
	'show --text begins with the title'
like "$(gleaner show "$id" --markdown | head -n 1)" '^# ' \
	'show --markdown begins with a heading'
like "$(gleaner show "$id" --html)" '<p>' 'show --html prints paragraphs'
is "$(gleaner show "$id" --json | json_field id)" "$id" \
	'show --json prints the article'
is "$(gleaner show "$id" --revisions --json | json_field revision)" 1 \
	'show --revisions --json prints the revision'
sql "INSERT INTO revision (article_id, revision, at, title, body)
	SELECT id, 1, extracted_at, title || ' at last', 'Rain. ' || body
	FROM article WHERE id = $id;
	UPDATE article SET revision = 2 WHERE id = $id"
said gleaner show "$id" --revisions
is "$(printf '%s\n' "$OUT" | sed -n 's/^\(revision [12]\),[^:]*:[0-9]*/\1/p')" \
	"revision 1
revision 2: headline and text" \
	'show --revisions prints the oldest first, with the parts that changed'
# Headlines are random, so a line break may separate the words of a headline.
# The test therefore joins the lines.
like "$(printf '%s' "$OUT" | tr '\n' ' ')" ' \[-at last-\] ' \
	'show --revisions marks deleted words of the headline'
like "$OUT" '^\[-Rain\.-\] ' 'show --revisions marks deleted words of the text'
like "$OUT" '^\([0-9]+ paragraphs as before\)$' \
	'show --revisions omits unchanged paragraphs'
is "$(gleaner show "$id" --revisions --json | tail -n 1 | python3 -c '
import json, sys
print([c["removed"] for c in json.load(sys.stdin)["changes"]])')" \
	"['at last', 'Rain.']" 'show --revisions --json lists the removed words'
sql "DELETE FROM revision; UPDATE article SET revision = 1 WHERE id = $id"
like "$(gleaner show --explain "$id" | head -c 4000)" '<(!DOCTYPE )?html' \
	'show --explain prints an HTML page'
said gleaner show 999999
is "$CODE" 1 'showing an unknown article ends with 1'

word=$(gleaner show "$id" --text | tr -cs 'A-Za-z' '\n' |
	awk 'length > 6' | head -n 1)
said gleaner search "$word"
is "$CODE" 0 'search succeeds'
like "$OUT" "\*$word\*" 'search marks the words that it found'
cmp_ok "$(gleaner search --json --limit 3 "$word" | json_lines)" -ge 1 \
	'search --json prints one object per article'
said gleaner search zyxwvutsrq
is "$CODE$OUT" 1 'a search without a match ends with 1'
like "$ERR" 'no article was found for: zyxwvutsrq' \
	'a search without a match prints a message'
bad=
for query in '"' "'" '(' 'a AND' 'NEAR(' '*' '^' 'a:b' '-' '""' 'OR OR' \
	'col : x' 'a"b"c' '\' '%' ';--' '{a b}' '+'; do
	said gleaner search -- "$query"
	[ "$CODE" -le 1 ] || bad="$bad [$query]"
	case $ERR in
	'' | *': no article was found for: '*) ;;
	*) bad="$bad [$query]" ;;
	esac
done
is "$bad" '' 'no search query is a syntax error'

# ------------------------------------------------------------- hostile text

# U+009B, U+202E and a line break
hostile=$(printf '\033]0;owned\007x\302\2332J\342\200\256gpj\r\nfake row')
sql "UPDATE article SET title = '$hostile',
	body = body || '$(printf '\033')[2J' WHERE id = $id"
{
	gleaner articles
	gleaner show "$id"
	gleaner show "$id" --text
	gleaner show "$id" --markdown
	gleaner show "$id" --revisions
	gleaner show "$id" --html
	gleaner search owned
} >"$WORK/hostile.out" 2>&1
is "$(python3 - "$WORK/hostile.out" <<'END_OF_PYTHON'
import sys
text = open(sys.argv[1], "rb").read().decode("utf-8")
print(sorted({hex(ord(c)) for c in text
              if (ord(c) < 32 and c != "\n") or 127 <= ord(c) < 160
              or 0x202a <= ord(c) <= 0x202e or 0x2066 <= ord(c) <= 0x2069}))
END_OF_PYTHON
)" '[]' 'S48: no control character of an article reaches the terminal'
is "$(gleaner articles | wc -l)" 25 \
	'a line break in a title makes no additional row'
is "$(gleaner articles --json | json_lines)" 24 \
	'a line break in a title does not break a line of JSON'
like "$(gleaner articles --json)" "$(printf '\342\200\256')" \
	'JSON contains the directional controls that are stored'

# -------------------------------------------------------------------- batches

# Tests that each line of a batch gets an answer, also if the line has a fault.
echo '<html><body><p>A page.</p></body></html>' >"$WORK/page.html"
batch() { # COMMAND LINE…: writes the answers to $WORK/answers
	batch_command=$1
	shift
	printf '%s\n' "$@" |
		"$G" "$batch_command" --batch --root "$WORK" >"$WORK/answers"
}
page='{"id":"a","file":"page.html"}'
batch cut "$page" "$page"
is "$?$(json_lines <"$WORK/answers")" 02 'cut --batch: two pages'
for line in '{"id":"b","file":"nowhere.html"}' rubbish '{"id":"b"}' '[]'; do
	batch cut "$page" "$line" "$page"
	is "$?$(json_lines <"$WORK/answers")" 03 "cut --batch: $line"
	is "$(grep -c '"error"' "$WORK/answers")" 1 \
		'cut --batch answers the other lines with articles'
	batch parse-feed "$line"
	is "$?$(json_lines <"$WORK/answers")" 11 \
		"parse-feed --batch reports the fault of: $line"
done

batch cut '{"id":1.5,"file":"nowhere.html"}'
like "$(cat "$WORK/answers")" '^{"id":1.5,"title":null,"body":"","lead":null,"author":\[\],"date":null,"lang":null,"images":\[\],"confidence":0,"class":null,"flags":null,"origin":null,"parser":null,"ms":0,"error":".*"}$' \
	'an error line of cut --batch has all members, and copies the id'
batch parse-feed '{"id":1.5,"file":"nowhere.xml"}'
like "$(cat "$WORK/answers")" '^{"id":1.5,"feed":[{][}],"entries":\[\],"error":".*"}$' \
	'an error line of parse-feed --batch has all members'

printf '<?xml version="1.0"?>\n<!-- c -->\n<rss version="2.0"><channel>%s' \
	'<title>T</title></channel></rss>' >"$WORK/feed.xml"
"$G" cut "$WORK/feed.xml" >"$WORK/answers" 2>&1
is "$?|$(wc -l <"$WORK/answers")" '1|1' 'cut refuses a feed with one line'
like "$(cat "$WORK/answers")" 'feed.xml is a feed: use gleaner parse-feed' \
	'cut names the command for feeds'
batch cut '{"id":1,"file":"feed.xml"}'
like "$(cat "$WORK/answers")" 'error":".*feed.xml is a feed' \
	'cut --batch refuses a feed'

# A line names the file "-", and the lines after it do not fit into one buffer.
# The command must not read them as the document of the first line.
{
	echo '{"id":"b","file":"-"}'
	for n in $(seq 2000); do
		printf '{"id":%d,"file":"nowhere"}\n' "$n"
	done
} >"$WORK/lines"
for command in cut parse-feed; do
	"$G" "$command" --batch <"$WORK/lines" >"$WORK/answers"
	is "$(json_lines <"$WORK/answers")" 2001 \
		"$command --batch reads no document from standard input"
done

mkdir "$WORK/site"
cp "$WORK/page.html" "$WORK/site/a.html"
"$G" cut --site "$WORK/site" >"$WORK/answers"
is "$?$(json_lines <"$WORK/answers")" 01 'cut --site extracts one page'
ln -s "$WORK/nowhere.html" "$WORK/site/b.html"
"$G" cut --site "$WORK/site" >"$WORK/answers"
is "$?$(json_lines <"$WORK/answers")" 12 \
	'cut --site ends with 1 if a file is missing'

# ------------------------------------------------------------ the terminal

# widest COLUMNS COMMAND…: length of the longest line that COMMAND prints on a
# terminal of that width.
widest() {
	python3 -c '
import fcntl, os, pty, re, struct, sys, termios
pid, fd = pty.fork()
if pid == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ,
                struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
out = b""
try:
    while True:
        piece = os.read(fd, 4096)
        if not piece:
            break
        out += piece
except OSError:
    pass
assert os.waitpid(pid, 0)[1] == 0, out
plain = re.sub(r"\x1b\[[0-9;]*m", "", out.decode())
print(max(len(line) for line in plain.split("\r\n")))' "$@"
}
cmp_ok "$(gleaner articles | awk '{ print length }' | sort -n | tail -n 1)" \
	-gt 72 'a listing is not truncated if it is not printed to a terminal'
for columns in 72 100; do
	cmp_ok "$(widest $columns "$G" -c "$CONFIG" articles)" -le $columns \
		"articles fits $columns columns"
	cmp_ok "$(widest $columns "$G" -c "$CONFIG" search --limit 3 "$word")" \
		-le $columns "search fits $columns columns"
done
cmp_ok "$(widest 40 "$G" -c "$CONFIG" show "$id" --revisions)" -le 40 \
	'show fits 40 columns'

# -------------------------------------------------------------- the reader

gleaner articles 2>"$WORK/pipe.err" | head -n 1 >/dev/null
is "$(cat "$WORK/pipe.err")" '' 'a closed pipe ends a listing without a message'
lines=$(
	{
		{
			gleaner follow --consumer piped --wait \
				2>"$WORK/pipe.err"
			echo $? >"$WORK/pipe.code"
		} | head -n 1
	} | wc -l
)
is "$lines$(cat "$WORK/pipe.code" "$WORK/pipe.err")" 10 \
	'a closed pipe ends follow --wait without a message'
if [ -w /dev/full ]; then
	"$G" -c "$CONFIG" articles >/dev/full 2>"$WORK/full.err"
	like "$? $(cat "$WORK/full.err")" '^1 .*No space left' \
		'a full disk is an error'
fi

# ---------------------------------------------------------- the change log

last=$(sql 'SELECT max(seq) FROM change')
is "$(gleaner follow --consumer one | json_field seq | tr '\n' ' ')" \
	"$(sql 'SELECT seq FROM change ORDER BY seq' | tr '\n' ' ')" \
	'follow prints each change once, in the order of seq'
said gleaner follow --consumer one
is "$CODE$OUT" 0 'follow without new changes prints nothing and ends with 0'
is "$(gleaner follow --consumer one --from start | json_lines)" "$last" \
	'--from start repeats all changes'
is "$(gleaner follow --consumer one --from "$last" | json_field seq)" \
	"$last" '--from SEQ begins with that change'
is "$(gleaner follow --from $((last + 1)))$?" 0 \
	'without a consumer, --from may be the next change'
said gleaner follow --from $((last + 2))
is "$CODE" 1 'without a consumer, --from may not be a later change'
like "$ERR" "there is no change $((last + 2)), the newest is $last" \
	'the message names the newest change'
said gleaner follow --consumer far --from $((last + 2))
like "$CODE $ERR" "^1 .*there is no change $((last + 2)), the newest is $last" \
	'the message is the same with a consumer'
said gleaner follow --consumer far --share --from $((last + 2))
like "$CODE $ERR" "^1 .*there is no change $((last + 2)), the newest is $last" \
	'the message is the same with a new shared consumer'
said gleaner follow --consumer fresh --from now
is "$CODE$OUT" 0 '--from now prints no older change'
is "$(gleaner follow --consumer few --limit 3 --batch 2 | json_field seq |
	tr '\n' ' ')" '1 2 3 ' 'follow obeys --limit and --batch'
is "$(gleaner follow --consumer few --limit 1 | json_field seq)" 4 \
	'the next follow continues after the last change'
gleaner follow --consumer one --from start --limit 1 | python3 -c '
import json, sys
row = json.loads(sys.stdin.readline())
assert list(row) == ["v", "seq", "kind", "id", "revision", "url", "title",
    "lead", "body", "authors", "published_at", "lang", "feeds", "tags",
    "images", "confidence", "flags", "usage", "published_zone",
    "modified_at", "section", "publisher", "license", "access",
    "word_count", "fields", "cluster_id", "keywords", "categories",
    "summary"], list(row)
assert row["v"] == 1 and row["kind"] == "new" and row["body"]
assert all(isinstance(row[k], list)
           for k in ("authors", "feeds", "tags", "images", "flags",
                     "keywords", "categories"))
'
is $? 0 'a line contains the documented members in order'

is "$(gleaner follow --consumer by-hand --ack manual --limit 4 |
	json_lines)" 4 'follow --ack manual prints lines'
is "$(gleaner follow --consumer by-hand --ack manual --limit 1 |
	json_field seq)" 1 'follow --ack manual does not move the cursor'
ok 'ack succeeds' gleaner ack --consumer by-hand 4
is "$(gleaner follow --consumer by-hand --ack manual --limit 1 |
	json_field seq)" 5 'ack moves the cursor to its SEQ'
said gleaner ack --consumer by-hand 2
is "$CODE" 0 'a SEQ before the cursor is not an error'
said gleaner ack --consumer by-hand 999999
is "$CODE" 1 'a SEQ after the last change is an error'
said gleaner ack --consumer nobody 1
like "$CODE $ERR" '^1 .*no consumer "nobody"' 'an unknown consumer is an error'
like "$(gleaner consumers)" "^by-hand +4 +$((last - 4)) " \
	'consumers prints cursor and lag'
is "$(gleaner consumers --json | json_lines)" \
	"$(sql 'SELECT count(*) FROM consumer')" \
	'consumers --json prints one object per consumer'
ok 'a consumer is removed' gleaner consumers --remove by-hand
unlike "$(gleaner consumers)" 'by-hand' 'a removed consumer is not listed'

# `follow` is killed at a random time. It may repeat its last batch, and it must
# not skip a line.
seed=$(date +%N)
diag "seed $seed"
cat >"$WORK/kill.py" <<'END_OF_PYTHON'
import json, random, subprocess, sys, time

random.seed(sys.argv[1])
last, command = int(sys.argv[2]), sys.argv[3:]
killed = repeated = 0


def follow(consumer, batch, kill):
    global killed
    run = subprocess.Popen(command + ["--consumer", consumer, "--batch",
                                      str(batch)], stdout=subprocess.PIPE)
    if kill:
        run.stdout.peek(1)  # after the first line, follow is running
        time.sleep(random.uniform(0, 0.004))
        run.kill()
    out = run.communicate()[0]
    killed += run.returncode != 0
    # An incomplete last line does not count as delivered.
    return [json.loads(line)["seq"] for line in out.split(b"\n")[:-1]]


for consumer in ("killed-1", "killed-2", "killed-3", "killed-4"):
    expected = 1
    for n in range(30):
        batch = random.randint(1, 3)
        seqs = follow(consumer, batch, n < 29)
        if not seqs:
            continue
        assert seqs == list(range(seqs[0], seqs[-1] + 1)), seqs
        assert expected - 3 <= seqs[0] <= expected, (expected, seqs)
        repeated += expected - seqs[0]
        expected = max(expected, seqs[-1] + 1)
    assert expected == last + 1, expected
print(killed, "killed,", repeated, "lines again")
END_OF_PYTHON
said python3 "$WORK/kill.py" "$seed" "$last" "$G" -c "$CONFIG" \
	follow
diag "$OUT"
is "$CODE$ERR" 0 'a follow that is killed repeatedly skips no change'

# ------------------------------------------------------------- with a daemon

# Tests --wait without a daemon while another process writes. The program is
# called directly, not by gleaner(), because the signal is sent to its PID.
"$G" -c "$CONFIG" follow --consumer waiting --from now --wait \
	>"$WORK/waiting.out" 2>"$WORK/waiting.err" &
waiting=$!
tap_pids="$tap_pids $waiting"
wait_for_sql "SELECT count(*) FROM consumer WHERE name = 'waiting'" 1
add_changes "SELECT article_id, revision, 'revised', at FROM change LIMIT 1"
ok 'follow --wait prints a new change without a daemon' \
	wait_for grep -q revised "$WORK/waiting.out"
kill -TERM "$waiting"
wait "$waiting"
is "$?$(cat "$WORK/waiting.err")" 0 'SIGTERM ends follow --wait with 0'
tap_forget "$waiting"

said gleaner status
is "$CODE" 0 'status works without a daemon'
like "$OUT" 'articles .*24 done' 'status counts the articles of the database'
like "$OUT" 'daemon .*not running' 'status prints that no daemon runs'
is "$(gleaner status --json | json_field daemon)" None \
	'the JSON of status has no daemon'

start_gleanerd
ok 'status prints that the daemon runs' wait_for sh -c \
	"\"$G\" -c \"$CONFIG\" status | grep -q '^daemon *runs'"
is "$(gleaner status --json | json_lines)" 1 'status --json prints one line'
"$G" -c "$CONFIG" follow --consumer waiting --wait >"$WORK/waiting.out" \
	2>"$WORK/waiting.err" &
waiting=$!
tap_pids="$tap_pids $waiting"
start_origin --generate 1x4 --seed 7
said gleaner feed add --as-is "$ORIGIN/feed/1.xml"
is "$CODE" 0 'feed add succeeds while a daemon runs'
ok 'the daemon polls the new feed, and follow --wait prints its articles' \
	wait_for sh -c "[ \"\$(grep -c '\"new\"' \"$WORK/waiting.out\")\" = 4 ]"
said gleaner feed poll "$ORIGIN/feed/1.xml"
is "$CODE" 0 'feed poll asks the daemon to poll a feed'
said gleaner feed poll http://nobody.example/
is "$CODE" 1 'feed poll of an unknown feed is an error'
kill -INT "$waiting"
wait "$waiting"
is "$?" 0 'SIGINT ends follow --wait with 0'
tap_forget "$waiting"
stop_gleanerd

# ------------------------------------------------------------- check and backup

said gleaner check
like "$CODE $OUT" '^0 .*: ok$' 'check finds no fault'
said gleaner backup "$WORK/copy.db"
if is_postgres; then
	like "$CODE $ERR" '^1 .*pg_dump' 'backup of a server names pg_dump'
else
	like "$CODE $OUT" '^0 .*copy.db: .*verified$' \
		'backup writes and verifies a copy'
	is "$("$G" --db "$WORK/copy.db" articles --json | json_lines)" 28 \
		'the copy contains all articles'
fi
said gleaner backup "$DB"
is "$CODE" 1 'a backup onto the database itself is refused'
said "$G" --db "$DB" prune
is "$CODE" 2 'prune without a configuration needs a period'
said gleaner prune --articles 1s --dry-run
like "$CODE $OUT" '^0 would be deleted: [1-9][0-9]* articles' \
	'prune --dry-run prints the number of rows to delete'
like "$(sql 'SELECT count(*) FROM article')" '^[1-9]' \
	'prune --dry-run deletes nothing'
said gleaner prune
like "$CODE $OUT" '^0 deleted: 0 articles' \
	'prune uses the periods of the configuration'
said "$G" --db "$DB" prune --vacuum --dry-run
unlike "$OUT" 'rewritten' 'prune --vacuum --dry-run does not rewrite the file'
sql "UPDATE poll SET at = at - 100 * 86400"
said "$G" --db "$DB" prune --polls 30d
like "$CODE $OUT" ' [1-9][0-9]* polls$' 'prune --polls uses the given period'

done_testing
