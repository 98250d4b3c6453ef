-- The full-text indexes merge sixteen segments at a time and not four.  In a
-- database of a million articles each page of an index is then written three
-- times and not six.  A level with 64 segments would be merged at once; this
-- number is not reached.

INSERT INTO article_fts (article_fts, rank) VALUES ('automerge', 16);
INSERT INTO article_fts (article_fts, rank) VALUES ('crisismerge', 64);
INSERT INTO article_stem (article_stem, rank) VALUES ('automerge', 16);
INSERT INTO article_stem (article_stem, rank) VALUES ('crisismerge', 64);
INSERT INTO article_bigram (article_bigram, rank) VALUES ('automerge', 16);
INSERT INTO article_bigram (article_bigram, rank) VALUES ('crisismerge', 64);

PRAGMA user_version = 21;
