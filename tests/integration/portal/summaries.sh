#!/bin/sh
# Summaries that are computed when they are asked for: of an article, for a
# profile, and over all articles of a story.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin
item() { # NUMBER TITLE TEXT
	printf '<item><title>%s</title><guid>%s</guid>' "$2" "$1"
	printf '<description>&lt;p&gt;%s&lt;/p&gt;</description></item>\n' "$3"
}
{
	printf 'route /feed\n  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n<rss version="2.0"><channel>'
	printf '<title>Desk</title><language>en</language>'
	item 1 'Bridge collapsed' 'The old bridge of Eastport collapsed on Monday. Nobody was injured in the town. The mayor of Eastport spoke of a miracle. The weather was calm in the whole valley. The council meets on Friday to talk about the costs. A heat pump factory near the river is closed until then.'
	item 2 'Eastport bridge' 'The old bridge in Eastport collapsed on Monday. Engineers had warned of rust for nine years.'
	item 3 'Lamp' 'A lamp was sold.'
	printf '</channel></rss>\nFEED\n'
} | origin_scenario
EXTRA='profiles: [{ name: energy, keywords: ["heat pump"] }]'
write_config "$ORIGIN/feed"
ok 'the harvest succeeds' gleanerd_once
id=$(sql "SELECT id FROM article WHERE title = 'Bridge collapsed'")
other=$(sql "SELECT id FROM article WHERE title = 'Eastport bridge'")
lamp=$(sql "SELECT id FROM article WHERE title = 'Lamp'")
sql "UPDATE article SET cluster_id = $id WHERE id IN ($id, $other)"
sql "UPDATE article SET cluster_id = NULL WHERE id = $lamp"

plain=$(gleaner show "$id" --summary)
like "$plain" '^The old bridge of Eastport collapsed on Monday\.' \
	'the summary begins with the lead'
unlike "$plain" 'heat pump' 'the last sentence is not in the summary'
like "$(gleaner show "$id" --summary --profile energy)" 'heat pump factory' \
	'the summary for a profile has the sentence about its keyword'
story=$(gleaner show "$other" --summary --story)
like "$story" 'Engineers had warned.*Nobody was injured' \
	'the summary of a story has sentences of two articles'
is "$(printf '%s\n' "$story" | grep -o 'Eastport collapsed' | wc -l)" 1 \
	'the summary of a story has no two similar sentences'
is "$(gleaner show "$other" --summary --story --json | python3 -c 'import json, sys
row = json.loads(sys.stdin.readline())
print(row["article"], row["story"], row["articles"], bool(row["summary"]))')" \
	"$other $id 2 True" 'show --summary --json writes one object'
is "$(gleaner show "$lamp" --summary --story --json)" \
	"{\"article\":$lamp,\"story\":null,\"articles\":1,\"summary\":\"A lamp was sold.\"}" \
	'an article without a story is summarised alone'
gleaner show "$id" --story >/dev/null 2>&1
is $? 2 'show --story needs --summary'
gleaner show "$id" --summary --profile other >/dev/null 2>"$WORK/err"
isnt $? 0 'show --summary refuses an unknown profile'
gleaner show 999 --summary >/dev/null 2>&1
is $? 1 'show --summary fails for an article that does not exist'
done_testing
