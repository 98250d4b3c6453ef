-- Shingles are kept by generation (store/cluster.c): where each article of a
-- large database put eight hashes into one large B-tree, at eight random
-- places, that was two thirds of all pages that were written.

CREATE TABLE shingle_generation (
	id INTEGER PRIMARY KEY,
	began_at INTEGER NOT NULL,
	n_firsts INTEGER NOT NULL
) STRICT;
-- NULL: nothing to be found by, for it is not the first of a cluster.
ALTER TABLE fingerprint ADD COLUMN generation INTEGER;

ALTER TABLE shingle RENAME TO shingle_of_all;
CREATE TABLE shingle (
	generation INTEGER NOT NULL,
	hash INTEGER NOT NULL,
	article_id INTEGER NOT NULL,
	PRIMARY KEY (generation, hash, article_id)
) STRICT, WITHOUT ROWID;

-- What is compared hereafter: the newest.
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
