-- Counts of the whole database (store/status.c).

-- name: count_feeds
SELECT count(*) FILTER (WHERE status = 'active'),
    count(*) FILTER (WHERE status = 'paused'),
    count(*) FILTER (WHERE status = 'gone'),
    count(*) FILTER (WHERE status = 'active' AND budget_waiting > 0
	AND budget_since > :budget_since)
FROM feed WHERE NOT removed;

-- name: count_articles
-- Most articles are done.  SQLite counts a whole index page by page, and a part
-- of an index row by row, which takes six times as long.  The number of done
-- articles is therefore computed from the number of all articles.
WITH other (status, n) AS MATERIALIZED (
    SELECT status, count(*) FROM article WHERE status < 'done' GROUP BY status
    UNION ALL
    SELECT status, count(*) FROM article WHERE status > 'done' GROUP BY status)
SELECT status, n FROM other
UNION ALL
SELECT 'done', (SELECT count(*) FROM article)
    - (SELECT coalesce(sum(n), 0) FROM other);

-- name: count_rest
SELECT (SELECT count(*) FROM entry), (SELECT count(*) FROM change),
    (SELECT count(*) FROM poll),
    (SELECT count(*) FROM poll WHERE at > :hour_ago),
    (SELECT count(*) FROM change WHERE at > :hour_ago AND kind = 'new');

-- name: slow_feeds
SELECT f.url, max(p.ms) FROM poll p JOIN feed f ON f.id = p.feed_id
WHERE p.at > :since AND p.ms >= :least_ms AND NOT f.removed
GROUP BY f.id ORDER BY max(p.ms) DESC, f.id LIMIT :limit;

-- name: walls
-- Counts pages that were blocked, by host and reason.  The reasons are those of
-- crawler/wall.h.
SELECT host_key, status_why, count(*), max(fetched_at) FROM article
WHERE status IN ('failed', 'feed_only') AND sort_at > :since
AND host_key IS NOT NULL
AND (status_why LIKE 'challenge: %' OR status_why LIKE 'consent wall%'
    OR status_why LIKE 'login wall%' OR status_why LIKE 'geo-blocked%'
    OR status_why LIKE 'blocked for legal reasons%')
GROUP BY host_key, status_why ORDER BY count(*) DESC, host_key, status_why
LIMIT :limit;

-- name: file_bytes
SELECT page_count * page_size FROM pragma_page_count, pragma_page_size;

-- name: data_version
PRAGMA data_version;
