-- The source of a category may be 'shipped', the lists of terms of the program.
-- Views refer to the table, so that a table of another name could not be
-- renamed.

CREATE TABLE article_category_copy AS SELECT * FROM article_category;
DROP TABLE article_category;
CREATE TABLE article_category (
	article_id INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
	category TEXT NOT NULL,
	source TEXT NOT NULL
	    CHECK (source IN ('publisher', 'model', 'shipped')),
	score REAL NOT NULL,
	PRIMARY KEY (article_id, category, source)
) STRICT, WITHOUT ROWID;
INSERT INTO article_category (article_id, category, source, score)
SELECT article_id, category, source, score FROM article_category_copy;
DROP TABLE article_category_copy;
CREATE INDEX article_category_by_category
ON article_category (category, article_id);

PRAGMA user_version = 40;
