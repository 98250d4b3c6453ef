-- Documents that crashed workers (daemon/page/quarantine.c).

CREATE TABLE poison (
	id INTEGER PRIMARY KEY,
	hash TEXT NOT NULL,
	kind TEXT NOT NULL CHECK (kind IN ('feed', 'page', 'robots')),
	bytes INTEGER NOT NULL,
	url TEXT NOT NULL,
	content_type TEXT,
	rungs INTEGER NOT NULL,
	why TEXT NOT NULL,
	version TEXT NOT NULL,
	deaths INTEGER NOT NULL,
	first_at INTEGER NOT NULL,
	last_at INTEGER NOT NULL,
	body BLOB,
	UNIQUE (hash, kind)
) STRICT;
CREATE INDEX poison_last_at ON poison (last_at);

PRAGMA user_version = 16;
