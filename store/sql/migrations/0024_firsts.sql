-- What near copies are found by stands in memory (store/firsts.c): of what an
-- article cost in a large database, writing its shingles and looking for others
-- was a third.

DROP TABLE shingle;
DROP TABLE shingle_generation;
ALTER TABLE fingerprint RENAME COLUMN generation TO is_first;
UPDATE fingerprint SET is_first = 1 WHERE is_first <> 1;

PRAGMA user_version = 24;
