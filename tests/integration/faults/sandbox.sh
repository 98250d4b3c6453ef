#!/bin/sh
# Commands that read external documents do so in a sandbox. A document that
# takes over its worker gets no file and no socket, and its end is reported in
# one line.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
"$BUILD/gleanerd" --selftest-sandbox >/dev/null 2>&1 ||
	skip_all 'no sandbox here (sanitizers, or the kernel)'
[ -e "$BUILD/hole-shim.so" ] || bail "no $BUILD/hole-shim.so: make first"
PROOF=$WORK/proof
KILLED='the reader was killed: .*\(SIGSYS\)'

# holed ARGUMENT…: runs the command with a security hole in one of its
# libraries.
holed() {
	LD_PRELOAD=$BUILD/hole-shim.so "$BUILD/gleaner" -c "$CONFIG" "$@" \
		>"$WORK/out" 2>"$WORK/err"
	code=$?
}
# told CODE WHERE NAME: checks the exit code CODE and the report in the file
# WHERE.
told() {
	is "$code" "$1" "$3: exit code $1"
	like "$(cat "$WORK/$2")" "$KILLED" \
		"$3: the report says that the worker was killed"
	unlike "$(cat "$WORK/err")" 'Bad system call' \
		"$3: the report does not repeat the signal text"
	ok "S34: $3: the attack created no file" test ! -e "$PROOF"
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
is "$code" 0 'a valid page ends with 0'
like "$(cat "$WORK/out")" 'freight quay' 'the text of a valid page is printed'
holed cut "$WORK/pages/b.html"
told 1 err 'a page'
is "$(cat "$WORK/out")" '' 'nothing of the hostile page is printed'
holed cut - <"$WORK/pages/b.html"
told 1 err 'standard input'
gzip -k "$WORK/pages/b.html"
holed cut "$WORK/pages/b.html.gz"
told 1 err 'a page that is packed'
rm "$WORK/pages/b.html.gz"
holed cut --explain "$WORK/explained.html" --json "$WORK/pages/b.html"
told 1 err 'explained'
ok 'cut --explain creates no file for a hostile page' \
	test ! -e "$WORK/explained.html"

for jobs in 1 3; do
	holed cut --batch --jobs $jobs --root "$WORK/pages" <"$WORK/lines"
	told 0 out "a batch of $jobs"
	is "$(sed -n 's/.*"id":"\([abc]\)".*freight quay.*/\1/p' "$WORK/out" |
		tr '\n' ' ')" 'a c ' \
			"a batch of $jobs: the other pages are extracted"
	like "$(sed -n 2p "$WORK/out")" '"id":"b".*"error"' \
		"a batch of $jobs: the error stands in the line of its page"
done
holed cut --site "$WORK/pages"
told 1 err 'a site'
like "$(cat "$WORK/err")" 'b\.html: ' 'cut --site names the hostile page'
holed cut --xml "$WORK/pages.xml"
told 1 err 'XML'
like "$(cat "$WORK/out")" '<error>the reader was killed' \
	'cut --xml prints the error as an element'
is "$(grep -c 'freight quay' "$WORK/out")" "$(holed cut --xml <<END
<page><html><![CDATA[$(cat "$WORK/pages/a.html")]]></html></page>
END
	grep -c 'freight quay' "$WORK/out")" \
		'cut --xml extracts the page before the hostile one'

# ---------------------------------------------------------------------- feeds
holed parse-feed "$WORK/good.json"
is "$code" 0 'a valid feed ends with 0'
holed parse-feed "$WORK/bad.json"
told 1 err 'a feed'
for jobs in 1 3; do
	holed parse-feed --batch --jobs $jobs --root "$WORK" <"$WORK/feeds"
	told 1 out "a batch of feeds by $jobs"
	is "$(grep -c '"harbour"' "$WORK/out")" 2 \
		"a batch of feeds by $jobs: the other feeds are parsed"
	like "$(sed -n 2p "$WORK/out")" '^{"id":2,"feed":[{][}],"entries":\[\],"error"' \
		"a batch of feeds by $jobs: the error is in its line"
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
told 0 out 'discover'
like "$(cat "$WORK/out")" "\"url\":\"$ORIGIN/good\",\"kind\":\"feed\"" \
	'discover finds the other feed of the site'
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
told 1 out 'a site with five hostile feeds'
like "$(cat "$WORK/out")" 'no reader process is left' \
	'discover ends when no worker is left'
holed discover "$ORIGIN/bad"
told 1 err 'discover with a hostile feed'
holed feed add --first "$ORIGIN/site"
is "$code" 0 'feed add with a hostile feed ends with 0'
is "$(sql 'SELECT url FROM feed')" "$ORIGIN/good" 'feed add adds the valid feed'
ok 'S34: feed add: the attack created no file' test ! -e "$PROOF"

# ------------------------------------------------------------- stored pages
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
told 1 err 'show --explain of a stored page'

# --------------------------------------------- a kernel without seccomp
unwalled() { # ARGUMENT…
	HOLE_NO_SECCOMP=1 holed "$@"
}
unwalled cut "$WORK/pages/a.html"
is "$code" 1 'without seccomp no document is read'
like "$(cat "$WORK/err")" 'no sandbox: seccomp.*GLEANER_SANDBOX=off' \
	'the message names GLEANER_SANDBOX'
export GLEANER_SANDBOX=off
unwalled cut "$WORK/pages/a.html"
is "$code" 0 'GLEANER_SANDBOX=off permits reading without a sandbox'
like "$(cat "$WORK/out")" 'freight quay' 'the text is printed'
like "$(cat "$WORK/err")" 'no sandbox' 'a warning is printed'
holed cut "$WORK/pages/b.html"
told 1 err 'GLEANER_SANDBOX=off does not disable an available sandbox'
unset GLEANER_SANDBOX
# The lines of a batch belong to the user and are parsed outside the sandbox.
holed cut --batch <<END
{"id":"OPEN SESAME $PROOF","file":"$WORK/pages/a.html"}
END
ok 'the attack succeeds outside the sandbox, so the hole is real' \
	test -e "$PROOF"
done_testing
