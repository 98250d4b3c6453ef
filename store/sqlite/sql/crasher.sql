-- Documents that crashed the worker (store/feed/crasher.c).

-- name: crasher_put
-- If another version crashed, the record is replaced; stored bytes are not.
INSERT INTO poison (hash, kind, bytes, url, content_type, rungs, why, version,
    deaths, first_at, last_at, body)
VALUES (:hash, :kind, :bytes, :url, :content_type, :rungs, :why, :version,
    1, :now, :now, :body)
ON CONFLICT (hash, kind) DO UPDATE SET url = excluded.url,
    content_type = excluded.content_type,
    rungs = iif(version = excluded.version, max(rungs, excluded.rungs),
	excluded.rungs),
    why = excluded.why, version = excluded.version, deaths = deaths + 1,
    last_at = excluded.last_at, body = coalesce(body, excluded.body);

-- name: crasher_trim_rows
DELETE FROM poison WHERE id IN (SELECT id FROM poison
    ORDER BY last_at DESC, id DESC LIMIT -1 OFFSET :most);

-- name: crasher_trim_bodies
UPDATE poison SET body = NULL WHERE id IN (SELECT id FROM poison
    WHERE body IS NOT NULL
    ORDER BY last_at DESC, id DESC LIMIT -1 OFFSET :most);

-- name: crasher_list
SELECT id, hash, kind, bytes, url, content_type, rungs, why, version, deaths,
    first_at, last_at, body IS NOT NULL
FROM poison ORDER BY last_at DESC, id DESC;

-- name: crasher_body
SELECT bytes, body FROM poison WHERE id = :id;
