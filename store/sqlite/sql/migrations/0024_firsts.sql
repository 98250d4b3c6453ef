-- What near copies are found by stands in memory (store/firsts.c): of what an
-- article cost in a large database, writing its shingles and looking for others
-- was a third.

DROP TABLE shingle;
DROP TABLE shingle_generation;
ALTER TABLE fingerprint RENAME COLUMN generation TO is_first;
-- Also those that schema 20 left out, since they were too old for it.
UPDATE fingerprint SET is_first = 1 WHERE is_first IS NOT 1
AND article_id IN (SELECT cluster_id FROM article
    WHERE cluster_id IS NOT NULL);

PRAGMA user_version = 24;
