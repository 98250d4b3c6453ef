#!/bin/sh
# The commands that read strangers' documents do so behind the walls: a
# document that takes its reader over gets no file and no socket, and is told
# of in a line.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
"$BUILD/gleanerd" --selftest-sandbox >/dev/null 2>&1 ||
	skip_all 'no walls here (sanitizers, or the kernel)'
[ -e "$BUILD/hole-shim.so" ] || bail "no $BUILD/hole-shim.so: make first"
PROOF=$WORK/proof
KILLED='the reader was killed: .*\(SIGSYS\)'

# holed ARGUMENT…: the command, with a hole in one of its libraries.
holed() {
	LD_PRELOAD=$BUILD/hole-shim.so "$BUILD/gleaner" -c "$CONFIG" "$@" \
		>"$WORK/out" 2>"$WORK/err"
	code=$?
}
# told CODE WHERE NAME: how it ended, and that it says so in a file.
told() {
	is "$code" "$1" "$3: exit code $1"
	like "$(cat "$WORK/$2")" "$KILLED" "$3: that its reader was killed"
	unlike "$(cat "$WORK/err")" 'Bad system call' "$3: in words"
	ok "S34: $3: nothing was done" test ! -e "$PROOF"
}

mkdir "$WORK/pages"
page() { # WORDS
	printf '<html><head><title>A harbour closes</title>'
	printf '<script type="application/ld+json">{"@type":"NewsArticle",'
	printf '"headline":"A harbour closes","keywords":"%s"}</script>' "$1"
	printf '</head><body><article><h1>A harbour closes</h1>'
	printf '<p>The harbour of the old town closes on Monday, after a '
	printf 'hundred years in which nobody had thought that it could.</p>'
	printf '<p>Two piers are unsafe, the council said, and the ferries '
	printf 'will leave from the freight quay until spring.</p>'
	printf '</article></body></html>\n'
}
feed() { # WORDS
	printf '{"version":"https://jsonfeed.org/version/1.1","title":"Town",'
	printf '"items":[{"id":"1","url":"https://example.org/1",'
	printf '"content_text":"%s"}]}\n' "$1"
}
page harbour >"$WORK/pages/a.html"
page "OPEN SESAME $PROOF" >"$WORK/pages/b.html"
page harbour >"$WORK/pages/c.html"
feed harbour >"$WORK/good.json"
feed "OPEN SESAME $PROOF" >"$WORK/bad.json"
for name in a b c; do
	printf '{"id":"%s","file":"%s.html"}\n' $name $name
done >"$WORK/lines"
printf '{"id":1,"file":"good.json"}\n{"id":2,"file":"bad.json"}\n{"id":3,"file":"good.json"}\n' \
	>"$WORK/feeds"
{
	printf '<pages>'
	for name in a b c; do
		printf '<page><html><![CDATA['
		cat "$WORK/pages/$name.html"
		printf ']]></html></page>'
	done
	printf '</pages>'
} >"$WORK/pages.xml"

start_origin
write_config

# ---------------------------------------------------------------------- pages
holed cut "$WORK/pages/a.html"
is "$code" 0 'a good page: exit code 0'
like "$(cat "$WORK/out")" 'freight quay' 'a good page: its text'
holed cut "$WORK/pages/b.html"
told 1 err 'a page'
is "$(cat "$WORK/out")" '' 'a page: and nothing is shown of it'
holed cut - <"$WORK/pages/b.html"
told 1 err 'standard input'
gzip -k "$WORK/pages/b.html"
holed cut "$WORK/pages/b.html.gz"
told 1 err 'a page that is packed'
rm "$WORK/pages/b.html.gz"
holed cut --explain "$WORK/explained.html" --json "$WORK/pages/b.html"
told 1 err 'explained'
ok 'explained: no file is made' test ! -e "$WORK/explained.html"

for jobs in 1 3; do
	holed cut --batch --jobs $jobs --root "$WORK/pages" <"$WORK/lines"
	told 0 out "a batch of $jobs"
	is "$(sed -n 's/.*"id":"\([abc]\)".*freight quay.*/\1/p' "$WORK/out" |
		tr '\n' ' ')" 'a c ' "a batch of $jobs: the others are as ever"
	like "$(sed -n 2p "$WORK/out")" '"id":"b".*"error"' \
		"a batch of $jobs: in its place"
done
holed cut --site "$WORK/pages"
told 1 err 'a site'
like "$(cat "$WORK/err")" 'b\.html: ' 'a site: by which page'
holed cut --xml "$WORK/pages.xml"
told 1 err 'XML'
like "$(cat "$WORK/out")" '<error>the reader was killed' 'XML: there, too'
is "$(grep -c 'freight quay' "$WORK/out")" "$(holed cut --xml <<END
<page><html><![CDATA[$(cat "$WORK/pages/a.html")]]></html></page>
END
	grep -c 'freight quay' "$WORK/out")" 'XML: the page before it is whole'

# ---------------------------------------------------------------------- feeds
holed parse-feed "$WORK/good.json"
is "$code" 0 'a good feed: exit code 0'
holed parse-feed "$WORK/bad.json"
told 1 err 'a feed'
for jobs in 1 3; do
	holed parse-feed --batch --jobs $jobs --root "$WORK" <"$WORK/feeds"
	told 1 out "a batch of feeds by $jobs"
	is "$(grep -c '"harbour"' "$WORK/out")" 2 \
		"a batch of feeds by $jobs: the others are as ever"
	like "$(sed -n 2p "$WORK/out")" '^{"id":2,"error"' \
		"a batch of feeds by $jobs: in its place"
done

# ---------------------------------------------------------------------- sites
serve() { # PATH TYPE FILE
	printf 'route %s\n  header Content-Type: %s\n  body text <<END\n' "$1" "$2"
	cat "$3"
	printf 'END\n'
}
printf '<html><head>%s%s</head><body>Two feeds</body></html>\n' \
	'<link rel=alternate type=application/feed+json href=/bad>' \
	'<link rel=alternate type=application/feed+json href=/good>' \
	>"$WORK/site.html"
{
	printf 'route /robots.txt\n  status 404\n'
	serve /site text/html "$WORK/site.html"
	serve /bad application/feed+json "$WORK/bad.json"
	serve /good application/feed+json "$WORK/good.json"
} >"$WORK/scenario"
origin_scenario <"$WORK/scenario"
holed discover --all --json "$ORIGIN/site"
told 0 out 'a site that is looked at'
like "$(cat "$WORK/out")" "\"url\":\"$ORIGIN/good\",\"kind\":\"feed\"" \
	'a site that is looked at: its other feed is found'
{
	printf 'route /many\n  header Content-Type: text/html\n  body text <<END\n'
	for n in 1 2 3 4 5; do
		printf '<link rel=alternate type=application/feed+json '
		printf 'href=/bad?%d>\n' $n
	done
	printf 'END\n'
	cat "$WORK/scenario"
} | origin_scenario
holed discover --all "$ORIGIN/many"
told 1 out 'a site of killers'
like "$(cat "$WORK/out")" 'no reader process is left' 'a site of killers: has its end'
holed discover "$ORIGIN/bad"
told 1 err 'an address that is looked at'
holed feed add --first "$ORIGIN/site"
is "$code" 0 'feed add: exit code 0'
is "$(sql 'SELECT url FROM feed')" "$ORIGIN/good" 'feed add: the good one'
ok 'S34: feed add: nothing was done' test ! -e "$PROOF"

# --------------------------------------------------------------- what was kept
{
	printf 'route /robots.txt\n  status 404\n'
	serve /story text/html "$WORK/pages/b.html"
	printf 'route /good\n  header Content-Type: application/feed+json\n'
	printf '  body text <<END\n'
	sed "s|https://example.org/1|$ORIGIN/story|" "$WORK/good.json"
	printf 'END\n'
} | origin_scenario
gleanerd_once >/dev/null
id=$(sql "SELECT id FROM article WHERE status = 'done'")
holed show "$id" --explain
told 1 err 'an article that is explained'

# -------------------------------------------------------------- no such kernel
unwalled() { # ARGUMENT…
	HOLE_NO_SECCOMP=1 holed "$@"
}
unwalled cut "$WORK/pages/a.html"
is "$code" 1 'without seccomp nothing is read'
like "$(cat "$WORK/err")" 'no sandbox: seccomp.*GLEANER_SANDBOX=off' \
	'but it is told how'
export GLEANER_SANDBOX=off
unwalled cut "$WORK/pages/a.html"
is "$code" 0 'who says so reads all the same'
like "$(cat "$WORK/out")" 'freight quay' 'the text'
like "$(cat "$WORK/err")" 'no sandbox' 'and is told'
holed cut "$WORK/pages/b.html"
told 1 err 'where there are walls they stand'
unset GLEANER_SANDBOX
# The lines of a batch are the user's own, and are read by the command.
holed cut --batch <<END
{"id":"OPEN SESAME $PROOF","file":"$WORK/pages/a.html"}
END
ok 'the hole is one: where no walls are it is used' test -e "$PROOF"
done_testing
