-- The change log and its consumers (store/changes.c, store/consumer.c).

-- name: change_page
SELECT seq, at, kind, article_id FROM change WHERE seq > :after
ORDER BY seq LIMIT :page;

-- name: change_last
SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'change'), 0);

-- name: consumer_get
SELECT seq FROM consumer WHERE name = :name;

-- name: consumer_insert
INSERT INTO consumer (name, seq, made_at) VALUES (:name, :seq, :now);

-- name: consumer_set
UPDATE consumer SET seq = :seq, last_ack_at = :now WHERE name = :name;

-- name: consumer_list
SELECT name, seq, (SELECT count(*) FROM change WHERE change.seq > consumer.seq),
    made_at, last_ack_at
FROM consumer ORDER BY name;

-- name: consumer_remove
DELETE FROM consumer WHERE name = :name;
