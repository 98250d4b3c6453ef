-- The polling hints of a feed (ttl, skipHours, skipDays, sy:*), the address to
-- which it redirects, and the statements of a page's headers about its use.

-- A response 304 has no document, so the hints of the last one are stored.
ALTER TABLE feed ADD COLUMN ttl_s INTEGER NOT NULL DEFAULT 0;
ALTER TABLE feed ADD COLUMN period_s INTEGER NOT NULL DEFAULT 0;
ALTER TABLE feed ADD COLUMN skip_hours INTEGER NOT NULL DEFAULT 0;
ALTER TABLE feed ADD COLUMN skip_days INTEGER NOT NULL DEFAULT 0;
ALTER TABLE feed ADD COLUMN moving_url TEXT;
ALTER TABLE feed ADD COLUMN moving_since INTEGER;
ALTER TABLE article ADD COLUMN robots TEXT;

PRAGMA user_version = 3;
