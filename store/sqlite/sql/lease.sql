-- Batches of the change log that are leased to readers of a consumer
-- (store/change/leases.c), and changes that were set aside
-- (store/change/dead_change.c).

-- name: lease_expired
-- Finds the first batch whose lease has expired.  Times are milliseconds of the
-- store's clock: if a lease began later than now, the machine was rebooted or
-- its clock was set back since, and the lease has expired, too.
SELECT id, after_seq, upto_seq, deliveries, lease_ms FROM lease
WHERE consumer = :name AND (expires_ms <= :now_ms OR taken_ms > :now_ms)
ORDER BY after_seq LIMIT 1;

-- name: lease_of_change
SELECT id, after_seq, upto_seq, deliveries, lease_ms FROM lease
WHERE consumer = :name AND after_seq < :seq
ORDER BY after_seq DESC LIMIT 1;

-- name: lease_summary
-- Returns the number of batches, the number of the change before the first
-- batch, and the time at which the first lease ends.
SELECT count(*), min(after_seq), min(expires_ms) FROM lease
WHERE consumer = :name;

-- name: lease_left
-- Returns the remaining time of a lease in milliseconds.
SELECT expires_ms - :now_ms FROM lease WHERE id = :id;

-- name: lease_insert
INSERT INTO lease (consumer, after_seq, upto_seq, deliveries, lease_ms,
    taken_at, taken_ms, expires_ms)
VALUES (:name, :after, :upto, :deliveries, :lease_ms, :taken_at, :taken_ms,
    :expires_ms);

-- name: lease_shorten
-- Removes the first changes of a batch, which are acknowledged.
UPDATE lease SET after_seq = :after, taken_ms = :taken_ms,
    expires_ms = :expires_ms
WHERE id = :id;

-- name: lease_skip
-- Removes the first changes of a batch, which do not match the reader's filter.
UPDATE lease SET after_seq = :after WHERE id = :id;

-- name: lease_cut
-- Removes the last changes of a batch, which the reader gives back.
UPDATE lease SET upto_seq = :upto WHERE id = :id;

-- name: lease_remove
DELETE FROM lease WHERE id = :id;

-- name: lease_remove_all
DELETE FROM lease WHERE consumer = :name;

-- name: dead_insert
INSERT INTO dead_change (consumer, seq, redelivered, at)
VALUES (:name, :seq, :redelivered, :now)
ON CONFLICT (consumer, seq) DO UPDATE SET redelivered = excluded.redelivered,
    at = excluded.at;

-- name: dead_list
SELECT d.seq, d.at, d.redelivered, c.kind, a.id, a.title, a.url
FROM dead_change d JOIN change c ON c.seq = d.seq
JOIN article a ON a.id = c.article_id
WHERE d.consumer = :name ORDER BY d.seq;

-- name: dead_seqs
SELECT seq FROM dead_change
WHERE consumer = :name AND (CAST(:seq AS bigint) = 0 OR seq = :seq)
ORDER BY seq LIMIT :most;

-- name: dead_remove
DELETE FROM dead_change WHERE consumer = :name AND seq = :seq;

-- name: dead_remove_later
DELETE FROM dead_change WHERE consumer = :name AND seq > :seq;
