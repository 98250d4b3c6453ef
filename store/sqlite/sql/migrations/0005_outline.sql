-- What an OPML file said of a feed beyond what Gleaner has words for.

ALTER TABLE feed ADD COLUMN outline TEXT; -- name=value, one a line

PRAGMA user_version = 5;
