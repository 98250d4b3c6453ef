-- Subscriptions at hubs with several nodes (store/websub/websub_relay.c).

-- name: websub_list_shards
-- Lists the subscriptions of the feeds of these shards.
SELECT w.id, w.feed_id, w.hub, w.topic, w.callback, w.secret, w.state, w.why,
    w.failures, w.found_at, w.next_at, w.verified_at, w.lease_until,
    w.delivered_at, w.proven_at, w.missed_at, w.deliveries, w.entries,
    w.refused, w.refused_at, w.refused_why, f.url,
    NOT f.removed AND f.status = 'active', w.seen
FROM feed f JOIN websub w ON w.feed_id = f.id
WHERE f.shard = ANY (:shards::integer[])
ORDER BY w.id;

-- name: websub_find
-- Finds the subscription of a callback by the callback's last 48 characters.
SELECT f.shard::bigint, w.secret FROM websub w JOIN feed f ON f.id = w.feed_id
WHERE right(w.callback, 48) = :token::text LIMIT 1;

-- name: websub_relay_put
-- Inserts no row if :most rows of the subscription wait already.  Deletes rows
-- that are older than an hour.
WITH old AS (
    DELETE FROM websub_relay WHERE at < now() - interval '1 hour'
)
INSERT INTO websub_relay (token, shard, query, content_type, signature, body)
SELECT :token::text, :shard::bigint, :query::bytea, :content_type::bytea,
    :signature::bytea, :body::bytea
WHERE (SELECT count(*) FROM websub_relay WHERE shard = :shard
    AND token = :token AND status IS NULL) < :most::bigint
RETURNING id;

-- name: websub_relay_shards
-- Lists the shards among :shards for which rows wait.
SELECT DISTINCT shard::bigint FROM websub_relay
WHERE status IS NULL AND shard = ANY (:shards::integer[]);

-- name: websub_relay_take
-- Takes the oldest rows of a shard: at most :most rows, whose bodies have at
-- most :bytes bytes in total.  The first row is taken in any case.  A
-- verification (query) is kept until it was answered.  A delivery is deleted.
WITH waiting AS MATERIALIZED (
    SELECT id, row_number() OVER (ORDER BY id) AS n,
	sum(coalesce(octet_length(body), 0)) OVER (ORDER BY id) AS bytes
    FROM websub_relay WHERE shard = :shard::bigint AND status IS NULL
    ORDER BY id LIMIT :most
), taken AS (
    UPDATE websub_relay r SET status = 0 FROM waiting w
    WHERE r.id = w.id AND r.query IS NOT NULL
    AND (w.n = 1 OR w.bytes <= :bytes::bigint)
    RETURNING r.id, r.token, r.query, r.content_type, r.signature, r.body
), removed AS (
    DELETE FROM websub_relay r USING waiting w
    WHERE r.id = w.id AND r.query IS NULL
    AND (w.n = 1 OR w.bytes <= :bytes::bigint)
    RETURNING r.id, r.token, r.query, r.content_type, r.signature, r.body
)
SELECT * FROM taken UNION ALL SELECT * FROM removed ORDER BY 1;

-- name: websub_relay_answer
UPDATE websub_relay SET status = :status, reply = :reply WHERE id = :id;

-- name: websub_relay_collect
-- Deletes the rows among :ids that were answered, and returns them.
DELETE FROM websub_relay
WHERE id = ANY (:ids::bigint[]) AND status > 0
RETURNING id, status::bigint, reply;
