#!/bin/sh
# gleaner categories train: the model, its use for articles without a label, its
# explanation, a damaged model, the daemon.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin
item() { # NUMBER WORDS [CATEGORY]
	printf '<item><title>Bericht %s: %s</title><guid>%s</guid>' "$1" "$2" "$1"
	printf '<description>&lt;p&gt;Gestern in der Stadt: %s.&lt;/p&gt;' "$2"
	printf '</description>'
	test $# -lt 3 || printf '<category>%s</category>' "$3"
	printf '</item>\n'
}
words() { # NUMBER WORD…: two of the words
	n=$1
	shift
	eval "printf '%s %s' \"\${$((n % 8 + 1))}\" \"\${$((n / 8 % 8 + 1))}\""
}
sport() {
	words "$1" Torwart Stürmer Pokal Elfmeter Trainer Stadion Abseits Verein
}
politics() {
	words "$1" Minister Kanzler Koalition Wahlkreis Abgeordnete Kabinett \
		Opposition Fraktion
}
feed() { # ITEMS
	printf 'route /feed\n  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n<rss version="2.0"><channel>'
	printf '<title>Desk</title><language>de</language>\n'
	cat "$1"
	printf '</channel></rss>\nFEED\n'
}
for i in $(seq 60); do
	item "s$i" "$(sport "$i")" Fußball
	item "p$i" "$(politics "$i")" Politik
done >"$WORK/items"
{
	item w1 'Regen und Wind' Wetter
	item open 'Torwart Elfmeter Stadion'
	item other 'Lampe Teller Schrank'
} >>"$WORK/items"
feed "$WORK/items" | origin_scenario
write_config "$ORIGIN/feed"
ok 'the harvest succeeds' gleanerd_once
open="(SELECT id FROM article WHERE title LIKE 'Bericht open%')"
id=$(sql "SELECT id FROM article WHERE title LIKE 'Bericht open%'")
is "$(sql "SELECT count(*) FROM article_category WHERE article_id = $open")" 0 \
	'an article without a label has no category'

sql "UPDATE article SET host_key = 'one.example'"
gleaner categories train >"$WORK/out" 2>"$WORK/err"
is $? 1 'articles of one domain are refused'
like "$(cat "$WORK/err")" 'two domains' 'with the reason'
is "$(sql 'SELECT count(*) FROM category_model')" 0 'nothing is stored'
sql "UPDATE article SET host_key = 'host' || (id % 3) || '.example'"

gleaner categories train --json >"$WORK/rows"
is $? 0 'trains'
is "$(python3 -c 'import json, sys
for line in sys.stdin:
    row = json.loads(line)
    if row["articles"]:
        print(row["category"], row["articles"], row["found"] >= 10,
              row["precision"] is not None and row["precision"] >= 0.9,
              row["threshold"] is not None and 0.5 <= row["threshold"] <= 1)
' <"$WORK/rows")" 'politics 60 True True True
sport 60 True True True
weather 1 False False False' 'a category with enough articles has a model'
is "$(wc -l <"$WORK/rows")" 17 'all categories are listed'
like "$(sql 'SELECT version, articles FROM category_model')" '^1.121$' \
	'the model is stored'
weights() {
	sql 'SELECT hex(weights) FROM category_model' | sha256sum
}
if [ "${STORE:-}" != postgres ]; then
	before=$(weights)
	gleaner categories train >"$WORK/out"
	is "$(weights)" "$before" 'the same articles give the same model'
	like "$(cat "$WORK/out")" '^ *60 +[0-9]+ +[01]\.[0-9]+ +0\.[0-9]+ +sport' \
		'the table'
fi

ok 'recut --enrich' gleaner recut --enrich --all
is "$(sql "SELECT category || ' ' || source FROM article_category
	WHERE article_id = $open")" 'sport model' 'the text decides'
is "$(sql "SELECT count(*) FROM article_category
	WHERE article_id = $open AND score >= 0.5 AND score < 1")" 1 \
	'the score is a probability'
is "$(sql "SELECT count(*) FROM article_category WHERE article_id =
	(SELECT id FROM article WHERE title LIKE 'Bericht other%')")" 0 \
	'a text of other words has no category'
is "$(sql "SELECT count(*) FROM article_category
	WHERE source = 'publisher'")" 121 'labels are kept'
like "$(gleaner categories --json | grep '"sport"')" \
	'"articles":61,"publisher":60,"model":1' 'the list has both sources'
is "$(gleaner categories explain "$id" --json | python3 -c 'import json, sys
row = json.loads(sys.stdin.readline())
terms = [term["term"] for term in row["terms"]]
shares = [term["share"] for term in row["terms"]]
print(row["source"], row["categories"], row["used"], 0.5 <= row["score"] < 1,
      any(term.startswith("torw") for term in terms),
      shares == sorted(shares, reverse=True) and min(shares) > 0)')" \
	"model ['sport'] True True True True" 'the terms are explained'
like "$(gleaner categories explain "$id" 2>&1)" "model +.*torw.* +sport" \
	'as a table'

# The daemon classifies a new article; a damaged model changes nothing else.
item new 'Stürmer Pokal Verein' >"$WORK/items"
feed "$WORK/items" | origin_scenario
sql 'UPDATE feed SET next_poll_at = 0, etag = NULL, last_modified = NULL'
ok 'a second harvest' gleanerd_once
is "$(sql "SELECT category || ' ' || source FROM article_category
	WHERE article_id = (SELECT id FROM article
	WHERE title LIKE 'Bericht new%')")" 'sport model' \
	'the daemon uses the model'
if [ "${STORE:-}" != postgres ]; then
	sql "UPDATE category_model SET weights = x'00112233'"
	ok 'the daemon starts with a damaged model' gleanerd_once
	like "$(cat "$WORK/gleanerd.out")" \
		'no-category-model.*the model of categories is damaged' \
		'and reports it'
	gleaner recut --enrich --all >/dev/null 2>"$WORK/err"
	is $? 1 'recut --enrich refuses it'
	like "$(cat "$WORK/err")" 'gleaner categories train' 'with the remedy'
	ok 'a training replaces it' gleaner categories train
	ok 'recut --enrich goes on' gleaner recut --enrich --all
fi
ok 'the database is sound' gleaner check

sql 'DELETE FROM article_category'
gleaner categories train >"$WORK/out" 2>"$WORK/err"
is $? 1 'no labelled articles'
like "$(cat "$WORK/err")" 'no article has a category' 'with the reason'
is "$(cat "$WORK/out")" '' 'and without a table'
done_testing
