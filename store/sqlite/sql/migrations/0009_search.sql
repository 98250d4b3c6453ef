-- Full-text index for scripts without spaces between words
-- (store/search/grams.h).

-- The index contains tokens, not texts: each pair of adjacent characters, and
-- the whole words of other scripts.  Only articles with such scripts are in the
-- index.
CREATE VIRTUAL TABLE article_bigram USING fts5 (
	title, body, content = '', tokenize = 'ascii'
);

PRAGMA user_version = 9;
