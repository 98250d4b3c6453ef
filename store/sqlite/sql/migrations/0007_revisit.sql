-- Pages are looked at again for corrections (store/revisit.c).

ALTER TABLE article ADD COLUMN revisit_from INTEGER;  -- the first visit
ALTER TABLE article ADD COLUMN revisit_at INTEGER;    -- NULL: not again
ALTER TABLE article ADD COLUMN missing_since INTEGER; -- 404, unbroken

-- In the order in which it is asked; whose budget, and newest first of those.
CREATE INDEX article_revisit ON article (revisit_at, host_key, sort_at)
    WHERE revisit_at IS NOT NULL;

PRAGMA user_version = 7;
