-- Feed items (store/entry) and pages that name feeds (store/page_feed.c).


-- name: home_page_want
INSERT INTO home_page (feed_id, host, url, due_at)
SELECT :feed_id::bigint, :host::text, :url, :now::timestamptz
WHERE (SELECT count(*) FROM home_page WHERE feed_id = :feed_id) < :most
OR EXISTS (SELECT 1 FROM home_page WHERE feed_id = :feed_id AND host = :host)
ON CONFLICT (feed_id, host) DO UPDATE SET
    due_at = greatest(:now, home_page.read_at + :gap)
WHERE home_page.due_at IS NULL;

-- name: home_page_due
SELECT p.id, p.url, p.feed_id FROM home_page p JOIN feed f ON f.id = p.feed_id
WHERE p.due_at <= :now AND f.shard = ANY (:shards::integer[])
AND NOT f.removed AND f.status <> 'paused'
ORDER BY p.due_at LIMIT :limit;
