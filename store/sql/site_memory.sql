-- What a site's pages have taught (store/site_memory.c).

-- name: site_memory_get
-- An article's: of its host, and the feed that showed it first.
SELECT m.memory FROM article a JOIN site_memory m ON m.host_key = a.host_key
AND m.feed_id = (SELECT e.feed_id FROM entry e
    WHERE e.article_id = a.id ORDER BY e.id LIMIT 1)
WHERE a.id = :id;

-- name: site_memory_put
INSERT INTO site_memory (host_key, feed_id, at, memory)
SELECT a.host_key, e.feed_id, :now, :memory
FROM article a JOIN entry e ON e.id = (SELECT f.id FROM entry f
    WHERE f.article_id = a.id ORDER BY f.id LIMIT 1)
WHERE a.id = :id AND a.host_key IS NOT NULL
ON CONFLICT (host_key, feed_id) DO UPDATE SET at = excluded.at,
    memory = excluded.memory;

-- name: site_memory_clear
DELETE FROM site_memory WHERE feed_id = :feed_id;
