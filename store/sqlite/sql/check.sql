-- Queries for faults of a database (store/sqlite/check.c).  Each row of a
-- result is a message about one fault.  `gleaner check` runs every query whose
-- name begins with check_.

-- name: check_sqlite
SELECT integrity_check FROM pragma_integrity_check(100)
WHERE integrity_check <> 'ok';

-- name: check_references
SELECT printf('%s row %d points to a row of %s that does not exist',
    "table", rowid, "parent")
FROM pragma_foreign_key_check LIMIT 100;

-- name: check_given_out
SELECT format('article %s is %s, but the change log does not list it',
    id, status)
FROM article a WHERE status IN ('done', 'feed_only')
AND NOT EXISTS (SELECT 1 FROM change WHERE article_id = a.id) LIMIT 100;

-- name: check_not_given_out
SELECT format('article %s has no text, but the change log lists it', id)
FROM article a WHERE revision = 0
AND EXISTS (SELECT 1 FROM change WHERE article_id = a.id) LIMIT 100;

-- name: check_announced
SELECT format('article %s is pending, but no entry announces it', id)
FROM article a WHERE status IN ('queued', 'failed')
AND NOT EXISTS (SELECT 1 FROM entry WHERE article_id = a.id) LIMIT 100;

-- name: check_new_once
SELECT format('article %s was published as new %s times', article_id, count(*))
FROM change WHERE kind = 'new' GROUP BY article_id HAVING count(*) > 1
LIMIT 100;

-- name: check_revision
SELECT format('article %s has revision %s, its change log ends at %s', a.id,
    a.revision, (SELECT max(revision) FROM change WHERE article_id = a.id))
FROM article a WHERE revision > 0 AND revision <>
    (SELECT max(revision) FROM change WHERE article_id = a.id) LIMIT 100;

-- name: check_cursor
SELECT printf('consumer %s is at %d, beyond the newest change', name, seq)
FROM consumer WHERE seq >
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'change'), 0)
LIMIT 100;

-- name: check_lease
SELECT format('consumer %s is at %s and has a lease of the changes %s to %s',
    name, seq, after_seq + 1, upto_seq)
FROM lease JOIN consumer ON name = consumer
WHERE after_seq < seq OR upto_seq > coalesce(delivered_seq, seq) LIMIT 100;

-- name: check_tombstone
SELECT format('entry %s of feed %s was purged and is back', e.id, e.feed_id)
FROM entry e JOIN tombstone t ON t.feed_id = e.feed_id AND t.key = e.guid_key
LIMIT 100;

-- name: check_bigram
SELECT 'the full-text index of scripts without spaces does not fit the '
    || 'articles: empty it with INSERT INTO article_bigram(article_bigram) '
    || 'VALUES(''delete-all'') and INSERT INTO article_bigram(article_bigram, '
    || 'rank) VALUES(''rank'', ''bm25()''), then start gleanerd, which fills it'
WHERE (SELECT count(*) FROM article_bigram_docsize) <>
    (SELECT count(*) FROM article_text WHERE has_grams(title) OR
    has_grams(body));

-- name: check_stem
-- Returns no row while older texts are still being added to the index.
SELECT 'the full-text index of English does not fit the articles: rebuild it '
    || 'with INSERT INTO article_stem(article_stem) VALUES(''rebuild'')'
WHERE (SELECT next_id FROM backfill WHERE name = 'stem') = 0
AND (SELECT count(*) FROM article_stem_docsize) <>
    (SELECT count(*) FROM article_english);

-- name: fts_count
-- For read-only connections: returns the number of texts in the index minus the
-- number of stored texts.
SELECT (SELECT count(*) FROM article_fts_docsize) -
    (SELECT count(*) FROM article_text);

-- name: fts_check
INSERT INTO article_fts (article_fts, rank) VALUES ('integrity-check', 1);

-- name: bigram_check
INSERT INTO article_bigram (article_bigram) VALUES ('integrity-check');

-- name: stem_check
-- FTS5 compares the index with the texts only if the value of rank is 1.  The
-- value is 1 if the index contains all texts, else 0.
INSERT INTO article_stem (article_stem, rank)
SELECT 'integrity-check', next_id = 0 FROM backfill WHERE name = 'stem';
