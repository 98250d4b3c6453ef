#!/bin/sh
# Tests profiles with the commands profile, profile explain, like, dislike and
# follow --profile.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin
item() { # TITLE WORD
	printf '<item><title>%s</title><guid>%s</guid><description>' "$1" "$1"
	printf '&lt;p&gt;The %s stood near the %s of the town. ' "$2" "$2"
	printf 'A %s is what the town wanted, said the mayor.&lt;/p&gt;' "$2"
	printf '</description></item>'
}
{
	printf 'route /feed\n  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n<rss version="2.0"><channel>'
	printf '<title>Desk</title><language>en</language>'
	item 'Zeppelins' zeppelin
	item 'Windmills' windmill
	item 'Lighthouses' lighthouse
	item 'A lighthouse again' lighthouse
	printf '</channel></rss>\nFEED\n'
} | origin_scenario
EXTRA="profiles:
  - { name: air, keywords: [zeppelins], lang: [en], min_score: 0.2 }
  - { name: all, feeds: [Desk] }"
write_config "$ORIGIN/feed"
ok 'the harvest succeeds' gleanerd_once
id() { # TITLE
	sql "SELECT id FROM article WHERE title = '$1'"
}
titles() { # the titles of lines of JSON
	python3 -c 'import json, sys
print(",".join(json.loads(line)["title"] for line in sys.stdin))'
}
member() { # EXPRESSION over row, of the first line of JSON
	python3 -c "import json, sys
row = json.loads(sys.stdin.readline())
print($1)"
}
said() {
	"$@" >"$WORK/said.out" 2>"$WORK/said.err" </dev/null
	CODE=$?
	OUT=$(cat "$WORK/said.out")
	ERR=$(cat "$WORK/said.err")
}
with() {
	"$BUILD/gleaner" -c "$CONFIG" "$@"
}

# ------------------------------------------------------------------ profile
said with profile air --json
is "$CODE" 0 'the articles of a profile are listed'
is "$(with profile air --json | titles)" 'Zeppelins' 'the listed articles have the keyword'
is "$(with profile air --json | member '0.2 <= row["score"] <= 1 and
	row["score"] <= row["similarity"] and
	row["terms"][0]["facet"] + ":" + row["terms"][0]["term"]')" \
	'keyword:zeppelins' 'each article has its score and its terms'
like "$(with profile air)" '^ *0\.[0-9]+ +[0-9]+ .*Zeppelins.*zeppelins' \
	'the table has the score and the reasons of each article'
said with profile air --min-score 1
is "$CODE$OUT" 1 'without a matching article the exit code is 1'
like "$ERR" 'no article was found for air' 'without a matching article a message names the profile'
said with profile air --since 2099-01-01
is "$CODE" 1 'without an article of the period the exit code is 1'
is "$(with profile all --limit 2 --json | wc -l)" 2 '--limit limits the number of articles'
said with profile ari
is "$CODE" 1 'for a misspelt name the exit code is 1'
like "$ERR" 'no profile is called ari; did you mean air\?' 'the message suggests the name of a profile'
said with profile
is "$CODE" 2 'the command profile requires a name'
said "$BUILD/gleaner" --db "$DB" profile air
is "$CODE" 2 'the command profile requires a configuration'
like "$ERR" 'name it with -c FILE' 'the message names the missing option'

# ------------------------------------------------------------- like, dislike
said with like "$(id Lighthouses)" --profile air
is "$CODE$OUT" 0 'like stores a mark of an article'
is "$(with profile air --json | titles)" \
	'Zeppelins,Lighthouses,A lighthouse again' \
	'after like, articles on the same subject are listed'
like "$(with profile explain air)" 'keyword +[Ll]ighthouse' \
	'the learned interest is explained'
said with profile explain air
like "$ERR" 'air: 1 articles liked, 0 disliked' 'the number of marks is shown'
is "$(with profile explain air "$(id Lighthouses)" --json |
	member 'row["mark"], row["excluded"]')" '1 False' \
	'the score of one article is explained'
said with dislike "$(id 'A lighthouse again')" --profile air
is "$CODE" 0 'dislike stores a mark of an article'
is "$(with profile air --json | titles)" 'Zeppelins,Lighthouses' \
	'a disliked article is not listed'
with like --undo --profile air "$(id Lighthouses)" "$(id 'A lighthouse again')"
is "$(with profile air --json | titles)" 'Zeppelins' 'after the marks are removed, the list is as before'
said with like 99 --profile air
is "$CODE" 1 'like fails for an article that does not exist'
like "$ERR" 'there is no article 99' 'the message names the missing article'
said with like 1
is "$CODE" 2 'like requires a profile'
said with like one --profile air
is "$CODE" 2 'like requires the number of an article'
said with profile explain air 99
is "$CODE" 1 'profile explain fails for an article that does not exist'

# ------------------------------------------------------------------- follow
is "$(with follow --profile air | titles)" Zeppelins \
	'follow delivers the articles of a profile'
is "$(with follow --profile air | member 'row["score"] >= 0.2')" True \
	'the lines of follow --profile have the score'
said with follow --profile air --min-score 1 --consumer strict
is "$CODE$OUT" 0 'follow writes no article below --min-score'
is "$(sql "SELECT seq = (SELECT max(seq) FROM change) FROM consumer
	WHERE name = 'strict'")" 1 'the cursor moves past the other changes'
said with follow --profile none
is "$CODE" 1 'follow refuses an unknown profile'
said with follow --min-score 0.5
is "$CODE" 2 '--min-score requires --profile'
said with follow --consumer x --share --profile air
is "$CODE" 2 '--share and --profile cannot be combined'
said with follow --format text --json
is "$CODE" 2 'follow: --json and --format text cannot be combined'
said with cut --json --format html -
is "$CODE" 2 'cut: --json and --format html cannot be combined'
is "$(with follow | member '"score" in row')" False \
	'the lines of follow without a profile have no score'
done_testing
