-- The same text on many sites is one cluster (store/cluster.c).

ALTER TABLE article ADD COLUMN cluster_id INTEGER; -- the first of them
-- All of a cluster; and those of one site that stand.
CREATE INDEX article_cluster ON article (cluster_id, host_key, status)
    WHERE cluster_id IS NOT NULL;

-- Apart from article, whose rows are long.
CREATE TABLE fingerprint (
	article_id INTEGER PRIMARY KEY
	    REFERENCES article (id) ON DELETE CASCADE,
	sketch BLOB NOT NULL             -- store/sketch.h
) STRICT;

-- Of the first of each cluster, the least hashes of its sketch.
CREATE TABLE shingle (
	hash INTEGER NOT NULL,
	article_id INTEGER NOT NULL,
	PRIMARY KEY (hash, article_id)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 18;
