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

-- name: copy_numbers
SELECT 'change', seq FROM change_counter WHERE n = 1
UNION ALL SELECT 'feed', last_value - (NOT is_called)::int
    FROM feed_id_seq
UNION ALL SELECT 'article', last_value - (NOT is_called)::int
    FROM article_id_seq
UNION ALL SELECT 'entry', last_value - (NOT is_called)::int
    FROM entry_id_seq
UNION ALL SELECT 'lease', last_value - (NOT is_called)::int
    FROM lease_id_seq
UNION ALL SELECT 'page_dictionary', last_value - (NOT is_called)::int
    FROM page_dictionary_id_seq
UNION ALL SELECT 'poll', last_value - (NOT is_called)::int
    FROM poll_id_seq
UNION ALL SELECT 'linked_document', last_value - (NOT is_called)::int
    FROM linked_document_id_seq
UNION ALL SELECT 'missed_items', last_value - (NOT is_called)::int
    FROM missed_items_id_seq
UNION ALL SELECT 'home_page', last_value - (NOT is_called)::int
    FROM home_page_id_seq
UNION ALL SELECT 'websub', last_value - (NOT is_called)::int
    FROM websub_id_seq
UNION ALL SELECT 'crasher', last_value - (NOT is_called)::int
    FROM crasher_id_seq;

-- none: copy_insert_number
-- The migrations make the sequences and the row of change_counter.

-- name: copy_raise_number
-- A sequence whose number was not read yet has the last value NULL here.
WITH raised AS (UPDATE change_counter SET seq = greatest(seq, :n)
    WHERE n = 1 AND :table = 'change')
SELECT setval(of.sequence,
    greatest(:n, coalesce(pg_sequence_last_value(of.sequence), 0)) + 1, false)
FROM (SELECT pg_get_serial_sequence(:table, 'id')::regclass AS sequence
    WHERE :table <> 'change') AS of;
