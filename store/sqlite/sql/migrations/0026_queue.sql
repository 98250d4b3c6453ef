-- The articles that wait for a fetch, by group: host, and announcing feed twice
-- plus 1 where the feed may not speak for the page.  Within a group by date,
-- where a date in the future counts as the time at which the article was first
-- seen.  A look at the queue reads the newest of each group, so that its cost
-- does not grow with what one feed has announced.
DROP INDEX article_owed;
CREATE INDEX article_queue ON article (host_key,
    2 * coalesce(announced_by, 0) + (entitled IS 0),
    min(sort_at, first_seen_at)) WHERE status = 'queued';
-- Those that have failed: the same groups, by the time of the retry; and the
-- next retry of all.
CREATE INDEX article_retry ON article (host_key,
    2 * coalesce(announced_by, 0) + (entitled IS 0),
    coalesce(retry_at, 0)) WHERE status = 'failed';
CREATE INDEX article_retry_at ON article (coalesce(retry_at, 0))
    WHERE status = 'failed';
-- Pages to be visited again: those of witnesses apart, so that they do not take
-- the places of others.
DROP INDEX article_revisit;
CREATE INDEX article_revisit ON article (entitled IS 0, revisit_at, host_key,
    announced_by, sort_at) WHERE revisit_at IS NOT NULL;

PRAGMA user_version = 26;
