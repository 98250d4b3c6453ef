-- The first schema of Gleaner.  docs/schema.md describes it.
--
-- Every table is STRICT.  Times are UTC seconds.  Columns of type ANY hold
-- bytes that a server sent: TEXT if they are UTF-8, else BLOB.

PRAGMA application_id = 1196183122; -- "GLNR"

CREATE TABLE feed (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	url TEXT NOT NULL,
	title TEXT,                  -- from the feed
	site_url TEXT,
	description TEXT,
	language TEXT,
	given_title TEXT,            -- set by the operator
	interval_s INTEGER NOT NULL DEFAULT 0 CHECK (interval_s >= 0),
	fetch_articles INTEGER NOT NULL DEFAULT 1
	    CHECK (fetch_articles IN (0, 1)),
	from_config INTEGER NOT NULL DEFAULT 0 CHECK (from_config IN (0, 1)),
	etag ANY,
	last_modified ANY,
	validators_url TEXT,         -- URL whose response had both values
	next_poll_at INTEGER,
	last_poll_at INTEGER,
	last_new_at INTEGER,
	last_outcome TEXT,           -- result of the last poll
	last_why TEXT,
	failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
	status TEXT NOT NULL DEFAULT 'active'
	    CHECK (status IN ('active', 'paused', 'gone')),
	status_why TEXT,
	added_at INTEGER NOT NULL,
	removed INTEGER NOT NULL DEFAULT 0   -- the subscription has ended
	    CHECK (removed IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX feed_by_url ON feed (url) WHERE NOT removed;
CREATE INDEX feed_removed ON feed (url) WHERE removed;

-- Earlier addresses of feeds that have moved permanently.
CREATE TABLE feed_alias (
	url TEXT PRIMARY KEY,
	feed_id INTEGER NOT NULL REFERENCES feed (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX feed_alias_of_feed ON feed_alias (feed_id);

CREATE TABLE feed_tag (
	feed_id INTEGER NOT NULL REFERENCES feed (id) ON DELETE CASCADE,
	n INTEGER NOT NULL,
	tag TEXT NOT NULL,
	PRIMARY KEY (feed_id, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE article (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	url TEXT,                    -- NULL: the feed gave no link
	url_key TEXT NOT NULL UNIQUE,
	host_key TEXT,               -- budget key of url
	final_url TEXT,              -- after redirects
	canonical_url TEXT,          -- stated by the page
	canonical_key TEXT,
	status TEXT NOT NULL CHECK
	    (status IN ('queued', 'done', 'feed_only', 'failed', 'gone')),
	status_why TEXT,
	tries INTEGER NOT NULL DEFAULT 0,
	retry_at INTEGER,
	revision INTEGER NOT NULL DEFAULT 0, -- 0: not published yet
	title TEXT,
	lead TEXT,
	byline TEXT,
	lang TEXT,
	published_at INTEGER,
	modified_at INTEGER,
	first_seen_at INTEGER NOT NULL,
	fetched_at INTEGER,
	extracted_at INTEGER,
	sort_at INTEGER NOT NULL,    -- published, else first seen
	body TEXT,
	body_html TEXT,
	origin TEXT CHECK (origin IN ('page', 'json-ld', 'feed')),
	confidence REAL NOT NULL DEFAULT 0
	    CHECK (confidence BETWEEN 0 AND 1),
	flags TEXT NOT NULL DEFAULT '',
	page_class TEXT,
	node_classes TEXT,
	word_count INTEGER NOT NULL DEFAULT 0,
	etag ANY,
	last_modified ANY,
	CHECK (status <> 'failed' OR retry_at IS NOT NULL),
	CHECK (status NOT IN ('queued', 'failed') OR
	    (url IS NOT NULL AND host_key IS NOT NULL))
) STRICT;
CREATE INDEX article_by_time ON article (sort_at, id);
CREATE INDEX article_by_status ON article (status, sort_at);
CREATE INDEX article_by_first_seen ON article (first_seen_at);
CREATE INDEX article_by_canonical ON article (canonical_key)
    WHERE canonical_key IS NOT NULL;
-- Contains only pending articles, so it stays small.
CREATE INDEX article_owed ON article (host_key, sort_at, retry_at)
    WHERE status IN ('queued', 'failed');

CREATE TABLE article_author (
	article_id INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
	n INTEGER NOT NULL,
	name TEXT NOT NULL,
	PRIMARY KEY (article_id, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE article_tag (
	article_id INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
	n INTEGER NOT NULL,
	tag TEXT NOT NULL,
	PRIMARY KEY (article_id, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE media (
	article_id INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
	n INTEGER NOT NULL,
	kind TEXT NOT NULL CHECK (kind IN ('image', 'video', 'audio')),
	url TEXT NOT NULL,
	alt TEXT,
	caption TEXT,
	credit TEXT,
	role TEXT NOT NULL CHECK (role IN ('lead', 'inline')),
	width INTEGER,
	height INTEGER,
	relevance REAL NOT NULL DEFAULT 0,
	PRIMARY KEY (article_id, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE revision (
	article_id INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
	revision INTEGER NOT NULL,
	at INTEGER NOT NULL,         -- time at which the text was stored
	title TEXT,
	body TEXT,
	PRIMARY KEY (article_id, revision)
) STRICT;

CREATE TABLE entry (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	feed_id INTEGER NOT NULL REFERENCES feed (id),
	article_id INTEGER NOT NULL REFERENCES article (id),
	guid TEXT,
	guid_key TEXT NOT NULL,
	link TEXT,
	title TEXT,
	summary TEXT,
	content TEXT,                -- the feed's own text, with paragraphs
	published_at INTEGER,
	updated_at INTEGER,
	first_seen_at INTEGER NOT NULL,
	last_seen_at INTEGER NOT NULL, -- accurate to one day
	position INTEGER NOT NULL,   -- in the last document, from 0
	digest INTEGER NOT NULL,     -- of the texts, to detect changes
	UNIQUE (feed_id, guid_key)
) STRICT;
CREATE INDEX entry_of_article ON entry (article_id);

-- Purged items, which must not be inserted again as new ones.  feed_id 0: key
-- is the url_key of an article; else it is the guid_key of an entry of that
-- feed.
CREATE TABLE tombstone (
	feed_id INTEGER NOT NULL,
	key TEXT NOT NULL,
	at INTEGER NOT NULL,
	PRIMARY KEY (feed_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE change (
	seq INTEGER PRIMARY KEY AUTOINCREMENT,
	article_id INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
	revision INTEGER NOT NULL,
	kind TEXT NOT NULL CHECK (kind IN ('new', 'revised', 'withdrawn')),
	at INTEGER NOT NULL
) STRICT;
CREATE INDEX change_of_article ON change (article_id);
CREATE INDEX change_by_time ON change (at);

CREATE TABLE consumer (
	name TEXT PRIMARY KEY,
	seq INTEGER NOT NULL,        -- last acknowledged change
	made_at INTEGER NOT NULL,
	last_ack_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE page (
	article_id INTEGER PRIMARY KEY
	    REFERENCES article (id) ON DELETE CASCADE,
	fetched_at INTEGER NOT NULL,
	content_type ANY,
	headers ANY,
	bytes INTEGER NOT NULL,      -- of the uncompressed page
	body BLOB NOT NULL           -- zstd
) STRICT;
CREATE INDEX page_by_time ON page (fetched_at);

CREATE TABLE poll (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	feed_id INTEGER NOT NULL REFERENCES feed (id) ON DELETE CASCADE,
	at INTEGER NOT NULL,
	status INTEGER NOT NULL,     -- HTTP status; 0: no response
	outcome TEXT NOT NULL,
	why TEXT,
	bytes INTEGER NOT NULL,
	ms INTEGER NOT NULL,
	entries INTEGER NOT NULL,
	new INTEGER NOT NULL
) STRICT;
CREATE INDEX poll_of_feed ON poll (feed_id, at);
CREATE INDEX poll_by_time ON poll (at);

CREATE TABLE host (
	host TEXT PRIMARY KEY,
	pause_until_at INTEGER,
	failures INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE robots (
	origin TEXT PRIMARY KEY,
	rules TEXT NOT NULL,
	fetched_at INTEGER NOT NULL,
	expires_at INTEGER NOT NULL,
	disallow_all INTEGER NOT NULL CHECK (disallow_all IN (0, 1))
) STRICT;

-- The texts that can be searched: those of published articles.
CREATE VIEW article_text (id, title, body) AS
SELECT id, title, body FROM article WHERE revision > 0;

CREATE VIRTUAL TABLE article_fts USING fts5 (
	title, body,
	content = 'article_text', content_rowid = 'id',
	tokenize = 'unicode61 remove_diacritics 2'
);

CREATE VIEW latest (id, published_at, feed_title, title, authors, url, lang,
    confidence, body) AS
SELECT a.id, coalesce(a.published_at, a.first_seen_at),
    (SELECT coalesce(f.given_title, f.title, f.url)
	FROM entry e JOIN feed f ON f.id = e.feed_id
	WHERE e.article_id = a.id ORDER BY e.id LIMIT 1),
    a.title,
    (SELECT group_concat(name, ', ') FROM
	(SELECT name FROM article_author WHERE article_id = a.id ORDER BY n)),
    a.url, a.lang, a.confidence, a.body
FROM article a
WHERE a.status IN ('done', 'feed_only')
ORDER BY a.sort_at DESC, a.id DESC;

PRAGMA user_version = 1;
