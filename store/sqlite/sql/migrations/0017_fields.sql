-- The source and the confidence of each field of an article: a JSON object
-- (docs/output.md).

ALTER TABLE article ADD COLUMN fields TEXT;

PRAGMA user_version = 17;
