/*
 * json_feed_fuzz.c -- reads any bytes as the items of a JSON Feed, or as the
 * whole document: texts are UTF-8 and within their limits.
 */
#include <stdlib.h>

#include "base/limits.h"
#include "base/text/utf8.h"
#include "crawler/feed/feed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
json_feed_fuzz_check_text(struct slice text, size_t max_bytes)
{
	if (text.len > max_bytes || !utf8_valid(text) ||
	    (text.p && text.len == 0))
		abort();
}

static void
json_feed_fuzz_check_entry(const struct feed_entry *e)
{
	json_feed_fuzz_check_text(e->id, LIMIT_GUID_BYTES);
	json_feed_fuzz_check_text(e->link, LIMIT_URL_BYTES);
	json_feed_fuzz_check_text(e->title, LIMIT_TITLE_BYTES);
	json_feed_fuzz_check_text(e->summary, LIMIT_FIELD_BYTES);
	json_feed_fuzz_check_text(e->content, LIMIT_FIELD_BYTES);
	json_feed_fuzz_check_text(e->text, LIMIT_FIELD_BYTES);
	if (e->authors.n > LIMIT_ENTRY_LIST ||
	    e->categories.n > LIMIT_ENTRY_LIST ||
	    e->n_enclosures > LIMIT_ENTRY_LIST)
		abort();
	for (size_t i = 0; i < e->authors.n; i++)
		json_feed_fuzz_check_text(
		    e->authors.items[i], LIMIT_TITLE_BYTES);
	for (size_t i = 0; i < e->n_enclosures; i++) {
		json_feed_fuzz_check_text(
		    e->enclosures[i].url, LIMIT_URL_BYTES);
		if (e->enclosures[i].length < -1)
			abort();
	}
}

static void
json_feed_fuzz_read_document(struct slice bytes)
{
	struct feed_input in = { .bytes = bytes,
		.base_url = SLICE("https://example.org/a/feed") };
	struct arena arena;
	struct feed feed;

	arena_init(&arena, 64 * MIB);
	if (feed_read(&arena, &in, &feed, NULL) == 0) {
		if (feed.n_entries > LIMIT_FEED_ENTRIES ||
		    (feed.format == FEED_UNKNOWN && feed.complete))
			abort();
		json_feed_fuzz_check_text(feed.title, LIMIT_TITLE_BYTES);
		for (size_t i = 0; i < feed.n_entries; i++)
			json_feed_fuzz_check_entry(&feed.entries[i]);
	}
	arena_release(&arena);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice bytes = { (const char *)data, size };
	struct buf b;

	if (size > 0 && data[0] == '{') {
		json_feed_fuzz_read_document(bytes);
		return 0;
	}
	buf_init(&b, 64 * MIB);
	buf_append_string(&b,
	    "{\"version\":\"https://jsonfeed.org/version/1.1\","
	    "\"items\":[{");
	buf_append_slice(&b, bytes);
	buf_append_string(&b, "}]}");
	json_feed_fuzz_read_document(buf_slice(&b));
	buf_release(&b);
	return 0;
}
