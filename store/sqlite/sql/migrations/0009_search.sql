-- Full text of scripts that put no space between words (store/grams.h).

-- Tokens, not texts: each two neighbouring characters, and whole words of
-- other scripts.  Only articles that have such scripts stand in it.
CREATE VIRTUAL TABLE article_bigram USING fts5 (
	title, body, content = '', tokenize = 'ascii'
);

PRAGMA user_version = 9;
