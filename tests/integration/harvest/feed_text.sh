#!/bin/sh
# The text of a feed becomes the text of an article without the footer that
# WordPress adds, and with its paragraphs.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
# shellcheck disable=SC2034 # read by write_config
ARTICLES='{ fetch: false }'
start_origin
origin_scenario <<'END'
route /feed.xml
  header Content-Type: application/rss+xml
  body text <<FEED
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><title>Hill News</title>
<item><title>Fog in May</title><link>/1</link><description><![CDATA[<p>Short
words.</p><p>The post <a href="/1">Fog in May</a> appeared first on <a
href="/">Hill News</a>.</p>]]></description><content:encoded><![CDATA[<p>Many
words.</p><p>Second.</p><p>The post
<a href="/1">Fog in May</a> appeared first on <a href="/">Hill News</a>.</p>
]]></content:encoded></item>
<item><title>Plain text</title><link>/2</link><description>One.

Two.</description></item>
</channel></rss>
FEED
END
write_config "$ORIGIN/feed.xml"
ok 'the harvest succeeds' gleanerd_once
is "$(sql "SELECT body FROM article WHERE title = 'Fog in May'")" 'Many words.

Second.' 'the text does not have the footer of WordPress'
is "$(sql "SELECT lead FROM article WHERE title = 'Fog in May'")" \
	'Short words.' 'the lead has no footer'
is "$(sql "SELECT body FROM article WHERE title = 'Plain text'")" 'One.

Two.' 'a description without tags has its paragraphs'
done_testing
