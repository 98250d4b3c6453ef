-- Stored pages; the other queries are in store/sqlite/sql/page.sql.

-- name: page_dictionary_put
INSERT INTO page_dictionary (host_key, at, bytes, body)
VALUES (:host_key, :now, :bytes, :body)
RETURNING id;
