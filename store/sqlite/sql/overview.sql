-- The daemon's status page (store/article/overview.c).  Each query reads few
-- rows and takes some milliseconds.

-- name: overview_latest
SELECT coalesce(a.title, ''), coalesce(a.final_url, a.url, ''),
    coalesce((SELECT coalesce(f.given_title, f.title, f.url)
	FROM entry e JOIN feed f ON f.id = e.feed_id
	WHERE e.article_id = a.id ORDER BY e.id LIMIT 1), ''),
    c.at
FROM change c JOIN article a ON a.id = c.article_id
WHERE c.kind = 'new' ORDER BY c.seq DESC LIMIT :limit;

-- name: overview_filters
SELECT id, matched, limited FROM (SELECT id, matched, limited FROM filter_count
    ORDER BY coalesce(matched_at, limited_at) DESC LIMIT :limit) AS latest
ORDER BY id;

-- name: overview_queue
-- The counts take little time, because there are few pending rows, and an index
-- contains them.
SELECT (SELECT count(*) FROM article WHERE status = 'queued'),
    (SELECT count(*) FROM article WHERE status = 'failed'),
    (SELECT count(*) FROM change WHERE at >= :since AND kind = 'new');
