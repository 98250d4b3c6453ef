-- Profiles (store/profile/).

-- name: profile_keyword_hits
-- Lists the newest articles with a keyword.  n is the rank of the keyword in its
-- article.  The index keyword_by_stem contains it, so no row is read; the weight
-- would be on another page for each article.
SELECT article_id, n FROM keyword WHERE stem = :value
ORDER BY article_id DESC LIMIT :most;

-- name: profile_category_hits
SELECT article_id, score FROM article_category WHERE category = :value
ORDER BY article_id DESC LIMIT :most;

-- part: profile_has_language
-- The condition for articles in the languages :languages, a list such as
-- " de en ", or of unknown language.
(coalesce(a.lang, '') = '' OR instr(lower(:languages),
    ' ' || lower(substr(a.lang, 1, instr(a.lang || '-', '-') - 1)) || ' ') > 0)

-- name: profile_keyword_hits_in
-- Like profile_keyword_hits, for articles in some languages.
SELECT k.article_id, k.n FROM
    (SELECT article_id, n FROM keyword WHERE stem = :value
    ORDER BY article_id DESC LIMIT :scanned) AS k
CROSS JOIN article a WHERE a.id = k.article_id AND
-- here: profile_has_language
ORDER BY k.article_id DESC LIMIT :most;

-- name: profile_category_hits_in
SELECT c.article_id, c.score FROM
    (SELECT article_id, score FROM article_category WHERE category = :value
    ORDER BY article_id DESC LIMIT :scanned) AS c
CROSS JOIN article a WHERE a.id = c.article_id AND
-- here: profile_has_language
ORDER BY c.article_id DESC LIMIT :most;

-- name: profile_feed_hits
SELECT article_id, 1.0 FROM entry WHERE feed_id = :feed_id
ORDER BY first_seen_at DESC LIMIT :most;

-- name: profile_feed_find
-- Finds feeds by address, or by a part of the title.
SELECT url FROM feed WHERE NOT removed AND (url = :feed
    OR instr(lower(coalesce(given_title, '')), lower(:feed)) > 0
    OR instr(lower(coalesce(title, '')), lower(:feed)) > 0
    OR EXISTS (SELECT 1 FROM feed_alias l
	WHERE l.url = :feed AND l.feed_id = feed.id))
ORDER BY id LIMIT :most;

-- name: profile_feed_id
SELECT id FROM feed WHERE url = :feed AND NOT removed;

-- name: profile_article
SELECT sort_at, lang, revision > 0 AND status <> 'gone',
    coalesce((SELECT mark FROM profile_mark m
	WHERE m.profile = :profile AND m.article_id = a.id), 0)
FROM article a WHERE id = :id;

-- name: profile_articles
-- Like profile_article, for several articles.
SELECT a.id, sort_at, lang, revision > 0 AND status <> 'gone',
    coalesce((SELECT mark FROM profile_mark m
	WHERE m.profile = :profile AND m.article_id = a.id), 0)
FROM article a WHERE id IN (SELECT value FROM json_each(:ids))
ORDER BY a.id;

-- name: profile_features
-- Each facet is on pages of its own, and is read only if it is wanted.
SELECT 'keyword', stem, term, weight FROM keyword
WHERE :keywords = 1 AND article_id = :id
UNION ALL
SELECT 'category', category, category, max(score) FROM article_category
WHERE :categories = 1 AND article_id = :id GROUP BY category
UNION ALL
SELECT 'language', lower(substr(lang, 1, instr(lang || '-', '-') - 1)),
    lower(substr(lang, 1, instr(lang || '-', '-') - 1)), 1.0
FROM article WHERE :languages = 1 AND id = :id AND lang IS NOT NULL
UNION ALL
SELECT 'feed', f.url, coalesce(f.given_title, f.title, f.url), 1.0
FROM feed f WHERE :feeds = 1 AND f.id IN
    (SELECT feed_id FROM entry WHERE article_id = :id ORDER BY id LIMIT :most);

-- name: profile_learned
-- Returns, for each feature and mark, the sum of the weights of the feature over
-- the articles that have this mark in the profile.
SELECT f.facet, f.value, max(f.label), m.mark, sum(f.weight)
FROM profile_mark m JOIN profile_feature f
    ON f.profile = m.profile AND f.article_id = m.article_id
WHERE m.profile = :profile
GROUP BY f.facet, f.value, m.mark ORDER BY f.facet, f.value, m.mark;

-- name: profile_marks
SELECT coalesce(sum(mark = 1), 0), coalesce(sum(mark = -1), 0)
FROM profile_mark WHERE profile = :profile;

-- name: profile_mark_drop
DELETE FROM profile_mark WHERE profile = :profile AND article_id = :id;

-- name: profile_mark_put
INSERT INTO profile_mark (profile, article_id, mark, at)
VALUES (:profile, :id, :mark, :now);

-- name: profile_feature_put
INSERT INTO profile_feature
    (profile, article_id, n, facet, value, label, weight)
VALUES (:profile, :id, :n, :facet, :value, :label, :weight);

-- name: profile_mark_prune
-- Deletes the oldest marks of a profile.
DELETE FROM profile_mark WHERE profile = :profile AND article_id IN
    (SELECT article_id FROM profile_mark WHERE profile = :profile
    ORDER BY at DESC, article_id DESC LIMIT -1 OFFSET :most);
