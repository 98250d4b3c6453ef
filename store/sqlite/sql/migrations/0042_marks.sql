-- The full-text indexes keep marks, such as the vowel signs of Devanagari, in
-- their words.  Before, a mark of a script other than Latin ended a word, and
-- was not indexed itself.  The accents of Latin letters are removed as before.
-- The two variation selectors U+FE0E and U+FE0F, which follow emoji, are marks
-- that end a word.

DROP TABLE article_fts;
CREATE VIRTUAL TABLE article_fts USING fts5 (
	title, body,
	content = 'article_text', content_rowid = 'id',
	tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc' separators '︎️'"
);
INSERT INTO article_fts (article_fts, rank) VALUES ('automerge', 16);
INSERT INTO article_fts (article_fts, rank) VALUES ('crisismerge', 64);
INSERT INTO article_fts (article_fts) VALUES ('rebuild');

DROP TABLE article_stem;
CREATE VIRTUAL TABLE article_stem USING fts5 (
	title, body,
	content = 'article_english', content_rowid = 'id',
	tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc' separators '︎️'"
);
INSERT INTO article_stem (article_stem, rank)
VALUES ('rank', 'bm25(4.0, 1.0)');
INSERT INTO article_stem (article_stem, rank) VALUES ('automerge', 16);
INSERT INTO article_stem (article_stem, rank) VALUES ('crisismerge', 64);
INSERT INTO article_stem (article_stem) VALUES ('rebuild');
UPDATE backfill SET next_id = 0 WHERE name = 'stem';

PRAGMA user_version = 42;
