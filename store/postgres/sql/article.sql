-- Articles (store/article, store/duplicate).

-- name: article_new_ids
-- Returns the ids in descending order, because the caller uses the last row
-- first.
SELECT n FROM (SELECT nextval('article_id_seq') AS n
    FROM generate_series(1, :n::bigint)) AS new ORDER BY n DESC;

-- name: article_insert
INSERT INTO article (id, shard, url, url_key, host_key, status, status_why,
    title, lang, published_at, modified_at, first_seen_at, sort_at, revision,
    lead, body, word_count, origin, extracted_at, announced_by, entitled,
    flags, summary, enrich_version)
VALUES (:new_id, shard_of(:host_key), :url, :url_key, :host_key, :status,
    :status_why, :title, :lang, :published_at, :modified_at,
    :now::timestamptz, :sort_at, (:has_text::boolean)::integer, :lead, :body,
    :word_count, CASE WHEN :has_text THEN 'feed' END,
    CASE WHEN :has_text THEN :now END, :announced_by, :entitled,
    CASE WHEN :has_text AND NOT :entitled THEN 'witness' ELSE '' END,
    :summary, :enrich_version);

-- name: article_requeue_as
UPDATE article SET status = 'queued', status_why = NULL, tries = 0,
    retry_at = NULL, url = :url, host_key = :host_key,
    shard = shard_of(:host_key), title = :title,
    lang = :lang, published_at = :published_at, modified_at = :modified_at,
    sort_at = :sort_at, lead = NULL, body = NULL, word_count = 0, flags = ''
WHERE id = :id;

-- name: article_set_address
UPDATE article SET url = :url, host_key = :host_key,
    shard = shard_of(:host_key), revisit_from = NULL
WHERE id = :id;

-- name: article_move
UPDATE article SET url = :url, url_key = :url_key, host_key = :host_key,
    shard = shard_of(:host_key), announced_by = :feed_id,
    entitled = :entitled, tries = 0, retry_at = NULL, final_url = NULL,
    etag = NULL, last_modified = NULL
WHERE id = :id;

-- name: article_ask_again
UPDATE article SET revisit_at = greatest(:now, CASE
    WHEN fetched_at <= :now THEN fetched_at + :gap::interval END)
WHERE id = :id AND status = 'done' AND host_key IS NOT NULL
AND first_seen_at >= :oldest
AND (revisit_at IS NULL OR revisit_at > greatest(:now, CASE
    WHEN fetched_at <= :now THEN fetched_at + :gap END))
RETURNING revisit_at;

-- none: change_insert
-- change_insert_list logs all changes of a transaction.

-- none: change_insert_new
-- change_insert_list logs all changes of a transaction.

-- name: change_insert_list
-- Logs changes in their order.  The kinds are those of enum change_kind.  The
-- row of the counter is locked until the transaction ends.
WITH given AS MATERIALIZED (
    SELECT a.id, g.revision, g.kind, g.at, row_number() OVER (ORDER BY g.n) AS n
    FROM unnest(:articles::bigint[], :revisions::bigint[], :kinds::bigint[],
	:times::bigint[]) WITH ORDINALITY g (id, revision, kind, at, n)
    JOIN article a ON a.id = g.id
), counter AS (
    UPDATE change_counter SET seq = seq + (SELECT count(*) FROM given)
    RETURNING seq
)
INSERT INTO change (seq, article_id, revision, kind, at)
SELECT counter.seq - (SELECT count(*) FROM given) + g.n, g.id, g.revision,
    (ARRAY['new', 'revised', 'withdrawn'])[g.kind], to_timestamp(g.at)
FROM counter, given g;

-- name: change_notify
NOTIFY gleaner_change;

-- name: page_notify
NOTIFY gleaner_page;

-- name: article_load
-- The row is locked, because another node may write the same article, as the
-- result of a poll or of a request for its page.
SELECT status, revision, tries, url, title, body, origin, extracted_at,
    first_seen_at, published_at, modified_at, lang, canonical_url, flags,
    page_class, revisit_from, missing_since, host_key,
    coalesce(cluster_id, 0), CASE WHEN entitled IS NULL THEN -1
	WHEN entitled THEN 1 ELSE 0 END, coalesce(announced_by, 0),
    status_why
FROM article WHERE id = :id FOR NO KEY UPDATE;

-- name: article_pending_get
-- Like the query for SQLite.  The shard of a page that was handed over to
-- another node differs from the shard of its host; the page is requested at
-- final_url.
SELECT a.id, coalesce(a.announced_by, e.feed_id, 0), a.tries, a.url, a.host_key,
    coalesce(e.title, CASE WHEN a.entitled IS FALSE THEN NULL ELSE a.title END),
    coalesce(e.summary, e.content),
    CASE WHEN a.status = 'done' THEN a.etag ELSE NULL END,
    CASE WHEN a.status = 'done' THEN a.last_modified ELSE NULL END, a.final_url,
    a.status NOT IN ('queued', 'failed'), a.entitled IS FALSE,
    CASE WHEN a.sort_at < a.first_seen_at THEN a.sort_at
	ELSE a.first_seen_at END,
    p.url,
    coalesce((SELECT CAST(x.value AS bigint) FROM article_action x
	WHERE x.article_id = a.id AND x.kind = 'priority' LIMIT 1), 0),
    CASE WHEN a.shard <> shard_of(a.host_key) THEN a.final_url END,
-- here: article_standing
    = 1
FROM article a LEFT JOIN feed p ON p.id = a.announced_by
LEFT JOIN entry e ON e.id = coalesce(
    (SELECT min(v.id) FROM entry v
    WHERE v.article_id = a.id AND v.entitled IS TRUE AND v.content <> ''),
    (SELECT min(v.id) FROM entry v
    WHERE v.article_id = a.id AND v.entitled IS TRUE),
    (SELECT min(v.id) FROM entry v
    WHERE v.article_id = a.id AND v.entitled IS NULL AND v.content <> ''),
    (SELECT min(v.id) FROM entry v
    WHERE v.article_id = a.id AND v.entitled IS NULL))
WHERE a.id = :id
AND CASE
-- here: article_standing
    WHEN 3 THEN a.status IN ('queued', 'failed') OR a.revisit_at <= :now
    WHEN 1 THEN a.status IN ('queued', 'failed') ELSE FALSE END;

-- name: article_hand_over
-- The validators (etag, last_modified) are valid only for final_url, so they
-- are kept only if it does not change.
UPDATE article SET shard = :shard, tries = tries + 1,
    status = CASE WHEN status = 'failed' THEN 'queued' ELSE status END,
    status_why = CASE WHEN status = 'failed' THEN NULL ELSE status_why END,
    retry_at = NULL,
    revisit_at = CASE WHEN status IN ('queued', 'failed') THEN revisit_at
	ELSE :now END,
    etag = CASE WHEN final_url = :target THEN etag END,
    last_modified = CASE WHEN final_url = :target THEN last_modified END,
    final_url = :target
WHERE id = :id;

-- name: article_give_back
UPDATE article SET shard = shard_of(host_key)
WHERE id = :id AND shard <> shard_of(host_key);

-- part: queue_groups
queue_group (shard, host, share) AS (
	SELECT f.* FROM unnest(:shards::integer[]) s (shard)
	CROSS JOIN LATERAL (SELECT a.shard, a.host_key,
	    2 * coalesce(a.announced_by, 0) + (a.entitled IS FALSE)::integer
	    FROM article a
	    WHERE a.status = 'queued' AND a.shard = s.shard
	    ORDER BY a.host_key, 2 * coalesce(a.announced_by, 0)
		+ (a.entitled IS FALSE)::integer LIMIT 1) f
	UNION ALL
	SELECT n.* FROM queue_group grp CROSS JOIN LATERAL (
	    SELECT a.shard, a.host_key,
		2 * coalesce(a.announced_by, 0) + (a.entitled IS FALSE)::integer
	    FROM article a
	    WHERE a.status = 'queued' AND a.shard = grp.shard
	    AND (a.host_key, 2 * coalesce(a.announced_by, 0)
		+ (a.entitled IS FALSE)::integer) > (grp.host, grp.share)
	    ORDER BY a.host_key, 2 * coalesce(a.announced_by, 0)
		+ (a.entitled IS FALSE)::integer LIMIT 1) n
)

-- name: article_pending
-- Like the query for SQLite, but reads the rows of each shard in :shards.
WITH RECURSIVE
-- here: queue_groups
, waiting (id, share, at, n) AS (
	SELECT d.id, grp.share, d.at,
	    row_number() OVER (PARTITION BY grp.host, grp.share
		ORDER BY d.at DESC, d.id DESC)
	FROM queue_group grp CROSS JOIN LATERAL (
	    SELECT a.id, least(a.sort_at, a.first_seen_at) AS at FROM article a
	    WHERE a.status = 'queued' AND a.shard = grp.shard
	    AND a.host_key = grp.host AND 2 * coalesce(a.announced_by, 0)
		+ (a.entitled IS FALSE)::integer = grp.share
	    ORDER BY least(a.sort_at, a.first_seen_at) DESC
	    LIMIT CASE WHEN grp.share & 1 = 1 THEN :per_foreign::bigint
		ELSE :per_feed::bigint END) d
	WHERE
-- here: share_is_open
), turn (id, is_foreign, at, n) AS (
	SELECT id, share & 1, at,
	    row_number() OVER (PARTITION BY share ORDER BY n, at DESC, id DESC)
	FROM waiting
), place (id, is_foreign, n) AS (
	SELECT id, is_foreign, row_number() OVER
	    (PARTITION BY is_foreign ORDER BY n, at DESC, id DESC)
	FROM turn
)
SELECT id FROM place
WHERE n <= CASE WHEN is_foreign = 1 THEN :foreign::bigint ELSE :own::bigint END
ORDER BY is_foreign, n;

-- part: retry_groups
retry_group (shard, host, share) AS (
	SELECT f.* FROM unnest(:shards::integer[]) s (shard)
	CROSS JOIN LATERAL (SELECT a.shard, a.host_key,
	    2 * coalesce(a.announced_by, 0) + (a.entitled IS FALSE)::integer
	    FROM article a
	    WHERE a.status = 'failed' AND a.shard = s.shard
	    ORDER BY a.host_key, 2 * coalesce(a.announced_by, 0)
		+ (a.entitled IS FALSE)::integer LIMIT 1) f
	UNION ALL
	SELECT n.* FROM retry_group grp CROSS JOIN LATERAL (
	    SELECT a.shard, a.host_key,
		2 * coalesce(a.announced_by, 0) + (a.entitled IS FALSE)::integer
	    FROM article a
	    WHERE a.status = 'failed' AND a.shard = grp.shard
	    AND (a.host_key, 2 * coalesce(a.announced_by, 0)
		+ (a.entitled IS FALSE)::integer) > (grp.host, grp.share)
	    ORDER BY a.host_key, 2 * coalesce(a.announced_by, 0)
		+ (a.entitled IS FALSE)::integer LIMIT 1) n
)

-- name: article_retries
WITH RECURSIVE
-- here: retry_groups
, waiting (id, share, at, n) AS (
	SELECT d.id, grp.share, d.at,
	    row_number() OVER (PARTITION BY grp.host, grp.share
		ORDER BY d.retry_at, d.id)
	FROM retry_group grp CROSS JOIN LATERAL (
	    SELECT a.id, a.retry_at, least(a.sort_at, a.first_seen_at) AS at
	    FROM article a
	    WHERE a.status = 'failed' AND a.shard = grp.shard
	    AND a.host_key = grp.host AND 2 * coalesce(a.announced_by, 0)
		+ (a.entitled IS FALSE)::integer = grp.share
	    AND a.retry_at <= :now
	    ORDER BY a.retry_at
	    LIMIT CASE WHEN grp.share & 1 = 1 THEN :per_foreign::bigint
		ELSE :per_feed::bigint END) d
	WHERE
-- here: share_is_open
), turn (id, is_foreign, at, n) AS (
	SELECT id, share & 1, at,
	    row_number() OVER (PARTITION BY share ORDER BY n, at DESC, id DESC)
	FROM waiting
), place (id, is_foreign, n) AS (
	SELECT id, is_foreign, row_number() OVER
	    (PARTITION BY is_foreign ORDER BY n, at DESC, id DESC)
	FROM turn
)
SELECT id FROM place
WHERE n <= CASE WHEN is_foreign = 1 THEN :foreign::bigint ELSE :own::bigint END
ORDER BY is_foreign, n;

-- name: article_revisits
-- The index article_revisit is read once for all shards and not once for each
-- shard, because one read for each shard would give up to :due rows each time.
-- Rows of shards that other nodes own are also read.
SELECT id FROM (
	SELECT id, sort_at, row_number() OVER
	    (PARTITION BY host_key, announced_by
	    ORDER BY sort_at DESC, id DESC) AS n
	FROM (
		SELECT id, host_key, announced_by, sort_at FROM article a
		WHERE (entitled IS FALSE) = :is_foreign AND revisit_at <= :now
		AND revisit_at IS NOT NULL
		AND shard = ANY (:shards::integer[]) AND
-- here: article_is_announced
		ORDER BY revisit_at DESC LIMIT :due
	) AS due
) AS placed
WHERE n <= :per_feed ORDER BY n, sort_at DESC, id DESC LIMIT :limit;

-- name: article_revisits_count
SELECT count(*), (SELECT revisit_at FROM article a
    WHERE (entitled IS FALSE) = :is_foreign AND revisit_at > :now
    AND revisit_at IS NOT NULL AND shard = ANY (:shards::integer[]) AND
-- here: article_is_announced
    ORDER BY revisit_at LIMIT 1)
FROM (SELECT 1 FROM article a
    WHERE (entitled IS FALSE) = :is_foreign AND revisit_at <= :now
    AND revisit_at IS NOT NULL AND shard = ANY (:shards::integer[]) AND
-- here: article_is_announced
    LIMIT :due) AS due;

-- name: article_pending_count
-- OFFSET 0 prevents that the server reads all rows of the index.
WITH RECURSIVE
-- here: queue_groups
,
-- here: retry_groups
SELECT (SELECT count(*) FROM (SELECT 1 FROM queue_group grp
	CROSS JOIN LATERAL (SELECT 1 FROM article a
	    WHERE a.status = 'queued' AND a.shard = grp.shard
	    AND a.host_key = grp.host AND 2 * coalesce(a.announced_by, 0)
		+ (a.entitled IS FALSE)::integer = grp.share OFFSET 0) AS q
	WHERE
-- here: share_is_open
	LIMIT :most::bigint) AS x)
    + (SELECT count(*) FROM (SELECT 1 FROM retry_group grp
	CROSS JOIN LATERAL (SELECT 1 FROM article a
	    WHERE a.status = 'failed' AND a.shard = grp.shard
	    AND a.host_key = grp.host AND 2 * coalesce(a.announced_by, 0)
		+ (a.entitled IS FALSE)::integer = grp.share
	    AND a.retry_at <= :now OFFSET 0) AS q
	WHERE
-- here: share_is_open
	LIMIT :most) AS x),
    (SELECT min(n.retry_at) FROM unnest(:shards::integer[]) s (shard)
	CROSS JOIN LATERAL (SELECT a.retry_at FROM article a
	    WHERE a.status = 'failed' AND a.shard = s.shard
	    AND a.retry_at > :now
	    AND coalesce((SELECT f.removed OR f.status <> 'paused' FROM feed f
		WHERE f.id = a.announced_by), TRUE)
	    ORDER BY a.retry_at LIMIT 1) AS n);

-- name: fingerprint_news
-- Lists the changes after :after, with the fingerprint of each changed article
-- that is the first of its cluster.
SELECT c.seq, c.article_id, f.sketch FROM change c
LEFT JOIN fingerprint f ON f.article_id = c.article_id AND f.is_first
WHERE c.seq > :after ORDER BY c.seq;

-- name: cluster_second
SELECT id FROM article
WHERE cluster_id = :id AND id <> :id AND status IN ('done', 'feed_only')
ORDER BY id LIMIT 1;

-- name: cluster_duplicate
SELECT id, title, body, coalesce(cluster_id, 0), url,
    coalesce(announced_by, 0), coalesce(entitled, FALSE)
FROM article
WHERE cluster_id = :cluster_id AND host_key = :host_key AND status = 'done'
AND id <> :id AND announced_by = :announced_by AND entitled
ORDER BY id LIMIT 8;
