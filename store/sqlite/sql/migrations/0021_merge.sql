-- The full-text indices merge their segments by sixteen and not by four: at a
-- million articles each page of them was written six times, and is now three.
-- A level with 64 is merged at once; it does not come to that.

INSERT INTO article_fts (article_fts, rank) VALUES ('automerge', 16);
INSERT INTO article_fts (article_fts, rank) VALUES ('crisismerge', 64);
INSERT INTO article_stem (article_stem, rank) VALUES ('automerge', 16);
INSERT INTO article_stem (article_stem, rank) VALUES ('crisismerge', 64);
INSERT INTO article_bigram (article_bigram, rank) VALUES ('automerge', 16);
INSERT INTO article_bigram (article_bigram, rank) VALUES ('crisismerge', 64);

PRAGMA user_version = 21;
