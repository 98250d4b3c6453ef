-- Full-text search (store/search/search.c).

-- name: search_hits
-- There are three indexes.  Words are searched in article_stem if the text is
-- English and :by_stem is set, else in article_fts.  A text that contains a
-- script without spaces is also in article_bigram, by pairs of characters.
-- Without :words_too it is searched there only, because a term of the query may
-- be found by pairs only, and an excluded word must exclude the text in each
-- index.  A word in the title has more weight than a word in the body.  A new
-- text has a higher score: the factor is 2 for the newest text and 1.5 for a
-- text that is a week older.  The index is read newest first, so that a word
-- with millions of occurrences is not read to the end.  Texts that are not
-- searched in an index are excluded after the limit is applied.
WITH found (id, score, sort_at) AS (
    SELECT * FROM (SELECT x.rowid AS hit, relevance(article_fts, :by_stem, :phrases), a.sort_at
	FROM article_fts x CROSS JOIN article a ON a.id = x.rowid
	WHERE article_fts MATCH :words
	AND
-- here: article_filter_all
	ORDER BY x.rowid DESC LIMIT :ranked)
    WHERE (:words_too OR NOT EXISTS
	(SELECT 1 FROM article_bigram_docsize d WHERE d.id = hit))
    AND (NOT :by_stem OR NOT EXISTS
	(SELECT 1 FROM article_stem_docsize d WHERE d.id = hit))
    UNION ALL
    SELECT * FROM (SELECT x.rowid AS hit, relevance(article_stem, 1, NULL), a.sort_at
	FROM article_stem x CROSS JOIN article a ON a.id = x.rowid
	WHERE article_stem MATCH iif(:by_stem, :words, '""')
	AND
-- here: article_filter_all
	ORDER BY x.rowid DESC LIMIT :ranked)
    WHERE :words_too OR NOT EXISTS
	(SELECT 1 FROM article_bigram_docsize d WHERE d.id = hit)
    UNION ALL
    SELECT * FROM (SELECT x.rowid AS hit, relevance(article_bigram, :by_stem, NULL), a.sort_at
	FROM article_bigram x CROSS JOIN article a ON a.id = x.rowid
	WHERE article_bigram MATCH :grams
	AND
-- here: article_filter_all
	ORDER BY x.rowid DESC LIMIT :ranked)
)
SELECT id, min(score) * (1 + 1 / (1 + max(0,
    (SELECT max(sort_at) FROM article) - sort_at) / 604800.0)) AS rank,
    count(*) OVER () AS n
FROM found GROUP BY id ORDER BY rank, sort_at DESC, id DESC LIMIT :page;

-- name: search_sample
-- Lists the newest texts.  The first column, the greatest id, is an upper bound
-- of the number of articles.
SELECT (SELECT max(id) FROM article), title, body FROM article
WHERE id > (SELECT max(id) FROM article) - 8 * :n AND revision > 0
ORDER BY id DESC LIMIT :n;

-- name: search_snippet
-- No snippet is made from the index of pairs, because its tokens are not whole
-- words.  :words_too as in search_hits.
SELECT snippet(article_stem, -1, char(2), char(3), '…', 24) FROM article_stem
WHERE article_stem MATCH :words AND rowid = :id
AND (:words_too OR NOT EXISTS
    (SELECT 1 FROM article_bigram_docsize d WHERE d.id = :id))
UNION ALL
SELECT snippet(article_fts, -1, char(2), char(3), '…', 24) FROM article_fts
WHERE article_fts MATCH :words AND rowid = :id
AND (:words_too OR NOT EXISTS
    (SELECT 1 FROM article_bigram_docsize d WHERE d.id = :id))
LIMIT 1;

-- name: bigram_is_filled
SELECT count(*) FROM article_bigram_config
WHERE k = 'rank' AND v = 'bm25(4.0, 1.0)';

-- name: bigram_fill
INSERT INTO article_bigram (rowid, title, body)
SELECT id, grams(title), grams(body) FROM article_text
WHERE has_grams(title) OR has_grams(body);

-- name: bigram_set_filled
-- Sets the weights of title and body, which are stored in the file and mark the
-- index as filled.
INSERT INTO article_bigram (article_bigram, rank)
VALUES ('rank', 'bm25(4.0, 1.0)');

-- name: stem_next
-- Returns the next article of the backfill; 0: the backfill is complete.
SELECT next_id FROM backfill WHERE name = 'stem';

-- name: stem_slice
-- Lists the next articles in descending order and reports for each one if its
-- text is to be added.
SELECT a.id, a.revision > 0 AND (a.lang LIKE 'en' OR a.lang LIKE 'en-%')
    AND NOT EXISTS (SELECT 1 FROM article_stem_docsize d WHERE d.id = a.id)
FROM article a WHERE a.id <= :next_id ORDER BY a.id DESC LIMIT :slice;

-- name: stem_set_next
UPDATE backfill SET next_id = :next_id WHERE name = 'stem';
