-- Repeated extraction from stored pages (store/page/recut.c).

-- name: recut_next
-- Finds the next stored page of an article that was published with the text of
-- the page, or with the feed's text because the page had no text.  CROSS JOIN
-- reads the pages in the order of their articles, so that the query continues
-- after the previous page.  The hints are those of article_pending_get.
-- :ruled = 1: also pages that were extracted with site rules.  replace() changes
-- a title that contains :feed; both databases have this function.
SELECT p.article_id, p.fetched_at, p.content_type, p.bytes, p.body,
    coalesce(a.final_url, a.url, ''),
    coalesce(e.title, CASE WHEN a.entitled IS FALSE THEN NULL ELSE a.title END),
    coalesce(e.summary, e.content), p.dictionary_id, d.bytes, d.body,
    c.extractor, c.rules
FROM page p CROSS JOIN article a
LEFT JOIN page_cut c ON c.article_id = p.article_id
LEFT JOIN page_dictionary d ON d.id = p.dictionary_id
LEFT JOIN entry e ON e.id = (SELECT v.id FROM entry v
    WHERE v.article_id = p.article_id AND v.entitled IS NOT FALSE
    ORDER BY v.entitled IS NULL, coalesce(v.content, '') = '', v.id LIMIT 1)
WHERE a.id = p.article_id AND p.article_id > :after AND p.fetched_at >= :since
AND a.status IN ('done', 'feed_only')
AND (c.extractor IS DISTINCT FROM :extractor OR (:ruled = 1 AND c.rules <> 0))
AND (CAST(:feed_id AS bigint) = 0 OR EXISTS (SELECT 1 FROM entry f
    WHERE f.article_id = p.article_id AND f.feed_id = :feed_id))
AND (:feed = '' OR EXISTS (SELECT 1 FROM entry f JOIN feed t ON t.id = f.feed_id
    WHERE f.article_id = p.article_id
    AND (replace(lower(t.given_title), lower(:feed), '') <>
            lower(t.given_title)
        OR replace(lower(t.title), lower(:feed), '') <> lower(t.title))))
ORDER BY p.article_id LIMIT 1;

-- name: recut_count
-- Returns the number of pages that recut_next finds, and the same number
-- including the pages that this extractor version has extracted.
SELECT count(*) FILTER (WHERE c.extractor IS DISTINCT FROM :extractor
    OR (:ruled = 1 AND c.rules <> 0)), count(*)
FROM page p CROSS JOIN article a
LEFT JOIN page_cut c ON c.article_id = p.article_id
WHERE a.id = p.article_id AND p.fetched_at >= :since
AND a.status IN ('done', 'feed_only')
AND (CAST(:feed_id AS bigint) = 0 OR EXISTS (SELECT 1 FROM entry f
    WHERE f.article_id = p.article_id AND f.feed_id = :feed_id))
AND (:feed = '' OR EXISTS (SELECT 1 FROM entry f JOIN feed t ON t.id = f.feed_id
    WHERE f.article_id = p.article_id
    AND (replace(lower(t.given_title), lower(:feed), '') <>
            lower(t.given_title)
        OR replace(lower(t.title), lower(:feed), '') <> lower(t.title))));

-- name: recut_count_ruled
-- Returns how many of the pages of recut_count were extracted with site rules.
-- The row of page_cut is absent after a recut that was killed; the origin of the
-- text then shows that rules were applied.
SELECT count(*)
FROM page p CROSS JOIN article a
LEFT JOIN page_cut c ON c.article_id = p.article_id
WHERE a.id = p.article_id AND p.fetched_at >= :since
AND a.status IN ('done', 'feed_only')
AND (c.rules <> 0 OR (c.article_id IS NULL AND a.origin = 'rule'))
AND (CAST(:feed_id AS bigint) = 0 OR EXISTS (SELECT 1 FROM entry f
    WHERE f.article_id = p.article_id AND f.feed_id = :feed_id))
AND (:feed = '' OR EXISTS (SELECT 1 FROM entry f JOIN feed t ON t.id = f.feed_id
    WHERE f.article_id = p.article_id
    AND (replace(lower(t.given_title), lower(:feed), '') <>
            lower(t.given_title)
        OR replace(lower(t.title), lower(:feed), '') <> lower(t.title))));

-- name: recut_forget
-- Deletes the extractor versions of a slice of the pages, so that recut_next
-- finds these pages again.
DELETE FROM page_cut WHERE article_id IN (
	SELECT p.article_id FROM page_cut c
	CROSS JOIN page p
	WHERE p.article_id = c.article_id AND p.fetched_at >= :since
	AND (CAST(:feed_id AS bigint) = 0 OR EXISTS (SELECT 1 FROM entry f
	    WHERE f.article_id = p.article_id AND f.feed_id = :feed_id))
	AND (:feed = '' OR EXISTS (SELECT 1 FROM entry f JOIN feed t ON t.id = f.feed_id
	    WHERE f.article_id = p.article_id
	    AND (replace(lower(t.given_title), lower(:feed), '') <>
		lower(t.given_title)
		OR replace(lower(t.title), lower(:feed), '') <> lower(t.title))))
	ORDER BY p.article_id LIMIT :slice)
RETURNING article_id;

-- name: recut_rules
-- Lists pages that were extracted with site rules; with :all = 1 all pages.
SELECT c.article_id, c.rules, coalesce(a.final_url, a.url, '')
FROM page_cut c CROSS JOIN article a
WHERE a.id = c.article_id AND c.article_id > :after
AND (:all = 1 OR c.rules <> 0)
ORDER BY c.article_id LIMIT :slice;

-- name: recut_forget_page
DELETE FROM page_cut WHERE article_id = :article_id;

-- name: recut_still
-- Returns values by which the caller detects that the page or the article was
-- replaced during the extraction.
SELECT p.fetched_at, a.status, a.revision
FROM page p JOIN article a ON a.id = p.article_id
WHERE p.article_id = :article_id;

-- Rules of sites (store/page/site_rule.c).

-- name: site_rule_put
-- Counts begin again at 0 if the file has changed.  The count of failures also
-- begins again after a success.
INSERT INTO site_rule (path, digest, applied, applied_at, failed, failed_at,
    why)
VALUES (:path, :digest, :applied, :applied_at, :failed, :failed_at, :why)
ON CONFLICT (path) DO UPDATE SET digest = excluded.digest,
    applied = excluded.applied + CASE WHEN site_rule.digest = excluded.digest
	THEN site_rule.applied ELSE 0 END,
    applied_at = CASE WHEN site_rule.digest = excluded.digest
	THEN coalesce(excluded.applied_at, site_rule.applied_at)
	ELSE excluded.applied_at END,
    failed = excluded.failed + CASE WHEN site_rule.digest = excluded.digest
	AND excluded.failed > 0 THEN site_rule.failed ELSE 0 END,
    failed_at = CASE WHEN site_rule.digest = excluded.digest
	THEN coalesce(excluded.failed_at, site_rule.failed_at)
	ELSE excluded.failed_at END,
    why = excluded.why;

-- name: site_rule_pages
-- Lists the newest stored pages of a domain, or of an address with any port
-- (:prefix ends with a colon).
SELECT p.article_id, coalesce(a.final_url, a.url, '')
FROM page p JOIN article a ON a.id = p.article_id
WHERE a.host_key = :host_key
OR substr(a.host_key, 1, length(:prefix)) = :prefix
ORDER BY p.fetched_at DESC, p.article_id DESC LIMIT :most;

-- name: site_rule_get
SELECT digest, applied, applied_at, failed, failed_at, why FROM site_rule
WHERE path = :path;
