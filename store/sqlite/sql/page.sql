-- Stored pages, unchanged as they were fetched (store/page/pages.c,
-- store/page/page_pack.c).

-- name: page_put
INSERT INTO page (article_id, fetched_at, content_type, headers, bytes, body,
    dictionary_id)
VALUES (:article_id, :fetched_at, :content_type, :headers, :bytes, :body,
    nullif(CAST(:dictionary_id AS bigint), 0))
ON CONFLICT (article_id) DO UPDATE SET fetched_at = excluded.fetched_at,
    content_type = excluded.content_type, headers = excluded.headers,
    bytes = excluded.bytes, body = excluded.body,
    dictionary_id = excluded.dictionary_id;

-- name: page_drop
DELETE FROM page WHERE article_id = :article_id;

-- name: page_cut_put
INSERT INTO page_cut (article_id, extractor, rules)
VALUES (:article_id, :extractor, :rules)
ON CONFLICT (article_id) DO UPDATE SET extractor = excluded.extractor,
    rules = excluded.rules;

-- name: page_get
SELECT p.content_type, p.bytes, p.body, p.dictionary_id, d.bytes, d.body
FROM page p LEFT JOIN page_dictionary d ON d.id = p.dictionary_id
WHERE p.article_id = :article_id;

-- name: page_is_stored
SELECT EXISTS (SELECT 1 FROM page WHERE article_id = :article_id);

-- name: page_places
SELECT article_id, fetched_at FROM page
WHERE (fetched_at, article_id) > (:at, :id)
AND fetched_at >= :since AND fetched_at < :until
ORDER BY fetched_at, article_id LIMIT :page;

-- name: page_count
SELECT count(*) FROM page WHERE fetched_at >= :since AND fetched_at < :until;

-- name: page_whole
SELECT coalesce(a.final_url, a.url, ''), p.headers, p.bytes, p.body,
    p.dictionary_id, d.bytes, d.body
FROM page p JOIN article a ON a.id = p.article_id
LEFT JOIN page_dictionary d ON d.id = p.dictionary_id
WHERE p.article_id = :article_id;

-- name: page_dictionaries
-- Lists the newest dictionaries of the article's host.
SELECT d.id, d.bytes, d.body, d.at FROM page_dictionary d
WHERE d.host_key = (SELECT host_key FROM article WHERE id = :article_id)
AND d.at > :since ORDER BY d.id DESC LIMIT :most;

-- name: page_dictionary_put
INSERT INTO page_dictionary (host_key, at, bytes, body)
VALUES (:host_key, :now, :bytes, :body);

-- name: page_dictionary_is
SELECT EXISTS (SELECT 1 FROM page_dictionary WHERE id = :id AND body = :body);
