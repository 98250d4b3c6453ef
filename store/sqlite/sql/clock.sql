-- The clock by which times were recorded, and corrections of times that were
-- recorded while the clock was wrong (store/clock.c).  If the clock was set
-- back, :by is the negative number of seconds by which it was set back, else 0.

-- name: clock_last
SELECT id, from_at, until_at, boot, boot_s, jump_s, wait_s, agreed_since,
    off_s, is_right
FROM clock ORDER BY id DESC LIMIT 1;

-- name: clock_newest
-- Finds the newest time in a database without a row of `clock`.
SELECT max(at) FROM (SELECT max(at) AS at FROM poll
    UNION ALL SELECT max(at) FROM change
    UNION ALL SELECT max(first_seen_at) FROM article
    UNION ALL SELECT max(last_poll_at) FROM feed) AS newest;

-- name: clock_begin
INSERT INTO clock (from_at, until_at, boot, boot_s, jump_s, wait_s,
    agreed_since, off_s, is_right)
VALUES (:from_at, :until_at, :boot, :boot_s, :jump_s, :wait_s, :agreed_since,
    :off_s, :is_right);

-- name: clock_note
-- settled_at is deleted, because rows are still recorded by this clock.  As long
-- as the clock is not right, the next right clock sets settled_at again.
UPDATE clock SET settled_at = NULL, from_at =
    CASE WHEN from_at > :from_at THEN :from_at ELSE from_at END,
    until_at = :until_at,
    boot = :boot, boot_s = :boot_s, wait_s = :wait_s,
    agreed_since = :agreed_since, off_s = :off_s, is_right = :is_right
WHERE id = :id;

-- name: clock_settle_same
-- Marks earlier rows as right if servers have agreed with the clocks of these
-- rows and with the current clock since the same time (agreed_since).
UPDATE clock SET is_right = TRUE
WHERE id < :id AND NOT is_right AND agreed_since = :agreed_since;

-- name: clock_settle_others
-- Later rows are those of other nodes.
UPDATE clock SET settled_at = :now
WHERE id <> :id AND NOT is_right AND settled_at IS NULL;

-- name: future_articles
-- A time in the future was recorded by a clock that was ahead.  It is set to
-- the current time, because retention would otherwise keep the row for too
-- long.
UPDATE article SET first_seen_at = :now,
    fetched_at = CASE WHEN fetched_at > :now THEN :now ELSE fetched_at END,
    extracted_at = CASE WHEN extracted_at > :now THEN :now
	ELSE extracted_at END,
    sort_at = CASE WHEN sort_at > :now THEN :now ELSE sort_at END
WHERE first_seen_at > CAST(:now AS timestamptz) + :slack;

-- name: future_pages
UPDATE page SET fetched_at = :now
WHERE fetched_at > CAST(:now AS timestamptz) + :slack;

-- name: future_polls
UPDATE poll SET at = :now WHERE at > CAST(:now AS timestamptz) + :slack;

-- name: future_changes
UPDATE change SET at = :now WHERE at > CAST(:now AS timestamptz) + :slack;

-- name: future_site_memories
UPDATE site_memory SET at = :now WHERE at > CAST(:now AS timestamptz) + :slack;

-- name: future_crashers
UPDATE crasher SET last_at = :now,
    first_at = CASE WHEN first_at > :now THEN :now ELSE first_at END
WHERE last_at > CAST(:now AS timestamptz) + :slack;

-- name: cut_feeds
-- A last poll in the future was recorded while the clock was ahead.  If the
-- daemon computed the time of the next poll, the feed becomes due at once.  If
-- the server asked for a pause, the pause keeps its length.
UPDATE feed SET next_poll_at = CASE
	WHEN next_poll_at IS NULL THEN NULL
	WHEN coalesce(next_poll_by, 'interval') IN ('interval', 'history',
	    'silence', 'poll.min', 'poll.max', 'gap') THEN :now
	ELSE :now + min(max(next_poll_at - last_poll_at, 0), :most) END,
    last_poll_at = :now, last_new_at = min(last_new_at, :now),
    added_at = min(added_at, :now), moving_since = min(moving_since, :now),
    gap_at = min(gap_at, :now)
WHERE last_poll_at > :now + :slack AND NOT removed;

-- name: cut_late_feeds
-- A wait that is longer than any wait that can be requested was computed with a
-- wrong clock.  The feed becomes due at once.
UPDATE feed SET next_poll_at = :now
WHERE next_poll_at > :now + max(:most, :longest, 11 * interval_s / 10)
AND NOT removed;

-- name: cut_retries
UPDATE article SET retry_at = CASE
    WHEN retry_at + :by > :now + :most THEN :now ELSE retry_at + :by END
WHERE status = 'failed'
AND coalesce(retry_at, 0) > CASE WHEN :by < 0 THEN 0 ELSE :now + :most END;

-- name: cut_revisits
UPDATE article SET revisit_at = :now + min(max(revisit_at - revisit_from, 0),
	:most), revisit_from = :now, missing_since = min(missing_since, :now)
WHERE revisit_at > :now AND revisit_from > :now + :slack;

-- name: cut_late_revisits
UPDATE article SET revisit_at = :now
WHERE revisit_at > CAST(:now AS timestamptz) + :longest;

-- name: cut_linked
UPDATE linked_document SET retry_at = CASE
    WHEN retry_at + :by > :now + :most THEN :now ELSE retry_at + :by END,
    read_at = min(read_at, :now)
WHERE status = 'pending'
AND retry_at > CASE WHEN :by < 0 THEN 0 ELSE :now + :most END;

-- name: cut_home_pages
UPDATE home_page SET due_at = CASE
    WHEN due_at + :by > :now + :most THEN :now ELSE due_at + :by END,
    read_at = min(read_at, :now)
WHERE due_at > CASE WHEN :by < 0 THEN 0 ELSE :now + :most END;

-- name: cut_pauses
-- If a pause is longer than any pause that can be requested, it was computed
-- with a wrong clock.  The shortest pause (:least) is then used.
UPDATE host SET pause_until_at = CASE
    WHEN pause_until_at + :by > :now + :most THEN :now + :least
    ELSE pause_until_at + :by END
WHERE pause_until_at IS NOT NULL
AND (:by < 0 OR pause_until_at > :now + :most);

-- name: cut_robots
UPDATE robots SET fetched_at = :now, expires_at = :now,
    read_at = CASE WHEN read_at > :now THEN :now ELSE read_at END,
    unreachable_since = CASE WHEN unreachable_since > :now THEN :now
	ELSE unreachable_since END
WHERE fetched_at > CAST(:now AS timestamptz) + :slack;
