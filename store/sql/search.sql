-- Full text (store/search.c).

-- name: search_hits
-- The filters are those of article_list.  A word in the title weighs more, and
-- so does what is new: today's text counts twice, last week's one and a half
-- times.  Newest first is the order of the index itself, so that a word of
-- which there are millions is not read to its end.
WITH found (id, score, sort_at) AS (
    SELECT * FROM (SELECT x.rowid, bm25(article_fts, 4.0, 1.0), a.sort_at
	FROM article_fts x CROSS JOIN article a ON a.id = x.rowid
	WHERE article_fts MATCH :words
	AND NOT EXISTS (SELECT 1 FROM article_bigram_docsize d
	    WHERE d.id = x.rowid)
	AND a.sort_at >= :since_at AND a.sort_at < :until_at
	AND (:status IS NULL OR a.status = :status)
	AND (:lang IS NULL OR lower(a.lang) = lower(:lang)
	    OR lower(substr(a.lang, 1, length(:lang) + 1)) =
	    lower(:lang || '-'))
	AND a.confidence >= :min_confidence
	AND (:tag IS NULL OR EXISTS (SELECT 1 FROM article_tag t
		WHERE t.article_id = a.id AND t.tag = :tag COLLATE NOCASE)
	    OR EXISTS (SELECT 1 FROM entry e
		JOIN feed_tag t ON t.feed_id = e.feed_id
		WHERE e.article_id = a.id AND t.tag = :tag COLLATE NOCASE))
	AND (:feed IS NULL OR EXISTS (SELECT 1 FROM entry e
		JOIN feed f ON f.id = e.feed_id WHERE e.article_id = a.id
		AND (f.url = :feed
		OR instr(lower(coalesce(f.given_title, '')), lower(:feed)) > 0
		OR instr(lower(coalesce(f.title, '')), lower(:feed)) > 0
		OR EXISTS (SELECT 1 FROM feed_alias l
		    WHERE l.url = :feed AND l.feed_id = f.id))))
	ORDER BY x.rowid DESC LIMIT :ranked)
    UNION ALL
    SELECT * FROM (SELECT x.rowid, bm25(article_bigram, 4.0, 1.0), a.sort_at
	FROM article_bigram x CROSS JOIN article a ON a.id = x.rowid
	WHERE article_bigram MATCH :grams
	AND a.sort_at >= :since_at AND a.sort_at < :until_at
	AND (:status IS NULL OR a.status = :status)
	AND (:lang IS NULL OR lower(a.lang) = lower(:lang)
	    OR lower(substr(a.lang, 1, length(:lang) + 1)) =
	    lower(:lang || '-'))
	AND a.confidence >= :min_confidence
	AND (:tag IS NULL OR EXISTS (SELECT 1 FROM article_tag t
		WHERE t.article_id = a.id AND t.tag = :tag COLLATE NOCASE)
	    OR EXISTS (SELECT 1 FROM entry e
		JOIN feed_tag t ON t.feed_id = e.feed_id
		WHERE e.article_id = a.id AND t.tag = :tag COLLATE NOCASE))
	AND (:feed IS NULL OR EXISTS (SELECT 1 FROM entry e
		JOIN feed f ON f.id = e.feed_id WHERE e.article_id = a.id
		AND (f.url = :feed
		OR instr(lower(coalesce(f.given_title, '')), lower(:feed)) > 0
		OR instr(lower(coalesce(f.title, '')), lower(:feed)) > 0
		OR EXISTS (SELECT 1 FROM feed_alias l
		    WHERE l.url = :feed AND l.feed_id = f.id))))
	ORDER BY x.rowid DESC LIMIT :ranked)
)
SELECT id, score * (1 + 1 / (1 + max(0,
    (SELECT max(sort_at) FROM article) - sort_at) / 604800.0)) AS rank
FROM found ORDER BY rank, sort_at DESC, id DESC LIMIT :page;

-- name: search_snippet
-- None for a text of the other index, in whose tokens nobody reads.
SELECT snippet(article_fts, -1, char(2), char(3), '…', 24) FROM article_fts
WHERE article_fts MATCH :words AND rowid = :id
AND NOT EXISTS (SELECT 1 FROM article_bigram_docsize d WHERE d.id = :id);

-- name: bigram_is_filled
SELECT count(*) FROM article_bigram_config
WHERE k = 'rank' AND v = 'bm25(4.0, 1.0)';

-- name: bigram_fill
INSERT INTO article_bigram (rowid, title, body)
SELECT id, grams(title), grams(body) FROM article_text
WHERE has_grams(title) OR has_grams(body);

-- name: bigram_set_filled
-- Weights of title and body, kept in the file: a mark, too.
INSERT INTO article_bigram (article_bigram, rank)
VALUES ('rank', 'bm25(4.0, 1.0)');
