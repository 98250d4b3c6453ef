-- Feed items (store/entry/entries.c, store/entry/entry_insert.c,
-- store/entry/entry_match.c).

-- name: entry_find
-- One statement with two look-ups takes less time than two statements. On
-- PostgreSQL it also saves a round trip.
SELECT id, article_id, digest, last_seen_at, first_seen_at, updated_at,
    published_at, gone_at, 0
FROM entry WHERE feed_id = :feed_id AND guid_key = :guid_key
UNION ALL
SELECT id, article_id, digest, last_seen_at, first_seen_at, updated_at,
    published_at, gone_at, 1
FROM entry WHERE feed_id = :feed_id AND guid_key = :other_key;

-- name: entry_by_guid_alias
SELECT id, article_id, digest, last_seen_at, published_at, title FROM entry
WHERE feed_id = :feed_id AND guid_alias = :alias LIMIT 2;

-- name: entry_by_link_alias
-- Entries whose link alias equals their guid alias are only in the index of
-- guid aliases (migration 22), so both indexes are read.
SELECT id, article_id, digest, last_seen_at, published_at, title, summary
FROM entry
WHERE feed_id = :feed_id AND link_alias = :alias
AND link_alias IS DISTINCT FROM guid_alias
UNION ALL
SELECT id, article_id, digest, last_seen_at, published_at, title, summary
FROM entry
WHERE feed_id = :feed_id AND guid_alias = :alias AND link_alias = guid_alias
LIMIT 2;

-- name: entry_by_number_alias
SELECT id, article_id, digest, last_seen_at, published_at, title FROM entry
WHERE feed_id = :feed_id AND number_alias = :alias LIMIT 2;

-- name: entry_by_title_alias
SELECT id, article_id, digest, last_seen_at, published_at, title, summary,
    content
FROM entry WHERE feed_id = :feed_id AND title_alias = :alias LIMIT 2;

-- name: entry_newest_link
-- Only the newest entries are read: the feed may have many entries, all of them
-- without links.
SELECT link FROM (SELECT link, first_seen_at FROM entry
    WHERE feed_id = :feed_id AND first_seen_at < :before
    ORDER BY first_seen_at DESC LIMIT 8) newest
WHERE link IS NOT NULL ORDER BY first_seen_at DESC LIMIT 1;

-- name: entry_insert
INSERT INTO entry (feed_id, article_id, guid, guid_key, link, title, summary,
    content, published_at, updated_at, first_seen_at, last_seen_at, position,
    digest, guid_alias, link_alias, number_alias, title_alias, entitled)
VALUES (:feed_id, :article_id, :guid, :guid_key, :link, :title, :summary,
    :content, :published_at, :updated_at, :now, :now, :position, :digest,
    :guid_alias, :link_alias, :number_alias, :title_alias, :entitled);

-- name: entry_seen
UPDATE entry SET last_seen_at = :now, position = :position,
    guid_alias = :guid_alias, link_alias = :link_alias,
    number_alias = :number_alias, title_alias = :title_alias
WHERE id = :id;

-- name: entry_of_feed
SELECT id, gone_at FROM entry WHERE feed_id = :feed_id;

-- name: entry_set_gone
UPDATE entry SET gone_at = :gone_at WHERE id = :id;

-- name: entry_set_updated
UPDATE entry SET updated_at = :updated_at WHERE id = :id;

-- name: entry_set_published
UPDATE entry SET published_at = :published_at, title_alias = :title_alias
WHERE id = :id;

-- name: entry_title
SELECT title, link FROM entry WHERE id = :id;

-- name: entry_release_guid
UPDATE entry SET guid_key = :guid_key, guid_alias = NULL WHERE id = :id;

-- name: entry_is_shared
-- True if other entries announce the article of this entry.
SELECT EXISTS (SELECT 1 FROM entry
    WHERE article_id = :article_id AND id <> :id);

-- name: entry_set_article
UPDATE entry SET article_id = :article_id, entitled = :entitled WHERE id = :id;

-- name: entry_rewrite
-- Updates an entry after the feed has changed the text or the guid of the item.
UPDATE entry SET guid = :guid, guid_key = :guid_key, link = :link, title = :title, summary = :summary,
    content = :content, published_at = :published_at,
    updated_at = :updated_at, last_seen_at = :now, position = :position,
    digest = :digest, guid_alias = :guid_alias, link_alias = :link_alias,
    number_alias = :number_alias, title_alias = :title_alias,
    entitled = :entitled
WHERE id = :id;

-- name: entry_text_feed
-- Finds the entry whose text is used for the article.  Entries of entitled
-- feeds come first, then entries for which this is not known (NULL), then
-- entries of witnesses.  Among these, entries with a content come first.
SELECT e.feed_id, e.title, e.summary, e.content, e.published_at,
    e.updated_at, f.language, e.id
FROM entry e JOIN feed f ON f.id = e.feed_id
WHERE e.article_id = :article_id
ORDER BY CASE WHEN e.entitled IS NULL THEN 1 WHEN e.entitled THEN 2
	ELSE 0 END DESC,
    coalesce(e.content, '') = '', e.id LIMIT 1;

-- name: entry_is_of_feed
SELECT EXISTS (SELECT 1 FROM entry
    WHERE article_id = :article_id AND feed_id = :feed_id);

-- name: tombstone_find
SELECT 1 FROM tombstone WHERE feed_id = :feed_id AND key = :key;

-- name: tombstone_of_feed
SELECT EXISTS (SELECT 1 FROM tombstone WHERE feed_id = :feed_id);

-- name: tombstone_insert
INSERT INTO tombstone (feed_id, key, at)
VALUES (:feed_id, :key, :at)
ON CONFLICT DO NOTHING;
