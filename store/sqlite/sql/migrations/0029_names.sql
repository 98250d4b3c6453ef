-- Tables and columns get the terms of the field (docs/glossary.md).  Views of
-- the old names, which can only be read, remain for one version.

DROP INDEX further_owed;
ALTER TABLE further RENAME TO linked_document;
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '''owed''', '''pending''')
WHERE type = 'table' AND name = 'linked_document';
PRAGMA writable_schema = RESET;
-- A change of the schema, so that other connections read the new constraint.
CREATE TABLE reworded (n INTEGER) STRICT;
DROP TABLE reworded;
UPDATE linked_document SET status = 'pending' WHERE status = 'owed';
CREATE INDEX linked_document_pending ON linked_document (retry_at)
    WHERE status = 'pending';

DROP INDEX gap_of_feed;
ALTER TABLE gap RENAME TO missed_items;
CREATE INDEX missed_items_of_feed ON missed_items (feed_id, at);

DROP INDEX poison_last_at;
ALTER TABLE poison RENAME TO crasher;
ALTER TABLE crasher RENAME COLUMN rungs TO fallback_levels;
ALTER TABLE crasher RENAME COLUMN deaths TO crashes;
CREATE INDEX crasher_last_at ON crasher (last_at);

CREATE VIEW further (id, feed_id, url, kind, depth, status, status_why,
    lastmod, etag, last_modified, validators_url, tries, retry_at, read_at) AS
SELECT id, feed_id, url, kind, depth,
    iif(status = 'pending', 'owed', status), status_why, lastmod, etag,
    last_modified, validators_url, tries, retry_at, read_at
FROM linked_document;
CREATE VIEW gap (id, feed_id, at, since_at, status, found) AS
SELECT id, feed_id, at, since_at, status, found FROM missed_items;
CREATE VIEW poison (id, hash, kind, bytes, url, content_type, rungs, why,
    version, deaths, first_at, last_at, body) AS
SELECT id, hash, kind, bytes, url, content_type, fallback_levels, why, version,
    crashes, first_at, last_at, body
FROM crasher;

PRAGMA user_version = 29;
