-- Pages that name feeds (store/page_feed.c, store/entry/home_page.c).

-- name: page_feed_witnesses
-- Lists the entries of an article.  Entries of feeds that are known to be
-- entitled are left out, and entries from before a move (feed_disown_entries).
-- There is one row for each current or former address of the entry's feed.  The
-- feeds take turns, so that the entries of one feed cannot fill the list.
WITH witness AS MATERIALIZED (
    SELECT id, feed_id,
	row_number() OVER (PARTITION BY feed_id ORDER BY id) AS turn
    FROM entry
    WHERE article_id = :id AND entitled IS NOT TRUE AND digest <> 0)
SELECT id, feed_id, url FROM (
    SELECT w.id, w.feed_id, f.url, w.turn FROM witness w
    JOIN feed f ON f.id = w.feed_id
    UNION ALL
    SELECT w.id, w.feed_id, l.url, w.turn FROM witness w
    JOIN feed_alias l ON l.feed_id = w.feed_id) AS addresses
ORDER BY turn, id LIMIT 64;

-- name: feed_sites_count
-- Counts the sites (budget keys) to which the newest entries of a feed link.
SELECT count(DISTINCT a.host_key) FROM (SELECT article_id FROM entry
    WHERE feed_id = :id ORDER BY first_seen_at DESC LIMIT :entries) AS e
JOIN article a ON a.id = e.article_id;

-- name: page_feed_put
INSERT INTO page_feed (article_id, feed_id)
VALUES (:article_id, :feed_id)
ON CONFLICT DO NOTHING;

-- name: page_feed_forget
-- A page at the former address of an article does not entitle a feed for the
-- new address.
DELETE FROM page_feed WHERE article_id = :id;

-- name: entry_set_entitled
UPDATE entry SET entitled = TRUE WHERE id = :id;

-- name: home_page_want
-- Plans the request for the home page of a site.  A feed of another site has
-- announced a page of this site, and the home page may name the feed.
INSERT INTO home_page (feed_id, host, url, due_at)
SELECT :feed_id, :host, :url, :now
WHERE (SELECT count(*) FROM home_page WHERE feed_id = :feed_id) < :most
OR EXISTS (SELECT 1 FROM home_page WHERE feed_id = :feed_id AND host = :host)
ON CONFLICT (feed_id, host) DO UPDATE SET
    due_at = max(:now, coalesce(read_at, 0) + :gap)
WHERE due_at IS NULL;

-- name: home_page_due
-- Home pages are not requested for paused feeds and ended subscriptions.
SELECT p.id, p.url, p.feed_id FROM home_page p JOIN feed f ON f.id = p.feed_id
WHERE p.due_at <= :now AND NOT f.removed AND f.status <> 'paused'
ORDER BY p.due_at LIMIT :limit;

-- name: home_page_get
SELECT feed_id, host, url, named FROM home_page WHERE id = :id;

-- name: home_page_answered
UPDATE home_page SET read_at = :now, due_at = NULL, named = :named,
    status_why = NULL
WHERE id = :id;

-- name: home_page_failed
-- The result of the last successful read stays valid.
UPDATE home_page SET due_at = :due_at, status_why = :why WHERE id = :id;

-- name: home_page_pass
-- Cancels the request, because the feed is an aggregator.
UPDATE home_page SET due_at = NULL, read_at = :now,
    status_why = 'the feed has items of many sites'
WHERE id = :id;

-- name: named_entries
-- Reads the newest entries of the feed.  Returns the entries that were stored
-- while the feed was not entitled for their article, each with the address of
-- the article and whether a filter blocks the entry.  Entries from before a
-- move are left out (feed_disown_entries).
SELECT e.id, e.article_id, e.title, e.summary, e.content, e.published_at,
    e.updated_at, a.url, e.link,
    EXISTS (SELECT 1 FROM blocked_entry b WHERE b.entry_id = e.id)
FROM (SELECT * FROM entry WHERE feed_id = :feed_id
    ORDER BY first_seen_at DESC LIMIT :limit) AS e
JOIN article a ON a.id = e.article_id
WHERE e.entitled IS NOT TRUE AND e.digest <> 0 AND a.url IS NOT NULL;
