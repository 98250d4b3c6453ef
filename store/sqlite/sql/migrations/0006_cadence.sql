-- When a feed publishes (crawler/cadence_history.h), and why its next poll is
-- when it is.

ALTER TABLE feed ADD COLUMN history BLOB;
ALTER TABLE feed ADD COLUMN next_poll_by TEXT;
ALTER TABLE feed ADD COLUMN next_poll_terms TEXT;

PRAGMA user_version = 6;
