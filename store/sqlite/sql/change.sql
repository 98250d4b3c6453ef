-- The change log and its consumers (store/change/changes.c,
-- store/change/consumer.c).

-- name: change_page
-- Lists a page of the change log and reports for each change if it matches the
-- consumer's filter.  The filters are those of article_list, with one
-- difference: the withdrawal of a text is reported even if the text is no
-- longer trusted or has become a copy since it was published.
SELECT c.seq, c.at, c.kind, c.article_id,
    (CAST(:kind AS text) IS NULL OR c.kind = :kind)
AND (
-- here: article_trust
OR c.kind = 'withdrawn') AND
-- here: article_filter
AND (CAST(:notified AS text) IS NULL OR EXISTS (SELECT 1 FROM article_action x
    WHERE x.article_id = a.id AND x.kind = 'notify-consumer'
    AND x.value = :notified))
FROM change c JOIN article a ON a.id = c.article_id
WHERE c.seq > :after AND c.seq <= :until ORDER BY c.seq LIMIT :page;

-- name: change_last
SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'change'), 0);

-- name: consumer_get
SELECT seq, delivered_seq,
    EXISTS (SELECT 1 FROM lease WHERE consumer = consumer.name)
FROM consumer WHERE name = :name;

-- name: consumer_hold
-- Reads the consumer before an operation that changes the consumer or its
-- batches.  The query for PostgreSQL also locks the row.
SELECT seq, delivered_seq, 0 FROM consumer WHERE name = :name;

-- name: consumer_count
SELECT count(*) FROM consumer;

-- name: consumer_insert
INSERT INTO consumer (name, seq, made_at) VALUES (:name, :seq, :now);

-- name: consumer_set
UPDATE consumer SET seq = :seq, delivered_seq = :delivered, last_ack_at = :now
WHERE name = :name;

-- name: consumer_unshare
UPDATE consumer SET delivered_seq = NULL WHERE name = :name;

-- name: consumer_list
SELECT name, seq, (SELECT count(*) FROM change WHERE change.seq > consumer.seq),
    made_at, last_ack_at,
    (SELECT count(*) FROM lease WHERE consumer = consumer.name),
    (SELECT count(*) FROM dead_change WHERE consumer = consumer.name)
FROM consumer ORDER BY name;

-- name: consumer_lags
-- The rows of the change log are not counted, because the log may be long,
-- except for a cursor before numbers that were skipped
-- (change_skip_numbers).
WITH last AS (SELECT coalesce((SELECT seq FROM sqlite_sequence
    WHERE name = 'change'), 0) AS seq)
SELECT name, consumer.seq,
    CASE WHEN last.seq - consumer.seq < 1000000000
    THEN max(0, last.seq - consumer.seq)
    ELSE (SELECT count(*) FROM change WHERE change.seq > consumer.seq) END,
    made_at, last_ack_at, 0, 0
FROM consumer, last ORDER BY name;

-- name: change_skip_numbers
-- For a restored backup (store/open.c).  In a new database the rows do not exist.
UPDATE sqlite_sequence SET seq = seq + 1000000000
WHERE name IN ('article', 'change');

-- name: consumer_remove
DELETE FROM consumer WHERE name = :name;
