/*
 * message_article.c -- the table of struct cuter_article: each member that a
 * worker sends, and its valid values.
 */
#include "base/array.h"
#include "base/limits.h"
#include "cuter/cuter.h"
#include "worker/message/message_fields.h"

/* Twice the maximum size of the text, because HTML also contains markup. The
 * clean HTML of an article is not larger. */
#define BODY_HTML_BYTES (2 * LIMIT_ARTICLE_BYTES)

#define LANGUAGE_BYTES  8 /* size of a code of two or three letters */
#define SITE_SEEN_BYTES (16 * LIMIT_SITE_SEEN)

/* New flags of cuter.h must be added here; message_test.c checks this. */
#define FLAGS_KNOWN                                                            \
	(CUTER_FLAG_STUB | CUTER_FLAG_TRUNCATED | CUTER_FLAG_PAYWALL |         \
	    CUTER_FLAG_CONSENT | CUTER_FLAG_NO_TITLE | CUTER_FLAG_JSON_BODY |  \
	    CUTER_FLAG_LANGUAGE | CUTER_FLAG_NATIVE_AD)

#define ROW(member, kind, ...) MESSAGE_ROW(struct OF, member, kind, __VA_ARGS__)
#define LIST(items, n, kind, max, ...)                                         \
	MESSAGE_LIST(struct OF, items, n, kind, max, __VA_ARGS__)

/* ---- media: those without a fetchable address are left out ---- */

#define OF cuter_media
static const struct message_field media_fields[] = {
	ROW(kind, MESSAGE_ENUM, .max = CUTER_AUDIO + 1),
	ROW(is_lead, MESSAGE_BOOL),
	ROW(url, MESSAGE_URL),
	ROW(alt, MESSAGE_LINE, .max_bytes = LIMIT_TITLE_BYTES),
	ROW(caption, MESSAGE_LINE, .max_bytes = LIMIT_TITLE_BYTES),
	ROW(credit, MESSAGE_LINE, .max_bytes = LIMIT_TITLE_BYTES),
	ROW(width, MESSAGE_U32),
	ROW(height, MESSAGE_U32),
	ROW(relevance, MESSAGE_SHARE),
};
#undef OF
static const struct message_record media_record = {
	.fields = media_fields,
	.n = ARRAY_LENGTH(media_fields),
	.bytes = sizeof(struct cuter_media),
	.least_bytes = 2 + 4 * 4 + 2 * 4 + 8,
	.url_at = offsetof(struct cuter_media, url),
};

/* ---- origins of fields, counts of nodes by class ---- */

#define OF cuter_origin_of
static const struct message_field origin_fields[] = {
	ROW(source, MESSAGE_ENUM, .max = CUTER_SOURCE_COUNT),
	ROW(confidence, MESSAGE_SHARE),
};
#undef OF
static const struct message_record origin_record = {
	.fields = origin_fields,
	.n = ARRAY_LENGTH(origin_fields),
	.bytes = sizeof(struct cuter_origin_of),
	.url_at = SIZE_MAX,
};

static const struct message_field number_fields[] = {
	{ .name = "number", .kind = MESSAGE_U32 },
};
static const struct message_record number_record = {
	.fields = number_fields,
	.n = ARRAY_LENGTH(number_fields),
	.bytes = sizeof(uint32_t),
	.url_at = SIZE_MAX,
};

/* ---- the article ---- */

#define OF cuter_article
static const struct message_field article_fields[] = {
	ROW(title, MESSAGE_LINE, .max_bytes = LIMIT_TITLE_BYTES),
	ROW(lead, MESSAGE_PARAGRAPHS, .max_bytes = LIMIT_ARTICLE_BYTES),
	ROW(byline, MESSAGE_LINE, .max_bytes = LIMIT_TITLE_BYTES),
	ROW(language, MESSAGE_LANGUAGE, .max_bytes = LANGUAGE_BYTES),
	ROW(canonical_url, MESSAGE_URL),
	ROW(site_name, MESSAGE_LINE, .max_bytes = LIMIT_TITLE_BYTES),
	ROW(section, MESSAGE_LINE, .max_bytes = LIMIT_TITLE_BYTES),
	ROW(publisher, MESSAGE_LINE, .max_bytes = LIMIT_TITLE_BYTES),
	ROW(license, MESSAGE_LINE, .max_bytes = LIMIT_TITLE_BYTES),
	ROW(access, MESSAGE_ENUM, .max = CUTER_ACCESS_COUNT),
	ROW(body, MESSAGE_PARAGRAPHS, .max_bytes = LIMIT_ARTICLE_BYTES),
	ROW(body_html, MESSAGE_HTML, .max_bytes = BODY_HTML_BYTES),
	ROW(usage, MESSAGE_PARAGRAPHS, .max_bytes = CUTER_USAGE_BYTES),
	LIST(authors, n_authors, MESSAGE_LINES, LIMIT_ARTICLE_LIST,
	    .max_bytes = LIMIT_TITLE_BYTES),
	LIST(tags, n_tags, MESSAGE_LINES, LIMIT_ARTICLE_LIST,
	    .max_bytes = LIMIT_TITLE_BYTES),
	LIST(media, n_media, MESSAGE_RECORDS, LIMIT_ARTICLE_LIST,
	    .record = &media_record),
	ROW(published_at, MESSAGE_DATE),
	ROW(modified_at, MESSAGE_DATE),
	ROW(published_zone, MESSAGE_ZONE),
	ROW(modified_zone, MESSAGE_ZONE),
	ROW(confidence, MESSAGE_SHARE),
	ROW(flags, MESSAGE_FLAGS, .max = FLAGS_KNOWN),
	ROW(page_class, MESSAGE_ENUM, .max = CUTER_PAGE_CLASS_COUNT),
	ROW(origin, MESSAGE_ENUM, .max = CUTER_ORIGIN_COUNT),
	ROW(parser, MESSAGE_ENUM, .max = CUTER_PARSER_COUNT),
	ROW(word_count, MESSAGE_U32),
	ROW(class_count, MESSAGE_ARRAY, .max = CUTER_CLASS_COUNT,
	    .record = &number_record),
	ROW(next_part, MESSAGE_URL),
	ROW(variant_url, MESSAGE_URL),
	ROW(single_page, MESSAGE_URL),
	ROW(refresh_url, MESSAGE_URL),
	ROW(rule, MESSAGE_ENUM, .max = CUTER_RULE_STATE_COUNT),
	ROW(rule_why, MESSAGE_LINE, .max_bytes = LIMIT_TITLE_BYTES),
	LIST(feeds, n_feeds, MESSAGE_URLS, LIMIT_PAGE_FEEDS),
	/* cuter/site/seen.c checks the contents when the store updates the site
	 * memory */
	ROW(site_seen, MESSAGE_BYTES, .max_bytes = SITE_SEEN_BYTES),
	ROW(fields, MESSAGE_ARRAY, .max = CUTER_FIELD_COUNT,
	    .record = &origin_record),
	ROW(declared_language, MESSAGE_LANGUAGE, .max_bytes = LANGUAGE_BYTES),
	ROW(detected_language, MESSAGE_LANGUAGE, .max_bytes = LANGUAGE_BYTES),
	ROW(detected_confidence, MESSAGE_SHARE),
};
#undef OF
const struct message_record message_article = {
	.fields = article_fields,
	.n = ARRAY_LENGTH(article_fields),
	.bytes = sizeof(struct cuter_article),
	.url_at = SIZE_MAX,
};
