#!/bin/sh
# Keywords and summaries are stored with the article, shown by the commands, and
# computed again without fetching. One key switches them off.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

# new_database NAME: the next harvest begins without articles.
new_database() {
	if [ "${STORE:-}" = postgres ]; then
		sql 'TRUNCATE feed, article, term_language, term_frequency CASCADE' \
			>/dev/null 2>&1
	else
		DB=$WORK/$1.db
		rm -f "$DB" "$DB-wal" "$DB-shm"
	fi
}

needs_gleanerd
start_origin --generate 2x40
EXTRA='enrich: { keywords: 5, sentences: 2 }'
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml"
ok 'the harvest succeeds' gleanerd_once
pages=$(sql 'SELECT count(*) FROM article WHERE revision > 0')
is "$pages" 80 'all articles are stored'

is "$(sql 'SELECT count(DISTINCT article_id) FROM keyword')" "$pages" \
	'each article has keywords'
is "$(sql 'SELECT max(n) FROM keyword')" 4 'an article has at most five keywords, as configured'
is "$(sql "SELECT count(*) FROM keyword WHERE weight <= 0 OR weight > 1
	OR term = '' OR stem = ''")" 0 'weights are in 0 .. 1'
is "$(sql "SELECT count(*) FROM article WHERE summary IS NULL
	OR replace(body, substr(summary, 1, 20), '') = body")" 0 \
	'each summary has sentences of the text'
is "$(sql 'SELECT count(*) FROM article WHERE enrich_version IS NULL')" 0 \
	'each article has the version of the method'
is "$(sql 'SELECT sum(articles) FROM term_language')" "$pages" \
	'the stems of all articles are counted when the daemon ends'
cmp_ok "$(sql 'SELECT max(articles) FROM term_frequency')" -gt 10 \
	'stems have counts'

# ----------------------------------------------------------------- commands

first=$(sql 'SELECT term FROM keyword WHERE article_id = 1 AND n = 0')
like "$(gleaner keywords 1 | head -1)" "^1\\.00  $first  [(]" \
	'keywords lists the keywords, best first'
is "$(gleaner keywords 1 --json | wc -l)" 5 'keywords --json prints one object for each keyword'
is "$(gleaner keywords 1 --json --limit 2 | wc -l)" 2 'keywords obeys --limit'
gleaner keywords 9999 >"$WORK/out" 2>&1
is "$?" 1 'keywords fails for an article that does not exist'
like "$(gleaner show 1 --json)" "\"keywords\":\\[\"$first\"" \
	'show --json has the keywords'
like "$(gleaner follow | head -1)" \
	'"keywords":\[".*"categories":\[.*"summary":"' \
	'lines of follow have keywords, categories and summary'

# -------------------------------------------------------------------- again

asked=$(origin_count 'path=/article/*')
before=$(sql 'SELECT * FROM keyword ORDER BY article_id, n' | cksum)
is "$(gleaner recut --enrich)" '0 articles enriched' \
	'articles of the current version are skipped'
sql 'DELETE FROM keyword WHERE article_id <= 10'
sql 'UPDATE article SET enrich_version = NULL, summary = NULL WHERE id <= 10'
is "$(gleaner recut --enrich)" '10 articles enriched' 'recut --enrich enriches the articles of an older version'
is "$(sql 'SELECT count(DISTINCT article_id) FROM keyword')" "$pages" \
	'recut --enrich restores the keywords'
is "$(gleaner recut --enrich --all)" "$pages articles enriched" \
	'recut --enrich --all enriches all articles'
gleaner recut --enrich --feed 1 >"$WORK/out" 2>&1
is "$?" 2 '--enrich and --feed cannot be combined'
once=$(sql 'SELECT * FROM keyword ORDER BY article_id, n' | cksum)
gleaner recut --enrich --all >"$WORK/out"
is "$(sql 'SELECT * FROM keyword ORDER BY article_id, n' | cksum)" "$once" \
	'the same counts give the same keywords'
isnt "$before" '' 'there were keywords'
is "$(origin_count 'path=/article/*')" "$asked" 'no page was fetched'

# ---------------------------------------------------------------------- cut

gleaner show 1 --html >"$WORK/page.html"
like "$(gleaner cut --json --summary-sentences 1 "$WORK/page.html")" \
	'"extract":"[^"]*","keywords":\["' 'cut --summary-sentences'
unlike "$(gleaner cut --json "$WORK/page.html")" '"extract"' \
	'cut prints no summary without the option'
gleaner cut --summary-sentences 2 "$WORK/page.html" >"$WORK/out" 2>&1
is "$?" 2 '--summary-sentences requires --json or --batch'

# ----------------------------------------------- without a configuration

text=$(sql 'SELECT n, term, stem FROM keyword WHERE article_id = 2')
"$BUILD/gleaner" --db "$DB" recut --all >"$WORK/out" 2>&1
is "$?" 0 'recut --db succeeds'
is "$(sql 'SELECT count(DISTINCT article_id) FROM keyword')" "$pages" \
	'recut --db does not change the keywords'
isnt "$text" '' 'there were some'

# ----------------------------------------------------- texts of feeds, filters

new_database off
ARTICLES='{ fetch: false, max_age: 3650d }'
EXTRA="filters: [{ if: 'has keyword', then: { tag: termed } }]"
write_config "$ORIGIN/feed/1.xml"
ok 'a harvest without pages succeeds' gleanerd_once
cmp_ok "$(sql 'SELECT count(*) FROM article WHERE enrich_version > 0')" -gt 0 \
	'texts of feeds are enriched'
is "$(sql 'SELECT count(DISTINCT article_id) FROM keyword')" \
	"$(sql "SELECT count(*) FROM article_tag WHERE tag = 'termed'")" \
	'filters see the keywords of a text of a feed'
new_database pages
ARTICLES='{ fetch: true, max_age: 3650d }'
write_config "$ORIGIN/feed/1.xml"
ok 'a harvest with pages succeeds' gleanerd_once
is "$(sql "SELECT count(*) FROM article_tag WHERE tag = 'termed'")" 40 \
	'filters see the keywords of a page'

# ---------------------------------------------------------------------- off

for off in '{ enabled: false }' null false; do
	new_database off
	EXTRA="enrich: $off"
	write_config "$ORIGIN/feed/1.xml"
	ok "a harvest with enrich: $off succeeds" gleanerd_once
	is "$(sql 'SELECT (SELECT count(*) FROM keyword),
		(SELECT count(*) FROM term_frequency), (SELECT count(*)
		FROM article WHERE summary IS NOT NULL
		OR enrich_version IS NOT NULL)')" '0|0|0' \
		'without enrichment there are no keywords, counts and summaries'
done
gleaner recut --enrich >"$WORK/out" 2>&1
is "$?" 1 'recut --enrich fails if the enrichment is off'
EXTRA='enrich: { keywords: 3, sentences: 0 }'
write_config "$ORIGIN/feed/1.xml"
gleaner recut --enrich >"$WORK/out"
is "$(sql 'SELECT count(*), (SELECT count(*) FROM article
	WHERE summary IS NOT NULL) FROM keyword')" '120|0' \
	'recut --enrich adds keywords to a harvest without enrichment'

# ------------------------------------------------------------------- a reload

new_database reload
EXTRA='enrich: null'
ARTICLES='{ fetch: false, max_age: 3650d }'
write_config
: >"$WORK/gleanerd.out"
start_gleanerd
wait_for grep -q ' ready ' "$WORK/gleanerd.out"
EXTRA='enrich: { keywords: 2 }'
write_config "$ORIGIN/feed/1.xml"
ok 'a reload can turn the enrichment on' "$BUILD/gleanerd" --reload -c "$CONFIG"
wait_for eval "[ \"\$(sql 'SELECT max(n) FROM keyword')\" = 1 ]"
EXTRA='enrich: null'
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml"
before=$(sql 'SELECT count(*) FROM keyword')
articles=$(sql 'SELECT count(*) FROM article')
ok 'a reload can turn the enrichment off' "$BUILD/gleanerd" --reload -c "$CONFIG"
wait_for eval "[ \$(sql 'SELECT count(*) FROM article') -gt $articles ]"
stop_gleanerd
is "$(sql 'SELECT count(*) FROM keyword')" "$before" 'after the reload no keywords are added'
done_testing
