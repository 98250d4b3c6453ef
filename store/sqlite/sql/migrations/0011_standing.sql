-- The section, the publisher, the licence and the access that a page states for
-- its article, and the time zone of its date of publication.

ALTER TABLE article ADD COLUMN section TEXT;
ALTER TABLE article ADD COLUMN publisher TEXT;
ALTER TABLE article ADD COLUMN license TEXT; -- a name or an address
ALTER TABLE article ADD COLUMN access TEXT CHECK (access IN ('free', 'paid'));
ALTER TABLE article ADD COLUMN published_zone INTEGER; -- minutes east of UTC

PRAGMA user_version = 11;
