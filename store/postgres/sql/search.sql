-- Full-text search (store/search).  A text has words or grams; a text in a
-- language with a stemmer has stems, too, and is searched by stems if :by_stem.

-- part: article_match
(x.grams @@ :grams::tsquery OR x.stems @@ :stems::tsquery
    OR (x.words @@ :words::tsquery AND (x.stems IS NULL OR NOT :by_stem)))

-- name: search_hits
-- The score of a term is ts_rank(), in which a word in the title has the weight
-- of four words in the body, for the number of words of the text.  ts_rank()
-- divides by the number of alternatives of the query; here the score is that of
-- the alternative in the language of the text.  A new text has a higher score,
-- as on SQLite.  :terms, :term_stems and :term_grams are the terms of the
-- query, one on each line.
WITH hit (id, sort_at, vector, queries) AS (
    SELECT x.article_id, a.sort_at,
	coalesce(x.grams, CASE WHEN :by_stem THEN x.stems END, x.words),
	string_to_array(CASE WHEN x.grams IS NOT NULL THEN :term_grams
	    WHEN :by_stem AND x.stems IS NOT NULL THEN :term_stems
	    ELSE :terms END, chr(10))::tsquery[]
    FROM article_fts x JOIN article a ON a.id = x.article_id
    WHERE
-- here: article_match
    AND
-- here: article_filter_all
    ORDER BY x.article_id DESC LIMIT :ranked
), found (id, sort_at, score) AS (
    SELECT id, sort_at, (SELECT sum(ts_rank('{0.25, 0.25, 0.25, 1}', vector,
	    q, 1) * (numnode(q) + 1) / 2) FROM unnest(queries) q)
    FROM hit
)
SELECT id, -score * (1 + 1 / (1 + greatest(0, extract(epoch FROM
    (SELECT max(sort_at) FROM article) - sort_at)) / 604800.0)) AS rank
FROM found ORDER BY rank, sort_at DESC, id DESC LIMIT :page;

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
INSERT INTO article_fts (article_id, words, stems, grams)
VALUES (:id, :words::tsvector, :stems::tsvector, :grams::tsvector)
ON CONFLICT (article_id) DO UPDATE SET words = excluded.words,
    stems = excluded.stems, grams = excluded.grams;

-- name: index_missing
-- The texts before :before that are not indexed.
SELECT t.id FROM article_text t WHERE t.id < :before
AND NOT EXISTS (SELECT 1 FROM article_fts x WHERE x.article_id = t.id)
ORDER BY t.id DESC LIMIT :slice;

-- name: fts_drop
DELETE FROM article_fts WHERE article_id = :id;

-- none: fts_add
-- index_put
-- none: bigram_drop
-- fts_drop
-- none: bigram_add
-- index_put
-- none: stem_drop
-- fts_drop
-- none: stem_add
-- index_put
-- none: search_snippet
-- store/search/snippet_words.c
-- none: bigram_is_filled
-- index_missing
-- none: bigram_fill
-- index_missing
-- none: bigram_set_filled
-- index_missing
-- none: stem_slice
-- index_missing
