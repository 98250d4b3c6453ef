-- Filters (docs/filters.md).

-- Entries that a filter blocks.  filter: its expression.
CREATE TABLE blocked_entry (
	entry_id bigint PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE,
	filter text COLLATE "C" NOT NULL,
	at timestamptz NOT NULL
);

-- Actions of filters: kind is priority, keep-days or notify-consumer.
CREATE TABLE article_action (
	article_id bigint NOT NULL REFERENCES article (id) ON DELETE CASCADE,
	kind text COLLATE "C" NOT NULL,
	value text COLLATE "C" NOT NULL,
	PRIMARY KEY (article_id, kind, value)
);
CREATE INDEX article_action_by_kind
ON article_action (kind, value, article_id);

-- Articles for which a filter was true, and matches that reached a limit.  id
-- is a hash of expression and actions.
CREATE TABLE filter_count (
	id bigint PRIMARY KEY,
	expression text COLLATE "C" NOT NULL,
	actions text COLLATE "C" NOT NULL,
	matched bigint NOT NULL,
	limited bigint NOT NULL,
	matched_at timestamptz,
	limited_at timestamptz
);
