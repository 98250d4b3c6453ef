-- Keywords, categories and summaries of articles (docs/enrichment.md).

-- enrich_version: the version of the method; NULL: the article is not enriched.
ALTER TABLE article ADD COLUMN summary text;
ALTER TABLE article ADD COLUMN enrich_version bigint;

CREATE TABLE keyword (
	article_id bigint NOT NULL REFERENCES article (id) ON DELETE CASCADE,
	n bigint NOT NULL,
	term text COLLATE "C" NOT NULL,
	stem text COLLATE "C" NOT NULL,
	weight double precision NOT NULL,
	PRIMARY KEY (article_id, n)
);
CREATE INDEX keyword_by_stem ON keyword (stem, article_id);

CREATE TABLE article_category (
	article_id bigint NOT NULL REFERENCES article (id) ON DELETE CASCADE,
	category text COLLATE "C" NOT NULL,
	score double precision NOT NULL,
	source text COLLATE "C" NOT NULL
	    CHECK (source IN ('publisher', 'model')),
	PRIMARY KEY (article_id, category, source)
);
CREATE INDEX article_category_by_category
ON article_category (category, article_id);

-- Numbers of articles that contain a stem.  term is a hash of the stem.
CREATE TABLE term_language (
	lang text COLLATE "C" PRIMARY KEY,
	articles bigint NOT NULL
) WITH (fillfactor = 70);
CREATE TABLE term_frequency (
	lang text COLLATE "C" NOT NULL,
	term bigint NOT NULL,
	articles bigint NOT NULL,
	PRIMARY KEY (lang, term)
) WITH (fillfactor = 70);

-- The model of `gleaner categories train`, at most one row.
CREATE TABLE category_model (
	n bigint PRIMARY KEY CHECK (n = 1),
	version bigint NOT NULL,
	trained_at timestamptz NOT NULL,
	articles bigint NOT NULL,
	weights bytea NOT NULL
);
