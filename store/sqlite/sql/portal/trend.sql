-- Trends (store/trend/).

-- part: trend_articles
-- The articles of a period, or every :step-th group of four articles with
-- successive ids.  The keywords of a group are on one or two pages.
(SELECT id FROM article WHERE first_seen_at >= :since AND first_seen_at < :until
    AND id / 4 % :step = 0 ORDER BY first_seen_at DESC LIMIT :most) s

-- part: trend_category
-- The condition for articles of the category.
(:category IS NULL OR EXISTS (SELECT 1 FROM article_category c
    WHERE c.article_id = s.id AND c.category = :category))

-- part: trend_lang
-- The condition for articles in the language.
(:lang IS NULL OR lower(a.lang) = lower(:lang)
    OR lower(substr(a.lang, 1, length(:lang) + 1)) = lower(:lang || '-'))

-- name: trend_ids
-- The range of the ids of a period: the number of its articles, if their ids
-- have the order of their times and no gaps.
SELECT (SELECT id FROM article
	WHERE first_seen_at >= :since AND first_seen_at < :until
	ORDER BY first_seen_at DESC, id DESC LIMIT 1) -
    (SELECT id FROM article
	WHERE first_seen_at >= :since AND first_seen_at < :until
	ORDER BY first_seen_at, id LIMIT 1) + 1;

-- name: trend_count
SELECT count(*) FROM article
WHERE first_seen_at >= :since AND first_seen_at < :until;

-- name: trend_keywords
-- The keywords of the articles of the period.  The keyword with the number 0 is
-- the first of its article.
SELECT k.n, k.stem, k.term, k.article_id FROM
-- here: trend_articles
CROSS JOIN article a ON a.id = s.id
CROSS JOIN keyword k ON k.article_id = s.id
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
CROSS JOIN keyword k ON k.article_id = s.id
WHERE (:lang IS NULL OR EXISTS (SELECT 1 FROM article a WHERE a.id = s.id AND
-- here: trend_lang
)) AND
-- here: trend_category
;

-- name: trend_stories
-- Lists the newest article of each cluster with a term in the period.  The
-- oldest article of the term bounds the part of the index that is read.
SELECT max(id), title, url FROM
    (SELECT a.id, a.title, a.url, coalesce(a.cluster_id, a.id) AS cluster
    FROM keyword k CROSS JOIN article a ON a.id = k.article_id
    WHERE k.stem = :stem AND k.article_id >= :oldest
    AND a.first_seen_at >= :since AND a.first_seen_at < :until AND
-- here: trend_lang
AND a.revision > 0 AND a.status <> 'gone'
AND (:category IS NULL OR EXISTS (SELECT 1 FROM article_category c
	WHERE c.article_id = a.id AND c.category = :category))
    ORDER BY k.article_id DESC LIMIT :most) AS found
GROUP BY cluster ORDER BY 1 DESC LIMIT :stories;
