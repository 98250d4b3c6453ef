#!/bin/sh
# The command `gleaner` as its users meet it: words, listings, exit codes,
# subscriptions in and out, articles, the change log.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd

G=$BUILD/gleaner

# said COMMAND…: runs it; OUT, ERR and CODE are what came of it.
said() {
	"$@" >"$WORK/said.out" 2>"$WORK/said.err" </dev/null
	CODE=$?
	OUT=$(cat "$WORK/said.out")
	ERR=$(cat "$WORK/said.err")
}

# Every line of standard input is a JSON object; prints how many there are.
json_lines() {
	python3 -c '
import json, sys
n = 0
for line in sys.stdin.buffer.read().split(b"\n")[:-1]:
    assert isinstance(json.loads(line), dict)
    n += 1
print(n)'
}

# json_field KEY: of each line, one a line.
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
like "$ERR" "gleaner --help" 'that names the help'
said "$G" artcles
is "$CODE" 2 'an unknown command is one'
like "$ERR" 'did you mean "articles"' 'what was meant is told'
said "$G" feed lst
like "$ERR" 'did you mean "feed list"' 'also of the second word'
said "$G" feed
is "$CODE" 2 'feed alone is a usage error'
said "$G" frobnicate
unlike "$ERR" 'did you mean' 'nothing is guessed where nothing is near'
said "$G" articles --limt 3
is "$CODE" 2 'an unknown option is a usage error'
like "$ERR" 'did you mean --limit' 'what was meant is told'
said "$G" show
like "$CODE $ERR" '^2 .*ID is missing' 'a missing operand is named'
said "$G" show seven
is "$CODE" 2 'an ID that is none is a usage error'
said "$G" articles --since whenever
is "$CODE" 2 'a time that is none is one'
said "$G" articles --status lost
like "$CODE $ERR" '^2 .*queued, done' 'a choice that is none tells them all'
said "$G" follow
like "$CODE $ERR" '^2 .*--consumer' 'follow without a consumer is one'
said "$G" ack --consumer c
is "$CODE" 2 'ack without a SEQ is one'
said "$G" show --text --html 1
is "$CODE" 2 'two forms at once are one'
said "$G" --json articles
like "$CODE $ERR" '^2 .*follow the command' 'an option before the command'
said "$G" --version
like "$OUT" '^gleaner [0-9]+\.[0-9]+' '--version'

said "$G" --help
is "$CODE" 0 '--help is no failure'
commands=$(printf '%s\n' "$OUT" | sed -n '/^Commands:/,/^$/p' | awk '
	/^  [a-z]/ {
		print $1 == "feed" || $1 == "debug" ? $1 " " $2 : $1
	}')
cmp_ok "$(printf '%s\n' "$commands" | wc -l)" -ge 18 'it lists the commands'
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
is "$lacking" '' 'each answers --help with usage, options and an example'

# ---------------------------------------------------------- which database

said "$G" articles
is "$CODE" 1 'no database anywhere is a failure'
like "$ERR" 'gleaner.yaml.*var/gleaner.db.*--db' 'that tells where it looked'
said "$G" --db "$WORK/none.db" articles
is "$CODE" 1 'a database that is not there is one'
said "$G" --db "$WORK/none.db" feed remove http://example.org/
is "$CODE" 1 'also for a command that writes'
fails 'which does not make one' test -e "$WORK/none.db"
"$G" --db "$WORK/strangers.db" feed add --as-is http://example.org/rss >/dev/null
chmod 444 "$WORK/strangers.db"
# A stranger in a folder of somebody else.
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
	like "$CODE $ERR" '^1 .*: cannot be read by this user unless another' \
		'who may not write beside a database is told why'
	said_of feed pause http://example.org/rss
	like "$CODE $ERR" '^1 .*: the file or its folder is read-only' \
		'and who wants to write, too'
else
	skip 'strangers are told why' 'they may not run this'
fi
chmod 755 "$WORK"
said "$G" -c "$WORK/none.yaml" articles
is "$CODE" 2 'a configuration that is not there is a usage error'
printf 'databse: x.db\npoll: { interval: soon }\n' >"$WORK/faulty.yaml"
said "$G" -c "$WORK/faulty.yaml" articles
is "$CODE" 2 'a faulty one, too'
is "$(printf '%s\n' "$ERR" | grep -c "^$WORK/faulty.yaml:[0-9]*:")" 2 \
	'all its faults are told'
for command in cut discover 'feed add'; do
	# shellcheck disable=SC2086 # two words
	said "$G" -c "$WORK/faulty.yaml" $command http://127.0.0.1:65001/
	is "$CODE $(printf '%s\n' "$ERR" | wc -l)" '2 2' \
		"and nothing else, by $command of an address"
done
printf 'database: %s\n' "$WORK/configured.db" >"$WORK/good.yaml"
said "$G" -c "$WORK/good.yaml" feed add --as-is http://example.org/rss
ok 'the database is what the configuration says' \
	test -s "$WORK/configured.db"
said env GLEANER_CONFIG="$WORK/good.yaml" "$G" feed list
is "$CODE" 0 'GLEANER_CONFIG of the environment is read'
said "$G" feed list -c "$WORK/good.yaml"
is "$CODE" 0 '-c may stand behind the command'
mkdir var
said "$G" feed add --as-is http://example.org/rss
ok 'var/gleaner.db is the last resort' test -s var/gleaner.db
said "$G" feed list
is "$CODE" 0 'and is found there'

# ---------------------------------------------------------- subscriptions

gleaner_db() {
	"$G" --db "$DB" "$@"
}

said gleaner_db feed add --as-is --title 'An  Example' --interval 10m --tag tech \
	--tag 'two words' https://example.org/atom
is "$CODE $OUT" '0 added https://example.org/atom' 'a feed is added'
said gleaner_db feed add --as-is https://example.org/atom https://example.net/rss
is "$OUT" "known https://example.org/atom
added https://example.net/rss" 'a known one is not added twice'
is "$(sql 'SELECT interval_s FROM feed WHERE id = 1')" 600 \
	'and keeps what was said of it'
said gleaner_db feed add --as-is https://example.com/ok ftp://example.org/feed
is "$CODE" 1 'a URL that cannot be fetched is refused'
is "$(sql 'SELECT count(*) FROM feed')" 2 'and nothing else is added then'
said gleaner_db feed add example.org/feed
like "$ERR" 'does not begin with http:// or https://' 'a URL without scheme is understood'
for url in 'javascript:alert(1)' 'http://user:pw@example.org/' \
	'http://exa mple.org/' 'http://' '' '/etc/passwd'; do
	said gleaner_db feed add --as-is "$url"
	is "$CODE" 1 "refused: '$url'"
done
said gleaner_db feed add --as-is --title x http://a.example/ http://b.example/
is "$CODE" 2 'one title for two feeds is a usage error'

said gleaner_db feed list
is "$(printf '%s\n' "$OUT" | wc -l)" 3 'feed list: titles and two rows'
like "$OUT" 'new .*due .*An Example +https://example.org/atom$' \
	'with what they are called'
said gleaner_db feed list --tag tech
is "$(printf '%s\n' "$OUT" | wc -l)" 2 'by tag'
said gleaner_db feed list --tag none
is "$CODE$OUT" 1 'nothing found is exit code 1 and no output'
said gleaner_db feed list --limit 1 --json
is "$(printf '%s\n' "$OUT" | json_lines)" 1 '--limit'
is "$(gleaner_db feed list --json | json_lines)" 2 'as JSON lines'
is "$(gleaner_db feed list --json --tag tech | json_field health)" new \
	'with the health that the table shows'
is "$(gleaner_db feed list --json --tag tech | json_field tags)" \
	"['tech', 'two words']" 'tags are a list'

said gleaner_db feed pause https://example.net/rss
is "$CODE $OUT" '0 paused https://example.net/rss' 'a feed is paused'
is "$(sql "SELECT status FROM feed WHERE url LIKE '%/rss'")" paused \
	'in the database'
said gleaner_db feed resume https://example.net/rss
is "$(sql "SELECT status FROM feed WHERE url LIKE '%/rss'")" active \
	'and resumed'
said gleaner_db feed pause https://example.net/rss https://nobody.example/
is "$CODE" 1 'one that is not there is a failure'
like "$ERR" 'not subscribed to https://nobody.example/' 'that is told'
said gleaner_db feed resume -- https://example.net/rss
is "$CODE" 0 '-- ends options'
said "$G" --db "$DB" feed poll https://example.net/rss
is "$CODE" 1 'feed poll without a daemon is a failure'

said gleaner_db feed add --as-is --interval 366d https://long.example/rss
like "$CODE $ERR" '^2 .*--interval is 365d at most' \
	'an interval is as long as in the configuration'
said gleaner_db feed add --as-is --interval 106751991167300d https://long.example/rss
is "$CODE" 2 'nor is it so long that the next poll is in the past'

# ------------------------------------------------------- in and out again

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
	'export is OPML 2.0 of all feeds'
said "$G" --db "$WORK/second.db" import "$WORK/out.opml"
is "$CODE $OUT" '0 2 added, 0 known, 0 faulty' 'import takes it'
said "$G" --db "$WORK/second.db" import "$WORK/out.opml"
is "$CODE $OUT" '0 0 added, 2 known, 0 faulty' 'a second time all are known'
"$G" --db "$WORK/second.db" export >"$WORK/again.opml"
is "$(grep -v dateCreated "$WORK/again.opml")" \
	"$(grep -v dateCreated "$WORK/out.opml")" \
	'what went in comes out the same'
is "$("$G" --db "$WORK/second.db" feed list --json --tag tech |
	json_field tags)" "['tech', 'two words']" 'tags went along'
is "$("$G" --db "$WORK/second.db" feed list --json | json_field title |
	sort)" 'An Example
None' 'and no title was made up'
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
)" 'All of A 10 /more' 'attributes that OPML does not know come out again'
said sh -c "\"$G\" --db \"$WORK/third.db\" import - <\"$WORK/out.opml\""
is "$CODE $OUT" '0 2 added, 0 known, 0 faulty' 'also from standard input'
cat >"$WORK/faulty.opml" <<'END_OF_OPML'
<opml version="2.0"><head/><body>
<outline text="News"><outline text="fine" xmlUrl="http://fine.example/rss"/>
<outline text="file" xmlUrl="file:///etc/passwd"/></outline>
</body></opml>
END_OF_OPML
said "$G" --db "$WORK/third.db" import "$WORK/faulty.opml"
is "$CODE $OUT" '0 1 added, 0 known, 1 faulty' 'what is faulty is left out'
like "$ERR" 'line 3' 'with its line'
is "$("$G" --db "$WORK/third.db" feed list --json --tag News |
	json_field url)" http://fine.example/rss 'a folder is a tag'
# A feed in two folders is written twice.
long=$(printf '%0300d' 0)
cat >"$WORK/twice.opml" <<END_OF_OPML
<opml version="2.0"><head/><body>
<outline text="Press"><outline text="T" xmlUrl="https://two.example/f"/></outline>
<outline text="Daily"><outline text="T" xmlUrl="HTTPS://two.example/f"/></outline>
<outline text="Press"><outline text="T" xmlUrl="https://two.example/f"/></outline>
<outline text="$long"><outline text="T" xmlUrl="https://l.example/f"/></outline>
</body></opml>
END_OF_OPML
ok 'a feed in two folders' "$G" --db "$WORK/third.db" import "$WORK/twice.opml"
is "$("$G" --db "$WORK/third.db" feed list --json | grep two.example |
	json_field tags | sort -u)" "['Press', 'Daily']" 'has both tags'
is "$("$G" --db "$WORK/third.db" feed list --json | grep l.example |
	json_field tags | tr -cd 0 | wc -c)" 256 'a tag is as long as one may be'
printf 'no opml' >"$WORK/not.opml"
said "$G" --db "$WORK/third.db" import "$WORK/not.opml"
is "$CODE" 1 'what is no OPML is a failure'
said "$G" --db "$WORK/third.db" import "$WORK/nowhere.opml"
like "$CODE $ERR" '^1 .*No such file' 'a file that is not there, too'

said gleaner_db feed remove https://example.net/rss
is "$CODE $OUT" '0 removed https://example.net/rss' 'a feed is removed'
said gleaner_db feed remove https://example.net/rss
is "$CODE" 1 'only once'

# ---------------------------------------------------------------- articles

rm -f "$DB" "$DB"-*
start_origin --generate 3x8
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml" "$ORIGIN/feed/3.xml"
ok 'a harvest' gleanerd_once
is "$(gleaner articles --json | json_lines)" 24 'all articles, as JSON lines'
is "$(gleaner articles | wc -l)" 25 'as text: titles and a row each'
is "$(gleaner articles --limit 5 --json | json_lines)" 5 '--limit'
is "$(gleaner articles --feed "$ORIGIN/feed/2.xml" --json | json_lines)" 8 \
	'--feed by its URL'
is "$(gleaner articles --status 'done' --json | json_lines)" 24 '--status'
said gleaner articles --status failed
is "$CODE$OUT" 1 'none is exit code 1'
said gleaner articles --since 2099-01-01
is "$CODE$OUT" 1 '--since'
is "$(gleaner articles --until 2099-01-01 --json | json_lines)" 24 '--until'
said gleaner articles --min-confidence 0.999999
like "$ERR" '^$|: no article was found$' '--min-confidence'
is "$(gleaner articles --json | json_field published_at | sort -rc 2>&1)" '' \
	'newest first'

id=$(gleaner articles --json --limit 1 | json_field id)
title=$(gleaner articles --json --limit 1 | json_field title)
said gleaner show "$id"
is "$CODE" 0 'show'
is "$(printf '%s\n' "$OUT" | awk 'length > 110' | wc -l)" 0 'is wrapped'
like "$OUT" 'confidence [01]\.' 'says how far to trust it'
is "$(gleaner show "$id" --text | head -n 1)" "$title" '--text'
like "$(gleaner show "$id" --markdown | head -n 1)" '^# ' '--markdown'
like "$(gleaner show "$id" --html)" '<p>' '--html'
is "$(gleaner show "$id" --json | json_field id)" "$id" '--json'
is "$(gleaner show "$id" --revisions --json | json_field revision)" 1 \
	'--revisions'
sql "INSERT INTO revision (article_id, revision, at, title, body)
	SELECT id, 1, extracted_at, title || ' at last', 'Rain. ' || body
	FROM article WHERE id = $id;
	UPDATE article SET revision = 2 WHERE id = $id"
said gleaner show "$id" --revisions
is "$(printf '%s\n' "$OUT" | sed -n 's/^\(revision [12]\),[^:]*:[0-9]*/\1/p')" \
	"revision 1
revision 2: headline and text" '--revisions: the oldest first, and what changed'
# Headlines are drawn by lot, and some are wrapped here.
like "$(printf '%s' "$OUT" | tr '\n' ' ')" ' \[-at last-\] ' \
	'the headline, by words'
like "$OUT" '^\[-Rain\.-\] ' 'and the text'
like "$OUT" '^\([0-9]+ paragraphs as before\)$' 'without what is as it was'
is "$(gleaner show "$id" --revisions --json | tail -n 1 | python3 -c '
import json, sys
print([c["removed"] for c in json.load(sys.stdin)["changes"]])')" \
	"['at last', 'Rain.']" 'and as JSON'
sql "DELETE FROM revision; UPDATE article SET revision = 1 WHERE id = $id"
like "$(gleaner show --explain "$id" | head -c 4000)" '<(!DOCTYPE )?html' \
	'--explain is a page of HTML'
said gleaner show 999999
is "$CODE" 1 'an article that is not there is exit code 1'

word=$(gleaner show "$id" --text | tr -cs 'A-Za-z' '\n' |
	awk 'length > 6' | head -n 1)
said gleaner search "$word"
is "$CODE" 0 'search finds'
like "$OUT" "\*$word\*" 'and marks what it found'
cmp_ok "$(gleaner search --json --limit 3 "$word" | json_lines)" -ge 1 \
	'as JSON lines'
said gleaner search zyxwvutsrq
is "$CODE$OUT" 1 'nothing found'
like "$ERR" 'no article was found for: zyxwvutsrq' 'and that is told'
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
is "$bad" '' 'no query is an error'

# ------------------------------------------------------------- hostile text

sql "UPDATE article SET title = char(27) || ']0;owned' || char(7) || 'x' ||
	char(155) || '2J' || char(8238) || 'gpj' || char(13) || char(10) ||
	'fake row', body = body || char(27) || '[2J'
	WHERE id = $id"
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
)" '[]' 'S48: no control of an article reaches the terminal'
is "$(gleaner articles | wc -l)" 25 'nor does it make a row of its own'
is "$(gleaner articles --json | json_lines)" 24 'nor break a line of JSON'

# ------------------------------------------------------------- many at a time

# Whatever is wrong with a line, all are answered.
echo '<html><body><p>A page.</p></body></html>' >"$WORK/page.html"
batch() { # COMMAND LINE…: the answers are in $WORK/answers
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
	is "$(grep -c '"error"' "$WORK/answers")" 1 'and the others are cut'
	batch parse-feed "$line"
	is "$?$(json_lines <"$WORK/answers")" 11 "parse-feed --batch, likewise"
done

# More lines than a buffer holds: they are no page.
{
	echo '{"id":"b","file":"-"}'
	for n in $(seq 2000); do
		printf '{"id":%d,"file":"nowhere"}\n' "$n"
	done
} >"$WORK/lines"
for command in cut parse-feed; do
	"$G" "$command" --batch <"$WORK/lines" >"$WORK/answers"
	is "$(json_lines <"$WORK/answers")" 2001 \
		"$command --batch: a file named - is not the lines behind it"
done

mkdir "$WORK/site"
cp "$WORK/page.html" "$WORK/site/a.html"
"$G" cut --site "$WORK/site" >"$WORK/answers"
is "$?$(json_lines <"$WORK/answers")" 01 'cut --site: a page'
ln -s "$WORK/nowhere.html" "$WORK/site/b.html"
"$G" cut --site "$WORK/site" >"$WORK/answers"
is "$?$(json_lines <"$WORK/answers")" 12 'cut --site: 1 where one is not there'

# ------------------------------------------------------------ the terminal

# widest COLUMNS COMMAND…: the longest line that it writes to such a terminal.
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
plain = re.sub(r"\x1b\[[0-9]*m", "", out.decode())
print(max(len(line) for line in plain.split("\r\n")))' "$@"
}
cmp_ok "$(gleaner articles | awk '{ print length }' | sort -n | tail -n 1)" \
	-gt 72 'a listing that is no terminal is not cut'
for columns in 72 100; do
	cmp_ok "$(widest $columns "$G" -c "$CONFIG" articles)" -le $columns \
		"articles keeps within $columns columns"
	cmp_ok "$(widest $columns "$G" -c "$CONFIG" search --limit 3 "$word")" \
		-le $columns "search, too"
done
cmp_ok "$(widest 40 "$G" -c "$CONFIG" show "$id" --revisions)" -le 40 \
	'and what is shown'

# -------------------------------------------------------------- the reader

gleaner articles 2>"$WORK/pipe.err" | head -n 1 >/dev/null
is "$(cat "$WORK/pipe.err")" '' '| head ends quietly'
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
	'also where follow waits for ever'
if [ -w /dev/full ]; then
	"$G" -c "$CONFIG" articles >/dev/full 2>"$WORK/full.err"
	like "$? $(cat "$WORK/full.err")" '^1 .*No space left' \
		'a full disk is a failure'
fi

# ---------------------------------------------------------- the change log

last=$(sql 'SELECT max(seq) FROM change')
is "$(gleaner follow --consumer one | json_field seq | tr '\n' ' ')" \
	"$(sql 'SELECT seq FROM change ORDER BY seq' | tr '\n' ' ')" \
	'follow gives each change once, seq rising'
said gleaner follow --consumer one
is "$CODE$OUT" 0 'and no more then, which is no failure'
is "$(gleaner follow --consumer one --from start | json_lines)" "$last" \
	'--from start gives them again'
is "$(gleaner follow --consumer one --from "$last" | json_field seq)" \
	"$last" '--from SEQ begins with it'
said gleaner follow --consumer fresh --from now
is "$CODE$OUT" 0 '--from now gives nothing of old'
is "$(gleaner follow --consumer few --limit 3 --batch 2 | json_field seq |
	tr '\n' ' ')" '1 2 3 ' '--limit and --batch'
is "$(gleaner follow --consumer few --limit 1 | json_field seq)" 4 \
	'the next goes on behind it'
gleaner follow --consumer one --from start --limit 1 | python3 -c '
import json, sys
row = json.loads(sys.stdin.readline())
assert list(row) == ["v", "seq", "kind", "id", "revision", "url", "title",
    "lead", "body", "authors", "published_at", "lang", "feeds", "tags",
    "images", "confidence", "flags", "usage", "published_zone",
    "modified_at", "section", "publisher", "license", "access",
    "word_count", "fields", "cluster_id"], list(row)
assert row["v"] == 1 and row["kind"] == "new" and row["body"]
assert all(isinstance(row[k], list)
           for k in ("authors", "feeds", "tags", "images", "flags"))
'
is $? 0 'a line is as the contract has it'

is "$(gleaner follow --consumer by-hand --ack manual --limit 4 |
	json_lines)" 4 '--ack manual gives lines'
is "$(gleaner follow --consumer by-hand --ack manual --limit 1 |
	json_field seq)" 1 'and leaves the cursor'
ok 'ack moves it' gleaner ack --consumer by-hand 4
is "$(gleaner follow --consumer by-hand --ack manual --limit 1 |
	json_field seq)" 5 'as far as it says'
said gleaner ack --consumer by-hand 2
is "$CODE" 0 'a smaller SEQ is no error'
said gleaner ack --consumer by-hand 999999
is "$CODE" 1 'one beyond the end is'
said gleaner ack --consumer nobody 1
like "$CODE $ERR" '^1 .*no consumer "nobody"' 'an unknown consumer is'
like "$(gleaner consumers)" "^by-hand +4 +$((last - 4)) " \
	'consumers tells cursor and lag'
is "$(gleaner consumers --json | json_lines)" \
	"$(sql 'SELECT count(*) FROM consumer')" 'as JSON lines'
ok 'a consumer is forgotten' gleaner consumers --remove by-hand
unlike "$(gleaner consumers)" 'by-hand' 'and gone'

# Killed at whatever moment: its last batch again, never less.
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
        run.stdout.peek(1)  # its first line: it is at work now
        time.sleep(random.uniform(0, 0.004))
        run.kill()
    out = run.communicate()[0]
    killed += run.returncode != 0
    # A line without its end was not given.
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
is "$CODE$ERR" 0 'killed again and again, it gives all of them'

# ------------------------------------------------------------- with a daemon

# A wait without a daemon: somebody else writes.
# (The program itself, not a function: its number is what is signalled.)
"$G" -c "$CONFIG" follow --consumer waiting --from now --wait \
	>"$WORK/waiting.out" 2>"$WORK/waiting.err" &
waiting=$!
tap_pids="$tap_pids $waiting"
wait_for_sql "SELECT count(*) FROM consumer WHERE name = 'waiting'" 1
sql "INSERT INTO change (article_id, revision, kind, at)
	SELECT article_id, revision, 'revised', at FROM change LIMIT 1"
ok 'follow --wait gives what comes, without a daemon' \
	wait_for grep -q revised "$WORK/waiting.out"
kill -TERM "$waiting"
wait "$waiting"
is "$?$(cat "$WORK/waiting.err")" 0 'and ends by SIGTERM with exit code 0'
tap_forget "$waiting"

said gleaner status
is "$CODE" 0 'status works without a daemon'
like "$OUT" 'articles .*24 done' 'from the database'
like "$OUT" 'daemon .*not running' 'and says so'
is "$(gleaner status --json | json_field daemon)" None 'as JSON'

start_gleanerd
ok 'with a daemon status asks it' wait_for sh -c \
	"\"$G\" -c \"$CONFIG\" status | grep -q '^daemon *runs'"
is "$(gleaner status --json | json_lines)" 1 'also as JSON'
"$G" -c "$CONFIG" follow --consumer waiting --wait >"$WORK/waiting.out" \
	2>"$WORK/waiting.err" &
waiting=$!
tap_pids="$tap_pids $waiting"
start_origin --generate 1x4 --seed 7
said gleaner feed add --as-is "$ORIGIN/feed/1.xml"
is "$CODE" 0 'feed add with a daemon'
ok 'the daemon takes it up, and a waiting follow gives its articles' \
	wait_for sh -c "[ \"\$(grep -c '\"new\"' \"$WORK/waiting.out\")\" = 4 ]"
said gleaner feed poll "$ORIGIN/feed/1.xml"
is "$CODE" 0 'feed poll asks it'
said gleaner feed poll http://nobody.example/
is "$CODE" 1 'and hears of what it does not know'
kill -INT "$waiting"
wait "$waiting"
is "$?" 0 'follow --wait ends by SIGINT with exit code 0'
tap_forget "$waiting"
stop_gleanerd

# ------------------------------------------------------------ care of the whole

said gleaner check
like "$CODE $OUT" '^0 .*: ok$' 'check'
said gleaner backup "$WORK/copy.db"
like "$CODE $OUT" '^0 .*copy.db: .*verified$' 'backup'
is "$("$G" --db "$WORK/copy.db" articles --json | json_lines)" 28 \
	'the copy is one'
said gleaner backup "$DB"
is "$CODE" 1 'not onto itself'
said "$G" --db "$DB" prune
is "$CODE" 2 'prune wants to know what is kept'
said gleaner prune --articles 1s --dry-run
like "$CODE $OUT" '^0 would be deleted: [1-9][0-9]* articles' \
	'prune --dry-run tells what would go'
like "$(sql 'SELECT count(*) FROM article')" '^[1-9]' 'and deletes nothing'
said gleaner prune
like "$CODE $OUT" '^0 deleted: 0 articles' 'prune by the configuration'
said "$G" --db "$DB" prune --vacuum --dry-run
unlike "$OUT" 'rewritten' 'a dry run writes nothing'
sql "UPDATE poll SET at = at - 100 * 86400"
said "$G" --db "$DB" prune --polls 30d
like "$CODE $OUT" ' [1-9][0-9]* polls$' 'and by a span'

done_testing
