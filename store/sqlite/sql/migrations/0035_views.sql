-- Views for people and programs that analyse the articles (docs/analysis.md).
-- Times are texts in UTC (RFC 3339), lists are JSON.

CREATE VIEW article_iso (id, url, title, published_at, modified_at,
    first_seen_at, fetched_at, authors, tags, categories, keywords, feed_id,
    feed_title, lang, word_count, confidence, status, status_why, origin, flags,
    page_class, section, publisher, cluster_id, summary, body) AS
SELECT a.id, coalesce(a.final_url, a.url), a.title,
    strftime('%Y-%m-%dT%H:%M:%SZ', a.published_at, 'unixepoch'),
    strftime('%Y-%m-%dT%H:%M:%SZ', a.modified_at, 'unixepoch'),
    strftime('%Y-%m-%dT%H:%M:%SZ', a.first_seen_at, 'unixepoch'),
    strftime('%Y-%m-%dT%H:%M:%SZ', a.fetched_at, 'unixepoch'),
    (SELECT json_group_array(name) FROM
	(SELECT name FROM article_author WHERE article_id = a.id ORDER BY n)),
    (SELECT json_group_array(tag) FROM
	(SELECT tag FROM article_tag WHERE article_id = a.id ORDER BY n)),
    (SELECT json_group_array(category) FROM
	(SELECT category FROM article_category WHERE article_id = a.id
	ORDER BY score DESC, category)),
    (SELECT json_group_array(term) FROM
	(SELECT term FROM keyword WHERE article_id = a.id ORDER BY n)),
    f.id, coalesce(f.given_title, f.title, f.url),
    a.lang, a.word_count, a.confidence, a.status, a.status_why, a.origin,
    iif(a.flags = '', '[]', '["' || replace(a.flags, ' ', '","') || '"]'),
    a.page_class, a.section, a.publisher, a.cluster_id, a.summary, a.body
FROM article a LEFT JOIN feed f ON f.id = coalesce(a.announced_by,
    (SELECT e.feed_id FROM entry e WHERE e.article_id = a.id
	ORDER BY e.id LIMIT 1));

-- The states are those of store/feed/feed_health.c; a test compares them.
CREATE VIEW feed_health (id, url, title, health, failures, last_outcome,
    last_why, last_poll_at, last_new_at, next_poll_at, entries, tags) AS
SELECT f.id, f.url, coalesce(f.given_title, f.title),
    CASE
    WHEN f.status = 'gone' THEN 'gone'
    WHEN f.status = 'paused' THEN 'paused'
    WHEN f.failed AND f.last_outcome IN ('incomplete', 'truncated')
	THEN 'truncated'
    WHEN f.failed AND NOT f.was_read THEN 'failing'
    WHEN f.failed AND f.last_outcome = 'not-a-feed' THEN 'failing'
    WHEN f.failures >= 3 THEN 'failing'
    WHEN f.failures > 0 THEN 'retrying'
    WHEN f.failed THEN 'waiting'
    WHEN f.last_poll_at IS NULL THEN 'new'
    WHEN f.next_poll_at < unixepoch() - 900 THEN 'late'
    WHEN f.budget_waiting > 0 AND f.budget_since > unixepoch() - 86400
	THEN 'over budget'
    WHEN f.last_new_at < unixepoch() - 30 * 86400 THEN 'silent'
    ELSE 'well' END,
    f.failures, f.last_outcome, f.last_why,
    strftime('%Y-%m-%dT%H:%M:%SZ', f.last_poll_at, 'unixepoch'),
    strftime('%Y-%m-%dT%H:%M:%SZ', f.last_new_at, 'unixepoch'),
    strftime('%Y-%m-%dT%H:%M:%SZ', f.next_poll_at, 'unixepoch'),
    (SELECT count(*) FROM entry WHERE feed_id = f.id),
    (SELECT json_group_array(tag) FROM
	(SELECT tag FROM feed_tag WHERE feed_id = f.id ORDER BY n))
FROM (SELECT *,
    failures > 0 OR coalesce(last_outcome, '') NOT IN ('', 'ok', 'unchanged')
	AS failed,
    last_new_at IS NOT NULL OR coalesce(title, '') <> ''
	OR coalesce(site_url, '') <> '' OR coalesce(description, '') <> ''
	OR coalesce(language, '') <> '' OR coalesce(length(etag), 0) > 0
	OR coalesce(length(last_modified), 0) > 0
	OR EXISTS (SELECT 1 FROM entry WHERE feed_id = feed.id) AS was_read
    FROM feed WHERE NOT removed) f;

-- One row for each text: articles with the same text are one story.
CREATE VIEW story (id, title, first_at, last_at, articles, feeds, members) AS
SELECT g.id, (SELECT title FROM article WHERE id = g.first_id),
    strftime('%Y-%m-%dT%H:%M:%SZ', g.first_at, 'unixepoch'),
    strftime('%Y-%m-%dT%H:%M:%SZ', g.last_at, 'unixepoch'),
    g.articles, g.feeds, g.members
FROM (SELECT coalesce(cluster_id, id) AS id, min(id) AS first_id,
	min(first_seen_at) AS first_at, max(first_seen_at) AS last_at,
	count(*) AS articles, count(DISTINCT announced_by) AS feeds,
	json_group_array(json_object('id', id, 'title', title,
	    'url', coalesce(final_url, url))) AS members
    FROM article WHERE status IN ('done', 'feed_only')
    GROUP BY coalesce(cluster_id, article.id)) g;

PRAGMA user_version = 35;
