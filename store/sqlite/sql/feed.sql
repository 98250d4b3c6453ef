-- Subscriptions (store/feed/feeds.c).

-- name: feed_find
-- Finds a feed by its current address, or by a former one.
SELECT id, status = 'paused' FROM feed WHERE url = :url AND NOT removed
UNION ALL
SELECT f.id, f.status = 'paused'
FROM feed_alias a JOIN feed f ON f.id = a.feed_id
WHERE a.url = :url AND NOT f.removed
LIMIT 1;

-- name: feed_addresses
-- Lists the current and the former addresses of a feed, from which its sites
-- are computed, and reports if any page names the feed.
SELECT url, site, EXISTS (SELECT 1 FROM page_feed WHERE feed_id = :id)
    OR EXISTS (SELECT 1 FROM home_page WHERE feed_id = :id AND named)
FROM feed WHERE id = :id
UNION ALL
SELECT * FROM (SELECT url, NULL, 0 FROM feed_alias WHERE feed_id = :id
    LIMIT :aliases);

-- name: feed_is_named
-- Reports if the page of the article or the home page of its host names the
-- feed.
SELECT 1 FROM page_feed WHERE article_id = :article_id AND feed_id = :feed_id
UNION ALL
SELECT 1 FROM home_page WHERE feed_id = :feed_id AND host = :host AND named;

-- name: feed_is_paused
SELECT status = 'paused' FROM feed WHERE id = :id;

-- name: feed_find_removed
SELECT id, FALSE FROM feed WHERE url = :url AND removed
ORDER BY id DESC LIMIT 1;

-- name: feed_insert
INSERT INTO feed (url, given_title, interval_s, fetch_articles, from_config,
    outline, site, next_poll_at, added_at)
VALUES (:url, :given_title, :interval_s, :fetch_articles, :from_config,
    :outline, :site, :now, :now);

-- name: feed_revive
-- Restores the row of a feed that is subscribed again.  The feed is read like a
-- new feed.
UPDATE feed SET removed = FALSE, etag = NULL, last_modified = NULL,
    validators_url = NULL, moving_url = NULL, moving_since = NULL,
    next_poll_at = :now, added_at = :now, failures = 0,
    given_title = :given_title, interval_s = :interval_s,
    fetch_articles = :fetch_articles, from_config = :from_config,
    outline = :outline, site = :site,
    status = 'active', status_why = NULL
WHERE id = :id AND removed;

-- name: feed_subscribe
-- Stores the operator's settings for a feed that exists already.  The source of
-- the feed (from_config) does not change if a command and the configuration
-- both name the feed.  The source changes if a command names a feed that the
-- configuration no longer contains.  For a feed of the configuration, settings
-- that the configuration does not contain any more are removed.  A command
-- activates a paused feed again.  The configuration, which is read at every
-- start, activates only feeds that were paused because it did not contain them
-- (:absent); otherwise `feed pause` would not persist.
UPDATE feed SET given_title = new.given_title,
    outline = coalesce(:outline, outline),
    interval_s = new.interval_s, fetch_articles = :fetch_articles,
    site = iif(:from_config, :site, coalesce(:site, feed.site)),
    from_config = from_config AND (:from_config OR status_why IS NOT :absent),
    status = iif(:from_config AND status_why IS NOT :absent, status,
	'active'),
    status_why = iif(:from_config AND status_why IS NOT :absent, status_why,
	NULL)
FROM (SELECT
    iif(whole, :given_title, coalesce(:given_title, given_title))
	AS given_title,
    iif(whole OR :interval_s > 0, :interval_s, interval_s) AS interval_s
    FROM (SELECT given_title, interval_s,
	:from_config AND from_config AS whole
	FROM feed WHERE id = :id)) AS new
WHERE id = :id AND (status <> 'active'
    OR feed.given_title IS NOT new.given_title
    OR outline IS NOT coalesce(:outline, outline)
    OR feed.interval_s <> new.interval_s
    OR ((:from_config OR :site IS NOT NULL) AND feed.site IS NOT :site)
    OR fetch_articles <> :fetch_articles);

-- name: feed_tags
SELECT group_concat(tag, char(10)) FROM
    (SELECT tag FROM feed_tag WHERE feed_id = :feed_id ORDER BY n);

-- name: feed_tag_clear
DELETE FROM feed_tag WHERE feed_id = :feed_id;

-- name: feed_tag_clear_of_config
DELETE FROM feed_tag WHERE feed_id = :feed_id
AND (SELECT from_config FROM feed WHERE id = :feed_id);

-- name: feed_tag_insert
INSERT INTO feed_tag (feed_id, n, tag) VALUES (:feed_id, :n, :tag);

-- name: feed_of_config
SELECT id FROM feed
WHERE from_config AND NOT removed AND status = 'active';

-- name: feed_pause_absent
-- Pauses a feed that the configuration does not contain any more.
UPDATE feed SET status = 'paused', status_why = :why
WHERE id = :id AND from_config AND NOT removed AND status = 'active';

-- name: feed_set_status
UPDATE feed SET status = :status, status_why = :status_why
WHERE id = :id AND NOT removed;

-- name: feed_set_found_status
-- Like feed_set_status, for a status that a poll has found.  A feed that was
-- paused during the poll stays paused.
UPDATE feed SET status = :status, status_why = :status_why
WHERE id = :id AND NOT removed AND status <> 'paused';

-- name: feed_set_next_poll
-- Does not shorten a pause that the server asked for (cadence_is_pause()).
UPDATE feed SET next_poll_at = :next_poll_at, next_poll_by = 'command',
    next_poll_terms = NULL
WHERE id = :id AND NOT removed AND (next_poll_by IS NULL
    OR next_poll_by NOT IN ('retry-after', 'busy')
    OR last_outcome = 'postponed'
    OR next_poll_at <= :next_poll_at)
RETURNING id;

-- name: feed_excuse
-- Changes nothing if a later poll of the feed was stored before.  On PostgreSQL
-- it also changes nothing if the clock of the node was set back since the poll,
-- because the row keeps its time; the next poll then stores the plan.
UPDATE feed SET failures = :failures, next_poll_at = :at,
    next_poll_by = 'network', next_poll_terms = NULL
WHERE id = :id AND NOT removed
    AND (last_poll_at IS NULL OR last_poll_at <= :polled_at);

-- name: feed_set_plan
-- Moves the next poll to an earlier time, never to a later one.
UPDATE feed SET next_poll_at = :next_poll_at, next_poll_by = :next_poll_by,
    next_poll_terms = :next_poll_terms
WHERE id = :id AND NOT removed AND next_poll_at > :next_poll_at;

-- name: feed_budget
SELECT budget_since, budget_bytes FROM feed WHERE id = :id;

-- name: feed_set_budget
UPDATE feed SET budget_since = :since, budget_bytes = :bytes,
    budget_waiting = :waiting
WHERE id = :id AND (budget_bytes <> :bytes OR budget_waiting <> :waiting
    OR budget_since IS DISTINCT FROM :since);

-- name: feed_set_history
UPDATE feed SET history = :history WHERE id = :id;

-- name: shift_feeds
-- After the clock was set, the queries shift_* add :by to planned times, so
-- that the remaining waits keep their length.
UPDATE feed SET next_poll_at = next_poll_at + :by,
    last_poll_at = last_poll_at + :by, last_new_at = last_new_at + :by,
    moving_since = moving_since + :by, gap_at = gap_at + :by,
    budget_since = budget_since + :by
WHERE NOT removed;

-- name: shift_retries
UPDATE article SET retry_at = retry_at + :by WHERE retry_at IS NOT NULL;

-- name: shift_revisits
UPDATE article SET revisit_at = revisit_at + :by,
    revisit_from = revisit_from + :by, missing_since = missing_since + :by
WHERE revisit_at IS NOT NULL;

-- name: shift_linked
UPDATE linked_document SET retry_at = retry_at + :by WHERE retry_at IS NOT NULL;

-- name: shift_pauses
UPDATE host SET pause_until_at = pause_until_at + :by;

-- name: shift_robots
UPDATE robots SET fetched_at = fetched_at + :by, expires_at = expires_at + :by,
    read_at = read_at + :by, unreachable_since = unreachable_since + :by;

-- name: feed_remove
UPDATE feed SET removed = TRUE, status = 'gone', from_config = FALSE,
    status_why = 'the subscription was ended'
WHERE id = :id AND NOT removed;

-- name: feed_alias_clear
DELETE FROM feed_alias WHERE feed_id = :feed_id;

-- name: feed_page
SELECT f.id, f.url, f.title, f.site_url, f.description, f.language,
    f.given_title,
    (SELECT group_concat(tag, char(10)) FROM
	(SELECT tag FROM feed_tag WHERE feed_id = f.id ORDER BY n)),
    f.interval_s, f.fetch_articles, f.from_config, f.etag, f.last_modified,
    f.next_poll_at, f.last_poll_at, f.last_new_at, f.failures, f.status,
    f.status_why, (SELECT count(*) FROM entry WHERE feed_id = f.id),
    f.last_outcome, f.last_why, f.validators_url, f.ttl_s, f.period_s,
    f.skip_hours, f.skip_days, f.gap_at, f.gap_interval_s,
    f.outline, f.history, f.next_poll_by, f.next_poll_terms, f.added_at,
    f.budget_since, f.budget_bytes, f.budget_waiting, f.site
FROM feed f WHERE f.id > :after AND NOT f.removed
ORDER BY f.id LIMIT :page;

-- name: feed_failed_page
-- Returns the columns of feed_page for active feeds whose last poll was not
-- successful.  The number of entries is 0 or 1, because to count the entries
-- would take long.
SELECT f.id, f.url, f.title, f.site_url, f.description, f.language,
    f.given_title, NULL, f.interval_s, f.fetch_articles, f.from_config,
    f.etag, f.last_modified,
    f.next_poll_at, f.last_poll_at, f.last_new_at, f.failures, f.status,
    f.status_why, EXISTS (SELECT 1 FROM entry WHERE feed_id = f.id),
    f.last_outcome, f.last_why, f.validators_url, f.ttl_s, f.period_s,
    f.skip_hours, f.skip_days, f.gap_at, f.gap_interval_s,
    NULL, NULL, NULL, NULL, f.added_at,
    f.budget_since, f.budget_bytes, f.budget_waiting
FROM feed f WHERE f.id > :after AND NOT f.removed AND f.status = 'active'
    AND (f.failures > 0 OR f.last_outcome NOT IN ('ok', 'unchanged'))
ORDER BY f.id LIMIT :page;

-- name: feed_schedule_page
-- Returns the columns of feed_page.  Columns that are only shown to users are
-- NULL or 0.  The daemon reads all feeds when it starts, and to count the
-- entries of all feeds would take long.
SELECT f.id, f.url, NULL, NULL, NULL, NULL, NULL, NULL,
    f.interval_s, f.fetch_articles, f.from_config, f.etag, f.last_modified,
    f.next_poll_at, f.last_poll_at, f.last_new_at, f.failures, f.status,
    NULL, 0, f.last_outcome, NULL, f.validators_url, f.ttl_s, f.period_s,
    f.skip_hours, f.skip_days, f.gap_at, f.gap_interval_s,
    NULL, f.history, f.next_poll_by, f.next_poll_terms, f.added_at,
    f.budget_since, f.budget_bytes, f.budget_waiting, NULL
FROM feed f WHERE f.id > :after AND NOT f.removed
ORDER BY f.id LIMIT :page;

-- name: feed_late_page
-- Like feed_schedule_page, for feeds whose planned interval is longer than the
-- configuration now allows.
SELECT f.id, f.url, NULL, NULL, NULL, NULL, NULL, NULL,
    f.interval_s, f.fetch_articles, f.from_config, f.etag, f.last_modified,
    f.next_poll_at, f.last_poll_at, f.last_new_at, f.failures, f.status,
    NULL, 0, NULL, NULL, f.validators_url, f.ttl_s, f.period_s,
    f.skip_hours, f.skip_days, f.gap_at, f.gap_interval_s,
    NULL, f.history, NULL, f.next_poll_terms, f.added_at, f.budget_since,
    f.budget_bytes, f.budget_waiting, NULL
FROM feed f WHERE f.id > :after AND NOT f.removed
    AND f.next_poll_terms IS NOT NULL AND f.next_poll_at - f.last_poll_at
        > 1 + 11 * max(:max_s, CASE WHEN f.interval_s > 0 THEN f.interval_s
            ELSE :interval_s END) / 10
ORDER BY f.id LIMIT :page;

-- Subscriptions at hubs (store/websub/websub.c).

-- name: websub_list
-- Lists the subscriptions of one feed, or all subscriptions (:feed_id 0).  The
-- column before w.seen reports if the feed is still polled.
SELECT w.id, w.feed_id, w.hub, w.topic, w.callback, w.secret, w.state, w.why,
    w.failures, w.found_at, w.next_at, w.verified_at, w.lease_until,
    w.delivered_at, w.proven_at, w.missed_at, w.deliveries, w.entries,
    w.refused, w.refused_at, w.refused_why, f.url,
    NOT f.removed AND f.status = 'active', w.seen
FROM websub w JOIN feed f ON f.id = w.feed_id
WHERE CAST(:feed_id AS bigint) = 0 OR w.feed_id = :feed_id
ORDER BY w.id;

-- name: websub_of_feed
-- The subscription of a feed that is not being ended.
SELECT hub, topic, callback FROM websub
WHERE feed_id = :feed_id AND state <> 'leaving';

-- name: websub_insert
-- Inserts nothing if the feed is not polled any more.
INSERT INTO websub (feed_id, hub, topic, callback, secret, state, failures,
    found_at, next_at)
SELECT id, :hub, :topic, :callback, :secret, 'pending', :failures, :now,
    :next_at
FROM feed WHERE id = :feed_id AND NOT removed AND status = 'active'
RETURNING id;

-- name: websub_unverified
-- Reads the wait after the requests for subscriptions of the feed that no hub
-- has verified, and that had callbacks at this address.
SELECT coalesce(max(failures), 0), max(next_at) FROM websub
WHERE feed_id = :feed_id AND state = 'leaving' AND verified_at IS NULL
AND substr(callback, 1, length(CAST(:address AS text))) = :address;

-- name: websub_drop_unverified
DELETE FROM websub
WHERE feed_id = :feed_id AND state = 'leaving' AND verified_at IS NULL;

-- name: websub_leave_feed
-- Ends the subscriptions of a feed that names another hub or topic, or no hub.
-- A subscription that no hub has verified keeps its wait (websub_unverified).
UPDATE websub SET state = 'leaving', proven_at = NULL,
    next_at = CASE WHEN verified_at IS NULL THEN next_at ELSE :now END,
    failures = CASE WHEN verified_at IS NULL THEN failures ELSE 0 END
WHERE feed_id = :feed_id AND state <> 'leaving';

-- name: websub_update
-- A subscription that is being ended keeps this state, because the daemon may
-- write other values before it knows the result of the poll that ended the
-- subscription.
UPDATE websub SET state = CASE WHEN state = 'leaving' THEN state
        ELSE :state END, why = :why, failures = :failures,
    next_at = :next_at, verified_at = :verified_at, lease_until = :lease_until,
    delivered_at = :delivered_at, proven_at = :proven_at,
    missed_at = :missed_at, deliveries = :deliveries, entries = :entries,
    refused = :refused, refused_at = :refused_at, refused_why = :refused_why,
    seen = :seen
WHERE id = :id;

-- name: websub_delete
DELETE FROM websub WHERE id = :id;

-- name: websub_counts
-- Counts the subscriptions in each state.  The third column counts the
-- subscriptions whose feeds are polled less often because the hub delivers the
-- items.
SELECT state, count(*),
    sum(CASE WHEN state = 'active' AND proven_at IS NOT NULL
	AND delivered_at > :since THEN 1 ELSE 0 END),
    sum(deliveries), sum(entries), sum(refused)
FROM websub GROUP BY state ORDER BY state;
