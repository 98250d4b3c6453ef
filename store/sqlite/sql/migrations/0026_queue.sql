-- The articles that wait for a fetch, by group and date.  A group is a host and
-- a number: twice the id of the announcing feed, plus 1 if the feed is not
-- entitled for the page.  A date in the future counts as the time at which the
-- article was first seen.  A query reads only the newest articles of each
-- group, so its cost does not grow with the number of articles that one feed
-- announces.
DROP INDEX article_owed;
CREATE INDEX article_queue ON article (host_key,
    2 * coalesce(announced_by, 0) + (entitled IS 0),
    min(sort_at, first_seen_at)) WHERE status = 'queued';
-- Failed articles: by group and time of the retry, and by time alone.
CREATE INDEX article_retry ON article (host_key,
    2 * coalesce(announced_by, 0) + (entitled IS 0),
    coalesce(retry_at, 0)) WHERE status = 'failed';
CREATE INDEX article_retry_at ON article (coalesce(retry_at, 0))
    WHERE status = 'failed';
-- Pages that are due for a revisit.  Those of witnesses are separate, so that
-- they do not displace the others.
DROP INDEX article_revisit;
CREATE INDEX article_revisit ON article (entitled IS 0, revisit_at, host_key,
    announced_by, sort_at) WHERE revisit_at IS NOT NULL;

PRAGMA user_version = 26;
