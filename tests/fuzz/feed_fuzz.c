/*
 * feed_fuzz.c -- reads any bytes as a feed: no crash, all text is UTF-8 and
 * within its limits, and libxml2 accepts the output of xml_repair.
 */
#include <stdlib.h>

#include "base/limits.h"
#include "base/text/utf8.h"
#include "crawler/feed/decode/feed_charset.h"
#include "crawler/feed/decode/sniff.h"
#include "crawler/feed/feed.h"
#include "crawler/feed/markup/repair.h"
#include "crawler/feed/markup/xml_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
feed_fuzz_check_text(struct slice text, size_t max_bytes)
{
	if (text.len > max_bytes || !utf8_valid(text) ||
	    (text.p && text.len == 0))
		abort();
}

static void
feed_fuzz_check_list(const struct feed_list *list)
{
	if (list->n > LIMIT_ENTRY_LIST)
		abort();
	for (size_t i = 0; i < list->n; i++)
		feed_fuzz_check_text(list->items[i], LIMIT_TITLE_BYTES);
}

static void
feed_fuzz_check_entry(const struct feed_entry *e)
{
	feed_fuzz_check_text(e->id, LIMIT_GUID_BYTES);
	feed_fuzz_check_text(e->link, LIMIT_URL_BYTES);
	feed_fuzz_check_text(e->title, LIMIT_TITLE_BYTES);
	feed_fuzz_check_text(e->summary, LIMIT_FIELD_BYTES);
	feed_fuzz_check_text(e->content, LIMIT_FIELD_BYTES);
	feed_fuzz_check_text(e->text, LIMIT_FIELD_BYTES);
	feed_fuzz_check_list(&e->authors);
	feed_fuzz_check_list(&e->categories);
	if (e->n_media > LIMIT_ENTRY_LIST)
		abort();
	for (size_t i = 0; i < e->n_enclosures; i++)
		feed_fuzz_check_text(e->enclosures[i].url, LIMIT_URL_BYTES);
}

static void
feed_fuzz_check_feed(struct arena *arena, const struct feed *feed)
{
	struct json_writer w;
	struct slice *keys;
	struct buf out;

	feed_fuzz_check_text(feed->why, KIB);
	feed_fuzz_check_text(feed->title, LIMIT_TITLE_BYTES);
	feed_fuzz_check_text(feed->link, LIMIT_URL_BYTES);
	feed_fuzz_check_text(feed->description, LIMIT_FIELD_BYTES);
	if (feed->format == FEED_UNKNOWN && feed->complete)
		abort();
	if (feed->n_entries > LIMIT_FEED_ENTRIES)
		abort();
	for (size_t i = 0; i < feed->n_entries; i++)
		feed_fuzz_check_entry(&feed->entries[i]);
	feed_entry_keys(arena, feed, &keys);
	for (size_t i = 0; i < feed->n_entries; i++)
		if (keys[i].len == 0)
			abort();
	buf_init(&out, 256 * MIB);
	json_writer_init(&w, &out);
	json_write_object(&w, NULL);
	feed_write_json(&w, feed);
	json_write_end_object(&w);
	if (buf_failed(&out) || !utf8_valid(buf_slice(&out)))
		abort();
	buf_release(&out);
}

static bool
feed_fuzz_on_start(void *context, const struct xml_element *element)
{
	(void)context;
	(void)element;
	return true;
}

static bool
feed_fuzz_on_text(void *context, struct slice text)
{
	(void)context;
	(void)text;
	return true;
}

static bool
feed_fuzz_on_end(void *context, size_t at)
{
	(void)context;
	(void)at;
	return true;
}

/* Tests that the output is well-formed for any input, and that a second repair
 * changes nothing. */
static void
feed_fuzz_check_repair(struct arena *arena, struct charsets *charsets,
    struct buf *scratch, struct slice bytes)
{
	static const struct xml_events events = { feed_fuzz_on_start,
		feed_fuzz_on_text, feed_fuzz_on_end };
	struct charset charset;
	struct slice text =
	    feed_to_utf8(arena, charsets, bytes, SLICE_NONE, scratch, &charset);
	struct repaired once, twice;
	struct buf first, second;
	char why[XML_WHY_BYTES];
	size_t at;

	if (document_sniff(text, &at) != DOCUMENT_FEED)
		return;
	buf_init(&first, 64 * MIB);
	buf_init(&second, 64 * MIB);
	if (xml_repair(slice_sub(text, at, text.len), &first, &once) == 0 &&
	    once.xml.len > 0) {
		if (!xml_read(once.xml, &events, NULL, why) ||
		    xml_repair(once.xml, &second, &twice) != 0 ||
		    twice.is_changed)
			abort();
	}
	buf_release(&first);
	buf_release(&second);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice bytes = { (const char *)data, size };
	struct charsets charsets;
	struct feed_input in = { .bytes = bytes,
		.base_url = SLICE("https://example.org/a/feed"),
		.charsets = &charsets };
	struct arena arena;
	struct buf scratch;
	jmp_buf exhausted;
	struct feed feed;

	charsets_init(&charsets);
	buf_init(&scratch, 64 * MIB);
	arena_init(&arena, 64 * MIB);
	if (setjmp(exhausted) == 0) {
		arena.exhausted = &exhausted;
		if (feed_read(&arena, &in, &feed, NULL) == 0)
			feed_fuzz_check_feed(&arena, &feed);
		feed_fuzz_check_repair(&arena, &charsets, &scratch, bytes);
	}
	arena_release(&arena);
	buf_release(&scratch);
	charsets_release(&charsets);
	return 0;
}
