-- The change log and its consumers (store/changes.c, store/consumer.c).

-- name: change_page
-- A page of the log with whether a consumer wants it.  The filters are those of
-- article_list, but that a text may be withdrawn which nobody trusts any more,
-- or which has become a copy since it was given out.
SELECT c.seq, c.at, c.kind, c.article_id, (:kind IS NULL OR c.kind = :kind)
AND (:lang IS NULL OR lower(a.lang) = lower(:lang)
    OR lower(substr(a.lang, 1, length(:lang) + 1)) = lower(:lang || '-'))
AND (a.confidence >= :min_confidence OR c.kind = 'withdrawn')
AND (:tag IS NULL OR EXISTS (SELECT 1 FROM article_tag t
	WHERE t.article_id = a.id AND t.tag = :tag COLLATE NOCASE)
    OR EXISTS (SELECT 1 FROM entry e JOIN feed_tag t ON t.feed_id = e.feed_id
	WHERE e.article_id = a.id AND t.tag = :tag COLLATE NOCASE))
AND (:feed IS NULL OR EXISTS (SELECT 1 FROM entry e
	JOIN feed f ON f.id = e.feed_id WHERE e.article_id = a.id
	AND (f.url = :feed
	OR instr(lower(coalesce(f.given_title, '')), lower(:feed)) > 0
	OR instr(lower(coalesce(f.title, '')), lower(:feed)) > 0
	OR EXISTS (SELECT 1 FROM feed_alias l
	    WHERE l.url = :feed AND l.feed_id = f.id))))
AND (NOT :one_per_cluster OR c.kind = 'withdrawn'
    OR a.cluster_id IS NULL OR a.cluster_id = a.id
    OR NOT EXISTS (SELECT 1 FROM article b
	WHERE b.id = a.cluster_id AND b.status IN ('done', 'feed_only')))
FROM change c JOIN article a ON a.id = c.article_id
WHERE c.seq > :after ORDER BY c.seq LIMIT :page;

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

-- name: consumer_lags
-- Without a count of the log, which may be long.
SELECT name, seq, max(0, coalesce((SELECT seq FROM sqlite_sequence
    WHERE name = 'change'), 0) - seq), made_at, last_ack_at
FROM consumer ORDER BY name;

-- name: consumer_remove
DELETE FROM consumer WHERE name = :name;
