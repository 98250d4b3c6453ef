#!/bin/sh
# Tests `gleaner trends`, and the page of trends in `gleaner serve`.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/serve.sh
. "$(dirname "$0")/../../lib/serve.sh"

needs_gleanerd
start_origin
item() { # NUMBER WORD
	printf '<item><title>The %s, part %s</title><guid>%s</guid>' "$2" "$1" "$1"
	printf '<description>&lt;p&gt;A %s was seen. The %s ' "$2" "$2"
	printf 'number %s is new.&lt;/p&gt;</description></item>\n' "$1"
}
{
	printf 'route /feed\n  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n<rss version="2.0"><channel>'
	printf '<title>Desk</title><language>en</language>'
	for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		item "$n" windmill
	done
	for n in 21 22 23 24 25 26; do
		item "$n" zeppelin
	done
	printf '</channel></rss>\nFEED\n'
} | origin_scenario
write_config "$ORIGIN/feed"
ok 'the harvest succeeds' gleanerd_once
like "$(gleaner trends)" '^ *20\.0 +20 .*windmill' \
	'without a history the most frequent terms are listed'
# The articles about windmills, and one in six of those about zeppelins, are
# older than a day.
sql "UPDATE article SET first_seen_at = first_seen_at - 3 * 86400
	WHERE title LIKE 'The windmill%' AND id % 10 <> 0"

gleaner trends --json >"$WORK/rows"
is $? 0 'trends --json lists terms'
is "$(python3 -c 'import json, sys
row = json.loads(sys.stdin.readline())
print(row["stem"], row["articles"], row["share"] > row["share_before"] == 0,
      len(row["stories"]), row["stories"][0]["title"].startswith("The zepp"))' \
	<"$WORK/rows")" 'zeppelin 6 True 3 True' 'the term that rose is first'
is "$(grep -c windmill "$WORK/rows")" 0 'a term that fell is not listed'
like "$(gleaner trends)" '^ *[0-9.]+ +6 +75\.00% +0\.00% +.*eppelin' 'the table has the numbers of each term'
is "$(gleaner trends --limit 1 --json | wc -l)" 1 '--limit limits the number of terms'
is "$(gleaner trends --since 30d --json | head -n 1 |
	grep -c windmill)" 1 'a longer period'
gleaner trends --lang de >"$WORK/none" 2>&1
is $? 1 'without an article in the language the exit code is 1'
like "$(cat "$WORK/none")" 'no term has become more frequent' 'without a term a message is printed'
gleaner trends --category sports >"$WORK/none" 2>&1
is $? 2 'an unknown category is refused'
like "$(cat "$WORK/none")" 'did you mean sport\?' 'the message suggests a category'
gleaner trends --since 2099-01-01 >/dev/null 2>&1
is $? 2 'a period in the future is refused'

start_serve
body=$(get /trends)
like "$body" '<a href="/search\?q=[Zz]eppelin">' 'the page lists the term'
like "$body" '6 articles: 75\.00 %, before 0\.00 %' 'the page has the numbers of the term'
is "$(printf '%s\n' "$body" | grep -c '<li><a href="/article/')" 3 \
	'the page has three stories of the term'
is "$(status_of '/trends?since=x')" 400 'an invalid time gets 400'
is "$(status_of '/trends?category=x')" 400 'an unknown category gets 400'
is "$(status_of '/trends?lang=de&since=7d')" 200 'the parameters lang and since are accepted'
stop_serve
done_testing
