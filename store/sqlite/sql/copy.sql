-- Queries of `gleaner copy` (store/copy/copy.c).  For each table, one query
-- reads a page of rows in the order of their key, and another query inserts a
-- row.  The columns are in the order of copy_tables[].  Rows that exist are not
-- changed, so that a copy can be repeated; only the uuid of the row of identity
-- is replaced.

-- name: copy_identity_read
SELECT n, uuid FROM identity
WHERE n > :a0
ORDER BY n LIMIT :page;

-- name: copy_identity_write
INSERT INTO identity (n, uuid)
VALUES (:c0, :c1)
ON CONFLICT (n) DO UPDATE SET uuid = excluded.uuid;

-- name: copy_feed_read
SELECT id, url, title, site_url, description, language, given_title, interval_s,
    fetch_articles, from_config, etag, last_modified, validators_url,
    next_poll_at, last_poll_at, last_new_at, last_outcome, last_why, failures,
    status, status_why, added_at, removed, ttl_s, period_s, skip_hours,
    skip_days, moving_url, moving_since, gap_at, gap_interval_s, outline,
    history, next_poll_by, next_poll_terms, site, budget_since, budget_bytes,
    budget_waiting FROM feed
WHERE id > :a0
ORDER BY id LIMIT :page;

-- name: copy_feed_write
INSERT INTO feed (id, url, title, site_url, description, language, given_title,
    interval_s, fetch_articles, from_config, etag, last_modified,
    validators_url, next_poll_at, last_poll_at, last_new_at, last_outcome,
    last_why, failures, status, status_why, added_at, removed, ttl_s, period_s,
    skip_hours, skip_days, moving_url, moving_since, gap_at, gap_interval_s,
    outline, history, next_poll_by, next_poll_terms, site, budget_since,
    budget_bytes, budget_waiting)
VALUES (:c0, :c1, :c2, :c3, :c4, :c5, :c6, :c7, :c8, :c9, :c10, :c11, :c12,
    :c13, :c14, :c15, :c16, :c17, :c18, :c19, :c20, :c21, :c22, :c23, :c24,
    :c25, :c26, :c27, :c28, :c29, :c30, :c31, :c32, :c33, :c34, :c35, :c36,
    :c37, :c38)
ON CONFLICT DO NOTHING;

-- name: copy_feed_alias_read
SELECT url, feed_id FROM feed_alias
WHERE url > :a0
ORDER BY url LIMIT :page;

-- name: copy_feed_alias_write
INSERT INTO feed_alias (url, feed_id)
VALUES (:c0, :c1)
ON CONFLICT DO NOTHING;

-- name: copy_feed_tag_read
SELECT feed_id, n, tag FROM feed_tag
WHERE (feed_id, n) > (:a0, :a1)
ORDER BY feed_id, n LIMIT :page;

-- name: copy_feed_tag_write
INSERT INTO feed_tag (feed_id, n, tag)
VALUES (:c0, :c1, :c2)
ON CONFLICT DO NOTHING;

-- name: copy_page_dictionary_read
SELECT id, host_key, at, bytes, body FROM page_dictionary
WHERE id > :a0
ORDER BY id LIMIT :page;

-- name: copy_page_dictionary_write
INSERT INTO page_dictionary (id, host_key, at, bytes, body)
VALUES (:c0, :c1, :c2, :c3, :c4)
ON CONFLICT DO NOTHING;

-- name: copy_article_read
SELECT id, url, url_key, host_key, final_url, canonical_url, canonical_key,
    status, status_why, tries, retry_at, revision, title, lead, byline, lang,
    published_at, modified_at, first_seen_at, fetched_at, extracted_at, sort_at,
    body, body_html, origin, confidence, flags, page_class, node_classes,
    word_count, etag, last_modified, robots, revisit_from, revisit_at,
    missing_since, section, publisher, license, access, published_zone, fields,
    cluster_id, entitled, announced_by, summary, enrich_version FROM article
WHERE id > :a0
ORDER BY id LIMIT :page;

-- name: copy_article_write
INSERT INTO article (id, url, url_key, host_key, final_url, canonical_url,
    canonical_key, status, status_why, tries, retry_at, revision, title, lead,
    byline, lang, published_at, modified_at, first_seen_at, fetched_at,
    extracted_at, sort_at, body, body_html, origin, confidence, flags,
    page_class, node_classes, word_count, etag, last_modified, robots,
    revisit_from, revisit_at, missing_since, section, publisher, license,
    access, published_zone, fields, cluster_id, entitled, announced_by, summary,
    enrich_version)
VALUES (:c0, :c1, :c2, :c3, :c4, :c5, :c6, :c7, :c8, :c9, :c10, :c11, :c12,
    :c13, :c14, :c15, :c16, :c17, :c18, :c19, :c20, :c21, :c22, :c23, :c24,
    :c25, :c26, :c27, :c28, :c29, :c30, :c31, :c32, :c33, :c34, :c35, :c36,
    :c37, :c38, :c39, :c40, :c41, :c42, :c43, :c44, :c45, :c46)
ON CONFLICT DO NOTHING;

-- name: copy_article_author_read
SELECT article_id, n, name FROM article_author
WHERE (article_id, n) > (:a0, :a1)
ORDER BY article_id, n LIMIT :page;

-- name: copy_article_author_write
INSERT INTO article_author (article_id, n, name)
VALUES (:c0, :c1, :c2)
ON CONFLICT DO NOTHING;

-- name: copy_article_tag_read
SELECT article_id, n, tag FROM article_tag
WHERE (article_id, n) > (:a0, :a1)
ORDER BY article_id, n LIMIT :page;

-- name: copy_article_tag_write
INSERT INTO article_tag (article_id, n, tag)
VALUES (:c0, :c1, :c2)
ON CONFLICT DO NOTHING;

-- name: copy_keyword_read
SELECT article_id, n, term, stem, weight FROM keyword
WHERE (article_id, n) > (:a0, :a1)
ORDER BY article_id, n LIMIT :page;

-- name: copy_keyword_write
INSERT INTO keyword (article_id, n, term, stem, weight)
VALUES (:c0, :c1, :c2, :c3, :c4)
ON CONFLICT DO NOTHING;

-- name: copy_article_category_read
SELECT article_id, category, source, score FROM article_category
WHERE (article_id, category, source) > (:a0, :a1, :a2)
ORDER BY article_id, category, source LIMIT :page;

-- name: copy_article_category_write
INSERT INTO article_category (article_id, category, source, score)
VALUES (:c0, :c1, :c2, :c3)
ON CONFLICT DO NOTHING;

-- name: copy_media_read
SELECT article_id, n, kind, url, alt, caption, credit, role, width, height,
    relevance FROM media
WHERE (article_id, n) > (:a0, :a1)
ORDER BY article_id, n LIMIT :page;

-- name: copy_media_write
INSERT INTO media (article_id, n, kind, url, alt, caption, credit, role, width,
    height, relevance)
VALUES (:c0, :c1, :c2, :c3, :c4, :c5, :c6, :c7, :c8, :c9, :c10)
ON CONFLICT DO NOTHING;

-- name: copy_revision_read
SELECT article_id, revision, at, title, body FROM revision
WHERE (article_id, revision) > (:a0, :a1)
ORDER BY article_id, revision LIMIT :page;

-- name: copy_revision_write
INSERT INTO revision (article_id, revision, at, title, body)
VALUES (:c0, :c1, :c2, :c3, :c4)
ON CONFLICT DO NOTHING;

-- name: copy_entry_read
SELECT id, feed_id, article_id, guid, guid_key, link, title, summary, content,
    published_at, updated_at, first_seen_at, last_seen_at, position, digest,
    guid_alias, link_alias, number_alias, title_alias, gone_at, entitled FROM
    entry
WHERE id > :a0
ORDER BY id LIMIT :page;

-- name: copy_entry_write
INSERT INTO entry (id, feed_id, article_id, guid, guid_key, link, title,
    summary, content, published_at, updated_at, first_seen_at, last_seen_at,
    position, digest, guid_alias, link_alias, number_alias, title_alias,
    gone_at, entitled)
VALUES (:c0, :c1, :c2, :c3, :c4, :c5, :c6, :c7, :c8, :c9, :c10, :c11, :c12,
    :c13, :c14, :c15, :c16, :c17, :c18, :c19, :c20)
ON CONFLICT DO NOTHING;

-- name: copy_blocked_entry_read
SELECT entry_id, filter, at FROM blocked_entry
WHERE entry_id > :a0
ORDER BY entry_id LIMIT :page;

-- name: copy_blocked_entry_write
INSERT INTO blocked_entry (entry_id, filter, at)
VALUES (:c0, :c1, :c2)
ON CONFLICT DO NOTHING;

-- name: copy_article_action_read
SELECT article_id, kind, value FROM article_action
WHERE (article_id, kind, value) > (:a0, :a1, :a2)
ORDER BY article_id, kind, value LIMIT :page;

-- name: copy_article_action_write
INSERT INTO article_action (article_id, kind, value)
VALUES (:c0, :c1, :c2)
ON CONFLICT DO NOTHING;

-- name: copy_filter_count_read
SELECT id, expression, actions, matched, limited, matched_at, limited_at
FROM filter_count
WHERE id > :a0
ORDER BY id LIMIT :page;

-- name: copy_filter_count_write
INSERT INTO filter_count (id, expression, actions, matched, limited,
    matched_at, limited_at)
VALUES (:c0, :c1, :c2, :c3, :c4, :c5, :c6)
ON CONFLICT DO NOTHING;

-- name: copy_websub_read
SELECT id, feed_id, hub, topic, callback, secret, state, why, failures,
    found_at, next_at, verified_at, lease_until, delivered_at, proven_at,
    missed_at, deliveries, entries, refused, refused_at, refused_why,
    seen
FROM websub WHERE id > :a0
ORDER BY id LIMIT :page;

-- name: copy_websub_write
INSERT INTO websub (id, feed_id, hub, topic, callback, secret, state, why, failures,
    found_at, next_at, verified_at, lease_until, delivered_at, proven_at,
    missed_at, deliveries, entries, refused, refused_at, refused_why,
    seen)
VALUES (:c0, :c1, :c2, :c3, :c4, :c5, :c6, :c7, :c8, :c9, :c10, :c11, :c12,
    :c13, :c14, :c15, :c16, :c17, :c18, :c19, :c20, :c21)
ON CONFLICT DO NOTHING;

-- name: copy_tombstone_read
SELECT feed_id, key, at FROM tombstone
WHERE (feed_id, key) > (:a0, :a1)
ORDER BY feed_id, key LIMIT :page;

-- name: copy_tombstone_write
INSERT INTO tombstone (feed_id, key, at)
VALUES (:c0, :c1, :c2)
ON CONFLICT DO NOTHING;

-- name: copy_change_read
SELECT seq, article_id, revision, kind, at FROM change
WHERE seq > :a0
ORDER BY seq LIMIT :page;

-- name: copy_change_write
INSERT INTO change (seq, article_id, revision, kind, at)
VALUES (:c0, :c1, :c2, :c3, :c4)
ON CONFLICT DO NOTHING;

-- name: copy_consumer_read
SELECT name, seq, made_at, last_ack_at, delivered_seq FROM consumer
WHERE name > :a0
ORDER BY name LIMIT :page;

-- name: copy_consumer_write
INSERT INTO consumer (name, seq, made_at, last_ack_at, delivered_seq)
VALUES (:c0, :c1, :c2, :c3, :c4)
ON CONFLICT DO NOTHING;

-- name: copy_lease_read
SELECT id, consumer, after_seq, upto_seq, deliveries, lease_ms, taken_at,
    taken_ms, expires_ms FROM lease
WHERE id > :a0
ORDER BY id LIMIT :page;

-- name: copy_lease_write
INSERT INTO lease (id, consumer, after_seq, upto_seq, deliveries, lease_ms,
    taken_at, taken_ms, expires_ms)
VALUES (:c0, :c1, :c2, :c3, :c4, :c5, :c6, :c7, :c8)
ON CONFLICT DO NOTHING;

-- name: copy_dead_change_read
SELECT consumer, seq, redelivered, at FROM dead_change
WHERE (consumer, seq) > (:a0, :a1)
ORDER BY consumer, seq LIMIT :page;

-- name: copy_dead_change_write
INSERT INTO dead_change (consumer, seq, redelivered, at)
VALUES (:c0, :c1, :c2, :c3)
ON CONFLICT DO NOTHING;

-- name: copy_page_read
SELECT article_id, fetched_at, content_type, headers, bytes, body, dictionary_id
    FROM page
WHERE article_id > :a0
ORDER BY article_id LIMIT :page;

-- name: copy_page_write
INSERT INTO page (article_id, fetched_at, content_type, headers, bytes, body,
    dictionary_id)
VALUES (:c0, :c1, :c2, :c3, :c4, :c5, :c6)
ON CONFLICT DO NOTHING;

-- name: copy_page_cut_read
SELECT article_id, extractor, rules FROM page_cut
WHERE article_id > :a0
ORDER BY article_id LIMIT :page;

-- name: copy_page_cut_write
INSERT INTO page_cut (article_id, extractor, rules)
VALUES (:c0, :c1, :c2)
ON CONFLICT DO NOTHING;

-- name: copy_site_rule_read
SELECT path, digest, applied, applied_at, failed, failed_at, why
FROM site_rule
WHERE path > :a0
ORDER BY path LIMIT :page;

-- name: copy_site_rule_write
INSERT INTO site_rule (path, digest, applied, applied_at, failed, failed_at,
    why)
VALUES (:c0, :c1, :c2, :c3, :c4, :c5, :c6)
ON CONFLICT DO NOTHING;

-- name: copy_page_feed_read
SELECT article_id, feed_id FROM page_feed
WHERE (article_id, feed_id) > (:a0, :a1)
ORDER BY article_id, feed_id LIMIT :page;

-- name: copy_page_feed_write
INSERT INTO page_feed (article_id, feed_id)
VALUES (:c0, :c1)
ON CONFLICT DO NOTHING;

-- name: copy_poll_read
SELECT id, feed_id, at, status, outcome, why, bytes, ms, entries, new FROM poll
WHERE id > :a0
ORDER BY id LIMIT :page;

-- name: copy_poll_write
INSERT INTO poll (id, feed_id, at, status, outcome, why, bytes, ms, entries,
    new)
VALUES (:c0, :c1, :c2, :c3, :c4, :c5, :c6, :c7, :c8, :c9)
ON CONFLICT DO NOTHING;

-- name: copy_linked_document_read
SELECT id, feed_id, url, kind, depth, status, status_why, lastmod, etag,
    last_modified, validators_url, tries, retry_at, read_at FROM linked_document
WHERE id > :a0
ORDER BY id LIMIT :page;

-- name: copy_linked_document_write
INSERT INTO linked_document (id, feed_id, url, kind, depth, status, status_why,
    lastmod, etag, last_modified, validators_url, tries, retry_at, read_at)
VALUES (:c0, :c1, :c2, :c3, :c4, :c5, :c6, :c7, :c8, :c9, :c10, :c11, :c12,
    :c13)
ON CONFLICT DO NOTHING;

-- name: copy_missed_items_read
SELECT id, feed_id, at, since_at, status, found FROM missed_items
WHERE id > :a0
ORDER BY id LIMIT :page;

-- name: copy_missed_items_write
INSERT INTO missed_items (id, feed_id, at, since_at, status, found)
VALUES (:c0, :c1, :c2, :c3, :c4, :c5)
ON CONFLICT DO NOTHING;

-- name: copy_home_page_read
SELECT id, feed_id, host, url, due_at, read_at, named, status_why FROM home_page
WHERE id > :a0
ORDER BY id LIMIT :page;

-- name: copy_home_page_write
INSERT INTO home_page (id, feed_id, host, url, due_at, read_at, named,
    status_why)
VALUES (:c0, :c1, :c2, :c3, :c4, :c5, :c6, :c7)
ON CONFLICT DO NOTHING;

-- name: copy_site_memory_read
SELECT host_key, feed_id, at, memory FROM site_memory
WHERE (host_key, feed_id) > (:a0, :a1)
ORDER BY host_key, feed_id LIMIT :page;

-- name: copy_site_memory_write
INSERT INTO site_memory (host_key, feed_id, at, memory)
VALUES (:c0, :c1, :c2, :c3)
ON CONFLICT DO NOTHING;

-- name: copy_crasher_read
SELECT id, hash, kind, bytes, url, content_type, fallback_levels, why, version,
    crashes, first_at, last_at, body FROM crasher
WHERE id > :a0
ORDER BY id LIMIT :page;

-- name: copy_crasher_write
INSERT INTO crasher (id, hash, kind, bytes, url, content_type, fallback_levels,
    why, version, crashes, first_at, last_at, body)
VALUES (:c0, :c1, :c2, :c3, :c4, :c5, :c6, :c7, :c8, :c9, :c10, :c11, :c12)
ON CONFLICT DO NOTHING;

-- name: copy_fingerprint_read
SELECT article_id, sketch, is_first FROM fingerprint
WHERE article_id > :a0
ORDER BY article_id LIMIT :page;

-- name: copy_fingerprint_write
INSERT INTO fingerprint (article_id, sketch, is_first)
VALUES (:c0, :c1, :c2)
ON CONFLICT DO NOTHING;

-- name: copy_term_language_read
SELECT lang, articles FROM term_language
WHERE lang > :a0
ORDER BY lang LIMIT :page;

-- name: copy_term_language_write
INSERT INTO term_language (lang, articles)
VALUES (:c0, :c1)
ON CONFLICT DO NOTHING;

-- name: copy_term_frequency_read
SELECT lang, term, articles FROM term_frequency
WHERE (lang, term) > (:a0, :a1)
ORDER BY lang, term LIMIT :page;

-- name: copy_term_frequency_write
INSERT INTO term_frequency (lang, term, articles)
VALUES (:c0, :c1, :c2)
ON CONFLICT DO NOTHING;

-- name: copy_category_model_read
SELECT n, version, trained_at, articles, weights FROM category_model
WHERE n > :a0
ORDER BY n LIMIT :page;

-- name: copy_category_model_write
INSERT INTO category_model (n, version, trained_at, articles, weights)
VALUES (:c0, :c1, :c2, :c3, :c4)
ON CONFLICT DO NOTHING;

-- name: copy_profile_mark_read
SELECT profile, article_id, mark, at FROM profile_mark
WHERE (profile, article_id) > (:a0, :a1)
ORDER BY profile, article_id LIMIT :page;

-- name: copy_profile_mark_write
INSERT INTO profile_mark (profile, article_id, mark, at)
VALUES (:c0, :c1, :c2, :c3)
ON CONFLICT DO NOTHING;

-- name: copy_profile_feature_read
SELECT profile, article_id, n, facet, value, label, weight
FROM profile_feature
WHERE (profile, article_id, n) > (:a0, :a1, :a2)
ORDER BY profile, article_id, n LIMIT :page;

-- name: copy_profile_feature_write
INSERT INTO profile_feature
    (profile, article_id, n, facet, value, label, weight)
VALUES (:c0, :c1, :c2, :c3, :c4, :c5, :c6)
ON CONFLICT DO NOTHING;

-- name: copy_host_read
SELECT host, pause_until_at, failures, crawl_delay_s FROM host
WHERE host > :a0
ORDER BY host LIMIT :page;

-- name: copy_host_write
INSERT INTO host (host, pause_until_at, failures, crawl_delay_s)
VALUES (:c0, :c1, :c2, :c3)
ON CONFLICT DO NOTHING;

-- name: copy_robots_read
SELECT origin, rules, fetched_at, expires_at, disallow_all, read_at,
    unreachable_since FROM robots
WHERE origin > :a0
ORDER BY origin LIMIT :page;

-- name: copy_robots_write
INSERT INTO robots (origin, rules, fetched_at, expires_at, disallow_all,
    read_at, unreachable_since)
VALUES (:c0, :c1, :c2, :c3, :c4, :c5, :c6)
ON CONFLICT DO NOTHING;

-- name: copy_numbers
-- Returns the last number that each table has given to a row, also if that row
-- was deleted.  Numbers are never given again.
SELECT name, seq FROM sqlite_sequence WHERE name IN ('feed', 'article',
    'entry', 'change', 'lease', 'page_dictionary', 'poll', 'linked_document',
    'missed_items', 'home_page', 'websub')
UNION ALL SELECT 'crasher', coalesce(max(id), 0) FROM crasher;

-- name: copy_insert_number
-- SQLite has no row for a table until a row was inserted into this table.  It
-- gives the number after the greatest id to a new row of `crasher`.
INSERT INTO sqlite_sequence (name, seq) SELECT :table, :n
WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = :table)
    AND :table <> 'crasher';

-- name: copy_raise_number
UPDATE sqlite_sequence SET seq = max(seq, :n) WHERE name = :table;

-- name: copy_article_known
SELECT 1 FROM article WHERE id = :id;

-- name: copy_is_empty
SELECT NOT EXISTS (SELECT 1 FROM feed) AND NOT EXISTS (SELECT 1 FROM article);
