-- Pages as fetched (store/pages.c).

-- name: page_put
INSERT INTO page (article_id, fetched_at, content_type, headers, bytes, body)
VALUES (:article_id, :fetched_at, :content_type, :headers, :bytes, :body)
ON CONFLICT (article_id) DO UPDATE SET fetched_at = excluded.fetched_at,
    content_type = excluded.content_type, headers = excluded.headers,
    bytes = excluded.bytes, body = excluded.body;

-- name: page_drop
DELETE FROM page WHERE article_id = :article_id;

-- name: page_cut_put
INSERT INTO page_cut (article_id, extractor) VALUES (:article_id, :extractor)
ON CONFLICT (article_id) DO UPDATE SET extractor = excluded.extractor;

-- name: page_get
SELECT content_type, bytes, body FROM page WHERE article_id = :article_id;

-- name: page_places
SELECT article_id, fetched_at FROM page
WHERE (fetched_at, article_id) > (:at, :id)
AND fetched_at >= :since AND fetched_at < :until
ORDER BY fetched_at, article_id LIMIT :page;

-- name: page_whole
SELECT coalesce(a.final_url, a.url, ''), p.headers, p.bytes, p.body
FROM page p JOIN article a ON a.id = p.article_id
WHERE p.article_id = :article_id;
