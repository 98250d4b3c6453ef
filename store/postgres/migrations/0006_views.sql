-- Views for people and programs that analyse the articles (docs/analysis.md):
-- the same columns as on SQLite.  Times are texts in UTC (RFC 3339), lists are
-- JSON.

CREATE FUNCTION iso (at timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') $$;

CREATE VIEW article_iso (id, url, title, published_at, modified_at,
    first_seen_at, fetched_at, authors, tags, categories, keywords, feed_id,
    feed_title, lang, word_count, confidence, status, status_why, origin, flags,
    page_class, section, publisher, cluster_id, summary, body) AS
SELECT a.id, coalesce(a.final_url, a.url), a.title,
    iso(a.published_at), iso(a.modified_at), iso(a.first_seen_at),
    iso(a.fetched_at),
    (SELECT coalesce(json_agg(w.name ORDER BY w.n), '[]') FROM article_author w
	WHERE w.article_id = a.id),
    (SELECT coalesce(json_agg(t.tag ORDER BY t.n), '[]') FROM article_tag t
	WHERE t.article_id = a.id),
    (SELECT coalesce(json_agg(c.category ORDER BY c.score DESC, c.category),
	'[]') FROM article_category c WHERE c.article_id = a.id),
    (SELECT coalesce(json_agg(k.term ORDER BY k.n), '[]') FROM keyword k
	WHERE k.article_id = a.id),
    f.id, coalesce(f.given_title, f.title, f.url),
    a.lang, a.word_count, a.confidence, a.status, a.status_why, a.origin,
    CASE WHEN a.flags = '' THEN '[]'
	ELSE to_json(string_to_array(a.flags, ' ')) END,
    a.page_class, a.section, a.publisher, a.cluster_id, a.summary, a.body
FROM article a LEFT JOIN feed f ON f.id = coalesce(a.announced_by,
    (SELECT e.feed_id FROM entry e WHERE e.article_id = a.id
	ORDER BY e.id LIMIT 1));

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
    WHEN f.next_poll_at < now() - interval '15 minutes' THEN 'late'
    WHEN f.budget_waiting > 0 AND f.budget_since > now() - interval '1 day'
	THEN 'over budget'
    WHEN f.last_new_at < now() - interval '30 days' THEN 'silent'
    ELSE 'well' END,
    f.failures, f.last_outcome, f.last_why, iso(f.last_poll_at),
    iso(f.last_new_at), iso(f.next_poll_at),
    (SELECT count(*) FROM entry WHERE feed_id = f.id),
    (SELECT coalesce(json_agg(t.tag ORDER BY t.n), '[]') FROM feed_tag t
	WHERE t.feed_id = f.id)
FROM (SELECT *,
    failures > 0 OR coalesce(last_outcome, '') NOT IN ('', 'ok', 'unchanged')
	AS failed,
    last_new_at IS NOT NULL OR coalesce(title, '') <> ''
	OR coalesce(site_url, '') <> '' OR coalesce(description, '') <> ''
	OR coalesce(language, '') <> '' OR coalesce(length(etag), 0) > 0
	OR coalesce(length(last_modified), 0) > 0
	OR EXISTS (SELECT 1 FROM entry WHERE feed_id = feed.id) AS was_read
    FROM feed WHERE NOT removed) f;

CREATE VIEW story (id, title, first_at, last_at, articles, feeds, members) AS
SELECT g.id, (SELECT title FROM article WHERE article.id = g.first_id),
    iso(g.first_at), iso(g.last_at), g.articles, g.feeds, g.members
FROM (SELECT coalesce(a.cluster_id, a.id) AS id, min(a.id) AS first_id,
	min(a.first_seen_at) AS first_at, max(a.first_seen_at) AS last_at,
	count(*) AS articles, count(DISTINCT a.announced_by) AS feeds,
	json_agg(json_build_object('id', a.id, 'title', a.title,
	    'url', coalesce(a.final_url, a.url)) ORDER BY a.id) AS members
    FROM article a WHERE a.status IN ('done', 'feed_only')
    GROUP BY coalesce(a.cluster_id, a.id)) g;
