#!/bin/sh
# A harvest of 50 feeds with 20 articles each: every article is fetched once,
# extracted completely and given to a consumer once. A second harvest sends only
# conditional requests for the feeds.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 50x20 --hosts 5
# shellcheck disable=SC2046
write_config $(origin_get /_origin/feeds)

# --------------------------------------------------------------- the first
ok 'the first harvest succeeds' gleanerd_once
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 1000 \
	'1000 articles are done'
is "$(sql 'SELECT count(*), count(DISTINCT url) FROM article')" '1000|1000' \
	'there are no other articles'
is "$(sql 'SELECT count(*) FROM entry')" 1000 'each article has an entry'
is "$(sql "SELECT count(*) FROM feed WHERE status = 'active' AND failures = 0
	AND title LIKE 'The Gazette No. %'")" 50 \
		'all 50 feeds are active and have their title'
is "$(origin_count 'path=/feed/*')" 50 'each feed is requested once'
is "$(origin_count 'path=/article/*')" 1000 '1000 article pages are requested'
is "$(origin_get '/_origin/log?path=/article/*' |
	grep -o '"path":"[^"]*"' | sort -u | wc -l | tr -d ' ')" 1000 \
	'no article page is requested twice'
is "$(origin_count 'header=If-None-Match')" 0 'no request is conditional'
is "$(check_database)" ok 'the database has no fault'

is "$(PYTHONPATH=$TOP/tests/lib python3 -B - "$DB" "$ORIGIN" <<'END'
import json, sys, urllib.parse, urllib.request
from database import connect

db = connect(sys.argv[1])
fold = lambda text: " ".join((text or "").split())
wrong, noise, clutter = [], [], (
    "Advertisement", "Read also", "Our morning letter", "I was there and I saw",
    "All rights imagined", "Photograph: Gazette", "Obituaries")
for url, title, lead, body in db.execute(
        "SELECT url, title, lead, body FROM article"):
    path = urllib.parse.urlsplit(url).path
    truth = json.load(urllib.request.urlopen(
        f"{sys.argv[2]}/_origin/truth?path={path}"))
    if fold(title) != fold(truth["title"]):
        wrong.append(f"{path}: title {title!r}")
    missing = [p for p in truth["paragraphs"] if fold(p) not in fold(body)]
    if missing:
        wrong.append(f"{path}: {len(missing)} paragraphs missing")
    if any(c in body for c in clutter):
        noise.append(f"{path}: " + next(c for c in clutter if c in body))
for line in (wrong + noise)[:10]:
    print(line)
print(len(wrong), "wrong", len(noise), "with clutter")
END
)" '0 wrong 0 with clutter' 'each article has all its text and no clutter'

is "$(sql 'SELECT count(*) > 0, max(length(memory)) <= 32768,
	count(DISTINCT feed_id) FROM site_memory')" '1|1|50' \
	'the site memory of each feed contains repeated blocks'

# -------------------------------------------------------------- the second
is "$(PYTHONPATH=$TOP/tests/lib python3 -B - "$DB" "$ORIGIN" <<'END'
import sys, urllib.request
from database import connect

same = 0
for url, etag, modified in connect(sys.argv[1]).execute(
        "SELECT url, etag, last_modified FROM feed"):
    r = urllib.request.urlopen(urllib.request.Request(
        url, headers={"Accept-Encoding": "gzip"}))
    same += (r.headers["ETag"], r.headers["Last-Modified"]) == (etag, modified)
print(same)
END
)" 50 'validators are stored byte by byte'
origin_get /_origin/forget-log >/dev/null
make_due
ok 'the second harvest succeeds' gleanerd_once
is "$(origin_count 'path=/feed/*&method=GET&status=304')" 50 \
	'all 50 feeds answer with 304'
is "$(origin_count '')" 50 'S22: nothing else is requested'
is "$(origin_count 'header=If-None-Match')" 50 'each request has an ETag'
is "$(origin_count 'header=If-Modified-Since')" 50 'each request has a date'
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 1000 \
	'there are still 1000 articles'
is "$(sql 'SELECT count(*), max(seq) FROM change')" '1000|1000' \
	'the change log has no new entries'

# ------------------------------------------------------------------ follow
gleaner follow --consumer all >"$WORK/all"
is "$?" 0 'follow succeeds'
is "$(python3 - "$WORK/all" <<'END'
import json, sys

lines = [json.loads(line) for line in open(sys.argv[1])]
seqs = [line["seq"] for line in lines]
print(len(lines), len({line["id"] for line in lines}),
      seqs == sorted(set(seqs)), {line["kind"] for line in lines},
      all(line["v"] == 1 and line["title"] and line["body"] and line["url"]
          and line["feeds"] and 0 < line["confidence"] <= 1
          for line in lines))
END
)" "1000 1000 True {'new'} True" 'follow prints each article once, in order'
is "$(gleaner follow --consumer all | wc -l | tr -d ' ')" 0 \
	'a second follow prints nothing'

# A consumer that is killed at any time gets at most its last batch again.
is "$(python3 - "$BUILD/gleaner" "$CONFIG" <<'END'
import json, random, subprocess, sys

BATCH = 7
dice = random.Random(11)
got, kills, worst = [], 0, 0
while True:
    p = subprocess.Popen(
        [sys.argv[1], "-c", sys.argv[2], "follow", "--consumer", "killed",
         "--batch", str(BATCH)], stdout=subprocess.PIPE)
    lines, ended = [], True
    for _ in range(dice.randrange(1, 120)):
        line = p.stdout.readline()
        if not line:
            break
        lines.append(line)
    else:
        p.kill()
        kills += 1
        ended = False
    lines += p.stdout.readlines()       # lines written before the kill
    p.wait()
    # An incomplete last line does not count.
    seqs = [json.loads(x)["seq"] for x in lines if x.endswith(b"\n")]
    worst = max(worst, len(set(seqs) & set(got)))
    got += seqs
    if ended:
        break
print(len(set(got)), "kills" if kills > 5 else f"only {kills} kills",
      "at most a batch" if worst <= BATCH else f"{worst} again")
END
)" '1000 kills at most a batch' 'a killed consumer misses no change'

first=$(gleaner follow --consumer slow --ack manual --batch 10 |
	head -n 10 | tail -n 1 | sed 's/.*"seq":\([0-9]*\).*/\1/')
ok 'ack succeeds' gleaner ack --consumer slow "$first"
is "$(gleaner follow --consumer slow --ack manual | head -n 1 |
	sed 's/.*"seq":\([0-9]*\).*/\1/')" $((first + 1)) \
	'follow continues after the acknowledged change'

# ----------------------------------------------------------------- growing
origin_set 'path=/feed/7.xml&pass=&items=23'
make_due
ok 'a third harvest succeeds' gleanerd_once
is "$(gleaner follow --consumer all | wc -l | tr -d ' ')" 3 \
	'three new articles are printed, and no old one'
is "$(sql 'SELECT count(*) FROM article')" 1003 'three new articles are stored'
done_testing
