-- Revisits of pages, to find corrections (store/article/revisit.c).

ALTER TABLE article ADD COLUMN revisit_from INTEGER;  -- the first visit
ALTER TABLE article ADD COLUMN revisit_at INTEGER;    -- NULL: no revisit
ALTER TABLE article ADD COLUMN missing_since INTEGER; -- 404 since then

-- In the order of the query: time of the revisit, host, and date.
CREATE INDEX article_revisit ON article (revisit_at, host_key, sort_at)
    WHERE revisit_at IS NOT NULL;

PRAGMA user_version = 7;
