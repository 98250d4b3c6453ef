-- Corrects times that were recorded while the system clock was wrong
-- (store/clock.c).  If the clock was set back, :by is the negative number of
-- seconds by which it was set back, else 0.

-- name: clock_begin
INSERT INTO clock (from_at, until_at, boot, boot_s, jump_s, wait_s,
    agreed_since, off_s, is_right)
VALUES (:from_at, :until_at, :boot, :boot_s, :jump_s, :wait_s, :agreed_since,
    :off_s, :is_right)
RETURNING id;

-- name: cut_feeds
UPDATE feed SET next_poll_at = CASE
	WHEN next_poll_at IS NULL THEN NULL
	WHEN coalesce(next_poll_by, 'interval') IN ('interval', 'history',
	    'silence', 'poll.min', 'poll.max', 'gap') THEN :now
	ELSE :now + least(greatest(next_poll_at - last_poll_at, interval '0'),
	    :most::interval) END,
    last_poll_at = :now,
    last_new_at = CASE WHEN last_new_at > :now THEN :now ELSE last_new_at END,
    added_at = least(added_at, :now),
    moving_since = CASE WHEN moving_since > :now THEN :now
	ELSE moving_since END,
    gap_at = CASE WHEN gap_at > :now THEN :now ELSE gap_at END
WHERE last_poll_at > :now::timestamptz + :slack AND NOT removed;

-- name: cut_late_feeds
UPDATE feed SET next_poll_at = :now
WHERE next_poll_at > :now::timestamptz + greatest(:most::interval,
    :longest::interval, make_interval(secs => 1.1 * interval_s))
AND NOT removed;

-- name: cut_retries
UPDATE article SET retry_at = CASE
    WHEN retry_at + :by::interval > :now::timestamptz + :most::interval
    THEN :now ELSE retry_at + :by END
WHERE status = 'failed'
AND (:by::interval < interval '0' OR retry_at > :now::timestamptz + :most);

-- name: cut_revisits
UPDATE article SET revisit_at = :now
    + least(greatest(revisit_at - revisit_from, interval '0'), :most::interval),
    revisit_from = :now,
    missing_since = CASE WHEN missing_since > :now THEN :now
	ELSE missing_since END
WHERE revisit_at > :now AND revisit_from > :now::timestamptz + :slack;

-- name: cut_linked
UPDATE linked_document SET retry_at = CASE
    WHEN retry_at + :by::interval > :now::timestamptz + :most::interval
    THEN :now ELSE retry_at + :by END,
    read_at = CASE WHEN read_at > :now THEN :now ELSE read_at END
WHERE status = 'pending'
AND (:by::interval < interval '0' OR retry_at > :now::timestamptz + :most)
AND retry_at IS NOT NULL;

-- name: cut_home_pages
UPDATE home_page SET due_at = CASE
    WHEN due_at + :by::interval > :now::timestamptz + :most::interval
    THEN :now ELSE due_at + :by END,
    read_at = CASE WHEN read_at > :now THEN :now ELSE read_at END
WHERE (:by::interval < interval '0' OR due_at > :now::timestamptz + :most)
AND due_at IS NOT NULL;

-- name: cut_pauses
UPDATE host SET pause_until_at = CASE
    WHEN pause_until_at + :by::interval > :now::timestamptz + :most::interval
    THEN :now + :least::interval ELSE pause_until_at + :by END
WHERE pause_until_at IS NOT NULL
AND (:by::interval < interval '0'
    OR pause_until_at > :now::timestamptz + :most);
