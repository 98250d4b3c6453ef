-- Polls (store/postgres/quiet_poll.c).

-- name: quiet_polls
-- Writes polls without a document. The effect for each poll is that of
-- poll_insert, feed_polled, feed_set_validators, feed_set_moving and
-- linked_set_pending_undated. Returns the number of linked documents that have
-- become pending.
WITH given AS MATERIALIZED (
	SELECT g.* FROM jsonb_to_recordset(:polls::jsonb) AS g (feed_id bigint,
	    at bigint, status bigint, outcome text, why text, bytes bigint,
	    ms bigint, entries bigint, new bigint, next_poll_at bigint,
	    next_poll_by text, next_poll_terms text, failures bigint,
	    is_answer boolean, validates boolean, etag text, last_modified text,
	    validators_url text)
	JOIN feed f ON f.id = g.feed_id
	WHERE NOT f.removed
), polled AS (
	INSERT INTO poll (feed_id, at, status, outcome, why, bytes, ms, entries,
	    new)
	SELECT feed_id, to_timestamp(at), status, outcome, why, bytes, ms, entries,
	    new
	FROM given
), planned AS (
	UPDATE feed f SET next_poll_at = to_timestamp(g.next_poll_at),
	    next_poll_by = g.next_poll_by, next_poll_terms = g.next_poll_terms,
	    failures = g.failures, last_poll_at = to_timestamp(g.at),
	    last_outcome = g.outcome, last_why = g.why,
	    etag = CASE WHEN g.validates THEN convert_to(g.etag, 'UTF8')
		ELSE f.etag END,
	    last_modified = CASE WHEN g.validates
		THEN convert_to(g.last_modified, 'UTF8') ELSE f.last_modified END,
	    validators_url = CASE WHEN g.validates THEN g.validators_url
		ELSE f.validators_url END,
	    moving_url = CASE WHEN g.is_answer THEN NULL ELSE f.moving_url END,
	    moving_since = CASE WHEN g.is_answer THEN NULL ELSE f.moving_since END
	FROM given g WHERE f.id = g.feed_id
), linked AS (
	UPDATE linked_document SET status = 'pending', status_why = NULL,
	    tries = 0, retry_at = NULL
	WHERE id IN (SELECT l.id FROM given g CROSS JOIN LATERAL (
	    SELECT d.id FROM linked_document d
	    WHERE d.feed_id = g.feed_id AND d.kind = 'sitemap'
	    AND d.lastmod IS NULL AND d.status = 'read'
	    ORDER BY d.id LIMIT :limit) AS l
	    WHERE g.is_answer)
	RETURNING 1
)
SELECT count(*) FROM linked;
