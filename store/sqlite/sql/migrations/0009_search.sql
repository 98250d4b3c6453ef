-- Full-text index for scripts without spaces between words
-- (store/search/grams.h).

-- It contains tokens, not texts: each pair of adjacent characters, and the
-- whole words of other scripts.  It contains only articles with such scripts.
CREATE VIRTUAL TABLE article_bigram USING fts5 (
	title, body, content = '', tokenize = 'ascii'
);

PRAGMA user_version = 9;
