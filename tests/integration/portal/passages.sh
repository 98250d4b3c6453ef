#!/bin/sh
# Tests `gleaner search --passages`, which prints paragraphs of stored articles
# as text or JSON.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin
cat <<'END' | origin_scenario
route /feed
  header Content-Type: application/rss+xml
  body text <<FEED
<rss version="2.0"><channel><title>Desk</title><language>en</language>
<item><title>Roads</title><guid>1</guid><description>&lt;p&gt;The council spoke
about roads.&lt;/p&gt;&lt;p&gt;A zeppelin landed beside the zeppelins of the
port.&lt;/p&gt;&lt;p&gt;The weather was fine.&lt;/p&gt;</description></item>
<item><title>Ports</title><guid>2</guid><description>&lt;p&gt;The port has a
new crane, which is the largest of the country and was built in the yard that
had built the zeppelin hall a hundred years ago.&lt;/p&gt;</description></item>
</channel></rss>
FEED
END
write_config "$ORIGIN/feed"
ok 'the harvest succeeds' gleanerd_once

gleaner search --passages zeppelin >"$WORK/text"
is $? 0 'search --passages finds paragraphs'
like "$(head -n 1 "$WORK/text")" 'Roads' 'the best paragraph is first'
like "$(cat "$WORK/text")" 'A \*zeppelin\* landed beside the \*zeppelins\*' \
	'the words of the query are marked'
like "$(sed -n 2p "$WORK/text")" '^ +The council spoke about roads.$' \
	'the paragraph before it is shown'
like "$(sed -n 4p "$WORK/text")" '^ +The weather was fine.$' \
	'the paragraph after it is shown'
gleaner search --passages --json zeppelin | python3 -c 'import json, sys
for line in sys.stdin:
    row = json.loads(line)
    print(row["title"], row["paragraph"], row["score"] > 0, row["before"])' \
	>"$WORK/rows"
is "$(cat "$WORK/rows")" 'Roads 2 True The council spoke about roads.
Ports 1 True None' 'the lines in JSON'
is "$(gleaner search --passages --limit 1 --json zeppelin | wc -l)" 1 \
	'--limit limits the number of paragraphs'
gleaner search --passages zeppelin airship >"$WORK/text" 2>&1
is $? 1 'without a result the exit code is 1'
like "$(cat "$WORK/text")" 'no article was found for: zeppelin airship' \
	'without a result a message names the query'
gleaner search --passages >/dev/null 2>&1
is $? 2 'a search without a query is refused'
done_testing
