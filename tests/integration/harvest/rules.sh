#!/bin/sh
# Tests site rules (docs/rules.md) in the daemon, in recut, `rules test` and
# `doctor`.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin
POLL='{ interval: 1h, min: 1s, max: 1h, adaptive: false }'
ARTICLES='{ fetch: true, max_age: 3650d, revisit: [], raw: keep }'
OTHER=http://127.0.0.9:$ORIGIN_PORT

# prose WORD: prints a paragraph that differs for each WORD.
prose() {
	echo "<p>The $1 committee met on Tuesday to hear what the $1 engineers" \
		"had found below the $1 bridge, and it was told that $1 repairs" \
		"would take until spring, for the $1 pillars stand in water.</p>"
}
# page ROUTE TITLE HTML…: prints the route of a page with this title and text.
page() {
	printf 'route %s\n  header Content-Type: text/html\n' "$1"
	printf '  body text <<PAGE\n<html><head><title>%s</title></head>' "$2"
	printf '<body><h1>%s</h1>\n' "$2"
	shift 2
	printf '%s\n' "$@"
	printf '</body></html>\nPAGE\n'
}
# feed PATH…: prints the route of a feed with these articles.
feed() {
	printf 'route /rss.xml\n  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n<rss version="2.0"><channel>'
	printf '<title>Bridges</title>'
	for path; do
		printf '<item><title>The bridge of %s</title><link>%s</link>' \
			"${path##*/}" "$ORIGIN$path"
		printf '<description>On a bridge.</description></item>'
	done
	printf '</channel></rss>\nFEED\n'
}
row() { # PATH COLUMNS
	sql "SELECT $2 FROM article WHERE url = '$ORIGIN$1'"
}
words() { # PATH: which committees the text names
	row "$1" body | sed -n 's/^The \([a-z]*\) committee.*/\1/p' | tr '\n' ' '
}
asked() { origin_count "path=$1"; }
poll_again() {
	make_due 2>/dev/null
	gleanerd_once >/dev/null
}

mkdir "$WORK/rules"
RULES=$WORK/rules/127.0.0.1.txt
cat >"$RULES" <<-'END'
	title: //h1
	body: //div[@data-part='text']
	author: //b[@class='by']
	strip: //p[contains(., 'advert committee')]
	next_page_link: //a[@class='onward']
	single_page_link: //a[@class='all']
	http_header(X-Rule): yes
	wrap_in(p): //div
	bdoy: //div
END
EXTRA="sites:
  - { match: 127.0.0.1, rules: rules/ }"
write_config "$ORIGIN/rss.xml"
like "$("$BUILD/gleanerd" -c "$CONFIG" --check 2>&1)" \
	"127.0.0.1.txt:9: .*unknown command: bdoy" \
	'a line without effect is named with its number'
echo 'date: //time[' >>"$RULES"
like "$("$BUILD/gleanerd" -c "$CONFIG" --check 2>&1)" \
	'127.0.0.1.txt:10: .*XPath: .*//time\[' \
	'--check names the line of an expression that is not valid'
echo '<p>Text.' >"$WORK/page.html"
like "$(gleaner cut --rules "$RULES" "$WORK/page.html" 2>&1)" \
	'127.0.0.1.txt:10: XPath: ' 'cut --rules names the line of the expression'
sed -i '$d' "$RULES"
ok 'a line without effect is not a fault' sh -c '"$0/gleanerd" -c "$1" --check' "$BUILD" "$CONFIG"

# ---------------------------------------------------- text, several pages, one
{
	feed /plain /paged /whole /loop /missed /abroad
	page /plain 'Plain' "<b class=by>Ada Lund</b><div>$(prose outside)</div>" \
		"<div data-part=text>$(prose first)$(prose advert)" \
		"$(prose second)</div>"
	page /paged 'Paged' "<div data-part=text>$(prose one)</div>" \
		'<a class=onward href=/paged-b>further</a>'
	page /paged-b 'Paged' "<div data-part=text>$(prose two)</div>" \
		'<a class=onward href=/paged-c>further</a>'
	page /paged-c 'Paged' "<div data-part=text>$(prose three)</div>"
	page /whole 'Whole' "<div data-part=text>$(prose begin)</div>" \
		'<a class=all href=/whole-all>all</a>' \
		'<a class=onward href=/whole-b>further</a>'
	page /whole-all 'Whole' "<div data-part=text>$(prose begin)" \
		"$(prose middle)$(prose end)</div>"
	page /whole-b 'Whole' "<div data-part=text>$(prose middle)</div>"
	page /loop 'Loop' "<div data-part=text>$(prose left)</div>" \
		'<a class=onward href=/loop-b>further</a>'
	page /loop-b 'Loop' "<div data-part=text>$(prose right)</div>" \
		'<a class=onward href=/loop>further</a>'
	page /missed 'Missed' "<article>$(prose alpha)$(prose beta)" \
		"$(prose gamma)</article>"
	page /abroad 'Abroad' "<div data-part=text>$(prose home)</div>" \
		"<a class=onward href=$OTHER/abroad-b>further</a>"
	page //127.0.0.9/abroad-b 'Abroad' \
		"<div data-part=text>$(prose away)</div>"
} | origin_scenario
ok 'a harvest with rules succeeds' gleanerd_once
is "$(row /plain "origin || '|' || title || '|' || status")" \
	'rule|Plain|done' 'the text is from a rule'
is "$(words /plain)" 'first second ' \
	'the text is the body without the stripped paragraph'
is "$(sql "SELECT name FROM article_author n JOIN article a
    ON a.id = n.article_id WHERE a.url = '$ORIGIN/plain'")" 'Ada Lund' \
	'the author is from a rule'
is "$(words /paged)" 'one two three ' 'next_page_link is followed to the end'
is "$(words /whole)|$(asked /whole-b)" 'begin middle end |0' \
	'single_page_link replaces the first page, and no part is requested'
is "$(words /loop)|$(asked /loop)" 'left right |1' \
	'a link back to the first page ends the article'
is "$(words /abroad)|$(origin_count 'path=/abroad-b')" 'home |0' \
	'a page of another site is not requested'
is "$(row /missed origin)|$(words /missed)" 'page|alpha beta gamma ' \
	'if no rule matches, the text of the model is used'
is "$(sql "SELECT applied FROM site_rule WHERE path LIKE '%127.0.0.1.txt'")" \
	5 'pages are counted by file'
is "$(origin_count 'path=/plain&header=X-Rule')|$(
	origin_count 'path=/rss.xml&header=X-Rule')|$(
	origin_count 'path=/robots.txt&header=X-Rule')" '1|0|0' \
	'headers of rules are sent with pages only'

# ------------------------------------------------- a page without the whole text
# The model finds the text, because the rule for the body does not match.
{
	feed /notice /brief
	page /notice 'Notice' \
		"<article>$(prose alpha)$(prose beta)$(prose gamma)</article>" \
		'<a class=all href=/notice-all>all</a>'
	page /notice-all 'Notice' "<article>$(prose members)</article>"
	page /brief 'Brief' \
		"<article>$(prose alpha)$(prose beta)$(prose gamma)</article>" \
		'<a class=all href=/brief-all>all</a>'
	page /brief-all 'Brief' "<div data-part=text>$(prose begin)" \
		"$(prose end)</div>"
} | origin_scenario
new_database
gleanerd_once >/dev/null
is "$(words /notice)|$(asked /notice-all)" 'alpha beta gamma |1' \
	'a page with fewer words does not replace the first page'
like "$(cat "$WORK/gleanerd.out")" \
	'part .*notice-all.*shorter than the first page' \
		'the log contains the reason'
is "$(words /brief)" 'begin end ' \
	'a page with fewer words replaces the first page if the rule matches'
{
	feed /busy
	page /busy 'Busy' "<div data-part=text>$(prose begin)</div>" \
		'<a class=all href=/busy-all>all</a>' |
		sed 's/^  header .*/&\n  header ETag: "busy"/'
	printf 'route /busy-all\n  status 503\n'
} | origin_scenario
new_database
ARTICLES='{ fetch: true, max_age: 3650d, revisit: [1h], raw: keep }'
write_config "$ORIGIN/rss.xml"
gleanerd_once >/dev/null
like "$(words /busy)|$(row /busy "flags || CASE WHEN etag IS NULL THEN 1 ELSE 0 END")" \
	'^begin [|]truncated.*1$' \
	'if the page fails temporarily, the text is truncated, without validators'
page /busy-all 'Busy' "<div data-part=text>$(prose begin)$(prose end)</div>" |
	origin_scenario
sql "UPDATE host SET pause_until_at = NULL; UPDATE article SET revisit_at = 1"
poll_again
is "$(words /busy)" 'begin end ' 'the next visit reads the whole text'
ARTICLES='{ fetch: true, max_age: 3650d, revisit: [], raw: keep }'
write_config "$ORIGIN/rss.xml"

# ---------------------------------------------------------------------- robots
{
	printf 'route /robots.txt\n  header Content-Type: text/plain\n'
	printf '  body text <<ROBOTS\nUser-agent: *\nDisallow: /private\nROBOTS\n'
	feed /public
	page /public 'Public' "<div data-part=text>$(prose open)</div>" \
		'<a class=onward href=/private-b>further</a>'
	page /private-b 'Public' "<div data-part=text>$(prose closed)</div>"
} | origin_scenario
new_database
gleanerd_once >/dev/null
is "$(words /public)|$(asked /private-b)" 'open |0' \
	'robots.txt applies to the pages that a rule names'
like "$(row /public flags)" truncated 'the article has the flag truncated'

# ------------------------------------------------------------------- XPath bomb
nested() {
	for _ in $(seq 60); do
		printf '<div>a%.0s' $(seq 150)
		printf '</div>%.0s' $(seq 150)
	done
}
{
	feed /bomb
	page /bomb 'Bomb' "<article>$(prose alpha)$(prose beta)$(prose gamma)" \
		"</article>$(nested)"
} | origin_scenario
cp "$RULES" "$WORK/rules.good"
echo 'body: count(//*//*//*//*//*//*//*//*//*//*//*//*)' >"$RULES"
new_database
gleanerd_once >/dev/null
is "$(row /bomb "status || '|' || origin")|$(words /bomb)" \
	'done|page|alpha beta gamma ' \
	'after an expression without end the page is read without rules'
is "$(sql 'SELECT failed, why IS NOT NULL FROM site_rule')" '1|1' \
	'the failure is stored with its reason'
is "$(sql 'SELECT count(*) FROM crasher')" 0 'the page does not count as a crasher'
cp "$WORK/rules.good" "$RULES"

# ------------------------------------------------------- recut, test and doctor
{
	feed /r1 /r2 /r3
	for i in 1 2 3; do
		page "/r$i" "The bridge of r$i" \
			"<div data-part=text>$(prose "old")$(prose "kept")</div>" \
			"<div id=new>$(prose fresh)</div>"
	done
} | origin_scenario
new_database
gleanerd_once >/dev/null
is "$(words /r1)" 'old kept ' 'the text is that of the first rule'
like "$(gleaner recut)" '^nothing to do' 'recut finds nothing to do'
printf 'body: //div[@id="new"]\n' >"$WORK/trial.txt"
like "$(gleaner rules test 127.0.0.1 --rules "$WORK/trial.txt" --json | head -n 1)" \
	'"state":"applied".*"line":1,"command":"body","found":1' \
	'rules test shows what a file would find'
is "$(gleaner rules test 127.0.0.1 --json --limit 2 | grep -c '"after":')" 2 \
	'rules test obeys --limit'
like "$(gleaner recut --dry-run)" '^nothing to do' \
	'recut --dry-run skips pages with the same rules'
cp "$WORK/trial.txt" "$RULES"
cut_rows() { sql 'SELECT * FROM page_cut ORDER BY article_id'; }
cut_rows >"$WORK/before"
like "$(gleaner recut --dry-run)" '3 would be revised' \
	'recut --dry-run applies the changed rule'
is "$(cut_rows | cmp - "$WORK/before" && row /r1 revision)" 1 \
	'recut --dry-run does not change the database'
like "$(gleaner recut)" '^3 pages extracted: 3 revised' \
	'recut applies the changed rule'
is "$(words /r1)|$(row /r1 revision)" 'fresh |2' 'the text is that of the rule'
like "$(gleaner recut)" '^nothing to do' 'a second recut finds nothing to do'
bare() { "$BUILD/gleaner" --db "$DB" "$@" 2>&1; }
for more in '' --all --dry-run; do
	# shellcheck disable=SC2086
	said=$(bare recut $more)
	is "$?" 2 "recut $more without the configuration is refused"
	like "$said" '3 pages were extracted with site rules; name .* with -c' \
		'the refusal names the option'
done
is "$(row /r1 "origin || revision")" rule2 'the text of the rule remains'
like "$(bare -c "$CONFIG" recut)" '^nothing to do' \
	'recut reads the configuration that -c names beside --db'
rm "$RULES"
like "$(gleaner recut 2>/dev/null)" '^3 pages extracted: 3 revised' \
	'recut undoes a rule that was removed'
is "$(row /r1 origin)" page 'the text is that of the model'
cp "$WORK/rules.good" "$RULES"
is "$(gleaner doctor --offline --json | grep '"subject":"rules"' |
	grep -c '"level":"ok"')" 1 'doctor: no rule is broken'
{
	feed /s1 /s2 /s3
	for i in 1 2 3; do
		page "/s$i" "Page $i" "<article>$(prose "s$i" | tr -d 0-9)" \
			"$(prose alpha)$(prose beta)</article>"
	done
} | origin_scenario
poll_again
like "$(gleaner doctor --offline --json | grep '"subject":"rules"')" \
	'found the text of 3 pages and have failed for the last 3 pages' \
	'doctor names the rule that broke'
gleaner rules test nowhere.example >/dev/null 2>&1
is $? 1 'rules test fails for a host without pages'
done_testing
