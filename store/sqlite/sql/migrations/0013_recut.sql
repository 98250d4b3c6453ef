-- The extractor version that has extracted a stored page (`gleaner recut`).

-- A separate table, because a column of `page` would follow the compressed
-- bytes.  No row: the version is not known.
CREATE TABLE page_cut (
	article_id INTEGER PRIMARY KEY
	    REFERENCES page (article_id) ON DELETE CASCADE,
	extractor INTEGER NOT NULL   -- cuter/version.h
) STRICT;

PRAGMA user_version = 13;
