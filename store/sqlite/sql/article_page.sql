-- Lists of published articles, one page at a time
-- (store/article/article_page.c).  Each query continues after the place
-- (:sort_at, :id).  It returns the id of each article and the place of the row.

-- name: article_page_all
SELECT a.id, a.sort_at, a.id FROM article a
WHERE (a.sort_at, a.id) < (:sort_at, :id)
AND a.status IN ('done', 'feed_only')
AND
-- here: article_trust
ORDER BY a.sort_at DESC, a.id DESC LIMIT :page;

-- name: article_page_feed
-- The place of an article in this list is (first_seen_at, id) of the feed's
-- newest entry for the article.  The index entry_of_feed contains the entries
-- in this order.
SELECT e.article_id, e.first_seen_at, e.id FROM entry e
CROSS JOIN article a
WHERE a.id = e.article_id AND e.feed_id = :feed_id
AND (e.first_seen_at, e.id) < (:sort_at, :id)
AND a.status IN ('done', 'feed_only')
AND NOT EXISTS (SELECT 1 FROM entry n WHERE n.article_id = e.article_id
    AND n.feed_id = e.feed_id
    AND (n.first_seen_at, n.id) > (e.first_seen_at, e.id))
ORDER BY e.first_seen_at DESC, e.id DESC LIMIT :page;

-- name: article_page_tag
-- Lists the articles with a tag that no feed has.  Rows are in the order of
-- ids, which is the order of the index article_tag_by_tag.
SELECT t.article_id, a.sort_at, a.id FROM article_tag t
CROSS JOIN article a
WHERE a.id = t.article_id AND t.tag = :tag AND t.article_id < :id
AND a.status IN ('done', 'feed_only')
ORDER BY t.article_id DESC LIMIT :page;

-- name: article_page_feed_tag
-- Lists the articles that have the tag, or an entry of a feed with the tag.  A
-- feed with the tag has many articles, so the list of all articles is read
-- until the page is full.
SELECT a.id, a.sort_at, a.id FROM article a
WHERE (a.sort_at, a.id) < (:sort_at, :id)
AND a.status IN ('done', 'feed_only')
AND (EXISTS (SELECT 1 FROM article_tag t
	WHERE t.article_id = a.id AND t.tag = :tag)
    OR EXISTS (SELECT 1 FROM entry e JOIN feed_tag t ON t.feed_id = e.feed_id
	WHERE e.article_id = a.id AND t.tag = :tag))
ORDER BY a.sort_at DESC, a.id DESC LIMIT :page;

-- name: article_page_category
-- DISTINCT is used, because an article may have a category from its publisher
-- and the same category from a model.
SELECT DISTINCT c.article_id, a.sort_at, a.id FROM article_category c
CROSS JOIN article a
WHERE a.id = c.article_id AND c.category = :category AND c.article_id < :id
AND a.status IN ('done', 'feed_only')
ORDER BY c.article_id DESC LIMIT :page;

-- name: article_page_cluster
SELECT a.id, a.sort_at, a.id FROM article a
WHERE (a.cluster_id = :cluster_id OR a.id = :cluster_id)
AND (a.sort_at, a.id) < (:sort_at, :id)
AND a.status IN ('done', 'feed_only')
ORDER BY a.sort_at DESC, a.id DESC LIMIT :page;

-- name: feed_tag_is_used
SELECT EXISTS (SELECT 1 FROM feed_tag WHERE tag = :tag);

-- name: article_cluster_size
SELECT count(*) FROM article
WHERE cluster_id = :cluster_id AND status IN ('done', 'feed_only');
