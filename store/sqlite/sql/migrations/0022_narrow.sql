-- Two indexes leave out rows that another index contains: most articles have
-- the canonical address under which they were announced, and the link of most
-- items is their guid.  Rows are inserted at random places of both indexes,
-- which costs one page write for each article of a large database.

DROP INDEX article_by_canonical;
CREATE INDEX article_by_canonical ON article (canonical_key)
    WHERE canonical_key <> url_key;
DROP INDEX entry_by_link_alias;
CREATE INDEX entry_by_link_alias ON entry (feed_id, link_alias)
    WHERE link_alias IS NOT NULL AND link_alias IS NOT guid_alias;

PRAGMA user_version = 22;
