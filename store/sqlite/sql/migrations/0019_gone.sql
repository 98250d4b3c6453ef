-- Entries that a feed which is marked as complete does not list any more (RFC
-- 5005, section 2; docs/etiquette.md, row E45).

ALTER TABLE entry ADD COLUMN gone_at INTEGER; -- NULL: not removed

PRAGMA user_version = 19;
