-- The attributes of a feed in an OPML file for which there is no column.

ALTER TABLE feed ADD COLUMN outline TEXT; -- name=value, one a line

PRAGMA user_version = 5;
