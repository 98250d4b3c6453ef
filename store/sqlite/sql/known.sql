-- Queries whether the values that a filter names exist (store/article/known.c).

-- name: known_feed
-- The condition is that of article_filter for a feed.  Removed feeds are
-- included, because their articles still exist.
SELECT f.id FROM feed f WHERE f.url = :feed
    OR instr(lower(coalesce(f.given_title, '')), lower(:feed)) > 0
    OR instr(lower(coalesce(f.title, '')), lower(:feed)) > 0
    OR EXISTS (SELECT 1 FROM feed_alias l
	WHERE l.url = :feed AND l.feed_id = f.id)
LIMIT 1;

-- name: known_tag
SELECT EXISTS (SELECT 1 FROM feed_tag WHERE tag = :tag COLLATE NOCASE)
    OR EXISTS (SELECT 1 FROM article_tag WHERE tag = :tag COLLATE NOCASE);

-- name: known_language
SELECT EXISTS (SELECT 1 FROM article WHERE lower(lang) = lower(:lang)
    OR lower(substr(lang, 1, length(:lang) + 1)) = lower(:lang || '-'));

-- name: known_notified
SELECT EXISTS (SELECT 1 FROM article_action
    WHERE kind = 'notify-consumer' AND value = :consumer);

-- name: known_tags
SELECT tag FROM feed_tag UNION SELECT tag FROM article_tag ORDER BY tag;

-- name: known_languages
SELECT DISTINCT lower(lang) FROM article WHERE lang IS NOT NULL ORDER BY 1;
