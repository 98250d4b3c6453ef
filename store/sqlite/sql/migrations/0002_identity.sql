-- Aliases, by which an item is found again if its feed changes the guid
-- (store/entry/alias.c).  They are hashes; NULL: there is no such alias.
-- Earlier entries get them when their feed lists them again.

ALTER TABLE entry ADD COLUMN guid_alias INTEGER;   -- the guid is a URL
ALTER TABLE entry ADD COLUMN link_alias INTEGER;   -- of the link
ALTER TABLE entry ADD COLUMN number_alias INTEGER; -- its folder and number
ALTER TABLE entry ADD COLUMN title_alias INTEGER;  -- host, title, date

CREATE INDEX entry_by_guid_alias ON entry (feed_id, guid_alias)
    WHERE guid_alias IS NOT NULL;
CREATE INDEX entry_by_link_alias ON entry (feed_id, link_alias)
    WHERE link_alias IS NOT NULL;
CREATE INDEX entry_by_number_alias ON entry (feed_id, number_alias)
    WHERE number_alias IS NOT NULL;
CREATE INDEX entry_by_title_alias ON entry (feed_id, title_alias)
    WHERE title_alias IS NOT NULL;

PRAGMA user_version = 2;
