#!/bin/sh
# I8: HTML and text of an article are checked, both in the replies of workers
# and when a command prints values that an older version stored.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x1
{
	echo 'route /controls.json'
	echo '  header Content-Type: application/feed+json'
	echo '  body text <<FEED'
	# U+009B and ESC begin an escape sequence in a terminal
	printf '%s' '{"version":"https://jsonfeed.org/version/1.1",
"title":"A \u001b]0;x\u0007feed","items":[{"id":"one","title":"Title \u009b2J
\u001b[31m of it","authors":[{"name":"Ann \u001b[2J"}],"tags":["ta\u009bg"],
"content_text":"Words \u001b[2J of\n\nparagraphs\u007f."}]}'
	echo
	echo FEED
	echo 'route /page.html'
	echo '  header Content-Type: text/html; charset=utf-8'
	echo '  body text <<PAGE'
	echo '<html><head><title>Harbour &#27;[2J and &#x9b;2J</title></head>'
	echo '<body><article><h1>Harbour &#27;[2J and &#x9b;2J</h1>'
	seq -f '<p>Sentence %g of a <a href="javascript:alert(1)">story</a>, with
		&#27;[2J and &lt;script&gt;alert(1)&lt;/script&gt; as its text,
		<a href="https://example.org/?a=1&amp;b=2">linked</a>.</p>' 1 12
	echo '</article></body></html>'
	echo PAGE
	echo 'route /pages.xml'
	echo '  header Content-Type: application/rss+xml'
	echo '  body text <<FEED'
	echo '<rss version="2.0"><channel><title>P</title><item>'
	echo "<title>Harbour</title><link>$ORIGIN/page.html</link>"
	echo '</item></channel></rss>'
	echo FEED
} >"$WORK/scenario"
origin_scenario <"$WORK/scenario"
write_config "$ORIGIN/controls.json" "$ORIGIN/pages.xml"
gleanerd_once >/dev/null

# ------------------------------------------------- text from documents
# All text columns are searched for control characters: C0 except
#  and \t, DEL, C1.
searched="'article', 'article_author', 'article_tag', 'media', 'entry', 'feed',
	'feed_tag', 'revision', 'change'"
if is_postgres; then
	sql "SELECT table_name || ' ' || column_name
		FROM information_schema.columns
		WHERE table_schema = 'gleaner' AND data_type = 'text'
		AND table_name IN ($searched)"
else
	sql "SELECT m.name || ' ' || p.name FROM sqlite_master m,
		pragma_table_info(m.name) p
		WHERE m.type = 'table' AND p.type = 'TEXT'
		AND m.name IN ($searched)"
fi >"$WORK/columns"
cmp_ok "$(wc -l <"$WORK/columns")" -ge 30 \
	'I8: the text columns of the database are listed'
has_controls="GLOB '*[' || char(1) || '-' || char(8) || char(11) || '-' ||
	char(31) || char(127) || '-' || char(159) || ']*'"
! is_postgres ||
	has_controls="~ '[\\u0001-\\u0008\\u000b-\\u001f\\u007f-\\u009f]'"
with_controls() {
	while read -r table column; do
		sql "SELECT '$table.$column' FROM $table
			WHERE $column $has_controls"
	done <"$WORK/columns"
}
is "$(with_controls)" '' 'I8: no text column contains a control character'
is "$(sql 'SELECT count(*) FROM article')" 2 'I8: both articles are stored'
id=$(sql "SELECT id FROM article WHERE url LIKE '%/page.html'")
is "$(sql "SELECT status FROM article WHERE id = $id")" done \
	'I8: a valid reply of a worker is accepted'
like "$(gleaner show --html "$id")" \
	'<a href="https://example.org/\?a=1&amp;b=2">linked</a>' \
	'I8: the links of the page are kept'
like "$(gleaner show --html "$id")" '&lt;script&gt;' \
	'I8: escaped markup stays text'
unlike "$(gleaner show --html "$id")" 'javascript:|<script' \
	'I8: scripts and script URLs are removed'

# --------------------------------- values that an older version stored
unsafe() { # HTML
	sql "UPDATE article SET body = 'First & <b>.

Second.', body_html = $1 WHERE id = $id"
}
safe='<p>First &amp; &lt;b&gt;.</p>
<p>Second.</p>'
try() { # NAME SQL
	unsafe "$2"
	is "$(gleaner show --html "$id")" "$safe" "I8: show --html: $1"
	is "$(gleaner show --json "$id" | python3 -c '
import json, sys
print(json.load(sys.stdin)["body_html"].rstrip())')" "$safe" \
		"I8: show --json: $1"
}
try 'a script' "'<p>a</p><script>alert(1)</script>'"
try 'javascript:' "'<a href=\"javascript:alert(1)\">a</a>'"
try 'a data: URL' "'<a href=\"data:text/html,x\">a</a>'"
try 'an onerror attribute' "'<img src=x onerror=alert(1)>'"
try 'an unclosed element' "'<p>a'"
try 'an attribute without quotes' "'<a href=https://example.org/>a</a>'"
try 'an entity' "'<p>&nbsp;</p>'"
try 'an ESC character' "'<p>$(printf '\033')[2J</p>'"
# PostgreSQL stores no invalid UTF-8.
is_postgres || try 'invalid UTF-8' "CAST(x'3c703eff3c2f703e' AS TEXT)"
unsafe "'<p>Kept.</p>'"
is "$(gleaner show --html "$id")" '<p>Kept.</p>' \
	'I8: valid HTML is printed unchanged'
sql "UPDATE article SET title = 'A$(printf '\033')[2J',
	body = 'b$(printf '\302\233')c' WHERE id = $id"
for form in --text --markdown --json; do
	gleaner show $form "$id" >"$WORK/shown"
	is "$(LC_ALL=C tr -d '\n\t\040-\176\200-\377' <"$WORK/shown" |
		wc -c | tr -d ' ')" 0 \
			"I8: show $form prints no control characters"
	is "$(grep -c "$(printf '\302\233')" "$WORK/shown")" 0 \
		"I8: show $form prints no C1 control characters"
done
gleaner follow --consumer c --ack manual >"$WORK/shown"
is "$(LC_ALL=C tr -d '\n\040-\176\200-\377' <"$WORK/shown" | wc -c |
	tr -d ' ')" 0 'I8: follow prints no control characters'
like "$(gleaner show --explain "$id" | head -n 4)" \
	"content=\"default-src 'none'; style-src 'unsafe-inline'\"" \
	'I8: show --explain forbids scripts'

# worker/message/message_text_test.c and tests/fuzz test forged replies field by
# field.
done_testing
