-- Categories (store/category/).

-- name: category_list
SELECT category, source, count(*) FROM article_category
GROUP BY category, source ORDER BY category, source;

-- name: category_labels
-- The section, then the tags that are not those of filters.
SELECT 1 AS is_section, section, lang FROM article WHERE id = :article_id
UNION ALL
SELECT * FROM (SELECT 0, t.tag, a.lang FROM article a
    JOIN article_tag t ON t.article_id = a.id
    WHERE a.id = :article_id AND t.n < 2000 ORDER BY t.n LIMIT :most) AS tags;

-- name: category_get
SELECT category FROM article_category WHERE article_id = :article_id;

-- name: category_clear
DELETE FROM article_category
WHERE article_id = :article_id AND source = 'publisher';

-- name: category_insert
INSERT INTO article_category (article_id, category, source, score)
VALUES (:article_id, :category, 'publisher', 1.0);
