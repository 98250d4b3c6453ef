-- A robots.txt that cannot be had for a while: the copy of before holds for
-- some time (RFC 9309, 2.4), and after a month there is none (2.3.1.4).

ALTER TABLE robots ADD COLUMN read_at INTEGER;           -- NULL: never
ALTER TABLE robots ADD COLUMN unreachable_since INTEGER; -- NULL: it is not
UPDATE robots SET read_at = fetched_at WHERE NOT disallow_all;

PRAGMA user_version = 8;
