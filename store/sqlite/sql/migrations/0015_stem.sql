-- English by the stems of its words: "running" finds "run" (store/stem.c).

CREATE VIEW article_english (id, title, body) AS
SELECT id, title, body FROM article
WHERE revision > 0 AND (lang LIKE 'en' OR lang LIKE 'en-%');

-- Beside article_fts, in which English texts stand as well.
CREATE VIRTUAL TABLE article_stem USING fts5 (
	title, body,
	content = 'article_english', content_rowid = 'id',
	tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO article_stem (article_stem, rank)
VALUES ('rank', 'bm25(4.0, 1.0)');

-- Work on texts of before, from the newest down: next_id and all below are
-- yet to be done.
CREATE TABLE backfill (
	name TEXT PRIMARY KEY,
	next_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO backfill (name, next_id)
SELECT 'stem', coalesce(max(id), 0) FROM article;

PRAGMA user_version = 15;
