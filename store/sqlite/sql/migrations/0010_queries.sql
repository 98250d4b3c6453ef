-- Indexes for queries of users (docs/schema.md): the newest entries of a feed,
-- the articles of an author, the articles with a tag.

CREATE INDEX entry_of_feed ON entry (feed_id, first_seen_at);
CREATE INDEX article_author_by_name ON article_author (name, article_id);
CREATE INDEX article_tag_by_tag ON article_tag (tag, article_id);

-- Because of the + SQLite reads the index article_by_time, and does not sort
-- all done articles for a query that needs twenty of them.
DROP VIEW latest;
CREATE VIEW latest (id, published_at, feed_title, title, authors, url, lang,
    confidence, body) AS
SELECT a.id, coalesce(a.published_at, a.first_seen_at),
    (SELECT coalesce(f.given_title, f.title, f.url)
	FROM entry e JOIN feed f ON f.id = e.feed_id
	WHERE e.article_id = a.id ORDER BY e.id LIMIT 1),
    a.title,
    (SELECT group_concat(name, ', ') FROM
	(SELECT name FROM article_author WHERE article_id = a.id ORDER BY n)),
    a.url, a.lang, a.confidence, a.body
FROM article a
WHERE +a.status IN ('done', 'feed_only')
ORDER BY a.sort_at DESC, a.id DESC;

PRAGMA user_version = 10;
