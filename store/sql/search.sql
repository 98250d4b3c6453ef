-- Full text (store/search.c).

-- name: search_hits
-- The filters are those of article_list.  A word in the title weighs more.
SELECT f.rowid, bm25(article_fts, 4.0, 1.0) AS score
FROM article_fts f JOIN article a ON a.id = f.rowid
WHERE article_fts MATCH :expression
AND a.sort_at >= :since_at AND a.sort_at < :until_at
AND (:status IS NULL OR a.status = :status)
AND (:lang IS NULL OR lower(a.lang) = lower(:lang)
    OR lower(substr(a.lang, 1, length(:lang) + 1)) = lower(:lang || '-'))
AND a.confidence >= :min_confidence
AND (:tag IS NULL OR EXISTS (SELECT 1 FROM article_tag t
	WHERE t.article_id = a.id AND t.tag = :tag COLLATE NOCASE)
    OR EXISTS (SELECT 1 FROM entry e JOIN feed_tag t ON t.feed_id = e.feed_id
	WHERE e.article_id = a.id AND t.tag = :tag COLLATE NOCASE))
AND (:feed IS NULL OR EXISTS (SELECT 1 FROM entry e
	JOIN feed f ON f.id = e.feed_id WHERE e.article_id = a.id
	AND (f.url = :feed
	OR instr(lower(coalesce(f.given_title, '')), lower(:feed)) > 0
	OR instr(lower(coalesce(f.title, '')), lower(:feed)) > 0
	OR EXISTS (SELECT 1 FROM feed_alias l
	    WHERE l.url = :feed AND l.feed_id = f.id))))
ORDER BY score, a.sort_at DESC LIMIT :page;

-- name: search_snippet
SELECT snippet(article_fts, -1, char(2), char(3), '…', 24) FROM article_fts
WHERE article_fts MATCH :expression AND rowid = :id;
