#!/bin/sh
# Tests `gleaner categories train`: the model, its use for articles without a
# label, its explanation, a damaged model, and its use in the daemon.
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
words() { # NUMBER WORD…: prints two of eight words; NUMBER selects
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
is "$(sql "SELECT category || ' ' || source FROM article_category
	WHERE article_id = $open")" 'sport shipped' \
	'an article without a label has the category of the shipped terms'
is "$(sql "SELECT count(*) FROM article_category WHERE article_id =
	(SELECT id FROM article WHERE title LIKE 'Bericht other%')")" 0 \
	'a text without terms has no category'
like "$(gleaner categories --json | grep '"sport"')" \
	'"articles":61,"publisher":60,"model":0,"shipped":1' \
	'the list has a column for the shipped terms'
is "$(gleaner categories explain "$id" --json | python3 -c 'import json, sys
row = json.loads(sys.stdin.readline())
terms = sorted({term["term"] for term in row["terms"]})
shares = [term["share"] for term in row["terms"]]
print(row["source"], row["categories"], row["used"], *terms,
      abs(sum(shares) - row["score"]) < 0.001)')" \
	"shipped ['sport'] True Elfmeter Stadion Torwart True" \
	'the shipped terms are explained'

sql "UPDATE article SET host_key = 'one.example'"
gleaner categories train >"$WORK/out" 2>"$WORK/err"
is $? 1 'categories train refuses articles of one domain'
like "$(cat "$WORK/err")" 'two domains' 'the message names the reason of the refusal'
is "$(sql 'SELECT count(*) FROM category_model')" 0 'a refused training stores no model'
sql "UPDATE article SET host_key = 'host' || (id % 3) || '.example'"

gleaner categories train --json >"$WORK/rows"
is $? 0 'categories train succeeds with articles of two domains'
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
is "$(wc -l <"$WORK/rows")" 17 'categories train --json lists all categories'
like "$(sql 'SELECT version, articles FROM category_model')" '^1.121$' \
	'the model is stored with the number of its articles'
weights() {
	sql 'SELECT hex(weights) FROM category_model' | sha256sum
}
if [ "${STORE:-}" != postgres ]; then
	before=$(weights)
	gleaner categories train >"$WORK/out"
	is "$(weights)" "$before" 'the same articles give the same model'
	like "$(cat "$WORK/out")" '^ *60 +[0-9]+ +[01]\.[0-9]+ +0\.[0-9]+ +sport' \
		'categories train prints a table with a row for each category'
fi

ok 'recut --enrich --all succeeds with a model' gleaner recut --enrich --all
is "$(sql "SELECT category || ' ' || source FROM article_category
	WHERE article_id = $open")" 'sport model' 'the text decides'
is "$(sql "SELECT count(*) FROM article_category
	WHERE article_id = $open AND score >= 0.5 AND score < 1")" 1 \
	'the score is a probability'
is "$(sql "SELECT count(*) FROM article_category WHERE article_id =
	(SELECT id FROM article WHERE title LIKE 'Bericht other%')")" 0 \
	'a text without known words has no category'
is "$(sql "SELECT count(*) FROM article_category
	WHERE source = 'publisher'")" 121 'labels are kept'
like "$(gleaner categories --json | grep '"sport"')" \
	'"articles":61,"publisher":60,"model":1,"shipped":0' 'the list has both sources'
is "$(gleaner categories explain "$id" --json | python3 -c 'import json, sys
row = json.loads(sys.stdin.readline())
terms = [term["term"] for term in row["terms"]]
shares = [term["share"] for term in row["terms"]]
print(row["source"], row["categories"], row["used"], 0.5 <= row["score"] < 1,
      any(term.startswith("torw") for term in terms),
      shares == sorted(shares, reverse=True) and min(shares) > 0)')" \
	"model ['sport'] True True True True" 'the terms are explained'
like "$(gleaner categories explain "$id" 2>&1)" "model +.*torw.* +sport" \
	'categories explain prints a table with the terms'

# The daemon classifies a new article; a damaged model changes nothing else.
item new 'Stürmer Pokal Verein' >"$WORK/items"
feed "$WORK/items" | origin_scenario
sql 'UPDATE feed SET next_poll_at = 0, etag = NULL, last_modified = NULL'
ok 'a harvest with a model succeeds' gleanerd_once
is "$(sql "SELECT category || ' ' || source FROM article_category
	WHERE article_id = (SELECT id FROM article
	WHERE title LIKE 'Bericht new%')")" 'sport model' \
	'the daemon finds categories with the model'
if [ "${STORE:-}" != postgres ]; then
	sql "UPDATE category_model SET weights = x'00112233'"
	ok 'the daemon starts with a damaged model' gleanerd_once
	like "$(cat "$WORK/gleanerd.out")" \
		'no-category-model.*the model of categories is damaged' \
		'the daemon reports the damaged model'
	gleaner recut --enrich --all >/dev/null 2>"$WORK/err"
	is $? 1 'recut --enrich refuses a damaged model'
	like "$(cat "$WORK/err")" 'gleaner categories train' 'the message about a damaged model names the remedy'
	ok 'a training replaces a damaged model' gleaner categories train
	ok 'recut --enrich succeeds after the training' gleaner recut --enrich --all
fi
ok 'the database is sound' gleaner check

sql 'DELETE FROM article_category'
gleaner categories train >"$WORK/out" 2>"$WORK/err"
is $? 1 'categories train fails if no article has a label'
like "$(cat "$WORK/err")" 'no article has a category' \
	'the message states that no article has a category'
is "$(cat "$WORK/out")" '' 'a failed training prints no table'
done_testing
