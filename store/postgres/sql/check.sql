-- Queries for faults of a database.  Each row is the description of one fault
-- (store/sqlite/sql/check.sql).

-- none: check_sqlite
-- The server checks its own files.

-- name: check_references
-- Checks the references that are not foreign keys (store/postgres/migrations).
(SELECT format('entry row %s points to a row of article that does not exist',
    e.id)
FROM entry e
WHERE NOT EXISTS (SELECT 1 FROM article a WHERE a.id = e.article_id)
LIMIT 100)
UNION ALL
(SELECT format('change row %s points to a row of article that does not exist',
    c.seq)
FROM change c
WHERE NOT EXISTS (SELECT 1 FROM article a WHERE a.id = c.article_id) LIMIT 100)
UNION ALL
(SELECT format('page_feed of article %s points to a row of feed that does not '
    'exist', p.article_id)
FROM page_feed p WHERE NOT EXISTS (SELECT 1 FROM feed f WHERE f.id = p.feed_id)
LIMIT 100);

-- name: check_cursor
SELECT format('consumer %s is at %s, beyond the newest change', name, seq)
FROM consumer WHERE seq > (SELECT c.seq FROM change_counter c)
LIMIT 100;

-- name: check_index
-- Returns no row while older texts are still being added to the index.
SELECT format('the full-text index has %s texts of %s: empty it with DELETE '
    'FROM gleaner.article_fts and UPDATE gleaner.backfill SET next_id = '
    '(SELECT max(id) FROM gleaner.article), and gleanerd fills it',
    indexed.n, texts.n)
FROM (SELECT count(*) AS n FROM article_fts) AS indexed,
    (SELECT count(*) AS n FROM article_text) AS texts, backfill
WHERE indexed.n <> texts.n AND backfill.name = 'stem' AND next_id = 0;

-- none: check_bigram
-- The query check_index also counts texts in scripts without spaces.

-- none: check_stem
-- The query check_index also counts texts with stems.

-- name: fts_count
-- Always 0, because the query check_index reports a difference.
SELECT 0;

-- none: fts_check
-- The server keeps the index consistent with the rows of article_fts.

-- none: bigram_check
-- The server keeps the index consistent with the rows of article_fts.

-- none: stem_check
-- The server keeps the index consistent with the rows of article_fts.
