-- Site memories: one for the pages of a feed on a host (docs/algorithm.md).

CREATE TABLE site_memory (
	host_key TEXT NOT NULL,
	feed_id INTEGER NOT NULL REFERENCES feed (id) ON DELETE CASCADE,
	at INTEGER NOT NULL,
	memory BLOB NOT NULL,
	UNIQUE (host_key, feed_id)
) STRICT;
CREATE INDEX site_memory_feed ON site_memory (feed_id);
CREATE INDEX site_memory_at ON site_memory (at);

PRAGMA user_version = 12;
