-- Repeated extraction from stored pages (store/page/recut.c).

-- name: recut_next
-- Finds the next stored page of an article that was published with the text of
-- the page, or with the feed's text because the page had no text.  CROSS JOIN
-- reads the pages in the order of their articles, so that the query continues
-- after the previous page.  The hints are those of article_pending_get.
SELECT p.article_id, p.fetched_at, p.content_type, p.bytes, p.body,
    coalesce(a.final_url, a.url, ''),
    coalesce(e.title, CASE WHEN a.entitled IS FALSE THEN NULL ELSE a.title END),
    coalesce(e.summary, e.content), p.dictionary_id, d.bytes, d.body
FROM page p CROSS JOIN article a
LEFT JOIN page_cut c ON c.article_id = p.article_id
LEFT JOIN page_dictionary d ON d.id = p.dictionary_id
LEFT JOIN entry e ON e.id = (SELECT v.id FROM entry v
    WHERE v.article_id = p.article_id AND v.entitled IS NOT FALSE
    ORDER BY v.entitled IS NULL, coalesce(v.content, '') = '', v.id LIMIT 1)
WHERE a.id = p.article_id AND p.article_id > :after AND p.fetched_at >= :since
AND a.status IN ('done', 'feed_only')
AND c.extractor IS DISTINCT FROM :extractor
AND (:feed_id = 0 OR EXISTS (SELECT 1 FROM entry f
    WHERE f.article_id = p.article_id AND f.feed_id = :feed_id))
ORDER BY p.article_id LIMIT 1;

-- name: recut_count
-- The number of pages that recut_next finds, and the same number including the
-- pages that this extractor version has extracted.
SELECT count(*) FILTER (WHERE c.extractor IS DISTINCT FROM :extractor), count(*)
FROM page p CROSS JOIN article a
LEFT JOIN page_cut c ON c.article_id = p.article_id
WHERE a.id = p.article_id AND p.fetched_at >= :since
AND a.status IN ('done', 'feed_only')
AND (:feed_id = 0 OR EXISTS (SELECT 1 FROM entry f
    WHERE f.article_id = p.article_id AND f.feed_id = :feed_id));

-- name: recut_forget
-- Clears the extractor version of a slice of the pages.
DELETE FROM page_cut WHERE article_id IN (
	SELECT p.article_id FROM page_cut c
	CROSS JOIN page p
	WHERE p.article_id = c.article_id AND p.fetched_at >= :since
	AND (:feed_id = 0 OR EXISTS (SELECT 1 FROM entry f
	    WHERE f.article_id = p.article_id AND f.feed_id = :feed_id))
	ORDER BY p.article_id LIMIT :slice)
RETURNING article_id;

-- name: recut_still
-- Reports if the page and the article are still those that were extracted.
SELECT p.fetched_at, a.status, a.revision
FROM page p JOIN article a ON a.id = p.article_id
WHERE p.article_id = :article_id;
