-- Conditions for the filters of article lists, of the search and of the change
-- log (query_filter()).  The table article must have the alias a.

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
-- (docs/security.md, "Duplicates").  If the first article of the cluster was
-- deleted or withdrawn, the original is the oldest article that is published.
a.confidence >= :min_confidence
AND (NOT :one_per_cluster OR a.cluster_id IS NULL OR a.cluster_id = a.id
    OR NOT EXISTS (SELECT 1 FROM article b
	WHERE b.id = coalesce((SELECT f.id FROM article f
	    WHERE f.id = a.cluster_id AND f.status IN ('done', 'feed_only')),
	    (SELECT min(m.id) FROM article m WHERE m.cluster_id = a.cluster_id
	    AND m.status IN ('done', 'feed_only')))
	AND b.id <> a.id
	AND (b.status = 'done' OR a.status <> 'done')
	AND (b.entitled IS NOT FALSE OR a.entitled IS FALSE)))

-- part: article_filter_all
-- The filters of lists, which also filter by time and status.
a.sort_at >= :since_at AND a.sort_at < :until_at
AND (:status IS NULL OR a.status = :status)
AND (:category IS NULL OR EXISTS (SELECT 1 FROM article_category g
    WHERE g.article_id = a.id AND g.category = :category))
AND
-- here: article_trust
AND
-- here: article_filter

-- The filters of the configuration (store/filter/).

-- name: filter_feed
SELECT url, given_title, title FROM feed WHERE id = :id;

-- name: filter_feed_tags
SELECT tag FROM feed_tag WHERE feed_id = :id ORDER BY n LIMIT :most;

-- name: filter_authors
SELECT name FROM article_author WHERE article_id = :id ORDER BY n LIMIT :most;

-- name: filter_keywords
SELECT term FROM keyword WHERE article_id = :id ORDER BY n LIMIT :most;

-- name: filter_categories
SELECT DISTINCT category FROM article_category WHERE article_id = :id
LIMIT :most;

-- name: filter_entries
-- Lists those entries of an article that are not blocked by a filter.
SELECT e.id, e.feed_id, e.entitled IS TRUE FROM entry e
WHERE e.article_id = :id
AND NOT EXISTS (SELECT 1 FROM blocked_entry b WHERE b.entry_id = e.id)
ORDER BY e.id LIMIT :most;

-- name: filter_of_article
-- Returns the filter that blocks the first blocked entry of an article.
SELECT b.filter FROM entry e JOIN blocked_entry b ON b.entry_id = e.id
WHERE e.article_id = :id ORDER BY e.id LIMIT 1;

-- name: filter_article_get
SELECT revision, url, title, body, lang, published_at, word_count, status,
    status_why FROM article WHERE id = :id;

-- name: filter_all_entries
SELECT id, feed_id FROM entry WHERE article_id = :id ORDER BY id LIMIT :most;

-- name: filter_recent
-- Lists articles since :since with an id below :below, greatest id first.
SELECT id FROM article WHERE first_seen_at >= :since AND id < :below
ORDER BY id DESC LIMIT :page;

-- name: blocked_entry_get
SELECT filter FROM blocked_entry WHERE entry_id = :id;

-- name: blocked_entry_put
INSERT INTO blocked_entry (entry_id, filter, at) VALUES (:id, :filter, :now)
ON CONFLICT (entry_id) DO UPDATE SET filter = excluded.filter, at = excluded.at;

-- name: blocked_entry_drop
DELETE FROM blocked_entry WHERE entry_id = :id;

-- name: article_set_blocked
-- Ends an article that a filter blocks: its page is not requested any more.
UPDATE article SET status = 'gone', status_why = :why, tries = 0,
    retry_at = NULL, revisit_at = NULL
WHERE id = :id;

-- name: action_clear
-- Deletes the actions of filters except the priority, which was set before the
-- page was fetched and applies only to this fetch.
DELETE FROM article_action WHERE article_id = :id AND kind <> 'priority';

-- name: priority_clear
DELETE FROM article_action WHERE article_id = :id AND kind = 'priority';

-- name: action_put
INSERT INTO article_action (article_id, kind, value)
VALUES (:id, :kind, :value)
ON CONFLICT DO NOTHING;

-- name: label_clear
-- Tags of filters have numbers from 2000 on.
DELETE FROM article_tag WHERE article_id = :id AND n >= 2000;

-- name: filter_count_add
INSERT INTO filter_count (id, expression, actions, matched, limited,
    matched_at, limited_at)
VALUES (:id, :expression, :actions, :matched, :limited, :matched_at,
    :limited_at)
ON CONFLICT (id) DO UPDATE SET
    matched = filter_count.matched + excluded.matched,
    limited = filter_count.limited + excluded.limited,
    matched_at = coalesce(excluded.matched_at, filter_count.matched_at),
    limited_at = coalesce(excluded.limited_at, filter_count.limited_at);

-- name: filter_count_get
SELECT matched, limited, matched_at, limited_at FROM filter_count
WHERE id = :id;

-- name: filter_blocked_count
SELECT count(*) FROM blocked_entry;
