-- If a robots.txt cannot be fetched, the stored copy is used for some time (RFC
-- 9309, 2.4).  After a month the site counts as one without robots.txt
-- (2.3.1.4).

ALTER TABLE robots ADD COLUMN read_at INTEGER;           -- NULL: never
ALTER TABLE robots ADD COLUMN unreachable_since INTEGER; -- NULL: reachable
UPDATE robots SET read_at = fetched_at WHERE NOT disallow_all;

PRAGMA user_version = 8;
