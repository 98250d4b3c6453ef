-- Two indices hold what another does not: most articles have the canonical
-- address that they were announced by, and most items a link that is their
-- guid.  Both are written at random, a page an article of a large database.

DROP INDEX article_by_canonical;
CREATE INDEX article_by_canonical ON article (canonical_key)
    WHERE canonical_key <> url_key;
DROP INDEX entry_by_link_alias;
CREATE INDEX entry_by_link_alias ON entry (feed_id, link_alias)
    WHERE link_alias IS NOT NULL AND link_alias IS NOT guid_alias;

PRAGMA user_version = 22;
