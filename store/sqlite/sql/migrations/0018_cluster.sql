-- Articles with the same text are one cluster (store/duplicate/cluster.c).

ALTER TABLE article ADD COLUMN cluster_id INTEGER; -- first article
-- Finds the articles of a cluster, and of these the articles of one site.
CREATE INDEX article_cluster ON article (cluster_id, host_key, status)
    WHERE cluster_id IS NOT NULL;

-- A separate table, because the rows of `article` are long.
CREATE TABLE fingerprint (
	article_id INTEGER PRIMARY KEY
	    REFERENCES article (id) ON DELETE CASCADE,
	sketch BLOB NOT NULL             -- store/duplicate/sketch.h
) STRICT;

-- The smallest hashes of the sketch of the first article of each cluster.
CREATE TABLE shingle (
	hash INTEGER NOT NULL,
	article_id INTEGER NOT NULL,
	PRIMARY KEY (hash, article_id)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 18;
