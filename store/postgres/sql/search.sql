-- Full-text search (store/search).  A row of article_fts has `words`, and if
-- there is a stemmer for the language of the text, `stems`.  With :by_stem, such
-- a text is searched by its stems and not by its words.  A text that contains a
-- script without spaces also has `grams`.  Without :words_too it is searched by
-- its grams only, as on SQLite.

-- part: article_match
(x.grams @@ :grams::tsquery
    OR (x.stems @@ :stems::tsquery AND (x.grams IS NULL OR :words_too::boolean))
    OR (x.words @@ :words::tsquery AND (x.stems IS NULL OR NOT :by_stem::boolean)
	AND (x.grams IS NULL OR :words_too)))

-- name: search_hits
-- The score of a term is ts_rank(), which takes the number of words of the text
-- into account.  A word in the title has the weight of four words in the body.
-- A newer text has a higher score, as on SQLite.  Of a text that was searched by
-- grams and by words, the higher score counts.
WITH hit (id, sort_at, grams, words, kind) AS MATERIALIZED (
    SELECT x.article_id, a.sort_at, x.grams,
	CASE WHEN x.grams IS NULL OR :words_too::boolean THEN
	    coalesce(CASE WHEN :by_stem::boolean THEN x.stems END, x.words) END,
	CASE WHEN :by_stem AND x.stems IS NOT NULL THEN x.language
	    ELSE 'words' END
    FROM article_fts x JOIN article a ON a.id = x.article_id
    WHERE
-- here: article_match
    AND
-- here: article_filter_all
    ORDER BY x.article_id DESC LIMIT :ranked
), found (id, sort_at, score) AS (
    SELECT id, sort_at, greatest(
	(SELECT sum(ts_rank('{0.25, 0.25, 0.25, 1}', words, term::tsquery, 1))
	FROM jsonb_array_elements_text(:terms::jsonb -> kind) term),
	(SELECT sum(ts_rank('{0.25, 0.25, 0.25, 1}', grams, term::tsquery, 1))
	FROM jsonb_array_elements_text(:terms::jsonb -> 'grams') term))
    FROM hit
)
SELECT id, -score * (1 + 1 / (1 + greatest(0, extract(epoch FROM
    (SELECT max(sort_at) FROM article) - sort_at)) / 604800.0)) AS rank,
    count(*) OVER () AS n
FROM found ORDER BY rank, sort_at DESC, id DESC LIMIT :page;

-- none: search_sample
-- On PostgreSQL a frequent prefix is not replaced by words (prefix_words.c).

-- name: article_scan_found
SELECT x.article_id, 0, 1
FROM article_fts x JOIN article a ON a.id = x.article_id
WHERE x.article_id < :id
AND
-- here: article_match
AND
-- here: article_scan_wanted
ORDER BY x.article_id DESC LIMIT :page;

-- name: index_texts
SELECT id, title, body, lang FROM article
WHERE id = ANY (:ids::bigint[]) AND revision > 0;

-- name: index_put
INSERT INTO article_fts (article_id, language, words, stems, grams)
VALUES (:id, :language, :words::tsvector, :stems::tsvector, :grams::tsvector)
ON CONFLICT (article_id) DO UPDATE SET language = excluded.language,
    words = excluded.words, stems = excluded.stems, grams = excluded.grams;

-- name: stem_slice
-- A row without words was written before migration 14.
SELECT a.id, a.revision > 0
    AND NOT EXISTS (SELECT 1 FROM article_fts x WHERE x.article_id = a.id
	AND x.words IS NOT NULL)
FROM article a WHERE a.id <= :next_id ORDER BY a.id DESC LIMIT :slice;

-- name: bigram_is_filled
-- Always 1, which means filled: on PostgreSQL stem_slice also fills the index
-- of pairs.
SELECT 1;

-- name: fts_drop
DELETE FROM article_fts WHERE article_id = :id;

-- none: fts_add
-- The query index_put adds a text to the index.
-- none: bigram_drop
-- The query fts_drop removes a text from the whole index.
-- none: bigram_add
-- The query index_put adds a text to the index.
-- none: stem_drop
-- The query fts_drop removes a text from the whole index.
-- none: stem_add
-- The query index_put adds a text to the index.
-- none: search_snippet
-- snippet_mark() makes the snippets (store/search/snippet_mark.c).
-- none: bigram_fill
-- The query stem_slice finds all texts that the index does not contain.
-- none: bigram_set_filled
-- The query stem_slice finds all texts that the index does not contain.
