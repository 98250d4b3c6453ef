/*
 * message_enrich.c -- the table of struct enrichment: each member that a worker
 * sends, and its valid values.
 */
#include "base/array.h"
#include "base/limits.h"
#include "config/profile/category.h"
#include "enrich/enrichment.h"
#include "worker/message/message_fields.h"

#define LANGUAGE_BYTES 8 /* size of a code of two or three letters */

#define ROW(member, kind, ...) MESSAGE_ROW(struct OF, member, kind, __VA_ARGS__)
#define LIST(items, n, kind, max, ...)                                         \
	MESSAGE_LIST(struct OF, items, n, kind, max, __VA_ARGS__)

#define OF enrich_keyword
static const struct message_field keyword_fields[] = {
	ROW(term, MESSAGE_LINE, .max_bytes = LIMIT_TITLE_BYTES),
	ROW(stem, MESSAGE_LINE, .max_bytes = LIMIT_TITLE_BYTES),
	ROW(weight, MESSAGE_SHARE),
};
#undef OF
static const struct message_record keyword_record = {
	.fields = keyword_fields,
	.n = ARRAY_LENGTH(keyword_fields),
	.bytes = sizeof(struct enrich_keyword),
	.least_bytes = 2 * 4 + 8,
	.url_at = SIZE_MAX,
};

static const struct message_field stem_fields[] = {
	{ .name = "stem", .kind = MESSAGE_U32 },
};
static const struct message_record stem_record = {
	.fields = stem_fields,
	.n = ARRAY_LENGTH(stem_fields),
	.bytes = sizeof(uint32_t),
	.least_bytes = 4,
	.url_at = SIZE_MAX,
};

#define OF enrichment
static const struct message_field enrichment_fields[] = {
	LIST(keywords, n_keywords, MESSAGE_RECORDS, LIMIT_ENRICH_KEYWORDS,
	    .record = &keyword_record),
	ROW(summary, MESSAGE_LINE, .max_bytes = 4 * LIMIT_ENRICH_BYTES),
	ROW(language, MESSAGE_LANGUAGE, .max_bytes = LANGUAGE_BYTES),
	LIST(stems, n_stems, MESSAGE_RECORDS, LIMIT_ENRICH_STEMS,
	    .record = &stem_record),
	ROW(n_title_stems, MESSAGE_U32),
	ROW(category, MESSAGE_ENUM, .max = CATEGORY_COUNT + 1),
	ROW(category_score, MESSAGE_SHARE),
	ROW(is_present, MESSAGE_BOOL),
};
#undef OF
const struct message_record message_enrichment = {
	.fields = enrichment_fields,
	.n = ARRAY_LENGTH(enrichment_fields),
	.bytes = sizeof(struct enrichment),
	.url_at = SIZE_MAX,
};
