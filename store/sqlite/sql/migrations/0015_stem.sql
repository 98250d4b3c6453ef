-- Full-text index of the stems of English words: "running" finds "run"
-- (store/search/stem.c).

CREATE VIEW article_english (id, title, body) AS
SELECT id, title, body FROM article
WHERE revision > 0 AND (lang LIKE 'en' OR lang LIKE 'en-%');

-- The index of English texts. article_fts contains English texts, too.
CREATE VIRTUAL TABLE article_stem USING fts5 (
	title, body,
	content = 'article_english', content_rowid = 'id',
	tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO article_stem (article_stem, rank)
VALUES ('rank', 'bm25(4.0, 1.0)');

-- Progress of indexing earlier texts, newest first: next_id and all smaller ids
-- are not indexed yet.
CREATE TABLE backfill (
	name TEXT PRIMARY KEY,
	next_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO backfill (name, next_id)
SELECT 'stem', coalesce(max(id), 0) FROM article;

PRAGMA user_version = 15;
