-- Near duplicates (store/duplicate/cluster.c, store/duplicate/duplicate.c).

-- name: fingerprint_of_first
SELECT sketch FROM fingerprint WHERE article_id = :id AND is_first;

-- name: fingerprint_put
INSERT INTO fingerprint (article_id, sketch, is_first)
VALUES (:id, :sketch, :is_first)
ON CONFLICT (article_id) DO UPDATE SET sketch = excluded.sketch,
    is_first = excluded.is_first;

-- name: fingerprint_floor
-- Finds the oldest of the :most newest rows.
SELECT article_id FROM fingerprint WHERE is_first
ORDER BY article_id DESC LIMIT 1 OFFSET :most;

-- name: fingerprint_firsts
SELECT article_id, sketch FROM fingerprint
WHERE article_id >= :floor AND is_first ORDER BY article_id;

-- name: cluster_second
-- Finds the oldest other article of a cluster.
SELECT id FROM article INDEXED BY article_cluster
WHERE cluster_id = :id AND id <> :id AND status IN ('done', 'feed_only')
ORDER BY id LIMIT 1;

-- name: cluster_leave
-- The other articles of the cluster get another first article.
UPDATE article SET cluster_id = :to WHERE cluster_id = :id AND id <> :id;

-- name: fingerprint_set_first
UPDATE fingerprint SET is_first = TRUE WHERE article_id = :id;

-- name: cluster_host
SELECT host_key FROM article WHERE id = :id;

-- name: cluster_duplicate
-- Lists at most 8 other articles of the cluster that are on the same host and
-- that the same entitled feed has announced.
SELECT id, title, body, coalesce(cluster_id, 0), url,
    coalesce(announced_by, 0), coalesce(entitled, 0)
FROM article INDEXED BY article_cluster
WHERE cluster_id = :cluster_id AND host_key = :host_key AND status = 'done'
AND id <> :id AND announced_by = :announced_by AND entitled = 1
ORDER BY id LIMIT 8;
