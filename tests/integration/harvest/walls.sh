#!/bin/sh
# Challenges and walls in place of articles are named, counted by host, and
# requested again after 30 minutes at the earliest. After three requests the
# text of the feed is stored.
# timeout: 180
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x8
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
END
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
END
is "$(column 5 'status, status_why')" 'feed_only|HTTP 403' \
	'a refusal without a sign of a wall is not named'
is "$(column 8 status)" done 'a page without a wall is done'
like "$("$BUILD/gleaner" -c "$CONFIG" status)" \
	'walls .* 1 challenge: generic \(HTTP 403\)' 'status names the walls'
is "$("$BUILD/gleaner" -c "$CONFIG" status --json | python3 -c '
import json, sys
print(sum(wall["articles"] for wall in json.load(sys.stdin)["walls"]))')" 6 \
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
