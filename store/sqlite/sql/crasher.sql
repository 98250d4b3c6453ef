-- Documents that crashed the worker (store/feed/crasher.c).

-- name: crasher_put
-- If the stored crash is of another version of the program, the fallback levels
-- of the row are replaced.  A stored document is never replaced.
INSERT INTO crasher (hash, kind, bytes, url, content_type, fallback_levels, why,
    version, crashes, first_at, last_at, body)
VALUES (:hash, :kind, :bytes, :url, :content_type, :fallback_levels, :why,
    :version, 1, :now, :now, :body)
ON CONFLICT (hash, kind) DO UPDATE SET url = excluded.url,
    content_type = excluded.content_type,
    fallback_levels = CASE WHEN crasher.version = excluded.version
	AND crasher.fallback_levels > excluded.fallback_levels
	THEN crasher.fallback_levels ELSE excluded.fallback_levels END,
    why = excluded.why, version = excluded.version,
    crashes = crasher.crashes + 1, last_at = excluded.last_at,
    body = coalesce(crasher.body, excluded.body);

-- name: crasher_trim_rows
DELETE FROM crasher WHERE id IN (SELECT id FROM crasher
    ORDER BY last_at DESC, id DESC LIMIT 9223372036854775807 OFFSET :most);

-- name: crasher_trim_bodies
UPDATE crasher SET body = NULL WHERE id IN (SELECT id FROM crasher
    WHERE body IS NOT NULL
    ORDER BY last_at DESC, id DESC LIMIT 9223372036854775807 OFFSET :most);

-- name: crasher_list
SELECT id, hash, kind, bytes, url, content_type, fallback_levels, why, version,
    crashes, first_at, last_at, body IS NOT NULL
FROM crasher ORDER BY last_at DESC, id DESC;

-- name: crasher_body
SELECT bytes, body FROM crasher WHERE id = :id;
