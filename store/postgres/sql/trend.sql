-- Trends (store/trend/).

-- part: trend_articles
-- The articles of a period, or every :step-th group of four articles with
-- successive ids.  The keywords of a group are on one or two pages.
(SELECT id FROM article WHERE first_seen_at >= :since AND first_seen_at < :until
    AND id / 4 % :step = 0 ORDER BY first_seen_at DESC LIMIT :most) s

-- part: trend_category
-- The condition for articles of the category.
(:category::text IS NULL OR EXISTS (SELECT 1 FROM article_category c
    WHERE c.article_id = s.id AND c.category = :category))

-- part: trend_lang
-- The condition for articles in the language.
(:lang::text IS NULL OR lower(a.lang) = lower(:lang COLLATE "C")
    OR starts_with(lower(a.lang), lower(:lang COLLATE "C") || '-'))

-- name: trend_keywords
-- The keywords of the articles of the period.  The keyword with the number 0 is
-- the first of its article.
SELECT k.n, k.stem, k.term, k.article_id FROM
-- here: trend_articles
JOIN article a ON a.id = s.id
JOIN keyword k ON k.article_id = s.id
WHERE a.revision > 0 AND a.status <> 'gone' AND
-- here: trend_lang
AND
-- here: trend_category
;

-- name: trend_history
-- The keywords of earlier articles, also of withdrawn ones.  The row of an
-- article is read only if its language matters, because each is on another
-- page.
SELECT k.n, k.stem FROM
-- here: trend_articles
JOIN keyword k ON k.article_id = s.id
WHERE (:lang::text IS NULL OR EXISTS (SELECT 1 FROM article a WHERE a.id = s.id AND
-- here: trend_lang
)) AND
-- here: trend_category
;

-- name: trend_stories
SELECT id, title, url FROM
    (SELECT DISTINCT ON (cluster) id, title, url FROM
	(SELECT a.id, a.title, a.url, coalesce(a.cluster_id, a.id) AS cluster
	FROM keyword k JOIN article a ON a.id = k.article_id
	WHERE k.stem = :stem AND k.article_id >= :oldest
	AND a.first_seen_at >= :since AND a.first_seen_at < :until AND
-- here: trend_lang
AND a.revision > 0 AND a.status <> 'gone'
AND (:category::text IS NULL OR EXISTS (SELECT 1 FROM article_category c
	WHERE c.article_id = a.id AND c.category = :category))
	ORDER BY k.article_id DESC LIMIT :most) AS found
    ORDER BY cluster, id DESC) AS newest
ORDER BY id DESC LIMIT :stories;
