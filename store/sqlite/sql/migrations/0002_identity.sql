-- By what else an item is known again when its feed changes the guid
-- (store/alias.c).  Hashes, NULL where there is nothing to go by; entries
-- of before get them when they are next seen.

ALTER TABLE entry ADD COLUMN guid_alias INTEGER;   -- of a guid that is a URL
ALTER TABLE entry ADD COLUMN link_alias INTEGER;   -- of the link
ALTER TABLE entry ADD COLUMN number_alias INTEGER; -- folder and number of it
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
