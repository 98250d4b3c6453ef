-- Filters (docs/filters.md).

-- Entries that a filter blocks.  filter: its expression.
CREATE TABLE blocked_entry (
	entry_id INTEGER PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE,
	filter TEXT NOT NULL,
	at INTEGER NOT NULL
) STRICT;

-- Actions of filters: kind is priority, keep-days or notify-consumer.
CREATE TABLE article_action (
	article_id INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
	kind TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (article_id, kind, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_action_by_kind
ON article_action (kind, value, article_id);

-- Articles for which a filter was true, and matches that reached a limit.  id
-- is a hash of expression and actions.
CREATE TABLE filter_count (
	id INTEGER PRIMARY KEY,
	expression TEXT NOT NULL,
	actions TEXT NOT NULL,
	matched INTEGER NOT NULL,
	limited INTEGER NOT NULL,
	matched_at INTEGER,
	limited_at INTEGER
) STRICT;

PRAGMA user_version = 33;
