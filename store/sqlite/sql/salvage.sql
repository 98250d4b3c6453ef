-- Repairs of a database that was copied from a damaged one
-- (store/sqlite/salvage/salvage_mend.c).

-- name: salvage_sequences
-- There may be two sequences, one from the inserted rows and one from the
-- damaged file.  The greater one is kept.
DELETE FROM sqlite_sequence WHERE EXISTS (SELECT 1 FROM sqlite_sequence o
    WHERE o.name = sqlite_sequence.name AND (o.seq > sqlite_sequence.seq OR
	(o.seq = sqlite_sequence.seq AND o.rowid < sqlite_sequence.rowid)));

-- name: salvage_no_sequence
INSERT INTO sqlite_sequence (name, seq) SELECT 'change', 0
WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'change');

-- name: salvage_feeds
-- Inserts a row for each lost feed, so that its entries are preserved.
INSERT INTO feed (id, url, added_at, removed, status, status_why)
SELECT DISTINCT feed_id, 'lost:' || feed_id, 0, 1, 'gone',
    'its row was lost in a damaged database'
FROM entry WHERE feed_id NOT IN (SELECT id FROM feed);

-- name: salvage_validators
-- Entries may be lost, so the whole document of each feed is requested again.
UPDATE feed SET etag = NULL, last_modified = NULL, validators_url = NULL;

-- name: salvage_purged
-- Deletes entries that have a tombstone.  They had been deleted before, but
-- their rows were still readable in free pages of the file.
DELETE FROM entry WHERE EXISTS (SELECT 1 FROM tombstone t
    WHERE t.feed_id = entry.feed_id AND t.key = entry.guid_key);

-- name: salvage_given_back
-- Deletes pending articles without an entry.  Their feeds announce them again.
DELETE FROM article WHERE status IN ('queued', 'failed') AND revision = 0
AND NOT EXISTS (SELECT 1 FROM entry WHERE article_id = article.id);

-- name: salvage_not_pending
UPDATE article SET status = 'done', retry_at = NULL
WHERE status IN ('queued', 'failed')
AND NOT EXISTS (SELECT 1 FROM entry WHERE article_id = article.id);

-- name: salvage_revision
UPDATE article SET revision = max(revision, coalesce((SELECT max(revision)
    FROM change WHERE article_id = article.id), 0));

-- name: salvage_sequence
-- The number of a change is never used again, even if rows of the change log
-- were lost.
UPDATE sqlite_sequence SET seq = max(seq,
    (SELECT coalesce(max(seq), 0) FROM change),
    (SELECT coalesce(max(seq), 0) FROM consumer))
WHERE name = 'change';

-- name: salvage_leases
DELETE FROM lease;

-- name: salvage_shared
-- Leases may be lost, so the changes after the cursor are delivered again.
UPDATE consumer SET delivered_seq = NULL;

-- name: salvage_not_logged
-- Logs articles that are not in the change log any more.  A consumer may
-- receive such an article twice, because the row of the earlier change may be
-- lost.
INSERT INTO change (article_id, revision, kind, at)
SELECT id, max(revision, 1), 'new', coalesce(extracted_at, first_seen_at)
FROM article a WHERE status IN ('done', 'feed_only')
AND NOT EXISTS (SELECT 1 FROM change WHERE article_id = a.id)
ORDER BY id;

-- name: salvage_not_logged_revisions
INSERT INTO change (article_id, revision, kind, at)
SELECT id, revision, 'revised', coalesce(extracted_at, first_seen_at)
FROM article a WHERE revision > 0 AND revision >
    (SELECT max(revision) FROM change WHERE article_id = a.id)
ORDER BY id;

-- name: salvage_first_revision
UPDATE article SET revision = 1 WHERE revision = 0
AND EXISTS (SELECT 1 FROM change WHERE article_id = article.id);

-- name: salvage_clusters
UPDATE article SET cluster_id = NULL WHERE cluster_id IS NOT NULL
AND cluster_id NOT IN (SELECT id FROM article);

-- name: salvage_words
INSERT INTO article_fts (article_fts) VALUES ('rebuild');

-- name: salvage_stems
INSERT INTO article_stem (article_stem) VALUES ('rebuild');

-- name: salvage_stems_done
UPDATE backfill SET next_id = 0 WHERE name = 'stem';
