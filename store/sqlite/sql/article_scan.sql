-- Pages of articles that match a filter (store/article/article_scan.c).

-- part: article_scan_wanted
-- The condition for articles of a page. :published excludes articles that were
-- not given to consumers yet and articles that are gone.
(NOT :published OR (a.revision > 0 AND a.status IN ('done', 'feed_only')))
AND
-- here: article_filter_all

-- name: article_scan_recent
-- Lists the articles after (:sort_at, :id), newest first, and reports for each
-- article if it matches.  The caller stops reading when the page is full.
SELECT a.id, a.sort_at,
-- here: article_scan_wanted
FROM article a
WHERE a.sort_at >= :since_at AND (a.sort_at, a.id) < (:sort_at, :id)
ORDER BY a.sort_at DESC, a.id DESC LIMIT :look;

-- name: article_scan_of_feed
-- Like article_scan_recent, for the articles that one feed announced.
SELECT a.id, a.sort_at,
-- here: article_scan_wanted
FROM (SELECT DISTINCT article_id FROM entry WHERE feed_id = :feed_id) e
CROSS JOIN article a
WHERE a.id = e.article_id AND a.sort_at >= :since_at
AND (a.sort_at, a.id) < (:sort_at, :id)
ORDER BY a.sort_at DESC, a.id DESC LIMIT :look;

-- name: article_scan_found
-- Lists the articles before :id that contain the words, highest id first.  The
-- three indexes and :words_too are those of search_hits.
SELECT DISTINCT hit, 0, 1 FROM (
    SELECT * FROM (SELECT x.rowid AS hit
	FROM article_fts x CROSS JOIN article a ON a.id = x.rowid
	WHERE article_fts MATCH :words AND x.rowid < :id
	AND (:words_too OR NOT EXISTS
	    (SELECT 1 FROM article_bigram_docsize d WHERE d.id = x.rowid))
	AND (NOT :by_stem OR NOT EXISTS
	    (SELECT 1 FROM article_stem_docsize d WHERE d.id = x.rowid))
	AND
-- here: article_scan_wanted
	ORDER BY x.rowid DESC LIMIT :page)
    UNION ALL
    SELECT * FROM (SELECT x.rowid AS hit
	FROM article_stem x CROSS JOIN article a ON a.id = x.rowid
	WHERE article_stem MATCH iif(:by_stem, :words, '""') AND x.rowid < :id
	AND (:words_too OR NOT EXISTS
	    (SELECT 1 FROM article_bigram_docsize d WHERE d.id = x.rowid))
	AND
-- here: article_scan_wanted
	ORDER BY x.rowid DESC LIMIT :page)
    UNION ALL
    SELECT * FROM (SELECT x.rowid AS hit
	FROM article_bigram x CROSS JOIN article a ON a.id = x.rowid
	WHERE article_bigram MATCH :grams AND x.rowid < :id
	AND
-- here: article_scan_wanted
	ORDER BY x.rowid DESC LIMIT :page)
)
ORDER BY hit DESC LIMIT :page;

-- name: change_newest
-- Returns the time of the newest change.
SELECT max(at) FROM change;
