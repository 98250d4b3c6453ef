-- Polls, and the changes that a poll makes to the row of its feed
-- (store/feed/polls.c).

-- name: poll_insert
INSERT INTO poll (feed_id, at, status, outcome, why, bytes, ms, entries, new)
VALUES (:feed_id, :at, :status, :outcome, :why, :bytes, :ms, :entries, :new);

-- name: poll_list
SELECT feed_id, at, coalesce(status, 0), outcome, why, bytes, ms, entries, new
FROM poll WHERE feed_id = :feed_id ORDER BY at DESC, id DESC LIMIT :limit;

-- name: feed_polled
-- Stores the result of a poll and the time of the next poll.
UPDATE feed SET next_poll_at = :next_poll_at, next_poll_by = :next_poll_by,
    next_poll_terms = :next_poll_terms, history = coalesce(:history, history),
    failures = :failures,
    last_poll_at = :at, last_outcome = :outcome, last_why = :why,
    last_new_at = CASE WHEN :new > 0 THEN :at ELSE last_new_at END
WHERE id = :id;

-- name: feed_pushed
-- Updates a feed after a delivery of its hub.  The schedule of polls does not
-- change.
UPDATE feed SET history = coalesce(:history, history),
    last_new_at = CASE WHEN :new > 0 THEN :at ELSE last_new_at END
WHERE id = :id;

-- name: feed_put_off
-- Changes only the schedule, because the network was down and no request was
-- sent.
UPDATE feed SET next_poll_at = :next_poll_at, next_poll_by = :next_poll_by,
    next_poll_terms = :next_poll_terms
WHERE id = :id;

-- name: feed_set_validators
UPDATE feed SET etag = :etag, last_modified = :last_modified,
    validators_url = :validators_url
WHERE id = :id AND (etag IS DISTINCT FROM :etag
    OR last_modified IS DISTINCT FROM :last_modified
    OR validators_url IS DISTINCT FROM :validators_url);

-- name: feed_describe
-- If a field is missing in the document, the stored value does not change.
UPDATE feed SET title = coalesce(:title, title),
    site_url = coalesce(:site_url, site_url),
    description = coalesce(:description, description),
    language = coalesce(:language, language)
WHERE id = :id AND (title IS DISTINCT FROM coalesce(:title, title)
    OR site_url IS DISTINCT FROM coalesce(:site_url, site_url)
    OR description IS DISTINCT FROM coalesce(:description, description)
    OR language IS DISTINCT FROM coalesce(:language, language));

-- name: feed_set_hints
UPDATE feed SET ttl_s = :ttl_s, period_s = :period_s,
    skip_hours = :skip_hours, skip_days = :skip_days
WHERE id = :id AND (ttl_s <> :ttl_s OR period_s <> :period_s
    OR skip_hours <> :skip_hours OR skip_days <> :skip_days);

-- name: feed_is_live
SELECT url, moving_url, moving_since, language FROM feed
WHERE id = :id AND NOT removed;

-- name: feed_set_moving
UPDATE feed SET moving_url = :url, moving_since = :since WHERE id = :id;

-- name: feed_alias_put
INSERT INTO feed_alias (url, feed_id) VALUES (:url, :feed_id)
ON CONFLICT (url) DO UPDATE SET feed_id = excluded.feed_id;

-- name: feed_disown_entries
-- Marks the entries of a witness that has moved (digest 0).  They were not read
-- at the new address, so a page that names this address does not entitle them
-- (named_entries, page_feed_witnesses).  The mark is removed when the entry is
-- read again.
UPDATE entry SET digest = 0
WHERE feed_id = :feed_id AND entitled IS NOT TRUE AND digest <> 0;

-- name: feed_alias_drop
DELETE FROM feed_alias WHERE url = :url;

-- name: feed_move
UPDATE feed SET url = :url, moving_url = NULL, moving_since = NULL
WHERE id = :id;
