-- Queries of enrich/enrich.sql in PostgreSQL's dialect.

-- name: enrich_stale
SELECT id FROM article
WHERE id > :after AND revision > 0 AND body IS NOT NULL
AND (:since::timestamptz IS NULL OR first_seen_at >= :since)
AND (enrich_version IS NULL OR enrich_version <> :version)
ORDER BY id LIMIT :slice;

-- name: term_frequency_add
INSERT INTO term_frequency (lang, term, articles)
SELECT :lang, key::bigint, value::bigint FROM jsonb_each_text(:counts::jsonb)
ON CONFLICT (lang, term) DO UPDATE
SET articles = term_frequency.articles + excluded.articles
RETURNING term, articles;
