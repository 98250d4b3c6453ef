#!/bin/sh
# Tests pages that fail temporarily or permanently: they are tried again, and
# finally the text of the feed is stored.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
FETCH="{ parallel: 256, timeout: $(paced 2)s }"
start_origin --generate 1x8
write_config "$ORIGIN/feed/1.xml"
origin_scenario <<'END'
route /article/1/1.html
  when 1
    status 500
  when 2+
    pass
route /article/1/2.html
  status 404
route /article/1/3.html
  status 403
route /article/1/4.html
  when 1-2
    hang
  when 3+
    pass
route /article/1/5.html
  when 1
    pass
    cut after 300
  when 2+
    pass
route /article/1/6.html
  status 500
route /article/1/7.html
  status 410
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
is "$?" 0 'a page that fails is not a failure of the feed'
is "$(column 8 status)" done 'another article is done'
is "$(column 1 "status, retry_at > unixepoch()")" 'failed|1' \
	'after a 500 the article is failed with a retry'
like "$(column 1 status_why)" 500 'status_why contains 500'
is "$(column 2 'status, body IS NOT NULL')" 'feed_only|1' \
	'after a 404 the article has the text of the feed'
like "$(column 2 status_why)" 404 'status_why contains 404'
is "$(column 3 'status, body IS NOT NULL')" 'feed_only|1' \
	'after a 403 the article has the text of the feed'
like "$(column 7 status)" '^(feed_only|gone)$' \
	'after a 410 the article has the text of the feed or is gone'
is "$(column 4 'status, retry_at IS NOT NULL')" 'failed|1' \
	'after a timeout the article is failed with a retry'
is "$(column 5 'status, retry_at IS NOT NULL')" 'failed|1' \
	'after a truncated page the article is failed with a retry'
is "$(gleaner follow --consumer c | wc -l | tr -d ' ')" "$(sql \
	"SELECT count(*) FROM article WHERE status IN ('done', 'feed_only')")" \
	'the change log contains the articles with a text'

# Nothing is retried before its time.
origin_get /_origin/forget-log >/dev/null
sql "UPDATE article SET retry_at = unixepoch() + 3600 WHERE status = 'failed'"
gleanerd_once >/dev/null
is "$(origin_count 'path=/article/*')" 0 'no page is requested before its time'

retry_now
is "$(column 1 status)" done 'a 200 after a 500 makes the article done'
is "$(column 5 status)" done \
	'a complete page after a truncated one makes it done'
is "$(column 4 status)" failed 'a second timeout leaves the article failed'
is "$(gleaner follow --consumer c | wc -l | tr -d ' ')" 2 \
	'the two new articles are in the change log'
first=$(column 6 'retry_at - unixepoch()')

n=0
while [ "$(column 6 status)" = failed ] && [ "$n" -lt 12 ]; do
	retry_now
	n=$((n + 1))
	last=$(column 6 'coalesce(retry_at, 0) - unixepoch()')
	[ "${last:-0}" -le 0 ] || longest=$last
done
is "$(column 4 status)" done 'an answer after timeouts makes the article done'
is "$(column 6 status)" feed_only \
	'after repeated 500s the text of the feed is stored'
cmp_ok "${longest:-0}" -gt "${first:-0}" \
	'each wait is longer than the previous one'
is "$(sql "SELECT count(*) FROM article WHERE status IN ('queued', 'failed')")" \
	0 'no article is pending any more'
is "$(sql "SELECT count(*) FROM article a WHERE body IS NULL OR body = ''")" 0 \
	"each article has a text"
is "$(PYTHONPATH=$TOP/tests/lib python3 -B - "$DB" <<'END'
import sys
from database import connect
db = connect(sys.argv[1])
print(sum((body or "").strip() == (said or "").strip() for body, said in
          db.execute("""SELECT a.body, e.summary FROM article a
                        JOIN entry e ON e.article_id = a.id
                        WHERE a.status = 'feed_only'""")),
      db.execute("""SELECT count(*) FROM article WHERE status = 'feed_only'
                    AND origin = 'feed'""").fetchall()[0][0])
END
)" "$(sql "SELECT count(*) || ' ' || count(*) FROM article
	WHERE status = 'feed_only'")" \
		'the text of feed_only articles is that of the feed'

# ------------------------------------------------------------- Retry-After
# A host that asks for a pause is not requested, also after a restart.
origin_get /_origin/reset >/dev/null
new_database
# Only one request runs at a time, so that no other request is open when the 503
# arrives.
HOST='{ connections: 1, gap: 0s, allow_private: true, robots: false }'
write_config "$ORIGIN/feed/1.xml"
origin_set 'path=/article/*&status=503&header=Retry-After:%207200'
gleanerd_once >/dev/null
asked=$(origin_count 'path=/article/*')
cmp_ok "$asked" -eq 1 'after a 503 with Retry-After the host gets no request'
is "$(sql "SELECT count(*) FROM host
	WHERE pause_until_at > unixepoch() + 7000")" 1 \
		'the pause is as long as Retry-After states'
origin_get '/_origin/unset?path=/article/*' >/dev/null
make_due
gleanerd_once >/dev/null
is "$(origin_count 'path=/article/*')" "$asked" \
	'the pause applies after a restart'
sql 'UPDATE host SET pause_until_at = NULL; UPDATE article SET retry_at = 1
	WHERE retry_at IS NOT NULL'
make_due
gleanerd_once >/dev/null
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 8 \
	'after the pause all articles are fetched'
done_testing
