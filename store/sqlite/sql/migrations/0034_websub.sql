-- Subscriptions at hubs (docs/websub.md).

-- A feed has at most one row that is not leaving.  callback is unguessable,
-- and secret signs the deliveries of the hub.
CREATE TABLE websub (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	feed_id INTEGER NOT NULL REFERENCES feed (id) ON DELETE CASCADE,
	hub TEXT NOT NULL,
	topic TEXT NOT NULL,
	callback TEXT NOT NULL UNIQUE,
	secret TEXT NOT NULL,
	state TEXT NOT NULL,
	why TEXT,
	failures INTEGER NOT NULL DEFAULT 0,
	found_at INTEGER NOT NULL,
	next_at INTEGER,
	verified_at INTEGER,
	lease_until INTEGER,
	delivered_at INTEGER,
	proven_at INTEGER,
	missed_at INTEGER,
	deliveries INTEGER NOT NULL DEFAULT 0,
	entries INTEGER NOT NULL DEFAULT 0,
	refused INTEGER NOT NULL DEFAULT 0,
	refused_at INTEGER,
	refused_why TEXT
) STRICT;
CREATE UNIQUE INDEX websub_of_feed ON websub (feed_id)
WHERE state <> 'leaving';
CREATE INDEX websub_by_feed ON websub (feed_id);

PRAGMA user_version = 34;
