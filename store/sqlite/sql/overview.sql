-- The daemon's status page (store/article/overview.c): the queries are bounded
-- and take some milliseconds.

-- name: overview_latest
SELECT coalesce(a.title, ''), coalesce(a.final_url, a.url, ''),
    coalesce((SELECT coalesce(f.given_title, f.title, f.url)
	FROM entry e JOIN feed f ON f.id = e.feed_id
	WHERE e.article_id = a.id ORDER BY e.id LIMIT 1), ''),
    c.at
FROM change c JOIN article a ON a.id = c.article_id
WHERE c.kind = 'new' ORDER BY c.seq DESC LIMIT :limit;

-- name: overview_queue
-- The counts are cheap, because pending rows are few and have an index.
SELECT (SELECT count(*) FROM article WHERE status = 'queued'),
    (SELECT count(*) FROM article WHERE status = 'failed'),
    (SELECT count(*) FROM change WHERE at >= :since AND kind = 'new');
