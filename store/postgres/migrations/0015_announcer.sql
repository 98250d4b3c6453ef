-- No page is requested for a paused feed or an ended subscription.  Pending
-- articles of such feeds get another announcer, if an active feed announces
-- them (announcer_settle), and the revisits of articles whose subscriptions
-- were all ended are cancelled.

UPDATE article SET announced_by =
    (SELECT CASE WHEN article.entitled IS TRUE AND e.entitled IS NOT TRUE
	AND NOT f.removed AND f.status <> 'paused' THEN NULL ELSE f.id END
    FROM entry e JOIN feed f ON f.id = e.feed_id
    WHERE e.article_id = article.id
    ORDER BY f.removed, f.status = 'paused', e.entitled IS NOT TRUE, e.id
    LIMIT 1)
WHERE status IN ('queued', 'failed') AND entitled IS NOT NULL
AND coalesce((SELECT f.removed OR f.status = 'paused' FROM feed f
    WHERE f.id = article.announced_by), FALSE)
AND EXISTS (SELECT 1 FROM entry e WHERE e.article_id = article.id);

UPDATE article SET revisit_at = NULL
WHERE revisit_at IS NOT NULL
AND EXISTS (SELECT 1 FROM entry e WHERE e.article_id = article.id)
AND NOT EXISTS (SELECT 1 FROM entry e JOIN feed f ON f.id = e.feed_id
    WHERE e.article_id = article.id AND NOT f.removed);
