#!/bin/sh
# Articles that come late, or never: tried again, and at the end what the feed
# said of them is kept.
# timeout: 180
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
is "$?" 0 'a page that fails is no failure of the feed'
is "$(column 8 status)" done 'an article like any other'
is "$(column 1 "status, retry_at > unixepoch()")" 'failed|1' \
	'500: failed, to be tried again later'
like "$(column 1 status_why)" 500 'and it says why'
is "$(column 2 'status, body IS NOT NULL')" 'feed_only|1' \
	'404: what the feed said is the article'
like "$(column 2 status_why)" 404 'and it says why'
is "$(column 3 'status, body IS NOT NULL')" 'feed_only|1' '403: likewise'
like "$(column 7 status)" '^(feed_only|gone)$' '410: likewise, or gone'
is "$(column 4 'status, retry_at IS NOT NULL')" 'failed|1' 'a hung server'
is "$(column 5 'status, retry_at IS NOT NULL')" 'failed|1' 'a page that is cut'
is "$(gleaner follow --consumer c | wc -l | tr -d ' ')" "$(sql \
	"SELECT count(*) FROM article WHERE status IN ('done', 'feed_only')")" \
	'given out is what has a text'

# Not before its time.
origin_get /_origin/forget-log >/dev/null
sql "UPDATE article SET retry_at = unixepoch() + 3600 WHERE status = 'failed'"
gleanerd_once >/dev/null
is "$(origin_count 'path=/article/*')" 0 'nothing is tried before its time'

retry_now
is "$(column 1 status)" done '500, then 200: done'
is "$(column 5 status)" done 'cut, then whole: done'
is "$(column 4 status)" failed 'hung again: failed again'
is "$(gleaner follow --consumer c | wc -l | tr -d ' ')" 2 'two more are given'
first=$(column 6 'retry_at - unixepoch()')

n=0
while [ "$(column 6 status)" = failed ] && [ "$n" -lt 12 ]; do
	retry_now
	n=$((n + 1))
	last=$(column 6 'coalesce(retry_at, 0) - unixepoch()')
	[ "${last:-0}" -le 0 ] || longest=$last
done
is "$(column 4 status)" done 'the server has come back: done'
is "$(column 6 status)" feed_only '500 for ever: at the end the feed'\''s text'
cmp_ok "${longest:-0}" -gt "${first:-0}" 'each wait was longer than the one before'
is "$(sql "SELECT count(*) FROM article WHERE status IN ('queued', 'failed')")" \
	0 'nothing is owed any more'
is "$(sql "SELECT count(*) FROM article a WHERE body IS NULL OR body = ''")" 0 \
	"nobody's text is dropped"
is "$(python3 - "$DB" <<'END'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
print(sum((body or "").strip() == (said or "").strip() for body, said in
          db.execute("""SELECT a.body, e.summary FROM article a
                        JOIN entry e ON e.article_id = a.id
                        WHERE a.status = 'feed_only'""")),
      db.execute("""SELECT count(*) FROM article WHERE status = 'feed_only'
                    AND origin = 'feed'""").fetchone()[0])
END
)" "$(sql "SELECT count(*) || ' ' || count(*) FROM article
	WHERE status = 'feed_only'")" 'it is the feed that speaks'

# ------------------------------------------------------------- Retry-After
# A host that asks for a pause gets it, and keeps it over a restart.
origin_get /_origin/reset >/dev/null
rm -f "$DB" "$DB-wal" "$DB-shm"
# Each article in turn: what is under way when the 503 comes is not counted.
HOST='{ connections: 1, gap: 0s, allow_private: true, robots: false }'
write_config "$ORIGIN/feed/1.xml"
origin_set 'path=/article/*&status=503&header=Retry-After:%207200'
gleanerd_once >/dev/null
asked=$(origin_count 'path=/article/*')
cmp_ok "$asked" -eq 1 'after a 503 with Retry-After the host is left alone'
is "$(sql "SELECT count(*) FROM host
	WHERE pause_until_at > unixepoch() + 7000")" 1 'for as long as it asked'
origin_get '/_origin/unset?path=/article/*' >/dev/null
make_due
gleanerd_once >/dev/null
is "$(origin_count 'path=/article/*')" "$asked" 'over a restart, too'
sql 'UPDATE host SET pause_until_at = NULL; UPDATE article SET retry_at = 1
	WHERE retry_at IS NOT NULL'
make_due
gleanerd_once >/dev/null
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 8 \
	'and after it all is fetched'
done_testing
