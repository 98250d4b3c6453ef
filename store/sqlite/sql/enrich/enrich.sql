-- Keywords and document frequencies (store/enrich/).

-- name: keyword_clear
DELETE FROM keyword WHERE article_id = :article_id;

-- name: keyword_insert
INSERT INTO keyword (article_id, n, term, stem, weight)
VALUES (:article_id, :n, :term, :stem, :weight);

-- name: keyword_list
SELECT n, term, stem, weight FROM keyword WHERE article_id = :article_id
ORDER BY n;

-- name: article_set_enrichment
UPDATE article SET summary = :summary, enrich_version = :version
WHERE id = :id;

-- name: enrich_stale
SELECT id FROM article
WHERE id > :after AND revision > 0 AND body IS NOT NULL
AND (:since IS NULL OR first_seen_at >= :since)
AND (enrich_version IS NULL OR enrich_version <> :version)
ORDER BY id LIMIT :slice;

-- name: term_language_add
INSERT INTO term_language (lang, articles) VALUES (:lang, :n)
ON CONFLICT (lang) DO UPDATE
SET articles = term_language.articles + excluded.articles
RETURNING articles;

-- name: term_frequency_add
-- Adds the counts of :counts, a JSON object from terms to counts.
INSERT INTO term_frequency (lang, term, articles)
SELECT :lang, CAST(key AS INTEGER), value FROM json_each(:counts) WHERE true
ON CONFLICT (lang, term) DO UPDATE
SET articles = term_frequency.articles + excluded.articles
RETURNING term, articles;

-- name: term_language_halve
UPDATE term_language SET articles = articles / 2 WHERE lang = :lang;

-- name: term_frequency_halve
UPDATE term_frequency SET articles = articles / 2 WHERE lang = :lang;

-- name: term_frequency_prune
DELETE FROM term_frequency WHERE lang = :lang AND articles = 0;

-- name: term_language_list
SELECT lang, articles FROM term_language;

-- name: term_frequency_list
-- Leaves out the many terms with a count of 1.  They then count as unknown
-- terms.
SELECT term, articles FROM term_frequency WHERE articles > 1;

-- name: summary_article
SELECT title, body, lang, coalesce(cluster_id, 0) FROM article
WHERE id = :id;

-- name: summary_story
-- Lists the published articles of a story, the first one first.
SELECT title, body, lang, cluster_id FROM article
WHERE cluster_id = :cluster_id AND status IN ('done', 'feed_only')
AND body IS NOT NULL ORDER BY id LIMIT :most;
