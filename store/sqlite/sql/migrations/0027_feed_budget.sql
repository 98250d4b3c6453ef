-- The budget of a feed for bytes of text in a day
-- (articles.feed_bytes_per_day): the start of its day, the bytes added since
-- then, and the number of entries of its last document that wait for the next
-- day.
ALTER TABLE feed ADD COLUMN budget_since INTEGER;
ALTER TABLE feed ADD COLUMN budget_bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE feed ADD COLUMN budget_waiting INTEGER NOT NULL DEFAULT 0;

PRAGMA user_version = 27;
