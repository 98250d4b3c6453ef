/*
 * message_feed.c -- the tables of struct feed and its entries: each member that
 * a worker sends, and its valid values. All texts are plain: crawler/feed has
 * removed the markup.
 */
#include "base/array.h"
#include "base/limits.h"
#include "crawler/feed/feed.h"
#include "worker/message/message_fields.h"

#define ROW(member, kind, ...) MESSAGE_ROW(struct OF, member, kind, __VA_ARGS__)
#define LIST(items, n, kind, max, ...)                                         \
	MESSAGE_LIST(struct OF, items, n, kind, max, __VA_ARGS__)
#define LINES(member)                                                          \
	LIST(member.items, member.n, MESSAGE_LINES, LIMIT_ENTRY_LIST,          \
	    .max_bytes = LIMIT_TITLE_BYTES)

/* ---- enclosures: those without a fetchable address are left out ---- */

#define OF feed_enclosure
static const struct message_field enclosure_fields[] = {
	ROW(url, MESSAGE_URL),
	ROW(type, MESSAGE_LINE, .max_bytes = LIMIT_TITLE_BYTES),
	ROW(length, MESSAGE_NUMBER, .least = -1),
};
#undef OF
static const struct message_record enclosure_record = {
	.fields = enclosure_fields,
	.n = ARRAY_LENGTH(enclosure_fields),
	.bytes = sizeof(struct feed_enclosure),
	.least_bytes = 2 * 4 + 8,
	.url_at = offsetof(struct feed_enclosure, url),
};

/* ---- media: those without a fetchable address are left out ---- */

#define OF feed_media
static const struct message_field media_fields[] = {
	ROW(url, MESSAGE_URL),
	ROW(kind, MESSAGE_ENUM, .max = FEED_MEDIA_KIND_COUNT),
};
#undef OF
static const struct message_record media_record = {
	.fields = media_fields,
	.n = ARRAY_LENGTH(media_fields),
	.bytes = sizeof(struct feed_media),
	.least_bytes = 4 + 1,
	.url_at = offsetof(struct feed_media, url),
};

/* ---- entries ---- */

#define OF feed_entry
static const struct message_field entry_fields[] = {
	ROW(id, MESSAGE_LINE, .max_bytes = LIMIT_GUID_BYTES),
	ROW(id_is_permalink, MESSAGE_BOOL),
	ROW(has_source, MESSAGE_BOOL),
	ROW(link, MESSAGE_URL),
	ROW(title, MESSAGE_LINE, .max_bytes = LIMIT_TITLE_BYTES),
	ROW(summary, MESSAGE_PARAGRAPHS, .max_bytes = LIMIT_FIELD_BYTES),
	ROW(content, MESSAGE_PARAGRAPHS, .max_bytes = LIMIT_FIELD_BYTES),
	ROW(original_link, MESSAGE_URL),
	ROW(text, MESSAGE_PARAGRAPHS, .max_bytes = LIMIT_FIELD_BYTES),
	ROW(comments, MESSAGE_URL),
	ROW(picture, MESSAGE_URL),
	ROW(published_at, MESSAGE_DATE),
	ROW(updated_at, MESSAGE_DATE),
	LINES(authors),
	LINES(categories),
	LIST(media, n_media, MESSAGE_RECORDS, LIMIT_ENTRY_LIST,
	    .record = &media_record),
	LIST(enclosures, n_enclosures, MESSAGE_RECORDS, LIMIT_ENTRY_LIST,
	    .record = &enclosure_record),
};
#undef OF
/* The size of an empty entry: nine texts, two flags, two dates, four counts. It
 * limits the number of entries that a frame can claim. */
static const struct message_record entry_record = {
	.fields = entry_fields,
	.n = ARRAY_LENGTH(entry_fields),
	.bytes = sizeof(struct feed_entry),
	.least_bytes = 2 + 9 * 4 + 2 * 8 + 4 * 4,
	.url_at = SIZE_MAX,
};

/* ---- deletions ---- */

#define OF feed_deletion
static const struct message_field deletion_fields[] = {
	ROW(id, MESSAGE_LINE, .max_bytes = LIMIT_GUID_BYTES),
	ROW(at, MESSAGE_DATE),
};
#undef OF
static const struct message_record deletion_record = {
	.fields = deletion_fields,
	.n = ARRAY_LENGTH(deletion_fields),
	.bytes = sizeof(struct feed_deletion),
	.least_bytes = 4 + 8,
	.url_at = SIZE_MAX,
};

/* ---- the feed ---- */

#define OF feed
static const struct message_field feed_fields[] = {
	ROW(format, MESSAGE_ENUM, .max = FEED_FORMAT_COUNT),
	ROW(complete, MESSAGE_BOOL),
	ROW(is_all, MESSAGE_BOOL),
	ROW(why, MESSAGE_LINE, .max_bytes = ERR_TEXT_BYTES),
	ROW(title, MESSAGE_LINE, .max_bytes = LIMIT_TITLE_BYTES),
	ROW(link, MESSAGE_URL),
	ROW(description, MESSAGE_PARAGRAPHS, .max_bytes = LIMIT_FIELD_BYTES),
	ROW(language, MESSAGE_LINE, .max_bytes = LIMIT_TITLE_BYTES),
	ROW(id, MESSAGE_LINE, .max_bytes = LIMIT_GUID_BYTES),
	ROW(rights, MESSAGE_PARAGRAPHS, .max_bytes = LIMIT_FIELD_BYTES),
	ROW(generator, MESSAGE_LINE, .max_bytes = LIMIT_TITLE_BYTES),
	ROW(image, MESSAGE_URL),
	ROW(icon, MESSAGE_URL),
	ROW(hub, MESSAGE_URL),
	ROW(self, MESSAGE_URL),
	ROW(next, MESSAGE_URL),
	ROW(prev_archive, MESSAGE_URL),
	ROW(new_url, MESSAGE_URL),
	ROW(updated_at, MESSAGE_DATE),
	ROW(published_at, MESSAGE_DATE),
	ROW(ttl_minutes, MESSAGE_NUMBER, .least = -1),
	ROW(sy_period, MESSAGE_LINE, .max_bytes = LIMIT_TITLE_BYTES),
	ROW(sy_frequency, MESSAGE_NUMBER, .least = -1),
	LINES(skip_hours),
	LINES(skip_days),
	LINES(authors),
	LIST(entries, n_entries, MESSAGE_RECORDS, LIMIT_FEED_ENTRIES,
	    .record = &entry_record),
	ROW(n_dropped, MESSAGE_SIZE, .least = 0),
	LIST(deletions, n_deletions, MESSAGE_RECORDS, LIMIT_FEED_DELETIONS,
	    .record = &deletion_record),
};
#undef OF
const struct message_record message_feed = {
	.fields = feed_fields,
	.n = ARRAY_LENGTH(feed_fields),
	.bytes = sizeof(struct feed),
	.url_at = SIZE_MAX,
};
