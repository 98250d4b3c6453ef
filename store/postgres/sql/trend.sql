-- Trends (store/trend/).

-- part: trend_articles
(SELECT id FROM article WHERE first_seen_at >= :since AND first_seen_at < :until
    AND id % :step = 0 ORDER BY first_seen_at DESC LIMIT :most) s
JOIN article a ON a.id = s.id

-- part: trend_wanted
a.revision > 0 AND a.status <> 'gone'
AND (:lang::text IS NULL OR lower(a.lang) = lower(:lang COLLATE "C")
    OR starts_with(lower(a.lang), lower(:lang COLLATE "C") || '-'))
AND (:category::text IS NULL OR EXISTS (SELECT 1 FROM article_category c
	WHERE c.article_id = a.id AND c.category = :category))

-- name: trend_terms
SELECT k.stem, max(k.term), count(*), min(k.article_id) FROM
-- here: trend_articles
JOIN keyword k ON k.article_id = s.id
WHERE
-- here: trend_wanted
GROUP BY k.stem HAVING count(*) >= :least;

-- name: trend_stories
SELECT id, title, url FROM
    (SELECT DISTINCT ON (cluster) id, title, url FROM
	(SELECT a.id, a.title, a.url, coalesce(a.cluster_id, a.id) AS cluster
	FROM keyword k JOIN article a ON a.id = k.article_id
	WHERE k.stem = :stem AND k.article_id >= :oldest
	AND a.first_seen_at >= :since AND a.first_seen_at < :until AND
-- here: trend_wanted
	ORDER BY k.article_id DESC LIMIT :most) AS found
    ORDER BY cluster, id DESC) AS newest
ORDER BY id DESC LIMIT :stories;
