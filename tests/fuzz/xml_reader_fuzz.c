/*
 * xml_reader_fuzz.c -- passes any bytes to the XML reader, without the repair
 * pass: no crash, nested events, and a reason for each failure.
 */
#include <stdlib.h>

#include "base/limits.h"
#include "crawler/feed/markup/xml_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct seen {
	size_t depth, n_events, stop_at;
	bool stopped;
};

/* Counts an event; returns false if the reader must stop.  A stopped reader
 * must emit no more events. */
static bool
xml_reader_fuzz_go_on(struct seen *seen)
{
	if (seen->stopped)
		abort();
	seen->stopped = ++seen->n_events == seen->stop_at;
	return !seen->stopped;
}

static bool
xml_reader_fuzz_on_start(void *context, const struct xml_element *element)
{
	struct seen *seen = context;

	seen->depth++;
	if (!element->local || element->n_attributes > LIMIT_FEED_ATTRIBUTES)
		abort();
	xml_attribute_value(element, "href");
	return xml_reader_fuzz_go_on(seen);
}

static bool
xml_reader_fuzz_on_text(void *context, struct slice text)
{
	if (text.len == 0)
		abort();
	return xml_reader_fuzz_go_on(context);
}

static bool
xml_reader_fuzz_on_end(void *context, size_t at)
{
	struct seen *seen = context;

	(void)at;
	if (seen->depth-- == 0)
		abort();
	return xml_reader_fuzz_go_on(seen);
}

/* The first byte is the number of the event at which the reader is stopped. If
 * the byte is 0 or at least 0x20, the reader is never stopped. */
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct xml_events events = { xml_reader_fuzz_on_start,
		xml_reader_fuzz_on_text, xml_reader_fuzz_on_end };
	struct seen seen = { 0 };
	char why[XML_WHY_BYTES];
	bool is_whole;

	if (size == 0)
		return 0;
	seen.stop_at = data[0] < 0x20 ? data[0] : 0;
	is_whole = xml_read((struct slice){ (const char *)data + 1, size - 1 },
	    &events, &seen, why);
	if (is_whole && (seen.depth != 0 || seen.stopped))
		abort();
	if (!is_whole && !seen.stopped && why[0] == '\0')
		abort();
	return 0;
}
