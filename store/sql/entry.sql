-- Sightings of items (store/entries.c).

-- name: entry_find
SELECT id, article_id, digest, last_seen_at FROM entry
WHERE feed_id = :feed_id AND guid_key = :guid_key;

-- name: entry_insert
INSERT INTO entry (feed_id, article_id, guid, guid_key, link, title, summary,
    content, published_at, updated_at, first_seen_at, last_seen_at, position,
    digest)
VALUES (:feed_id, :article_id, :guid, :guid_key, :link, :title, :summary,
    :content, :published_at, :updated_at, :now, :now, :position, :digest);

-- name: entry_seen
UPDATE entry SET last_seen_at = :now, position = :position WHERE id = :id;

-- name: entry_rewrite
-- The feed has changed its words.
UPDATE entry SET link = :link, title = :title, summary = :summary,
    content = :content, published_at = :published_at,
    updated_at = :updated_at, last_seen_at = :now, position = :position,
    digest = :digest
WHERE id = :id;

-- name: entry_voice
-- The entry whose words stand for the article: the first that has any.
SELECT e.feed_id, e.title, e.summary, e.content, e.published_at,
    e.updated_at, f.language, e.id
FROM entry e JOIN feed f ON f.id = e.feed_id
WHERE e.article_id = :article_id
ORDER BY coalesce(e.content, '') = '', e.id LIMIT 1;

-- name: tombstone_find
SELECT 1 FROM tombstone WHERE feed_id = :feed_id AND key = :key;

-- name: tombstone_insert
INSERT OR IGNORE INTO tombstone (feed_id, key, at)
VALUES (:feed_id, :key, :at);
