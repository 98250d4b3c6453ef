-- What a site's pages have taught (store/site_memory.c).

-- Of an article that only witnesses have announced there is none, and nothing is
-- learned from its page: 50 addresses of one page that a foreign feed made up
-- would make its text look like what the site repeats.

-- name: site_memory_get
-- An article's: of its host, and the feed that it is fetched for.
SELECT m.memory FROM article a JOIN site_memory m ON m.host_key = a.host_key
AND m.feed_id = coalesce(a.announced_by, (SELECT e.feed_id FROM entry e
    WHERE e.article_id = a.id ORDER BY e.id LIMIT 1))
WHERE a.id = :id AND a.entitled IS NOT 0;

-- name: site_memory_put
INSERT INTO site_memory (host_key, feed_id, at, memory)
SELECT a.host_key, f.id, :now, :memory
FROM article a JOIN feed f ON f.id = coalesce(a.announced_by,
    (SELECT e.feed_id FROM entry e
    WHERE e.article_id = a.id ORDER BY e.id LIMIT 1))
WHERE a.id = :id AND a.host_key IS NOT NULL AND a.entitled IS NOT 0
ON CONFLICT (host_key, feed_id) DO UPDATE SET at = excluded.at,
    memory = excluded.memory;

-- name: site_memory_clear
DELETE FROM site_memory WHERE feed_id = :feed_id;
