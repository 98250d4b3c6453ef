-- Linked documents of feeds, and missed items (store/feed/linked_document.c,
-- store/feed/missed_items.c).

-- name: linked_find
SELECT id, lastmod, read_at FROM linked_document
WHERE feed_id = :feed_id AND url = :url;

-- name: linked_insert
INSERT INTO linked_document (feed_id, url, kind, depth, status, lastmod)
VALUES (:feed_id, :url, :kind, :depth, 'pending', :lastmod);

-- name: linked_set_pending
UPDATE linked_document SET status = 'pending', status_why = NULL,
    lastmod = :lastmod, tries = 0, retry_at = NULL
WHERE id = :id;

-- name: linked_has_undated
SELECT EXISTS (SELECT 1 FROM linked_document WHERE feed_id = :feed_id
    AND kind = 'sitemap' AND lastmod IS NULL AND status = 'read');

-- name: linked_set_pending_undated
-- Makes sitemaps without a date pending again, because an unchanged index does
-- not show whether they have changed.
UPDATE linked_document SET status = 'pending', status_why = NULL, tries = 0,
    retry_at = NULL
WHERE id IN (SELECT id FROM linked_document WHERE feed_id = :feed_id
    AND kind = 'sitemap' AND lastmod IS NULL AND status = 'read'
    ORDER BY id LIMIT :limit)
RETURNING id;

-- name: linked_pending
-- Lists one document of each feed, then the next document of each feed, and so
-- on.
SELECT r.id, r.feed_id, r.kind, r.depth, r.tries, r.url, r.etag,
    r.last_modified, r.validators_url, f.fetch_articles, f.url
FROM linked_document r JOIN feed f ON f.id = r.feed_id
WHERE r.status = 'pending' AND coalesce(r.retry_at, 0) <= :now
    AND NOT f.removed AND f.status = 'active'
ORDER BY row_number() OVER (PARTITION BY r.feed_id ORDER BY r.id), r.id
LIMIT :limit;

-- name: linked_next_retry
SELECT min(r.retry_at) FROM linked_document r JOIN feed f ON f.id = r.feed_id
WHERE r.status = 'pending' AND r.retry_at > :now
    AND NOT f.removed AND f.status = 'active';

-- name: linked_disown
-- Drops the documents to which a former address of the feed linked.  Each of
-- them becomes pending again if a document at the new address links to it.
UPDATE linked_document SET status_why = 'the feed has moved', tries = 0,
    retry_at = NULL,
    lastmod = CASE WHEN status = 'pending' THEN NULL ELSE lastmod END,
    status = 'failed'
WHERE feed_id = :feed_id;

-- name: linked_get
SELECT r.feed_id, r.kind, r.depth, r.tries, r.read_at, f.fetch_articles, r.url
FROM linked_document r JOIN feed f ON f.id = r.feed_id
WHERE r.id = :id AND r.status = 'pending' AND NOT f.removed;

-- name: linked_read
UPDATE linked_document SET status = 'read', status_why = NULL, tries = 0,
    retry_at = NULL, read_at = :now, etag = :etag,
    last_modified = :last_modified, validators_url = :validators_url
WHERE id = :id;

-- name: linked_unchanged
UPDATE linked_document SET status = 'read', status_why = NULL, tries = 0,
    retry_at = NULL, read_at = :now
WHERE id = :id;

-- name: linked_wait
UPDATE linked_document SET status = 'pending',
    status_why = 'the feed''s bytes of the day are spent', retry_at = :retry_at
WHERE id = :id;

-- name: linked_failed
UPDATE linked_document SET status = CASE
    WHEN CAST(:retry_at AS timestamptz) IS NULL THEN 'failed'
    ELSE 'pending' END,
    status_why = :why, tries = tries + :counted, retry_at = :retry_at
WHERE id = :id;

-- name: linked_brought
UPDATE feed SET last_new_at = :now WHERE id = :feed_id;

-- name: feed_has_items
-- Reports if the feed has ever had an item.
SELECT EXISTS (SELECT 1 FROM entry WHERE feed_id = :feed_id)
    OR EXISTS (SELECT 1 FROM tombstone WHERE feed_id = :feed_id);

-- name: feed_last_good
SELECT at FROM poll WHERE feed_id = :feed_id
    AND outcome IN ('ok', 'unchanged') ORDER BY at DESC LIMIT 1;

-- name: missed_items_recent
SELECT id FROM missed_items WHERE feed_id = :feed_id AND at > :since
ORDER BY at DESC LIMIT 1;

-- name: missed_items_insert
INSERT INTO missed_items (feed_id, at, since_at, status)
VALUES (:feed_id, :at, :since_at, :status);

-- name: missed_items_again
-- Updates an existing row, so that a feed that misses items at each poll does
-- not fill the table.
UPDATE missed_items SET at = :at, status = :status WHERE id = :id;

-- name: missed_items_narrow
UPDATE feed SET gap_at = :at, gap_interval_s = :interval_s WHERE id = :feed_id;

-- name: missed_items_open_at
SELECT at FROM missed_items WHERE feed_id = :feed_id AND status = 'open'
ORDER BY at DESC LIMIT 1;

-- name: missed_items_of_news
-- Also finds missed items whose recovery has ended, because another news
-- sitemap of the feed may still list some of them.
SELECT at, since_at FROM missed_items WHERE feed_id = :feed_id
    AND status <> 'left'
ORDER BY status = 'open' DESC, at DESC LIMIT 1;

-- name: feed_place
SELECT coalesce(site_url, url), url FROM feed WHERE id = :feed_id;

-- name: linked_is_pending
-- Reports if another news sitemap of the feed is pending.
SELECT EXISTS (SELECT 1 FROM linked_document WHERE feed_id = :feed_id
    AND kind = 'news' AND status = 'pending' AND id <> :id);

-- name: missed_items_found
UPDATE missed_items SET found = found + :found,
    status = CASE WHEN status = 'open' THEN :status ELSE status END
WHERE feed_id = :feed_id AND (status = 'open' OR at = :at);

-- name: missed_items_list
SELECT f.url, coalesce(f.given_title, f.title), g.at, g.since_at, g.status,
    g.found
FROM missed_items g JOIN feed f ON f.id = g.feed_id
WHERE NOT f.removed AND g.at > :since ORDER BY g.at DESC, g.id DESC;
