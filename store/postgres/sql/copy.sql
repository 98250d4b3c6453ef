-- Inserts the copied rows of tables with a column `shard` (store/copy/copy.c).

-- name: copy_feed_write
INSERT INTO feed (id, url, title, site_url, description, language, given_title,
    interval_s, fetch_articles, from_config, etag, last_modified,
    validators_url, next_poll_at, last_poll_at, last_new_at, last_outcome,
    last_why, failures, status, status_why, added_at, removed, ttl_s, period_s,
    skip_hours, skip_days, moving_url, moving_since, gap_at, gap_interval_s,
    outline, history, next_poll_by, next_poll_terms, site, budget_since,
    budget_bytes, budget_waiting, shard)
VALUES (:c0, :c1, :c2, :c3, :c4, :c5, :c6, :c7, :c8, :c9, :c10, :c11, :c12,
    :c13, :c14, :c15, :c16, :c17, :c18, :c19, :c20, :c21, :c22, :c23, :c24,
    :c25, :c26, :c27, :c28, :c29, :c30, :c31, :c32, :c33, :c34, :c35, :c36,
    :c37, :c38, :shard)
ON CONFLICT DO NOTHING;

-- name: copy_article_write
INSERT INTO article (id, url, url_key, host_key, final_url, canonical_url,
    canonical_key, status, status_why, tries, retry_at, revision, title, lead,
    byline, lang, published_at, modified_at, first_seen_at, fetched_at,
    extracted_at, sort_at, body, body_html, origin, confidence, flags,
    page_class, node_classes, word_count, etag, last_modified, robots,
    revisit_from, revisit_at, missing_since, section, publisher, license,
    access, published_zone, fields, cluster_id, entitled, announced_by, summary,
    enrich_version, shard)
VALUES (:c0, :c1, :c2, :c3, :c4, :c5, :c6, :c7, :c8, :c9, :c10, :c11, :c12,
    :c13, :c14, :c15, :c16, :c17, :c18, :c19, :c20, :c21, :c22, :c23, :c24,
    :c25, :c26, :c27, :c28, :c29, :c30, :c31, :c32, :c33, :c34, :c35, :c36,
    :c37, :c38, :c39, :c40, :c41, :c42, :c43, :c44, :c45, :c46, shard_of(:c3))
ON CONFLICT DO NOTHING;

-- name: copy_host_write
INSERT INTO host (host, pause_until_at, failures, crawl_delay_s, shard)
VALUES (:c0, :c1, :c2, :c3, shard_of(:c0))
ON CONFLICT DO NOTHING;

-- name: copy_change_seq
SELECT seq FROM change_counter WHERE n = 1;

-- name: copy_set_change_seq
UPDATE change_counter SET seq = greatest(seq, :seq) WHERE n = 1;

-- none: copy_insert_change_seq
-- The first migration inserts the row of change_counter.

-- name: copy_set_ids
-- Sets the sequences, so that new ids follow the copied ones.
SELECT setval(pg_get_serial_sequence('feed', 'id'),
	(SELECT coalesce(max(id), 0) + 1 FROM feed), false),
    setval(pg_get_serial_sequence('article', 'id'),
	(SELECT coalesce(max(id), 0) + 1 FROM article), false),
    setval(pg_get_serial_sequence('entry', 'id'),
	(SELECT coalesce(max(id), 0) + 1 FROM entry), false),
    setval(pg_get_serial_sequence('lease', 'id'),
	(SELECT coalesce(max(id), 0) + 1 FROM lease), false),
    setval(pg_get_serial_sequence('page_dictionary', 'id'),
	(SELECT coalesce(max(id), 0) + 1 FROM page_dictionary), false),
    setval(pg_get_serial_sequence('poll', 'id'),
	(SELECT coalesce(max(id), 0) + 1 FROM poll), false),
    setval(pg_get_serial_sequence('linked_document', 'id'),
	(SELECT coalesce(max(id), 0) + 1 FROM linked_document), false),
    setval(pg_get_serial_sequence('missed_items', 'id'),
	(SELECT coalesce(max(id), 0) + 1 FROM missed_items), false),
    setval(pg_get_serial_sequence('home_page', 'id'),
	(SELECT coalesce(max(id), 0) + 1 FROM home_page), false),
    setval(pg_get_serial_sequence('websub', 'id'),
	(SELECT coalesce(max(id), 0) + 1 FROM websub), false),
    setval(pg_get_serial_sequence('crasher', 'id'),
	(SELECT coalesce(max(id), 0) + 1 FROM crasher), false);
