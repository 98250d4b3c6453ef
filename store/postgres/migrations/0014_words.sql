-- A text that contains a script without spaces has words and stems, too, so
-- that its words in other scripts are found by their stems and without accents.
-- Texts that were indexed without them are indexed again in slices, newest
-- first (store/search/stem.c).  Until then they are found by their grams.

ALTER TABLE article_fts DROP CONSTRAINT article_fts_check;
ALTER TABLE article_fts ADD CONSTRAINT article_fts_check
    CHECK (words IS NOT NULL OR grams IS NOT NULL);
UPDATE backfill SET next_id = greatest(next_id,
    (SELECT max(article_id) FROM article_fts WHERE grams IS NOT NULL))
WHERE name = 'stem';
