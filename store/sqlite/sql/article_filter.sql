-- Filters for articles (query_filter()) in the list, the search and the change
-- log.  The alias of the article is a.

-- part: article_filter
(:lang IS NULL OR lower(a.lang) = lower(:lang)
    OR lower(substr(a.lang, 1, length(:lang) + 1)) = lower(:lang || '-'))
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

-- part: article_trust
-- A copy is omitted only if its original is at least as trusted
-- (docs/security.md, "Duplicates").
a.confidence >= :min_confidence
AND (NOT :one_per_cluster OR a.cluster_id IS NULL OR a.cluster_id = a.id
    OR NOT EXISTS (SELECT 1 FROM article b
	WHERE b.id = a.cluster_id AND b.status IN ('done', 'feed_only')
	AND (b.status = 'done' OR a.status <> 'done')
	AND (b.entitled IS NOT FALSE OR a.entitled IS FALSE)))

-- part: article_filter_all
-- The filters of lists, which also filter by time and status.
a.sort_at >= :since_at AND a.sort_at < :until_at
AND (:status IS NULL OR a.status = :status)
AND
-- here: article_trust
AND
-- here: article_filter
