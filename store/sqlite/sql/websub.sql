-- Subscriptions at hubs (store/feed/websub.c).

-- name: websub_list
-- All subscriptions, or those of one feed.  is_wanted: the feed is still polled.
SELECT w.id, w.feed_id, w.hub, w.topic, w.callback, w.secret, w.state, w.why,
    w.failures, w.found_at, w.next_at, w.verified_at, w.lease_until,
    w.delivered_at, w.proven_at, w.missed_at, w.deliveries, w.entries,
    w.refused, w.refused_at, w.refused_why, f.url,
    NOT f.removed AND f.status = 'active'
FROM websub w JOIN feed f ON f.id = w.feed_id
WHERE :feed_id = 0 OR w.feed_id = :feed_id
ORDER BY w.id;

-- name: websub_insert
INSERT INTO websub (feed_id, hub, topic, callback, secret, state, found_at,
    next_at)
VALUES (:feed_id, :hub, :topic, :callback, :secret, 'pending', :now, :now)
RETURNING id;

-- name: websub_leave_feed
-- Another hub or topic follows, or none.
UPDATE websub SET state = 'leaving', next_at = :now, failures = 0,
    proven_at = NULL
WHERE feed_id = :feed_id AND state <> 'leaving';

-- name: websub_update
UPDATE websub SET state = :state, why = :why, failures = :failures,
    next_at = :next_at, verified_at = :verified_at, lease_until = :lease_until,
    delivered_at = :delivered_at, proven_at = :proven_at,
    missed_at = :missed_at, deliveries = :deliveries, entries = :entries,
    refused = :refused, refused_at = :refused_at, refused_why = :refused_why
WHERE id = :id;

-- name: websub_delete
DELETE FROM websub WHERE id = :id;

-- name: websub_counts
-- slowed: subscriptions whose hub slows down polling.
SELECT state, count(*),
    sum(CASE WHEN state = 'active' AND proven_at IS NOT NULL
	AND delivered_at > :since THEN 1 ELSE 0 END),
    sum(deliveries), sum(entries), sum(refused)
FROM websub GROUP BY state ORDER BY state;
