-- The index by which near copies are found is in memory
-- (store/duplicate/fingerprint_index.c).  In a large database, a third of the
-- cost of an article was the writing and the look-up of shingles.

DROP TABLE shingle;
DROP TABLE shingle_generation;
ALTER TABLE fingerprint RENAME COLUMN generation TO is_first;
-- Includes the articles that schema 20 left out because of their age.
UPDATE fingerprint SET is_first = 1 WHERE is_first IS NOT 1
AND article_id IN (SELECT cluster_id FROM article
    WHERE cluster_id IS NOT NULL);

PRAGMA user_version = 24;
