-- What a page says of where its article stands, whose it is, who may have it,
-- and on whose clock it was published.

ALTER TABLE article ADD COLUMN section TEXT;
ALTER TABLE article ADD COLUMN publisher TEXT;
ALTER TABLE article ADD COLUMN license TEXT; -- a name or an address
ALTER TABLE article ADD COLUMN access TEXT CHECK (access IN ('free', 'paid'));
ALTER TABLE article ADD COLUMN published_zone INTEGER; -- minutes east of UTC

PRAGMA user_version = 11;
