-- Who said what of an article, and how often such a one is right: a JSON object
-- (docs/output.md).

ALTER TABLE article ADD COLUMN fields TEXT;

PRAGMA user_version = 17;
