-- Nodes and the leases of shards (store/fleet/fleet_store.c).  now() is the
-- start of the transaction, so a statement that waits for a lock does not
-- prolong a lease by this wait.

-- name: fleet_join
-- Adds a node.  fleet_nodes lists the node after its first round.
INSERT INTO node (name, version, started_at, seen_at)
VALUES (:name, :version, now(), '-infinity') RETURNING id;

-- name: fleet_forget
-- Deletes nodes that are not running, a day after their last round.
DELETE FROM node n WHERE seen_at < now() - interval '1 day'
AND started_at < now() - interval '1 day'
AND NOT EXISTS (SELECT 1 FROM shard_lease l WHERE l.node = n.id);

-- name: fleet_round
-- Renews, gives back and takes leases.  The first column of a result row is its
-- kind.  For each shard there is a row of kind 0: shard, node, epoch, remaining
-- milliseconds of the lease.  For each node that has not left and had a round
-- within the last 10 * :lease_ms there is a row of kind 1: id, and 1 if the
-- node had a round within the last :lease_ms, else 0.
--
-- Rows of this node are locked in the order of their shards, as in
-- fleet_fence, so that no deadlock occurs.  Rows of other nodes are locked
-- without a wait, and after all rows of this node: `late` and `late_node`
-- read the counts of `mine` and `present` first.  greatest() is used, because
-- a late statement of a lost connection must not shorten a lease.
--
-- The server's clock may be set back.  A lease lasts at most five minutes, so
-- a lease that ends more than ten minutes from now was written before that.
-- The round cuts it to five minutes, which no owner exceeds by its own clock.
-- It also cuts the time at which a node was seen, because a node that has
-- ended would otherwise count as running when this time comes.  `latest` is
-- the limit of ten minutes.  `earliest` is the time by which a lease must
-- have ended before it is taken: now() is too late if the clock was set back
-- after the transaction had begun.
WITH asked AS MATERIALIZED (
    SELECT now() AS at, :lease_ms::bigint * interval '1 millisecond' AS lease,
	least(now(), clock_timestamp()) AS earliest,
	now() + interval '10 minutes' AS latest
), present AS (
    INSERT INTO node AS n (id, name, version, started_at, seen_at, left_at,
	feeds, pending)
    VALUES (:node::bigint, :name, :version, now(), now(),
	CASE WHEN :is_leaving::boolean THEN now() END, :feeds, :pending)
    ON CONFLICT (id) DO UPDATE SET
	seen_at = CASE WHEN n.seen_at > now() + interval '10 minutes'
	    THEN excluded.seen_at
	    ELSE greatest(n.seen_at, excluded.seen_at) END,
	left_at = coalesce(n.left_at, excluded.left_at),
	feeds = excluded.feeds, pending = excluded.pending
    RETURNING id, left_at
), wanted AS MATERIALIZED (
    SELECT shard, epoch, false AS is_given
    FROM unnest(:renew::bigint[], :renew_epochs::bigint[]) AS r (shard, epoch)
    UNION ALL
    SELECT shard, epoch, true
    FROM unnest(:give::bigint[], :give_epochs::bigint[]) AS g (shard, epoch)
), mine AS MATERIALIZED (
    SELECT l.shard, w.is_given FROM shard_lease l JOIN wanted w
    ON w.shard = l.shard AND w.epoch = l.epoch, asked
    WHERE l.node = :node AND (w.is_given OR l.expires_at > asked.at)
    ORDER BY l.shard FOR NO KEY UPDATE OF l
), free AS MATERIALIZED (
    SELECT l.shard FROM shard_lease l, asked
    WHERE (l.node IS NULL OR l.expires_at <= asked.earliest)
    AND NOT EXISTS (SELECT 1 FROM mine m WHERE m.shard = l.shard)
    ORDER BY l.shard LIMIT :take FOR NO KEY UPDATE OF l SKIP LOCKED
), late AS MATERIALIZED (
    SELECT l.shard FROM shard_lease l, asked
    WHERE l.node <> :node AND l.expires_at > asked.latest
    AND (SELECT count(*) FROM mine) + (SELECT count(*) FROM present) > 0
    ORDER BY l.shard FOR NO KEY UPDATE OF l SKIP LOCKED
), late_node AS MATERIALIZED (
    SELECT n.id FROM node n, asked
    WHERE n.id <> :node AND n.seen_at > asked.latest
    AND (SELECT count(*) FROM mine) + (SELECT count(*) FROM present) > 0
    FOR NO KEY UPDATE OF n SKIP LOCKED
), cut_node AS (
    UPDATE node n SET seen_at = asked.at FROM late_node t, asked
    WHERE n.id = t.id
), cut AS (
    UPDATE shard_lease l SET expires_at = asked.at + interval '5 minutes'
    FROM late t, asked WHERE l.shard = t.shard
    RETURNING l.shard, l.node, l.epoch, l.expires_at
), renewed AS (
    UPDATE shard_lease l
    SET expires_at = CASE WHEN l.expires_at > asked.latest
	THEN asked.at + asked.lease
	ELSE greatest(l.expires_at, asked.at + asked.lease) END
    FROM mine m, asked WHERE l.shard = m.shard AND NOT m.is_given
    RETURNING l.shard, l.node, l.epoch, l.expires_at
), given AS (
    UPDATE shard_lease l SET node = NULL
    FROM mine m WHERE l.shard = m.shard AND m.is_given
    RETURNING l.shard, l.node, l.epoch, l.expires_at
), taken AS (
    UPDATE shard_lease l SET node = :node, epoch = l.epoch + 1,
	expires_at = asked.at + asked.lease
    FROM free f, asked WHERE l.shard = f.shard
    RETURNING l.shard, l.node, l.epoch, l.expires_at
), written AS (
    SELECT * FROM renewed UNION ALL SELECT * FROM given
    UNION ALL SELECT * FROM taken UNION ALL SELECT * FROM cut
), seen AS (
    SELECT * FROM written UNION ALL
    SELECT shard, node, epoch, expires_at FROM shard_lease l
    WHERE NOT EXISTS (SELECT 1 FROM written w WHERE w.shard = l.shard)
)
SELECT 0, s.shard::bigint, coalesce(s.node, 0), s.epoch,
    CASE WHEN s.expires_at <= asked.at THEN 0
	ELSE floor(extract(epoch FROM s.expires_at - asked.at) * 1000) END
	::bigint
FROM seen s, asked
UNION ALL
SELECT 1, n.id, (n.seen_at > asked.at - asked.lease
    AND n.seen_at <= asked.latest)::integer, 0, 0
FROM node n, asked
WHERE n.id <> :node AND n.left_at IS NULL
AND n.seen_at > asked.at - 10 * asked.lease
UNION ALL
SELECT 1, p.id, 1, 0, 0 FROM present p WHERE p.left_at IS NULL
ORDER BY 1, 2;

-- name: fleet_fence
-- Returns the shards whose leases the node still holds, and keeps these leases
-- from being taken until the transaction ends.
SELECT l.shard::bigint FROM shard_lease l
JOIN unnest(:shards::bigint[], :epochs::bigint[]) AS f (shard, epoch)
ON f.shard = l.shard AND f.epoch = l.epoch
WHERE l.node = :node ORDER BY l.shard FOR SHARE OF l;

-- name: fleet_end_stopped
-- Ends the sessions that hold the writer lock and whose programs were stopped.
-- idle_in_transaction_session_timeout does not end a session that has received
-- a part of a pipeline.  Only daemons and acknowledgements take the lock in the
-- mode 'ShareLock', and they never pause for the length of a lease.
SELECT count(pg_terminate_backend(a.pid))
FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
AND l.classid::bigint = 29111105283319154 >> 32
AND l.objid::bigint = 29111105283319154 & 4294967295
AND a.datname = current_database() AND a.usename = current_user
AND a.pid <> pg_backend_pid() AND a.wait_event_type = 'Client'
AND a.query_start < clock_timestamp() - greatest(:lease_ms::bigint, CASE l.mode
    WHEN 'ShareLock' THEN 0 ELSE :alone_ms::bigint END)
    * interval '1 millisecond';

-- name: fleet_nodes
-- Lists the nodes that had a round in the last day.  A time in the future was
-- written before the server's clock was set back.  A node without leases is
-- left out if it has left or if a later node has the same name.
SELECT n.id, n.name, n.version, n.started_at,
    floor(extract(epoch FROM now() - n.seen_at))::bigint, n.feeds, n.pending,
    (SELECT count(*) FROM shard_lease l
	WHERE l.node = n.id AND l.expires_at > now()),
    n.seen_at
FROM node n
WHERE n.seen_at > '-infinity' AND (n.left_at IS NULL
    OR EXISTS (SELECT 1 FROM shard_lease l
	WHERE l.node = n.id AND l.expires_at > now()))
AND n.seen_at > now() - interval '1 day'
AND n.seen_at <= now() + interval '10 minutes'
AND (EXISTS (SELECT 1 FROM shard_lease l
	WHERE l.node = n.id AND l.expires_at > now())
    OR NOT EXISTS (SELECT 1 FROM node m
	WHERE m.name = n.name AND m.id > n.id))
ORDER BY n.name, n.id;

-- name: fleet_free
-- Lists the shards without an owner.
SELECT shard::bigint FROM shard_lease
WHERE node IS NULL OR expires_at <= now()
OR expires_at > now() + interval '10 minutes' ORDER BY shard;

-- name: fleet_owner
-- Returns the name of the node that owns a shard.
SELECT n.name FROM shard_lease l JOIN node n ON n.id = l.node
WHERE l.shard = :shard AND l.expires_at > now()
AND l.expires_at <= now() + interval '10 minutes';
