-- Trends (store/trend/).

-- part: trend_articles
-- The articles of a period whose ids are multiples of :step.
(SELECT id FROM article WHERE first_seen_at >= :since AND first_seen_at < :until
    AND id % :step = 0 ORDER BY first_seen_at DESC LIMIT :most) s
CROSS JOIN article a ON a.id = s.id

-- part: trend_wanted
-- The condition for articles with a text, in the language and the category.
a.revision > 0 AND a.status <> 'gone'
AND (:lang IS NULL OR lower(a.lang) = lower(:lang)
    OR lower(substr(a.lang, 1, length(:lang) + 1)) = lower(:lang || '-'))
AND (:category IS NULL OR EXISTS (SELECT 1 FROM article_category c
	WHERE c.article_id = a.id AND c.category = :category))

-- name: trend_span
SELECT count(*) FROM article
WHERE first_seen_at >= :since AND first_seen_at < :until;

-- name: trend_count
SELECT count(*) FROM
-- here: trend_articles
WHERE EXISTS (SELECT 1 FROM keyword k WHERE k.article_id = s.id) AND
-- here: trend_wanted
;

-- name: trend_terms
SELECT k.stem, max(k.term), count(*), min(k.article_id) FROM
-- here: trend_articles
CROSS JOIN keyword k ON k.article_id = s.id
WHERE
-- here: trend_wanted
GROUP BY k.stem HAVING count(*) >= :least;

-- name: trend_stories
-- Lists the newest article of each cluster with a term in the period.  The
-- oldest article of the term bounds the part of the index that is read.
SELECT max(id), title, url FROM
    (SELECT a.id, a.title, a.url, coalesce(a.cluster_id, a.id) AS cluster
    FROM keyword k CROSS JOIN article a ON a.id = k.article_id
    WHERE k.stem = :stem AND k.article_id >= :oldest
    AND a.first_seen_at >= :since AND a.first_seen_at < :until AND
-- here: trend_wanted
    ORDER BY k.article_id DESC LIMIT :most) AS found
GROUP BY cluster ORDER BY 1 DESC LIMIT :stories;
