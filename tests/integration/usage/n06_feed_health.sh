#!/bin/sh
# `status`, `feed list`, `feed explain` and `doctor` report the same health for
# each feed. The feeds are gone, truncated, never answered, replaced by a page,
# paused and new.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin
body() {
	printf '<rss version="2.0"><channel><title>F</title>'
	printf '<item><guid>g1</guid><title>One</title>'
	printf '<description>Some words of it.</description></item>'
}
{
	for feed in well gone cut page paused shaky pausing; do
		printf 'route /%s.xml\n  header Content-Type: application/rss+xml\n' \
			"$feed"
		printf '  body text <<FEED\n%s</channel></rss>\nFEED\n' "$(body)"
	done
	printf 'route /busy.xml\n  status 503\n  header Retry-After: 1\n'
	printf 'route /dead.xml\n  status 503\n'
	printf 'route /always-cut.xml\n'
	printf '  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n%s\nFEED\n' "$(body)"
} | origin_scenario
ARTICLES='{ fetch: false }'
set --
for feed in well gone cut page paused shaky pausing busy dead always-cut; do
	set -- "$@" "$ORIGIN/$feed.xml"
done
write_config "$@"
gleanerd_once >/dev/null # some feeds fail
# Some of the feeds change after the first poll.
origin_scenario <<END
route /gone.xml
  status 410
route /page.xml
  header Content-Type: text/html
  body text "<html><title>Hello</title><p>No feed here any more.</p></html>"
route /cut.xml
  header Content-Type: application/rss+xml
  body text "$(body | sed 's/"/\\"/g')"
route /shaky.xml
  status 500
route /pausing.xml
  status 503
  header Retry-After: 1
END
gleaner feed pause "$ORIGIN/paused.xml" >/dev/null
gleaner feed add --as-is "$ORIGIN/new.xml" >/dev/null
sql "UPDATE feed SET next_poll_at = 0 WHERE url NOT LIKE '%/new.xml';
	UPDATE feed SET next_poll_at = unixepoch() + 3600
	WHERE url LIKE '%/new.xml';
	DELETE FROM host"
gleanerd_once >/dev/null

# Collects the output of the four commands for all feeds.
gleaner feed list --json >"$WORK/list"
gleaner status --json >"$WORK/status"
gleaner status >"$WORK/status.text"
gleaner feed list >"$WORK/list.text"
gleaner doctor --offline --json >"$WORK/doctor"
for feed in well gone cut page paused shaky pausing busy dead always-cut new; do
	gleaner feed explain --json "$ORIGIN/$feed.xml"
done >"$WORK/explain"
for feed in well gone cut page paused shaky pausing busy dead always-cut new; do
	gleaner feed explain "$ORIGIN/$feed.xml" |
		sed -n "s|^health  *|$feed |p"
done >"$WORK/explain.text"

sql "SELECT url || ' ' || health FROM feed_health ORDER BY url" >"$WORK/view"

# state FEED: "HEALTH WHY" from feed list.
state() {
	python3 - "$ORIGIN/$1.xml" <<'END'
import json, os, sys
for line in open(os.environ["WORK"] + "/list"):
    row = json.loads(line)
    if row["url"] == sys.argv[1]:
        print(row["health"], row["health_why"])
END
}
is "$(state well)" 'well None' 'N6: a feed without faults is well'
is "$(state new)" 'new None' 'N6: a feed that was not polled yet is new'
is "$(state gone)" 'gone the server answered 410 Gone; polled again once a month' \
	'N6: a feed with HTTP 410 is gone and polled monthly'
like "$(state cut)" '^truncated its document is truncated' \
	'N6: a feed whose document is incomplete is truncated'
like "$(state always-cut)" '^truncated ' \
	'N6: a feed that was incomplete at its first poll is truncated'
like "$(state page)" '^failing not a feed any more' \
	'N6: a feed that became an HTML page is failing'
is "$(state dead)" 'failing never answered with a feed: HTTP 503' \
	'N6: a feed that always answered 503 is failing'
is "$(state busy)" 'failing never answered with a feed: HTTP 503' \
	'N6: a feed that always answered 503 with Retry-After is failing, too'
is "$(state shaky)" 'retrying 1 poll in a row failed: HTTP 500' \
	'N6: a feed that failed once is retrying'
like "$(state pausing)" '^waiting .*HTTP 503' \
	'N6: a feed whose server sent Retry-After is waiting'
like "$(state paused)" '^paused ' 'N6: a paused feed is paused'

python3 - >"$WORK/facts" <<'END'
import json, os
work = os.environ["WORK"]
rows = lambda name: [json.loads(line) for line in open(f"{work}/{name}")]
known = {row["url"]: (row["health"], row["health_why"])
         for row in rows("list")}
explained = {row["url"]: (row["health"], row["health_why"])
             for row in rows("explain")}
print("explain", len(explained), sorted(url for url in known
                                        if explained.get(url) != known[url]))
status = rows("status")[0]
failing = {row["url"]: (row["health"], row["why"]) for row in status["failing"]}
meant = {url: state for url, state in known.items()
         if state[0] in ("failing", "truncated")}
print("status", status["feeds"]["failing"] == len(meant), failing == meant)
found = {row["name"]: row for row in rows("doctor")
         if row["subject"] == "feed"}
good = ("well", "new", "paused")
print("doctor", sorted(found) == sorted(
    url for url, state in known.items() if state[0] not in good),
    [url for url in found if found[url]["what"] != ": ".join(known[url])],
    [url for url in found
     if (found[url]["level"] == "warning")
        != (known[url][0] in ("failing", "truncated", "gone"))])
END
is "$(sed -n 's/^explain //p' "$WORK/facts")" '11 []' \
	'N6: feed explain reports the same health as feed list'
is "$(cat "$WORK/view")" "$(python3 - <<'END'
import json, os
for row in sorted((r["url"], r["health"]) for r in
                  map(json.loads, open(os.environ["WORK"] + "/list"))):
    print(*row)
END
)" 'N6: the view feed_health reports the same health'
is "$(sed -n 's/^status //p' "$WORK/facts")" 'True True' \
	'N6: status counts and lists the same failing feeds'
is "$(sed -n 's/^doctor //p' "$WORK/facts")" 'True [] []' \
	'N6: doctor reports the same feeds and warns of failing and gone feeds'
is "$(sed -n 's/^gone //p' "$WORK/explain.text")" \
	'gone: the server answered 410 Gone; polled again once a month' \
	'N6: feed explain prints the health as text'
like "$(cat "$WORK/explain.text")" '^dead failing: never answered' \
	'N6: feed explain prints that a feed never answered'
like "$(grep '/cut.xml' "$WORK/list.text")" '^truncated' \
	'N6: feed list prints truncated as text'
like "$(grep '/cut.xml' "$WORK/status.text")" '^truncated' \
	'N6: status prints truncated as text'
unlike "$(cat "$WORK/doctor")" 'not asked any more' \
	'N6: doctor does not state that a feed is no longer polled'
# The stated interval of a gone feed is correct: its next poll is a month away.
is "$(sql "SELECT (next_poll_at - last_poll_at) / 86400 BETWEEN 28 AND 34
	FROM feed WHERE url LIKE '%/gone.xml'")" 1 \
	'N6: the next poll of a gone feed is a month away'
done_testing
