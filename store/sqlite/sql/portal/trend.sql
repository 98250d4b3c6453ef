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
SELECT k.stem, max(k.term), count(*) FROM
-- here: trend_articles
CROSS JOIN keyword k ON k.article_id = s.id
WHERE
-- here: trend_wanted
GROUP BY k.stem HAVING count(*) >= :least;

-- name: trend_stories
-- Lists the newest articles of the period with a term.
SELECT a.id, a.title, a.url, coalesce(a.cluster_id, a.id)
FROM (SELECT article_id FROM keyword WHERE stem = :stem
    ORDER BY article_id DESC LIMIT 200) k
CROSS JOIN article a ON a.id = k.article_id
WHERE a.first_seen_at >= :since AND a.first_seen_at < :until AND
-- here: trend_wanted
ORDER BY a.id DESC LIMIT 20;
