-- The change log (store/change).  change_insert_list in article.sql assigns the
-- numbers of changes.

-- name: change_last
SELECT seq FROM change_counter;

-- name: consumer_hold
-- Operations of one consumer run one after another: each of them locks the
-- consumer's row first.  The next statement sees the rows that the earlier
-- holder of the lock committed.
SELECT seq, delivered_seq, FALSE FROM consumer WHERE name = :name
FOR NO KEY UPDATE;

-- name: consumer_lags
SELECT name, consumer.seq,
    CASE WHEN last.seq - consumer.seq < 1000000000
    THEN greatest(0, last.seq - consumer.seq)
    ELSE (SELECT count(*) FROM change WHERE change.seq > consumer.seq) END,
    made_at, last_ack_at, 0, 0
FROM consumer, change_counter AS last ORDER BY name;

-- name: lease_clock
-- The clock of leases in milliseconds.  Readers on several machines may share a
-- consumer, so only the server's clock is common to them.
SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint;

-- name: lease_insert
INSERT INTO lease (consumer, after_seq, upto_seq, deliveries, lease_ms,
    taken_at, taken_ms, expires_ms)
VALUES (:name, :after, :upto, :deliveries, :lease_ms, :taken_at, :taken_ms,
    :expires_ms)
RETURNING id;

-- none: change_skip_numbers
-- A restored dump cannot be recognised; docs/fleet.md has the statement.
