-- Categories (store/category/).

-- name: category_list
SELECT category, source, count(*) FROM article_category
GROUP BY category, source ORDER BY category, source;

-- name: category_labels
-- Lists the section of the article, its address, and its tags except those of
-- filters.  The first column is a value of enum category_label_kind.
SELECT 0 AS kind, section, lang FROM article WHERE id = :article_id
UNION ALL
SELECT 1, CASE WHEN entitled IS TRUE THEN coalesce(canonical_url, url) END, lang
FROM article WHERE id = :article_id
UNION ALL
SELECT * FROM (SELECT 2, t.tag, a.lang FROM article a
    JOIN article_tag t ON t.article_id = a.id
    WHERE a.id = :article_id AND t.n < 2000 ORDER BY t.n LIMIT :most) AS tags;

-- name: category_get
SELECT category, source, score FROM article_category
WHERE article_id = :article_id;

-- name: category_clear
DELETE FROM article_category WHERE article_id = :article_id;

-- name: category_insert
INSERT INTO article_category (article_id, category, source, score)
VALUES (:article_id, :category, :source, :score);

-- name: category_labelled
-- Lists articles with a publisher's category, newest first.
SELECT DISTINCT article_id FROM article_category
WHERE source = 'publisher' AND article_id < :before
ORDER BY article_id DESC LIMIT :slice;

-- name: category_text
SELECT title, body, lang, coalesce(host_key, 'feed ' || announced_by)
FROM article WHERE id = :article_id;

-- name: category_model_get
SELECT version, weights FROM category_model WHERE n = 1;

-- name: category_model_set
INSERT INTO category_model (n, version, trained_at, articles, weights)
VALUES (1, :version, :trained_at, :articles, :weights)
ON CONFLICT (n) DO UPDATE SET version = excluded.version,
    trained_at = excluded.trained_at, articles = excluded.articles,
    weights = excluded.weights;
