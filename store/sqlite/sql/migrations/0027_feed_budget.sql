-- The bytes of text that each feed may bring in a day
-- (articles.feed_bytes_per_day): when its day began, what it has brought since,
-- and how many entries of its last document wait for the next day.
ALTER TABLE feed ADD COLUMN budget_since INTEGER;
ALTER TABLE feed ADD COLUMN budget_bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE feed ADD COLUMN budget_waiting INTEGER NOT NULL DEFAULT 0;

PRAGMA user_version = 27;
