-- Subscriptions (store/feed).  :shards are the shards whose feeds are read.

-- name: feed_addresses
SELECT url, site, EXISTS (SELECT 1 FROM page_feed WHERE feed_id = :id)
    OR EXISTS (SELECT 1 FROM home_page WHERE feed_id = :id AND named)
FROM feed WHERE id = :id
UNION ALL
(SELECT url, NULL, FALSE FROM feed_alias WHERE feed_id = :id LIMIT :aliases);

-- name: feed_notify
-- Notifies all nodes that subscriptions have changed (store_note_feeds()).
NOTIFY gleaner_feed;

-- name: feed_insert
INSERT INTO feed (shard, url, given_title, interval_s, fetch_articles,
    from_config, outline, site, next_poll_at, added_at)
VALUES (:shard, :url, :given_title, :interval_s, :fetch_articles, :from_config,
    :outline, :site, :now, :now)
RETURNING id;

-- name: feed_move
UPDATE feed SET url = :url, shard = :shard, moving_url = NULL,
    moving_since = NULL
WHERE id = :id;

-- name: feed_subscribe
UPDATE feed SET given_title = new.given_title,
    outline = coalesce(:outline, outline),
    interval_s = new.interval_s, fetch_articles = :fetch_articles,
    site = CASE WHEN :from_config THEN :site
	ELSE coalesce(:site, feed.site) END,
    from_config = from_config
	AND (:from_config OR status_why IS DISTINCT FROM :absent),
    status = CASE WHEN :from_config AND status_why IS DISTINCT FROM :absent
	THEN status ELSE 'active' END,
    status_why = CASE WHEN :from_config AND status_why IS DISTINCT FROM :absent
	THEN status_why END
FROM (SELECT CASE WHEN whole THEN :given_title
	ELSE coalesce(:given_title, given_title) END AS given_title,
    CASE WHEN whole OR :interval_s > 0 THEN :interval_s
	ELSE interval_s END AS interval_s
    FROM (SELECT given_title, interval_s,
	:from_config::boolean AND from_config AS whole
	FROM feed WHERE id = :id) AS old) AS new
WHERE id = :id AND (status <> 'active'
    OR feed.given_title IS DISTINCT FROM new.given_title
    OR outline IS DISTINCT FROM coalesce(:outline, outline)
    OR feed.interval_s <> new.interval_s
    OR ((:from_config OR :site::text IS NOT NULL)
	AND feed.site IS DISTINCT FROM :site)
    OR fetch_articles <> :fetch_articles);

-- name: feed_tags
SELECT string_agg(tag, chr(10) ORDER BY n) FROM feed_tag
WHERE feed_id = :feed_id;

-- name: feed_page
SELECT f.id, f.url, f.title, f.site_url, f.description, f.language,
    f.given_title,
    (SELECT string_agg(tag, chr(10) ORDER BY n) FROM feed_tag
	WHERE feed_id = f.id),
    f.interval_s, f.fetch_articles, f.from_config, f.etag, f.last_modified,
    f.next_poll_at, f.last_poll_at, f.last_new_at, f.failures, f.status,
    f.status_why, (SELECT count(*) FROM entry WHERE feed_id = f.id),
    f.last_outcome, f.last_why, f.validators_url, f.ttl_s, f.period_s,
    f.skip_hours, f.skip_days, f.gap_at, f.gap_interval_s,
    f.outline, f.history, f.next_poll_by, f.next_poll_terms, f.added_at,
    f.budget_since, f.budget_bytes, f.budget_waiting, f.site
FROM feed f WHERE f.id > :after AND NOT f.removed
ORDER BY f.id LIMIT :page;

-- name: feed_schedule_page
SELECT f.id, f.url, NULL, NULL, NULL, NULL, NULL, NULL,
    f.interval_s, f.fetch_articles, f.from_config, f.etag, f.last_modified,
    f.next_poll_at, f.last_poll_at, f.last_new_at, f.failures, f.status,
    NULL, 0, f.last_outcome, NULL, f.validators_url, f.ttl_s, f.period_s,
    f.skip_hours, f.skip_days, f.gap_at, f.gap_interval_s,
    NULL, f.history, f.next_poll_by, f.next_poll_terms, f.added_at,
    f.budget_since, f.budget_bytes, f.budget_waiting, NULL
FROM feed f WHERE f.id > :after AND NOT f.removed
    AND f.shard = ANY (:shards::integer[])
ORDER BY f.id LIMIT :page;

-- name: feed_late_page
SELECT f.id, f.url, NULL, NULL, NULL, NULL, NULL, NULL,
    f.interval_s, f.fetch_articles, f.from_config, f.etag, f.last_modified,
    f.next_poll_at, f.last_poll_at, f.last_new_at, f.failures, f.status,
    NULL, 0, NULL, NULL, f.validators_url, f.ttl_s, f.period_s,
    f.skip_hours, f.skip_days, f.gap_at, f.gap_interval_s,
    NULL, f.history, NULL, f.next_poll_terms, f.added_at, f.budget_since,
    f.budget_bytes, f.budget_waiting, NULL
FROM feed f WHERE f.id > :after AND NOT f.removed
    AND f.shard = ANY (:shards::integer[])
    AND f.next_poll_terms IS NOT NULL AND f.next_poll_at - f.last_poll_at
	> make_interval(secs => 1 + 11 * greatest(:max_s::bigint, CASE
	    WHEN f.interval_s > 0 THEN f.interval_s
	    ELSE :interval_s::bigint END) / 10)
ORDER BY f.id LIMIT :page;

-- name: linked_pending
SELECT r.id, r.feed_id, r.kind, r.depth, r.tries, r.url, r.etag,
    r.last_modified, r.validators_url, f.fetch_articles, f.url
FROM linked_document r JOIN feed f ON f.id = r.feed_id
WHERE r.status = 'pending' AND (r.retry_at <= :now OR r.retry_at IS NULL)
    AND NOT f.removed AND f.status = 'active'
    AND f.shard = ANY (:shards::integer[])
ORDER BY row_number() OVER (PARTITION BY r.feed_id ORDER BY r.id), r.id
LIMIT :limit;

-- name: linked_next_retry
SELECT min(r.retry_at) FROM linked_document r JOIN feed f ON f.id = r.feed_id
WHERE r.status = 'pending' AND r.retry_at > :now
    AND NOT f.removed AND f.status = 'active'
    AND f.shard = ANY (:shards::integer[]);
