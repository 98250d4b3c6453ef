-- Pages as fetched (store/pages.c).

-- name: page_put
INSERT INTO page (article_id, fetched_at, content_type, headers, bytes, body)
VALUES (:article_id, :fetched_at, :content_type, :headers, :bytes, :body)
ON CONFLICT (article_id) DO UPDATE SET fetched_at = excluded.fetched_at,
    content_type = excluded.content_type, headers = excluded.headers,
    bytes = excluded.bytes, body = excluded.body;

-- name: page_get
SELECT content_type, bytes, body FROM page WHERE article_id = :article_id;
