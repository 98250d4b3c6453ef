-- Deletes old rows (store/change/retention.c).

-- part: doubts
WITH doubt (from_at, until_at, ended_at) AS MATERIALIZED (
    SELECT from_at - interval '1 day', until_at + interval '1 day', settled_at
    FROM clock c WHERE NOT is_right AND (id < (SELECT max(id) FROM clock)
	OR EXISTS (SELECT 1 FROM clock r
	    WHERE r.is_right AND r.until_at > c.until_at + interval '1 day')))

-- name: retain_kept_ids
-- here: doubts
SELECT a.id FROM article_action x JOIN article a ON a.id = x.article_id
CROSS JOIN LATERAL (SELECT :now::timestamptz
    - x.value::bigint * interval '1 day' AS at) bound
WHERE x.kind = 'keep-days' AND a.first_seen_at < bound.at
AND a.status NOT IN ('queued', 'failed')
AND NOT EXISTS (SELECT 1 FROM doubt
    WHERE a.first_seen_at BETWEEN from_at AND until_at
    AND coalesce(ended_at, :now::timestamptz) >= bound.at)
LIMIT :slice;

-- name: retain_entry_tombstones
INSERT INTO tombstone (feed_id, key, at)
SELECT e.feed_id, k.key, :now FROM entry e CROSS JOIN LATERAL (VALUES
	(e.guid_key), ('alias guid ' || e.guid_alias),
	('alias number ' || e.number_alias || ' at '
	    || floor(extract(epoch FROM e.published_at))::bigint),
	(CASE WHEN e.published_at IS NOT NULL
	    THEN 'alias title ' || e.title_alias END)) AS k (key)
WHERE e.article_id = :id AND k.key IS NOT NULL
ON CONFLICT DO NOTHING;

-- name: retain_article
-- Also deletes the rows of the change log, because `change` has no foreign key
-- (migrations/0001_initial.sql).
WITH logged AS (DELETE FROM change WHERE article_id = :id)
DELETE FROM article WHERE id = :id;

-- name: retain_free_pages
-- Always 0, because the server reuses the space of deleted rows by itself.
SELECT 0;

-- none: retain_left_pages
-- The server reuses the space of deleted rows by itself.

-- none: retain_vacuum
-- The server reuses the space of deleted rows by itself.

-- name: can_shrink
-- Always true, because the server reuses the space of deleted rows by itself.
SELECT TRUE;

-- name: retain_site_memories
-- here: doubts
DELETE FROM site_memory WHERE (host_key, feed_id) IN (
    SELECT host_key, feed_id FROM site_memory
    WHERE at < :before AND NOT EXISTS (SELECT 1 FROM doubt
	WHERE at BETWEEN from_at AND until_at
	AND coalesce(ended_at, :before) >= :before)
    ORDER BY at LIMIT :slice)
RETURNING 1;

-- name: file_bytes
SELECT pg_database_size(current_database());

-- name: data_version
-- Returns a number that changes with each committed write.  The snapshot lists
-- the transactions that run: if an older transaction commits after a younger
-- one, only this list changes.
SELECT hashtextextended(pg_current_snapshot()::text, 0);

-- name: retain_robots
-- here: doubts
DELETE FROM robots WHERE origin IN (SELECT origin FROM robots
    WHERE expires_at < :before
    AND (unreachable_since IS NULL
	OR expires_at < :before::timestamptz - interval '30 days')
    AND NOT EXISTS (SELECT 1 FROM doubt
	WHERE fetched_at BETWEEN from_at AND until_at
	AND coalesce(ended_at, :before) >= :before)
    ORDER BY expires_at LIMIT :slice)
RETURNING 1;
