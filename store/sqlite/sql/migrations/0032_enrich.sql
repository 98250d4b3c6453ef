-- Keywords, categories and summaries of articles (docs/enrichment.md).

-- enrich_version: the version of the method; NULL: the article is not enriched.
ALTER TABLE article ADD COLUMN summary TEXT;
ALTER TABLE article ADD COLUMN enrich_version INTEGER;

CREATE TABLE keyword (
	article_id INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
	n INTEGER NOT NULL,
	term TEXT NOT NULL,
	stem TEXT NOT NULL,
	weight REAL NOT NULL,
	PRIMARY KEY (article_id, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX keyword_by_stem ON keyword (stem, article_id);

CREATE TABLE article_category (
	article_id INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
	category TEXT NOT NULL,
	score REAL NOT NULL,
	source TEXT NOT NULL CHECK (source IN ('publisher', 'model')),
	PRIMARY KEY (article_id, category, source)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_category_by_category
ON article_category (category, article_id);

-- Numbers of articles that contain a stem.  term is a hash of the stem.
CREATE TABLE term_language (
	lang TEXT PRIMARY KEY,
	articles INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE term_frequency (
	lang TEXT NOT NULL,
	term INTEGER NOT NULL,
	articles INTEGER NOT NULL,
	PRIMARY KEY (lang, term)
) STRICT, WITHOUT ROWID;

-- The model of `gleaner categories train`, at most one row.
CREATE TABLE category_model (
	n INTEGER PRIMARY KEY CHECK (n = 1),
	version INTEGER NOT NULL,
	trained_at INTEGER NOT NULL,
	articles INTEGER NOT NULL,
	weights BLOB NOT NULL
) STRICT;

PRAGMA user_version = 32;
