-- Near copies (store/cluster.c).

-- name: fingerprint_get
SELECT sketch FROM fingerprint WHERE article_id = :id;

-- name: fingerprint_put
INSERT INTO fingerprint (article_id, sketch) VALUES (:id, :sketch)
ON CONFLICT (article_id) DO UPDATE SET sketch = excluded.sketch;

-- name: shingle_find
-- The oldest: whoever comes later cannot push them out.
SELECT article_id FROM shingle WHERE hash = :hash
ORDER BY article_id LIMIT :most;

-- name: shingle_put
INSERT OR IGNORE INTO shingle (hash, article_id) VALUES (:hash, :id);

-- name: shingle_drop
DELETE FROM shingle WHERE hash = :hash AND article_id = :id;

-- name: cluster_first
SELECT f.sketch, a.host_key FROM fingerprint f
JOIN article a ON a.id = f.article_id WHERE f.article_id = :id;

-- name: cluster_twin
-- What stands of it on one site; no others, however many there are.
SELECT id, title, body FROM article INDEXED BY article_cluster
WHERE cluster_id = :cluster_id AND host_key = :host_key AND status = 'done'
AND id <> :id ORDER BY id LIMIT 8;
