-- What a feed asks for itself (ttl, skipHours, skipDays, sy:*), an address that
-- it seems to move to, and what a page's headers say about its use.

-- A 304 brings no document, so what the last one asked for is kept.
ALTER TABLE feed ADD COLUMN ttl_s INTEGER NOT NULL DEFAULT 0;
ALTER TABLE feed ADD COLUMN period_s INTEGER NOT NULL DEFAULT 0;
ALTER TABLE feed ADD COLUMN skip_hours INTEGER NOT NULL DEFAULT 0;
ALTER TABLE feed ADD COLUMN skip_days INTEGER NOT NULL DEFAULT 0;
ALTER TABLE feed ADD COLUMN moving_url TEXT;
ALTER TABLE feed ADD COLUMN moving_since INTEGER;
ALTER TABLE article ADD COLUMN robots TEXT;

PRAGMA user_version = 3;
