-- The feeds that are entitled for an article (docs/security.md, "Attribution").

-- The sites for which the operator has entitled the feed (key `site` of a
-- feed): registrable domains or host:port, one a line; NULL: only its own.
ALTER TABLE feed ADD COLUMN site TEXT;

-- True if the feed is entitled for the page of the article.  NULL: the row is
-- from before schema 25, and this was not determined.
ALTER TABLE entry ADD COLUMN entitled INTEGER;

-- True if at least one entitled feed has announced the article; and the feed
-- for which the page is fetched: the first entitled one, else the first that
-- announced the article.  NULL as above.
ALTER TABLE article ADD COLUMN entitled INTEGER;
ALTER TABLE article ADD COLUMN announced_by INTEGER
    REFERENCES feed (id) ON DELETE SET NULL;
-- Set only for pending articles, which are few: the feeds share the queue of a
-- host by this column.
UPDATE article SET announced_by =
    (SELECT feed_id FROM entry WHERE article_id = article.id
    ORDER BY entry.id LIMIT 1)
WHERE status IN ('queued', 'failed');

-- Pages that name a feed of another site.
CREATE TABLE page_feed (
	article_id INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
	feed_id INTEGER NOT NULL REFERENCES feed (id) ON DELETE CASCADE,
	PRIMARY KEY (article_id, feed_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX page_feed_of_feed ON page_feed (feed_id);

-- Home pages of hosts of which a feed of another site announces pages.  If the
-- home page names the feed, the feed is entitled for all pages of that host.
CREATE TABLE home_page (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	feed_id INTEGER NOT NULL REFERENCES feed (id) ON DELETE CASCADE,
	host TEXT NOT NULL,          -- host, or host:port
	url TEXT NOT NULL,           -- address of the home page
	due_at INTEGER,              -- next fetch; NULL: no fetch is planned
	read_at INTEGER,             -- last response; NULL: no response yet
	named INTEGER NOT NULL DEFAULT 0, -- 1: the page names the feed
	status_why TEXT,             -- reason if there was no response
	UNIQUE (feed_id, host)
) STRICT;
CREATE INDEX home_page_due ON home_page (due_at) WHERE due_at IS NOT NULL;

-- feed_title is the title of the feed for which the article was fetched.
DROP VIEW latest;
CREATE VIEW latest (id, published_at, feed_title, title, authors, url, lang,
    confidence, body) AS
SELECT a.id, coalesce(a.published_at, a.first_seen_at),
    (SELECT coalesce(f.given_title, f.title, f.url) FROM feed f
	WHERE f.id = coalesce(a.announced_by, (SELECT e.feed_id FROM entry e
	    WHERE e.article_id = a.id ORDER BY e.id LIMIT 1))),
    a.title,
    (SELECT group_concat(name, ', ') FROM
	(SELECT name FROM article_author WHERE article_id = a.id ORDER BY n)),
    a.url, a.lang, a.confidence, a.body
FROM article a
WHERE +a.status IN ('done', 'feed_only')
ORDER BY a.sort_at DESC, a.id DESC;

PRAGMA user_version = 25;
