-- Shingles are stored by generation (store/duplicate/cluster.c).  Before, each
-- article of a large database inserted eight hashes at random places of one
-- large B-tree, which caused two thirds of all page writes.

CREATE TABLE shingle_generation (
	id INTEGER PRIMARY KEY,
	began_at INTEGER NOT NULL,
	n_firsts INTEGER NOT NULL
) STRICT;
-- NULL: not the first article of a cluster, so it is never looked up.
ALTER TABLE fingerprint ADD COLUMN generation INTEGER;

ALTER TABLE shingle RENAME TO shingle_of_all;
CREATE TABLE shingle (
	generation INTEGER NOT NULL,
	hash INTEGER NOT NULL,
	article_id INTEGER NOT NULL,
	PRIMARY KEY (generation, hash, article_id)
) STRICT, WITHOUT ROWID;

-- The newest articles, with which later texts are compared.
INSERT INTO shingle (generation, hash, article_id)
SELECT 1, hash, article_id FROM shingle_of_all WHERE article_id >
    (SELECT coalesce(max(article_id), 0) - 65536 FROM fingerprint);
DROP TABLE shingle_of_all;
UPDATE fingerprint SET generation = 1 WHERE article_id >
    (SELECT coalesce(max(article_id), 0) - 65536 FROM fingerprint)
AND (SELECT cluster_id FROM article a WHERE a.id = article_id) = article_id;
INSERT INTO shingle_generation (id, began_at, n_firsts)
SELECT 1, coalesce(max(first_seen_at), 0), (SELECT count(*) FROM fingerprint
    WHERE generation = 1) FROM article HAVING max(id) > 0;

PRAGMA user_version = 20;
