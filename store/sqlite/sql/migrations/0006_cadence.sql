-- The times at which a feed publishes (crawler/cadence_history.h), and the rule
-- that decided the time of its next poll.

ALTER TABLE feed ADD COLUMN history BLOB;
ALTER TABLE feed ADD COLUMN next_poll_by TEXT;
ALTER TABLE feed ADD COLUMN next_poll_terms TEXT;

PRAGMA user_version = 6;
