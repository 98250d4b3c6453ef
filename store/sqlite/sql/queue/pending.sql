-- Articles whose pages are to be fetched (article_pending.c and announcer.c in
-- store/article/pending).

-- part: queue_groups
-- The groups (host and feed) of the index article_queue.  Two seeks find the
-- next group.
queue_group (host, share) AS (
	SELECT * FROM (SELECT host_key,
	    2 * coalesce(announced_by, 0) + (entitled IS 0) AS share
	    FROM article INDEXED BY article_queue
	    WHERE status = 'queued' AND host_key IS NOT NULL
	    ORDER BY host_key, share LIMIT 1)
	UNION ALL
	SELECT a.host_key, 2 * coalesce(a.announced_by, 0) + (a.entitled IS 0)
	FROM queue_group grp CROSS JOIN article a ON a.id = coalesce(
	    (SELECT b.id FROM article b INDEXED BY article_queue
	    WHERE b.status = 'queued' AND b.host_key = grp.host
	    AND 2 * coalesce(b.announced_by, 0) + (b.entitled IS 0) > grp.share
	    ORDER BY 2 * coalesce(b.announced_by, 0) + (b.entitled IS 0)
	    LIMIT 1),
	    (SELECT b.id FROM article b INDEXED BY article_queue
	    WHERE b.status = 'queued' AND b.host_key > grp.host
	    ORDER BY b.host_key LIMIT 1))
)

-- part: retry_groups
-- Like queue_groups, for the index article_retry.
retry_group (host, share) AS (
	SELECT * FROM (SELECT host_key,
	    2 * coalesce(announced_by, 0) + (entitled IS 0) AS share
	    FROM article INDEXED BY article_retry
	    WHERE status = 'failed' AND host_key IS NOT NULL
	    ORDER BY host_key, share LIMIT 1)
	UNION ALL
	SELECT a.host_key, 2 * coalesce(a.announced_by, 0) + (a.entitled IS 0)
	FROM retry_group grp CROSS JOIN article a ON a.id = coalesce(
	    (SELECT b.id FROM article b INDEXED BY article_retry
	    WHERE b.status = 'failed' AND b.host_key = grp.host
	    AND 2 * coalesce(b.announced_by, 0) + (b.entitled IS 0) > grp.share
	    ORDER BY 2 * coalesce(b.announced_by, 0) + (b.entitled IS 0)
	    LIMIT 1),
	    (SELECT b.id FROM article b INDEXED BY article_retry
	    WHERE b.status = 'failed' AND b.host_key > grp.host
	    ORDER BY b.host_key LIMIT 1))
)

-- part: share_is_open
-- False if the feed of the group `grp` is paused: no pages are requested for
-- it.  Pages of ended subscriptions are listed, because their articles get the
-- text of the feed (article_pending_get).  A scalar subquery is used, because
-- PostgreSQL might read all feeds for EXISTS.
coalesce((SELECT f.removed OR f.status <> 'paused' FROM feed f
    WHERE f.id = grp.share / 2), TRUE)

-- part: article_is_announced
-- False if only paused feeds and ended subscriptions announce the article `a`.
-- The entries are read only if the announcer is not active.
(coalesce((SELECT NOT f.removed AND f.status <> 'paused' FROM feed f
    WHERE f.id = a.announced_by), a.announced_by IS NOT NULL)
OR coalesce((SELECT TRUE FROM entry v JOIN feed f ON f.id = v.feed_id
    WHERE v.article_id = a.id AND NOT f.removed AND f.status <> 'paused'
    LIMIT 1), FALSE))

-- part: article_standing
-- 3: an active feed announces the article `a`; 2: only paused feeds do; 1: all
-- subscriptions to its feeds were ended.  `p` is the feed for which the page is
-- fetched.
CASE WHEN NOT p.removed AND p.status <> 'paused' THEN 3
    ELSE coalesce((SELECT max(CASE WHEN f.removed THEN 1
	WHEN f.status = 'paused' THEN 2 ELSE 3 END)
	FROM entry v JOIN feed f ON f.id = v.feed_id
	WHERE v.article_id = a.id), 3) END

-- name: article_pending
-- Lists the first rows of each group (host and feed) of the index
-- article_queue.  One seek finds the rows of a group, independently of the
-- number of rows.  The result begins with one row of each feed; then follows
-- the next row of each feed, and so on.  The rows of one feed alternate between
-- its hosts in the same way.  The rows of feeds that are not entitled are
-- ordered separately (is_foreign).
WITH RECURSIVE
-- here: queue_groups
, waiting (id, share, at, n) AS (
	SELECT a.id, grp.share, min(a.sort_at, a.first_seen_at),
	    row_number() OVER (PARTITION BY grp.host, grp.share
		ORDER BY min(a.sort_at, a.first_seen_at) DESC, a.id DESC)
	FROM queue_group grp CROSS JOIN article a ON a.id IN (
	    SELECT * FROM (SELECT d.id FROM article d INDEXED BY article_queue
		WHERE d.status = 'queued' AND d.host_key = grp.host
		AND 2 * coalesce(d.announced_by, 0) + (d.entitled IS 0) =
		    iif(grp.share & 1, NULL, grp.share)
		ORDER BY min(d.sort_at, d.first_seen_at) DESC LIMIT :per_feed)
	    UNION ALL
	    SELECT * FROM (SELECT d.id FROM article d INDEXED BY article_queue
		WHERE d.status = 'queued' AND d.host_key = grp.host
		AND 2 * coalesce(d.announced_by, 0) + (d.entitled IS 0) =
		    iif(grp.share & 1, grp.share, NULL)
		ORDER BY min(d.sort_at, d.first_seen_at) DESC LIMIT :per_foreign))
	WHERE
-- here: share_is_open
), turn (id, is_foreign, at, n) AS (
	SELECT id, share & 1, at,
	    row_number() OVER (PARTITION BY share ORDER BY n, at DESC, id DESC)
	FROM waiting
), place (id, is_foreign, n) AS (
	SELECT id, is_foreign, row_number() OVER
	    (PARTITION BY is_foreign ORDER BY n, at DESC, id DESC)
	FROM turn
)
SELECT id FROM place WHERE n <= iif(is_foreign, :foreign, :own)
ORDER BY is_foreign, n;

-- name: article_retries
-- Like article_pending, for articles that have failed and are due again.  In
-- each group, the articles that have been due for the longest time come first.
WITH RECURSIVE
-- here: retry_groups
, waiting (id, share, at, n) AS (
	SELECT a.id, grp.share, min(a.sort_at, a.first_seen_at),
	    row_number() OVER (PARTITION BY grp.host, grp.share
		ORDER BY a.retry_at, a.id)
	FROM retry_group grp CROSS JOIN article a ON a.id IN (
	    SELECT * FROM (SELECT d.id FROM article d INDEXED BY article_retry
		WHERE d.status = 'failed' AND d.host_key = grp.host
		AND 2 * coalesce(d.announced_by, 0) + (d.entitled IS 0) =
		    iif(grp.share & 1, NULL, grp.share)
		AND coalesce(d.retry_at, 0) <= :now
		ORDER BY coalesce(d.retry_at, 0) LIMIT :per_feed)
	    UNION ALL
	    SELECT * FROM (SELECT d.id FROM article d INDEXED BY article_retry
		WHERE d.status = 'failed' AND d.host_key = grp.host
		AND 2 * coalesce(d.announced_by, 0) + (d.entitled IS 0) =
		    iif(grp.share & 1, grp.share, NULL)
		AND coalesce(d.retry_at, 0) <= :now
		ORDER BY coalesce(d.retry_at, 0) LIMIT :per_foreign))
	WHERE
-- here: share_is_open
), turn (id, is_foreign, at, n) AS (
	SELECT id, share & 1, at,
	    row_number() OVER (PARTITION BY share ORDER BY n, at DESC, id DESC)
	FROM waiting
), place (id, is_foreign, n) AS (
	SELECT id, is_foreign, row_number() OVER
	    (PARTITION BY is_foreign ORDER BY n, at DESC, id DESC)
	FROM turn
)
SELECT id FROM place WHERE n <= iif(is_foreign, :foreign, :own)
ORDER BY is_foreign, n;

-- name: article_pending_get
-- Reads an article that waits for its first text or is due for a revisit.  The
-- hints for extraction are those of an entitled feed, because a feed that is
-- not entitled could use hints to select the story that is extracted from the
-- page.  Entries of feeds that are known to be entitled (TRUE) come before
-- entries for which this is not known (NULL), and entries with a content before
-- others.  min() is used, because ORDER BY would make a table in memory.
-- Returns no row if only paused feeds announce the article.  The last column
-- reports that all subscriptions to its feeds were ended.
SELECT a.id, coalesce(a.announced_by, e.feed_id, 0), a.tries, a.url, a.host_key,
    coalesce(e.title, CASE WHEN a.entitled IS FALSE THEN NULL ELSE a.title END),
    coalesce(e.summary, e.content),
    CASE WHEN a.status = 'done' THEN a.etag ELSE NULL END,
    CASE WHEN a.status = 'done' THEN a.last_modified ELSE NULL END, a.final_url,
    a.status NOT IN ('queued', 'failed'), a.entitled IS FALSE,
    CASE WHEN a.sort_at < a.first_seen_at THEN a.sort_at
	ELSE a.first_seen_at END,
    p.url,
    coalesce((SELECT CAST(x.value AS bigint) FROM article_action x
	WHERE x.article_id = a.id AND x.kind = 'priority' LIMIT 1), 0),
    NULL,
-- here: article_standing
    = 1
FROM article a LEFT JOIN feed p ON p.id = a.announced_by
LEFT JOIN entry e ON e.id = coalesce(
    (SELECT min(v.id) FROM entry v
    WHERE v.article_id = a.id AND v.entitled IS TRUE AND v.content <> ''),
    (SELECT min(v.id) FROM entry v
    WHERE v.article_id = a.id AND v.entitled IS TRUE),
    (SELECT min(v.id) FROM entry v
    WHERE v.article_id = a.id AND v.entitled IS NULL AND v.content <> ''),
    (SELECT min(v.id) FROM entry v
    WHERE v.article_id = a.id AND v.entitled IS NULL))
WHERE a.id = :id
AND CASE
-- here: article_standing
    WHEN 3 THEN a.status IN ('queued', 'failed') OR a.revisit_at <= :now
    WHEN 1 THEN a.status IN ('queued', 'failed') ELSE FALSE END;

-- name: article_revisits
-- Lists the newest articles of each host and feed among the :due articles that
-- became due last.  The number is limited, because after an outage of a week
-- all articles are due. :is_foreign selects the articles of witnesses, which
-- are listed separately, so that they do not displace other articles.
SELECT id FROM (
	SELECT id, sort_at, row_number() OVER
	    (PARTITION BY host_key, announced_by
	    ORDER BY sort_at DESC, id DESC) AS n
	FROM (
		SELECT id, host_key, announced_by, sort_at
		FROM article a INDEXED BY article_revisit
		WHERE (entitled IS 0) = :is_foreign AND revisit_at <= :now
		AND revisit_at IS NOT NULL AND
-- here: article_is_announced
		ORDER BY revisit_at DESC LIMIT :due
	)
) WHERE n <= :per_feed ORDER BY n, sort_at DESC, id DESC LIMIT :limit;

-- name: article_revisits_count
SELECT count(*), (SELECT revisit_at FROM article a
    INDEXED BY article_revisit WHERE (entitled IS 0) = :is_foreign
    AND revisit_at > :now AND revisit_at IS NOT NULL AND
-- here: article_is_announced
    ORDER BY revisit_at LIMIT 1)
FROM (SELECT 1 FROM article a INDEXED BY article_revisit
    WHERE (entitled IS 0) = :is_foreign AND revisit_at <= :now
    AND revisit_at IS NOT NULL AND
-- here: article_is_announced
    LIMIT :due);

-- name: article_pending_count
-- Counts the queued and the due articles, at most :most of each, and returns
-- the time at which the next article becomes due.  Articles of paused feeds are
-- not counted.
WITH RECURSIVE
-- here: queue_groups
,
-- here: retry_groups
SELECT (SELECT count(*) FROM (SELECT 1 FROM queue_group grp
	CROSS JOIN article a INDEXED BY article_queue
	WHERE a.status = 'queued' AND a.host_key = grp.host
	AND 2 * coalesce(a.announced_by, 0) + (a.entitled IS 0) = grp.share AND
-- here: share_is_open
	LIMIT :most))
    + (SELECT count(*) FROM (SELECT 1 FROM retry_group grp
	CROSS JOIN article a INDEXED BY article_retry
	WHERE a.status = 'failed' AND a.host_key = grp.host
	AND 2 * coalesce(a.announced_by, 0) + (a.entitled IS 0) = grp.share
	AND coalesce(a.retry_at, 0) <= :now AND
-- here: share_is_open
	LIMIT :most)),
    (SELECT coalesce(a.retry_at, 0) FROM article a INDEXED BY article_retry_at
	WHERE a.status = 'failed' AND coalesce(a.retry_at, 0) > :now
	AND coalesce((SELECT f.removed OR f.status <> 'paused' FROM feed f
	    WHERE f.id = a.announced_by), TRUE)
	ORDER BY coalesce(a.retry_at, 0) LIMIT 1);

-- part: article_announcer
-- The feed for which the page of `article` is fetched: first the active feeds,
-- then the paused feeds, then those whose subscription was ended; of these,
-- first the entitled feeds.  NULL if an entitled feed has announced the
-- article, but each active feed is a witness: as announcer of this article, the
-- witness would have the rights of an entitled feed.
(SELECT CASE WHEN article.entitled IS TRUE AND e.entitled IS NOT TRUE
	AND NOT f.removed AND f.status <> 'paused' THEN NULL ELSE f.id END
    FROM entry e JOIN feed f ON f.id = e.feed_id
    WHERE e.article_id = article.id
    ORDER BY f.removed, f.status = 'paused', e.entitled IS NOT TRUE, e.id
    LIMIT 1)

-- part: announcer_is_inactive
-- If the announcer is not a stored feed, it counts as active.
coalesce((SELECT f.removed OR f.status = 'paused' FROM feed f
    WHERE f.id = article.announced_by), article.announced_by IS NULL)

-- name: announcer_waits
SELECT
-- here: announcer_is_inactive
FROM article WHERE id = :id;

-- name: announcer_settle
-- Called when a feed announces an article that may become pending.  In rows
-- from before schema 25 (entitled IS NULL), the announcer is not determined.
UPDATE article SET announced_by =
-- here: article_announcer
WHERE id = :id AND status <> 'done' AND entitled IS NOT NULL AND
-- here: announcer_is_inactive
;

-- name: announcer_settle_feed
-- Called after a feed was paused, activated or removed: determines the
-- announcers of its pending articles.  While the feed was paused, it may have
-- become the announcer of articles for which it is not entitled.  coalesce()
-- prevents that all pending articles are read.
UPDATE article SET announced_by =
-- here: article_announcer
WHERE id IN (SELECT article_id FROM entry WHERE feed_id = :feed_id)
AND coalesce(status, '') IN ('queued', 'failed') AND entitled IS NOT NULL
AND (announced_by = :feed_id OR
-- here: announcer_is_inactive
);

-- name: announcer_end_revisits
-- Cancels the revisits of articles of the feed, if the subscriptions to all
-- feeds that announce them were ended.
UPDATE article SET revisit_at = NULL
WHERE id IN (SELECT article_id FROM entry WHERE feed_id = :feed_id)
AND revisit_at IS NOT NULL
AND NOT EXISTS (SELECT 1 FROM entry e JOIN feed f ON f.id = e.feed_id
    WHERE e.article_id = article.id AND NOT f.removed);
