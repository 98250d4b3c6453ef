-- Near copies (store/cluster.c).

-- name: fingerprint_get
SELECT sketch FROM fingerprint WHERE article_id = :id;

-- name: fingerprint_generation
SELECT sketch, generation FROM fingerprint WHERE article_id = :id;

-- name: fingerprint_put
INSERT INTO fingerprint (article_id, sketch, generation)
VALUES (:id, :sketch, :generation)
ON CONFLICT (article_id) DO UPDATE SET sketch = excluded.sketch,
    generation = excluded.generation;

-- name: generation_newest
SELECT id, began_at, n_firsts FROM shingle_generation
ORDER BY id DESC LIMIT 1;

-- name: generation_begin
INSERT INTO shingle_generation (id, began_at, n_firsts) VALUES (:id, :now, 0);

-- name: generation_count
UPDATE shingle_generation SET n_firsts = n_firsts + 1 WHERE id = :id;

-- name: generation_end
DELETE FROM shingle_generation WHERE id <= :id;

-- name: shingle_find
-- The oldest: whoever comes later cannot push them out.
SELECT article_id FROM shingle WHERE generation IN
    (0, :newest, :newest - 1) AND hash = :hash
ORDER BY generation, article_id LIMIT :most;

-- name: shingle_put
INSERT OR IGNORE INTO shingle (generation, hash, article_id)
VALUES (0, :hash, :id);

-- name: shingle_grow_up
INSERT OR IGNORE INTO shingle (generation, hash, article_id)
SELECT :id, hash, article_id FROM shingle WHERE generation = 0
ORDER BY hash, article_id;

-- name: shingle_drop_young
DELETE FROM shingle WHERE generation = 0;

-- name: shingle_drop
DELETE FROM shingle WHERE generation IN (0, :generation) AND hash = :hash
AND article_id = :id;

-- name: shingle_expire
-- They lie side by side, so that as many go as come for next to nothing.
DELETE FROM shingle WHERE (generation, hash, article_id) IN
    (SELECT generation, hash, article_id FROM shingle
    WHERE generation BETWEEN 1 AND :generation
    ORDER BY generation, hash, article_id LIMIT :most);

-- name: cluster_host
SELECT host_key FROM article WHERE id = :id;

-- name: cluster_twin
-- What stands of it on one site; no others, however many there are.
SELECT id, title, body FROM article INDEXED BY article_cluster
WHERE cluster_id = :cluster_id AND host_key = :host_key AND status = 'done'
AND id <> :id ORDER BY id LIMIT 8;
