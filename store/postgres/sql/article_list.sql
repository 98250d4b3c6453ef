-- Lists of articles (store/article/article_list.c) and their filters.

-- part: article_filter
(:lang::text IS NULL OR lower(a.lang) = lower(:lang COLLATE "C")
    OR starts_with(lower(a.lang), lower(:lang COLLATE "C") || '-'))
AND (:tag::text IS NULL OR EXISTS (SELECT 1 FROM article_tag t
	WHERE t.article_id = a.id AND lower(t.tag) = lower(:tag COLLATE "C"))
    OR EXISTS (SELECT 1 FROM entry e JOIN feed_tag t ON t.feed_id = e.feed_id
	WHERE e.article_id = a.id AND lower(t.tag) = lower(:tag COLLATE "C")))
AND (:feed::text IS NULL OR EXISTS (SELECT 1 FROM entry e
	JOIN feed f ON f.id = e.feed_id WHERE e.article_id = a.id
	AND (f.url = :feed
	OR strpos(lower(f.given_title COLLATE "C"),
	    lower(:feed COLLATE "C")) > 0
	OR strpos(lower(f.title COLLATE "C"), lower(:feed COLLATE "C")) > 0
	OR EXISTS (SELECT 1 FROM feed_alias l
	    WHERE l.url = :feed AND l.feed_id = f.id))))

-- part: article_filter_all
a.sort_at >= :since_at AND a.sort_at < :until_at
AND (:status::text IS NULL OR a.status = :status)
AND (:category::text IS NULL OR EXISTS (SELECT 1 FROM article_category g
    WHERE g.article_id = a.id AND g.category = :category))
AND
-- here: article_trust
AND
-- here: article_filter

-- name: known_feed
SELECT f.id FROM feed f WHERE f.url = :feed::text
    OR strpos(lower(f.given_title COLLATE "C"), lower(:feed COLLATE "C")) > 0
    OR strpos(lower(f.title COLLATE "C"), lower(:feed COLLATE "C")) > 0
    OR EXISTS (SELECT 1 FROM feed_alias l
	WHERE l.url = :feed AND l.feed_id = f.id)
LIMIT 1;

-- name: known_tag
SELECT EXISTS (SELECT 1 FROM feed_tag
	WHERE lower(tag) = lower(:tag COLLATE "C"))
    OR EXISTS (SELECT 1 FROM article_tag
	WHERE lower(tag) = lower(:tag COLLATE "C"));

-- name: known_language
SELECT EXISTS (SELECT 1 FROM article WHERE lang IS NOT NULL
	AND lower(lang) = lower(:lang COLLATE "C"))
    OR EXISTS (SELECT 1 FROM article WHERE lang IS NOT NULL
	AND lower(lang) >= lower(:lang COLLATE "C") || '-'
	AND lower(lang) < lower(:lang COLLATE "C") || '.');

-- name: known_languages
-- Each step finds the next language in the index article_by_language.
WITH RECURSIVE known (lang) AS (
    (SELECT lower(lang) FROM article WHERE lang IS NOT NULL
	ORDER BY lower(lang) LIMIT 1)
    UNION ALL
    SELECT (SELECT lower(a.lang) FROM article a WHERE a.lang IS NOT NULL
	AND lower(a.lang) > known.lang ORDER BY lower(a.lang) LIMIT 1)
    FROM known WHERE known.lang IS NOT NULL)
SELECT lang FROM known WHERE lang IS NOT NULL ORDER BY lang;

-- name: article_get
-- plan: once
SELECT a.id, a.revision, a.word_count, a.published_at, a.modified_at,
    a.fetched_at, a.extracted_at, a.first_seen_at, a.url, a.canonical_url,
    a.title, a.lead, a.byline, a.lang,
    CASE WHEN :whole::boolean THEN a.body END,
    CASE WHEN :whole THEN a.body_html END, a.status, a.status_why, a.origin,
    a.flags, a.confidence,
    (SELECT string_agg(w.name, chr(10) ORDER BY w.n) FROM article_author w
	WHERE w.article_id = a.id),
    (SELECT string_agg(t.tag, chr(10) ORDER BY t.first) FROM
	(SELECT tag, min(place) AS first FROM
	    (SELECT tag, n AS place FROM article_tag WHERE article_id = a.id
	    UNION ALL
	    SELECT t.tag, 1000 + t.n FROM entry e
	    JOIN feed_tag t ON t.feed_id = e.feed_id
	    WHERE e.article_id = a.id) AS x
	GROUP BY tag) AS t),
    (SELECT string_agg(t.url, chr(10) ORDER BY t.first) FROM
	(SELECT f.url AS url, min(e.id) AS first FROM entry e
	JOIN feed f ON f.id = e.feed_id WHERE e.article_id = a.id
	GROUP BY f.id) AS t),
    (SELECT string_agg(m.url, chr(10) ORDER BY m.role <> 'lead', m.n)
	FROM media m WHERE m.article_id = a.id AND m.kind = 'image'),
    (SELECT coalesce(f.given_title, f.title, f.url) FROM feed f
	WHERE f.id = coalesce(a.announced_by, (SELECT e.feed_id FROM entry e
	    WHERE e.article_id = a.id ORDER BY e.id LIMIT 1))),
    a.page_class, a.node_classes, a.robots,
    a.section, a.publisher, a.license, a.access,
    a.published_zone, a.fields, coalesce(a.cluster_id, 0),
    (SELECT string_agg(k.term, chr(10) ORDER BY k.n) FROM keyword k
	WHERE k.article_id = a.id),
    (SELECT string_agg(c.category, chr(10) ORDER BY c.best DESC, c.category)
	FROM (SELECT category, max(score) AS best FROM article_category
	    WHERE article_id = a.id GROUP BY category) AS c),
    a.summary
FROM article a WHERE a.id = :id;
