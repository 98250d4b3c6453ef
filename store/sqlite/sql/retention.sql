-- Deletes old rows (store/change/retention.c).

-- part: doubts
-- Periods in which the clock was wrong, extended by one day at both ends,
-- because a clock that differs by less than a day counts as the same clock.
-- The age of a row that was recorded in such a period is counted from the time
-- at which a later clock was right.  The newest row is that of this clock,
-- unless a right clock shows a later time: then it is the row of another node,
-- whose clock is behind.
WITH doubt (from_at, until_at, ended_at) AS MATERIALIZED (
    SELECT from_at - 86400, until_at + 86400, settled_at FROM clock c
    WHERE NOT is_right AND (id < (SELECT max(id) FROM clock)
	OR EXISTS (SELECT 1 FROM clock r
	    WHERE r.is_right AND r.until_at > c.until_at + 86400)))

-- name: retain_article_ids
-- Pending articles are never deleted.  The age of articles with the action
-- keep-days is limited by retain_kept_ids.
-- here: doubts
SELECT id FROM article
WHERE first_seen_at < :before AND status NOT IN ('queued', 'failed')
AND NOT EXISTS (SELECT 1 FROM doubt
    WHERE first_seen_at BETWEEN from_at AND until_at
    AND coalesce(ended_at, :before) >= :before)
AND NOT EXISTS (SELECT 1 FROM article_action x
    WHERE x.article_id = article.id AND x.kind = 'keep-days')
ORDER BY first_seen_at LIMIT :slice;

-- name: retain_kept_ids
-- Lists articles that are older than a filter allows (keep-days).
-- here: doubts
SELECT a.id FROM article_action x JOIN article a ON a.id = x.article_id
WHERE x.kind = 'keep-days'
AND a.first_seen_at < :now - 86400 * CAST(x.value AS INTEGER)
AND a.status NOT IN ('queued', 'failed')
AND NOT EXISTS (SELECT 1 FROM doubt
    WHERE a.first_seen_at BETWEEN from_at AND until_at
    AND coalesce(ended_at, :now) >= :now - 86400 * CAST(x.value AS INTEGER))
LIMIT :slice;

-- name: retain_entry_tombstones
-- Inserts one tombstone for each key by which an entry can be recognised.
-- Links are not included: either the article's tombstone contains the link, or
-- the link does not identify an item.  A number or a title is included only
-- together with its date.
INSERT OR IGNORE INTO tombstone (feed_id, key, at)
SELECT feed_id, guid_key, :now FROM entry WHERE article_id = :id
UNION ALL
SELECT feed_id, 'alias guid ' || guid_alias, :now FROM entry
WHERE article_id = :id AND guid_alias IS NOT NULL
UNION ALL
SELECT feed_id, 'alias number ' || number_alias || ' at ' || published_at, :now
FROM entry WHERE article_id = :id AND number_alias IS NOT NULL
AND published_at IS NOT NULL
UNION ALL
SELECT feed_id, 'alias title ' || title_alias, :now FROM entry
WHERE article_id = :id AND title_alias IS NOT NULL
AND published_at IS NOT NULL;

-- name: retain_article_tombstone
-- Keys that begin with '#' belong to articles without an address, for which the
-- tombstone of the entry is sufficient.  A tombstone of an article that only
-- witnesses had announced (-1) does not prevent an entitled feed from
-- announcing it.
INSERT INTO tombstone (feed_id, key, at)
SELECT CASE WHEN entitled IS FALSE THEN -1 ELSE 0 END, url_key, :now
FROM article
WHERE id = :id AND substr(url_key, 1, 1) <> '#'
ON CONFLICT DO NOTHING;

-- name: retain_entries
DELETE FROM entry WHERE article_id = :id;

-- name: retain_article
DELETE FROM article WHERE id = :id;

-- name: retain_count_articles
-- here: doubts
SELECT count(*) FROM article
WHERE first_seen_at < :before AND status NOT IN ('queued', 'failed')
AND NOT EXISTS (SELECT 1 FROM doubt
    WHERE first_seen_at BETWEEN from_at AND until_at
    AND coalesce(ended_at, :before) >= :before);

-- name: retain_count_pages
-- Includes the pages of too old articles, because they are deleted together
-- with the articles.
-- here: doubts
SELECT count(*) FROM page p WHERE (fetched_at < :before
    AND NOT EXISTS (SELECT 1 FROM doubt
	WHERE fetched_at BETWEEN from_at AND until_at
	AND coalesce(ended_at, :before) >= :before))
OR EXISTS (SELECT 1 FROM article a WHERE a.id = p.article_id
    AND a.first_seen_at < :articles_before
    AND a.status NOT IN ('queued', 'failed')
    AND NOT EXISTS (SELECT 1 FROM doubt
	WHERE a.first_seen_at BETWEEN from_at AND until_at
	AND coalesce(ended_at, :articles_before) >= :articles_before));

-- name: retain_count_polls
-- here: doubts
SELECT count(*) FROM poll WHERE at < :before
AND NOT EXISTS (SELECT 1 FROM doubt WHERE at BETWEEN from_at AND until_at
    AND coalesce(ended_at, :before) >= :before);

-- name: retain_free_pages
-- Returns the number of pages to be given back to the file system.  A quarter
-- of the file may stay free for new rows; otherwise the file would shrink every
-- night and grow again every day.
SELECT iif(4 * freelist_count > page_count AND auto_vacuum = 2,
    freelist_count, 0)
FROM pragma_freelist_count, pragma_page_count, pragma_auto_vacuum;

-- name: retain_left_pages
SELECT freelist_count FROM pragma_freelist_count;

-- name: retain_vacuum
PRAGMA incremental_vacuum (500);

-- name: can_shrink
SELECT auto_vacuum = 2 FROM pragma_auto_vacuum;

-- name: retain_pages
-- here: doubts
DELETE FROM page WHERE article_id IN (SELECT article_id FROM page
    WHERE fetched_at < :before AND NOT EXISTS (SELECT 1 FROM doubt
	WHERE fetched_at BETWEEN from_at AND until_at
	AND coalesce(ended_at, :before) >= :before)
    ORDER BY fetched_at LIMIT :slice)
RETURNING 1;

-- name: retain_site_memories
-- here: doubts
DELETE FROM site_memory WHERE rowid IN (SELECT rowid FROM site_memory
    WHERE at < :before AND NOT EXISTS (SELECT 1 FROM doubt
	WHERE at BETWEEN from_at AND until_at
	AND coalesce(ended_at, :before) >= :before)
    ORDER BY at LIMIT :slice)
RETURNING 1;

-- name: retain_polls
-- here: doubts
DELETE FROM poll WHERE id IN (SELECT id FROM poll
    WHERE at < :before AND NOT EXISTS (SELECT 1 FROM doubt
	WHERE at BETWEEN from_at AND until_at
	AND coalesce(ended_at, :before) >= :before)
    ORDER BY at LIMIT :slice)
RETURNING 1;

-- name: retain_robots
-- The rules of an origin are used for at most two days after they were read.
-- The time since which a robots.txt is unreachable is used for 30 days.
-- here: doubts
DELETE FROM robots WHERE origin IN (SELECT origin FROM robots
    WHERE expires_at < :before
    AND (unreachable_since IS NULL OR expires_at < :before - 30 * 86400)
    AND NOT EXISTS (SELECT 1 FROM doubt
	WHERE fetched_at BETWEEN from_at AND until_at
	AND coalesce(ended_at, :before) >= :before)
    ORDER BY expires_at LIMIT :slice)
RETURNING 1;

-- name: retain_crashers
-- here: doubts
DELETE FROM crasher WHERE id IN (SELECT id FROM crasher
    WHERE last_at < :before AND NOT EXISTS (SELECT 1 FROM doubt
	WHERE last_at BETWEEN from_at AND until_at
	AND coalesce(ended_at, :before) >= :before)
    ORDER BY last_at LIMIT :slice)
RETURNING 1;
