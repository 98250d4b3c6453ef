-- Linked documents of a feed, and items missed between two polls.

-- Sitemaps of an index; archives and further pages of a feed (RFC 5005); a
-- site's robots.txt and the news sitemaps that it names.
CREATE TABLE further (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	feed_id INTEGER NOT NULL REFERENCES feed (id) ON DELETE CASCADE,
	url TEXT NOT NULL,
	kind TEXT NOT NULL CHECK
	    (kind IN ('sitemap', 'archive', 'page', 'robots', 'news')),
	depth INTEGER NOT NULL,      -- steps from the feed's own document
	status TEXT NOT NULL CHECK (status IN ('owed', 'read', 'failed')),
	status_why TEXT,
	lastmod INTEGER,             -- from the index
	etag ANY,
	last_modified ANY,
	validators_url TEXT,
	tries INTEGER NOT NULL DEFAULT 0,
	retry_at INTEGER,
	read_at INTEGER,             -- NULL: not read yet
	UNIQUE (feed_id, url)
) STRICT;
CREATE INDEX further_owed ON further (retry_at) WHERE status = 'owed';

-- Polls that found no known item: items before them may be missed.
CREATE TABLE gap (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	feed_id INTEGER NOT NULL REFERENCES feed (id) ON DELETE CASCADE,
	at INTEGER NOT NULL,
	since_at INTEGER,            -- last successful poll before
	status TEXT NOT NULL CHECK (status IN ('open', 'closed', 'left')),
	found INTEGER NOT NULL DEFAULT 0 -- entries found in archives
) STRICT;
CREATE INDEX gap_of_feed ON gap (feed_id, at);

ALTER TABLE feed ADD COLUMN gap_at INTEGER;
ALTER TABLE feed ADD COLUMN gap_interval_s INTEGER NOT NULL DEFAULT 0;

PRAGMA user_version = 4;
