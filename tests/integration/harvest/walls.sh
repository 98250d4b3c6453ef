#!/bin/sh
# Challenges and walls in place of articles are named, counted by host, and
# requested again after 30 minutes at the earliest. After three requests the
# text of the feed is stored.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x14
write_config "$ORIGIN/feed/1.xml"
origin_scenario <<'END'
route /article/1/1.html
  status 403
  header cf-mitigated: challenge
route /article/1/2.html
  status 403
  body text "<html><title>Denied</title><p>Please verify you are human.</html>"
route /article/1/3.html
  status 451
  body text "<p>This content is not available in your region."
route /article/1/4.html
  redirect 302 /login?next=4
route /login
  body text "<html><title>Log in</title><form><input type=password></form></html>"
route /article/1/5.html
  status 403
route /article/1/6.html
  when 1
    status 403
    body text "<script>window._cf_chl_opt = {}</script>"
  when 2+
    pass
route /article/1/7.html
  body text "<html><title>Just a moment...</title><p id=px-captcha>Press and hold to confirm you are a human.</html>"
route /article/1/9.html
  body text "<html><title>News</title><h1>Sorry</h1><p>Sorry. This content is not available in your country.</p></html>"
route /article/1/10.html
  body text "<html><title>News</title><h1>We regret</h1><p>Unfortunately, our website is currently unavailable in most European countries. We are engaged on the issue and committed to looking at options that support our full range of digital offerings to your market.</p></html>"
route /article/1/11.html
  body text "<html><title>News</title><h1>Please verify you are a human</h1><p>Please verify you are a human. Access to this page has been denied because we believe you are using automation tools to browse the website.</p></html>"
route /article/1/12.html
  body text "<html><title>Video</title><h1>Video</h1><p>This video is not available in your country due to rights restrictions.</p></html>"
route /article/1/13.html
  body text "<html><title>Ferry</title><h1>Ferry</h1><p>The ferry to the northern island ran again on Monday after a pause of eleven days. Two engineers had replaced the shaft of the starboard engine in the open yard, which took nine days. Police found nothing after a security check, and 140 people waited on the pier.</p></html>"
END
{
	printf 'route /article/1/14.html\n  body text <<PAGE\n'
	echo '<html><title>Streams</title><h1>Streams</h1><article><p>The film' \
		'is not available in your country, it said on the screen.</p>'
	for word in first second third fourth fifth; do
		echo "<p>The $word committee met on Tuesday to hear what the" \
			"$word engineers had found below the $word bridge, and" \
			"it was told that $word repairs would take until" \
			"spring, for the $word pillars stand in water.</p>"
	done
	printf '</article></html>\nPAGE\n'
} | origin_scenario
column() { # NUMBER COLUMNS
	sql "SELECT $2 FROM article WHERE url LIKE '%/article/1/$1.html'"
}
retry_now() {
	sql "UPDATE article SET retry_at = 1 WHERE status = 'failed';
	UPDATE host SET pause_until_at = NULL"
	gleanerd_once >/dev/null
}

gleanerd_once >/dev/null
while IFS='|' read -r number why; do
	is "$(column "$number" 'status, status_why')" "failed|$why" \
		"page $number: $why"
	is "$(column "$number" 'retry_at - fetched_at >= 1800')" 1 \
		"page $number is requested again in 30 minutes or later"
done <<'END'
1|challenge: cloudflare (HTTP 403)
2|challenge: generic (HTTP 403)
3|geo-blocked (HTTP 451)
4|login wall (HTTP 200)
6|challenge: cloudflare (HTTP 403)
7|challenge: perimeterx (HTTP 200)
9|geo-blocked (HTTP 200)
10|geo-blocked (HTTP 200)
11|challenge: generic (HTTP 200)
12|geo-blocked (HTTP 200)
END
is "$(column 5 'status, status_why')" 'feed_only|HTTP 403' \
	'a refusal without a sign of a wall is not named'
is "$(column 8 status)" done 'a page without a wall is done'
unlike "$(column 13 status_why)" '(challenge|blocked)' \
	'a brief without such a sentence is not a wall'
is "$(column 14 'status, word_count >= 150')" 'done|1' \
	'an article with such a sentence is not a wall'
like "$("$BUILD/gleaner" -c "$CONFIG" status)" \
	'walls .* 1 challenge: generic \(HTTP 403\)' 'status names the walls'
is "$("$BUILD/gleaner" -c "$CONFIG" status --json | python3 -c '
import json, sys
print(sum(wall["articles"] for wall in json.load(sys.stdin)["walls"]))')" 10 \
	'status --json counts the walls'
"$BUILD/gleaner" -c "$CONFIG" doctor --offline >"$WORK/doctor"
like "$(cat "$WORK/doctor")" \
	'sent no article for 1 pages of the last week: login wall' \
	'doctor warns of the walls'
retry_now
is "$(column 6 status)" done 'an article is done when the challenge is gone'
is "$(column 1 status)" failed 'an article stays failed after a second challenge'
retry_now
is "$(column 1 'status, status_why, body IS NOT NULL')" \
	'feed_only|challenge: cloudflare (HTTP 403)|1' \
	'after three requests the text of the feed is stored'
done_testing
