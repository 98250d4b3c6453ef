-- Queries that read articles (store/article/article_list.c).

-- name: article_get
-- Returns the columns of a struct article_row in the order in which
-- article_list.c reads them.
SELECT a.id, a.revision, a.word_count, a.published_at, a.modified_at,
    a.fetched_at, a.extracted_at, a.first_seen_at, a.url, a.canonical_url,
    a.title, a.lead, a.byline, a.lang, iif(:whole, a.body, NULL),
    iif(:whole, a.body_html, NULL), a.status, a.status_why, a.origin,
    a.flags, a.confidence,
    (SELECT group_concat(name, char(10)) FROM
	(SELECT name FROM article_author WHERE article_id = a.id ORDER BY n)),
    (SELECT group_concat(tag, char(10)) FROM
	(SELECT tag, min(place) AS first FROM
	    (SELECT tag, n AS place FROM article_tag WHERE article_id = a.id
	    UNION ALL
	    SELECT t.tag, 1000 + t.n FROM entry e
	    JOIN feed_tag t ON t.feed_id = e.feed_id
	    WHERE e.article_id = a.id)
	GROUP BY tag ORDER BY first)),
    (SELECT group_concat(url, char(10)) FROM
	(SELECT f.url AS url, min(e.id) AS first FROM entry e
	JOIN feed f ON f.id = e.feed_id WHERE e.article_id = a.id
	GROUP BY f.id ORDER BY first)),
    (SELECT group_concat(url, char(10)) FROM
	(SELECT url FROM media WHERE article_id = a.id AND kind = 'image'
	ORDER BY role <> 'lead', n)),
    (SELECT coalesce(f.given_title, f.title, f.url) FROM feed f
	WHERE f.id = coalesce(a.announced_by, (SELECT e.feed_id FROM entry e
	    WHERE e.article_id = a.id ORDER BY e.id LIMIT 1))),
    a.page_class, a.node_classes, a.robots,
    a.section, a.publisher, a.license, a.access,
    a.published_zone, a.fields, coalesce(a.cluster_id, 0),
    (SELECT group_concat(term, char(10)) FROM
	(SELECT term FROM keyword WHERE article_id = a.id ORDER BY n)),
    (SELECT group_concat(category, char(10)) FROM
	(SELECT category, max(score) AS best FROM article_category
	WHERE article_id = a.id GROUP BY category
	ORDER BY best DESC, category)),
    a.summary
FROM article a WHERE a.id = :id;

-- name: article_list
-- Lists the articles after (:sort_at, :id), newest first.
SELECT a.id, a.sort_at FROM article a
WHERE (a.sort_at, a.id) < (:sort_at, :id)
AND
-- here: article_filter_all
ORDER BY a.sort_at DESC, a.id DESC LIMIT :page;

-- name: article_media
SELECT kind, url, alt, caption, credit, role, coalesce(width, 0),
    coalesce(height, 0), relevance
FROM media WHERE article_id = :article_id ORDER BY n;

-- name: article_present
SELECT revision, coalesce(extracted_at, first_seen_at), title, body
FROM article WHERE id = :id;

-- name: article_later
SELECT revision, at, title, body FROM revision
WHERE article_id = :article_id AND revision > :after
ORDER BY revision LIMIT 1;
