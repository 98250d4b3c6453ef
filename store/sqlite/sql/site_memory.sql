-- Site memories (store/page/site_memory.c).

-- An article that only witnesses have announced has no site memory, and its
-- page is not added to a site memory.  Otherwise a foreign feed could announce
-- 50 addresses of one page, and the text of that page would look like
-- boilerplate.

-- name: site_memory_get
-- The site memory for an article is that of its host and of the feed for which
-- the article is fetched.
SELECT m.memory FROM article a JOIN site_memory m ON m.host_key = a.host_key
AND m.feed_id = coalesce(a.announced_by, (SELECT e.feed_id FROM entry e
    WHERE e.article_id = a.id ORDER BY e.id LIMIT 1))
WHERE a.id = :id AND a.entitled IS NOT FALSE;

-- name: site_memory_put
INSERT INTO site_memory (host_key, feed_id, at, memory)
SELECT a.host_key, f.id, :now, :memory
FROM article a JOIN feed f ON f.id = coalesce(a.announced_by,
    (SELECT e.feed_id FROM entry e
    WHERE e.article_id = a.id ORDER BY e.id LIMIT 1))
WHERE a.id = :id AND a.host_key IS NOT NULL AND a.entitled IS NOT FALSE
ON CONFLICT (host_key, feed_id) DO UPDATE SET at = excluded.at,
    memory = excluded.memory;

-- name: site_memory_clear
DELETE FROM site_memory WHERE feed_id = :feed_id;
