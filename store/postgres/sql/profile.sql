-- Profiles (store/profile/).

-- part: profile_has_language
(coalesce(a.lang, '') = '' OR strpos(lower(:languages COLLATE "C"),
    ' ' || lower(split_part(a.lang, '-', 1)) || ' ') > 0)

-- name: profile_articles
SELECT a.id, sort_at, lang, revision > 0 AND status <> 'gone',
    coalesce((SELECT mark FROM profile_mark m
	WHERE m.profile = :profile AND m.article_id = a.id), 0)
FROM article a WHERE id = ANY (:ids::bigint[])
ORDER BY a.id;

-- name: profile_feed_find
SELECT url FROM feed f WHERE NOT removed AND (url = :feed
    OR strpos(lower(given_title COLLATE "C"), lower(:feed COLLATE "C")) > 0
    OR strpos(lower(title COLLATE "C"), lower(:feed COLLATE "C")) > 0
    OR EXISTS (SELECT 1 FROM feed_alias l
	WHERE l.url = :feed AND l.feed_id = f.id))
ORDER BY id LIMIT :most;

-- name: profile_marks
SELECT count(*) FILTER (WHERE mark = 1), count(*) FILTER (WHERE mark = -1)
FROM profile_mark WHERE profile = :profile;

-- name: profile_features
SELECT 'keyword', stem, term, weight FROM keyword
WHERE :keywords = 1 AND article_id = :id
UNION ALL
SELECT 'category', category, category, max(score) FROM article_category
WHERE :categories = 1 AND article_id = :id GROUP BY category
UNION ALL
SELECT 'language', lower(split_part(lang, '-', 1)),
    lower(split_part(lang, '-', 1)), 1.0
FROM article WHERE :languages = 1 AND id = :id AND lang IS NOT NULL
UNION ALL
(SELECT 'feed', f.url, coalesce(f.given_title, f.title, f.url), 1.0
FROM feed f WHERE :feeds = 1 AND f.id IN
    (SELECT feed_id FROM entry WHERE article_id = :id ORDER BY id LIMIT :most));

-- name: profile_mark_prune
DELETE FROM profile_mark WHERE profile = :profile AND article_id IN
    (SELECT article_id FROM profile_mark WHERE profile = :profile
    ORDER BY at DESC, article_id DESC OFFSET :most);
