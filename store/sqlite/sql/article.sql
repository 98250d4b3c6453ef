-- Articles (store/article, store/duplicate).

-- name: article_find
SELECT id, status FROM article WHERE url_key = :url_key;

-- name: article_insert
-- Inserts an article that a feed has announced.  If :has_text is true, no page
-- will be fetched, and the feed's text becomes the first text of the article.
INSERT INTO article (url, url_key, host_key, status, status_why, title, lang,
    published_at, modified_at, first_seen_at, sort_at, revision, lead, body,
    word_count, origin, extracted_at, announced_by, entitled, flags, summary,
    enrich_version)
VALUES (:url, :url_key, :host_key, :status, :status_why, :title, :lang,
    :published_at, :modified_at, :now, :sort_at, :has_text, :lead, :body,
    :word_count, iif(:has_text, 'feed', NULL), iif(:has_text, :now, NULL),
    :announced_by, :entitled, iif(:has_text AND NOT :entitled, 'witness', ''),
    :summary, :enrich_version);

-- name: article_set_announcer
-- The first entitled feed replaces a witness.  For retention and for the order
-- of the fetch queue, the age of the article is counted from the announcement of
-- this feed.
UPDATE article SET announced_by = :feed_id, entitled = TRUE,
    first_seen_at = coalesce((SELECT min(e.first_seen_at) FROM entry e
	WHERE e.article_id = :id AND e.feed_id = :feed_id), first_seen_at)
WHERE id = :id AND entitled IS NOT TRUE
RETURNING first_seen_at;

-- name: article_requeue_as
-- Resets an article that has no text yet, as if this feed had announced it
-- first.
UPDATE article SET status = 'queued', status_why = NULL, tries = 0,
    retry_at = NULL, url = :url, host_key = :host_key, title = :title,
    lang = :lang, published_at = :published_at, modified_at = :modified_at,
    sort_at = :sort_at, lead = NULL, body = NULL, word_count = 0, flags = ''
WHERE id = :id;

-- name: article_requeue
UPDATE article SET status = 'queued', status_why = NULL, tries = 0,
    retry_at = NULL
WHERE id = :id;

-- name: article_queue_again
-- The validators and the class of the page at an earlier address are removed.
UPDATE article SET status = 'queued', status_why = NULL, tries = :tries,
    retry_at = NULL, etag = NULL, last_modified = NULL, page_class = NULL
WHERE id = :id;

-- name: article_set_tried
-- Counts a try when the address changes after a wait for robots.txt, which
-- counts as no try.  `tries > 0` shows spelling_queue_next() that an earlier
-- address must be requested again.
UPDATE article SET tries = 1 WHERE id = :id AND tries = 0;

-- name: article_spellings
-- Lists the links of an article's entries in the order of their announcement.
SELECT link FROM entry WHERE article_id = :id AND link IS NOT NULL
GROUP BY link ORDER BY min(id);

-- name: article_set_address
-- The visits of articles.revisit are counted from the first fetch of the new
-- address.
UPDATE article SET url = :url, host_key = :host_key, revisit_from = NULL
WHERE id = :id;

-- name: article_move
-- Gives the article another address.  The data of the old page are cleared.
UPDATE article SET url = :url, url_key = :url_key, host_key = :host_key,
    announced_by = :feed_id, entitled = :entitled, tries = 0, retry_at = NULL,
    final_url = NULL, etag = NULL, last_modified = NULL
WHERE id = :id;

-- name: article_set_unread
-- The next visit decides about the text like a first one (is_read).
UPDATE article SET etag = NULL, last_modified = NULL, page_class = NULL
WHERE id = :id;

-- name: article_lacks
-- Reports which lists of the article are empty.
SELECT NOT EXISTS (SELECT 1 FROM article_author WHERE article_id = :id),
    NOT EXISTS (SELECT 1 FROM article_tag WHERE article_id = :id
	AND n < 2000),
    NOT EXISTS (SELECT 1 FROM media WHERE article_id = :id);

-- name: article_fill
-- Fills the fields that the page does not contain with the values of an
-- entitled feed.  The validators are cleared, because the next visit must get
-- the page and not the status 304.  The page class is cleared, so that the next
-- visit decides about the text like a first one (is_read).
UPDATE article SET lang = coalesce(lang, :lang),
    sort_at = CASE WHEN published_at IS NULL THEN :sort_at ELSE sort_at END,
    published_at = coalesce(published_at, :published_at),
    modified_at = coalesce(modified_at, :modified_at),
    etag = NULL, last_modified = NULL, page_class = NULL
WHERE id = :id;

-- name: article_set_published
-- Replaces the date that the article has from an entry.  A date of the page,
-- which may be equal to that of the entry, is not replaced.  If the page was
-- read and has no date, only an entitled feed adds one.
UPDATE article SET published_at = :published_at, sort_at = :sort_at
WHERE id = :id AND published_at IS NOT DISTINCT FROM :before
AND (fetched_at IS NULL OR (entitled IS TRUE AND published_at IS NULL));

-- name: article_fill_as_duplicate
-- Copies fields that the article does not have from a duplicate (:from).  The
-- age of the article is counted from the announcement of the duplicate, as in
-- article_set_announcer.
UPDATE article SET lang = coalesce(article.lang, f.lang),
    sort_at = CASE WHEN article.published_at IS NULL THEN f.sort_at
	ELSE article.sort_at END,
    published_at = coalesce(article.published_at, f.published_at),
    modified_at = coalesce(article.modified_at, f.modified_at),
    first_seen_at = CASE WHEN f.first_seen_at > article.first_seen_at
	THEN f.first_seen_at ELSE article.first_seen_at END
FROM article f WHERE article.id = :id AND f.id = :from;

-- name: authors_of_duplicate
INSERT INTO article_author (article_id, n, name)
SELECT CAST(:id AS bigint), n, name FROM article_author
WHERE article_id = :from
AND NOT EXISTS (SELECT 1 FROM article_author WHERE article_id = :id);

-- name: tags_of_duplicate
INSERT INTO article_tag (article_id, n, tag)
SELECT CAST(:id AS bigint), n, tag FROM article_tag
WHERE article_id = :from AND n < 2000 AND NOT EXISTS
    (SELECT 1 FROM article_tag WHERE article_id = :id AND n < 2000);

-- name: media_of_duplicate
INSERT INTO media (article_id, n, kind, url, alt, caption, credit, role, width,
    height, relevance)
SELECT CAST(:id AS bigint), n, kind, url, alt, caption, credit, role, width,
    height, relevance FROM media
WHERE article_id = :from
AND NOT EXISTS (SELECT 1 FROM media WHERE article_id = :id);

-- name: article_join_cluster
UPDATE article SET cluster_id = :cluster_id WHERE id = :id;

-- name: article_load
SELECT status, revision, tries, url, title, body, origin, extracted_at,
    first_seen_at, published_at, modified_at, lang, canonical_url, flags,
    page_class, revisit_from, missing_since, host_key,
    coalesce(cluster_id, 0), CASE WHEN entitled IS NULL THEN -1
	WHEN entitled THEN 1 ELSE 0 END, coalesce(announced_by, 0),
    status_why
FROM article WHERE id = :id;

-- name: article_address
SELECT url, host_key FROM article WHERE id = :id;

-- name: article_result
-- Updates the fields that each visit changes, also a visit that failed.
UPDATE article SET fetched_at = coalesce(:fetched_at, fetched_at),
    final_url = coalesce(:final_url, final_url),
    robots = :robots
WHERE id = :id;

-- name: article_visited
-- Updates the row after a visit that did not change the article.
UPDATE article SET fetched_at = coalesce(:fetched_at, fetched_at)
WHERE id = :id;

-- name: article_set_failed
UPDATE article SET status = 'failed', status_why = :status_why,
    tries = tries + :counted, retry_at = :retry_at
WHERE id = :id;

-- name: article_set_gone
-- The caller plans a visit if the page may exist again.
UPDATE article SET status = 'gone', status_why = :status_why, tries = 0,
    retry_at = NULL, revisit_at = NULL
WHERE id = :id;

-- name: article_set_validators
UPDATE article SET etag = :etag, last_modified = :last_modified
WHERE id = :id;

-- name: article_refresh_validators
-- A field that the 304 response does not contain keeps its value (RFC 9111,
-- section 4.3.4).
UPDATE article SET etag = coalesce(:etag, etag),
    last_modified = coalesce(:last_modified, last_modified)
WHERE id = :id;

-- name: article_set_revisit
UPDATE article SET revisit_from = :from, revisit_at = :at, tries = :tries,
    missing_since = :missing_since
WHERE id = :id;

-- name: article_ask_again
-- Moves the next visit to an earlier time, never to a later one.  If the last
-- visit is in the future, the clock has been set back, and that visit is
-- ignored.
UPDATE article SET revisit_at =
    max(:now, iif(fetched_at <= :now, fetched_at, 0) + :gap)
WHERE id = :id AND status = 'done' AND host_key IS NOT NULL
AND first_seen_at >= :oldest
AND (revisit_at IS NULL
    OR revisit_at > max(:now, iif(fetched_at <= :now, fetched_at, 0) + :gap))
RETURNING revisit_at;

-- name: article_apply
UPDATE article SET status = :status, status_why = :status_why, tries = 0,
    retry_at = NULL, revision = :revision, title = :title, lead = :lead,
    byline = :byline, lang = :lang, published_at = :published_at,
    modified_at = :modified_at, extracted_at = :now, sort_at = :sort_at,
    body = :body, body_html = :body_html, origin = :origin,
    confidence = :confidence, flags = :flags, page_class = :page_class,
    node_classes = :node_classes, word_count = :word_count,
    canonical_url = :canonical_url, canonical_key = :canonical_key,
    section = :section, publisher = :publisher, license = :license,
    access = :access, published_zone = :published_zone, fields = :fields,
    cluster_id = nullif(CAST(:cluster_id AS bigint), 0),
    summary = CASE WHEN :enriches = 1 THEN :summary ELSE summary END,
    enrich_version = CASE WHEN :enriches = 1
	THEN nullif(:enrich_version, 0) ELSE enrich_version END
WHERE id = :id;

-- name: article_feed_language
-- Returns the languages that the feeds of the article state, except those of
-- witnesses.  DISTINCT is not used, because it would make a table in memory.
SELECT f.language FROM entry e JOIN feed f ON f.id = e.feed_id
WHERE e.article_id = :id AND e.entitled IS NOT FALSE AND f.language IS NOT NULL
LIMIT 64;

-- name: article_at
-- Finds another article whose address is the canonical address that the page of
-- :id states.
SELECT id, title, body, coalesce(cluster_id, 0), url,
    coalesce(announced_by, 0), coalesce(entitled, FALSE) FROM article
WHERE url_key = :canonical_key AND id <> :id AND status = 'done';

-- name: article_duplicate
-- Finds articles at other addresses whose pages state this canonical address.
SELECT id, title, body, coalesce(cluster_id, 0), url,
    coalesce(announced_by, 0), coalesce(entitled, FALSE) FROM article
WHERE canonical_key = :canonical_key AND canonical_key <> url_key
AND id <> :id AND status = 'done'
ORDER BY id LIMIT 8;

-- name: fts_drop
INSERT INTO article_fts (article_fts, rowid, title, body)
SELECT 'delete', id, title, body FROM article_text WHERE id = :id;

-- name: fts_add
-- The view article_text does not contain articles without a text.  Rows are
-- sorted, because FTS5 writes a segment whenever an id is smaller than the
-- previous one.
INSERT INTO article_fts (rowid, title, body)
SELECT id, title, body FROM article_text
WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY id;

-- name: bigram_drop
-- Like fts_drop and fts_add, for texts that contain scripts without spaces.
INSERT INTO article_bigram (article_bigram, rowid, title, body)
SELECT 'delete', id, grams(title), grams(body) FROM article_text
WHERE id = :id AND (has_grams(title) OR has_grams(body));

-- name: bigram_add
INSERT INTO article_bigram (rowid, title, body)
SELECT id, grams(title), grams(body) FROM article_text
WHERE id IN (SELECT value FROM json_each(:ids))
AND (has_grams(title) OR has_grams(body)) ORDER BY id;

-- name: stem_drop
-- Like fts_drop and fts_add, for English.  A text that the backfill has not
-- added yet is not in the index and is not removed from it.
INSERT INTO article_stem (article_stem, rowid, title, body)
SELECT 'delete', id, title, body FROM article_english
WHERE id = :id AND EXISTS (SELECT 1 FROM article_stem_docsize WHERE id = :id);

-- name: stem_add
INSERT INTO article_stem (rowid, title, body)
SELECT id, title, body FROM article_english
WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY id;

-- name: author_clear
DELETE FROM article_author WHERE article_id = :article_id;

-- name: author_insert
INSERT INTO article_author (article_id, n, name)
VALUES (:article_id, :n, :name);

-- name: tag_clear
-- Tags of filters have numbers from 2000 on (article_filter.sql).
DELETE FROM article_tag WHERE article_id = :article_id AND n < 2000;

-- name: tag_insert
INSERT INTO article_tag (article_id, n, tag) VALUES (:article_id, :n, :tag);

-- name: media_clear
DELETE FROM media WHERE article_id = :article_id;

-- name: media_insert
INSERT INTO media (article_id, n, kind, url, alt, caption, credit, role,
    width, height, relevance)
VALUES (:article_id, :n, :kind, :url, :alt, :caption, :credit, :role,
    nullif(:width, 0), nullif(:height, 0), :relevance);

-- name: revision_insert
INSERT INTO revision (article_id, revision, at, title, body)
SELECT id, revision, coalesce(extracted_at, first_seen_at), title, body
FROM article WHERE id = :id;

-- name: revision_texts
SELECT title, body FROM revision WHERE article_id = :article_id
ORDER BY revision DESC;

-- name: revision_prune
DELETE FROM revision
WHERE article_id = :article_id AND revision <= CAST(:newest AS bigint) - :keep;

-- name: change_insert
INSERT INTO change (article_id, revision, kind, at)
VALUES (:article_id, :revision, :kind, :at);

-- name: change_insert_new
-- Logs the first texts of the articles :ids, in the order of the list.
INSERT INTO change (article_id, revision, kind, at)
SELECT a.id, 1, 'new', :at FROM json_each(:ids) j
CROSS JOIN article a ON a.id = j.value;
