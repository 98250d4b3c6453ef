/*
 * xml_events_fuzz.c -- passes any UTF-8 that is one well-formed element to the
 * event reader of well-formed documents. The reader must report the same events
 * as libxml2.
 */
#include <stdlib.h>

#include "base/buf.h"
#include "base/limits.h"
#include "base/text/utf8.h"
#include "crawler/feed/markup/xml_events.h"
#include "crawler/feed/markup/xml_lex.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Collects the events as text. Adjacent texts are joined, because the readers
 * may divide a text at different places. */
struct log {
	struct buf text;
	bool in_text;
	size_t left; /* number of elements before the reader is stopped */
};

static void
xml_events_fuzz_note(struct log *log, bool is_text)
{
	if (log->in_text != is_text)
		buf_append_char(&log->text, '\n');
	log->in_text = is_text;
}

static void
xml_events_fuzz_put(struct log *log, const char *name)
{
	buf_append_string(&log->text, name != NULL ? name : "-");
	buf_append_char(&log->text, '\0');
}

static bool
xml_events_fuzz_on_start(void *context, const struct xml_element *element)
{
	struct log *log = context;

	if (element->n_attributes > LIMIT_FEED_ATTRIBUTES)
		abort();
	xml_events_fuzz_note(log, false);
	buf_append_char(&log->text, '<');
	xml_events_fuzz_put(log, element->local);
	xml_events_fuzz_put(log, element->prefix);
	xml_events_fuzz_put(log, element->uri);
	for (size_t i = 0; i < element->n_attributes; i++) {
		const struct xml_attribute *a = &element->attributes[i];

		xml_events_fuzz_put(log, a->local);
		xml_events_fuzz_put(log, a->prefix);
		xml_events_fuzz_put(log, a->uri);
		buf_append_slice(&log->text, a->value);
		buf_append_char(&log->text, '\0');
	}
	return log->left-- > 0;
}

static bool
xml_events_fuzz_on_text(void *context, struct slice text)
{
	struct log *log = context;

	if (text.len == 0)
		abort();
	xml_events_fuzz_note(log, true);
	buf_append_slice(&log->text, text);
	return true;
}

static bool
xml_events_fuzz_on_end(void *context, size_t at)
{
	struct log *log = context;

	xml_events_fuzz_note(log, false);
	buf_printf(&log->text, ">%zu", at);
	return true;
}

static void
xml_events_fuzz_begin(struct log *log, size_t left)
{
	if (log->text.max_bytes == 0)
		buf_init(&log->text, 64 * MIB);
	buf_clear(&log->text);
	log->in_text = false;
	log->left = left;
}

/* Returns true if the bytes meet the conditions of xml_wellformed_end(), and
 * that function finds the end of an element. */
static bool
xml_events_fuzz_is_element(struct slice xml)
{
	return slice_starts(xml, SLICE("<")) &&
	       xml_name_length(slice_sub(xml, 1, xml.len)) > 0 &&
	       utf8_valid(xml) && xml_wellformed_end(xml) != SLICE_NOT_FOUND;
}

/* The first byte is the number of elements before the reader is stopped. If the
 * byte is 0x20 or more, the reader is never stopped. */
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct xml_events events = { xml_events_fuzz_on_start,
		xml_events_fuzz_on_text, xml_events_fuzz_on_end };
	static struct log expected, got;
	struct slice xml;
	char why[XML_WHY_BYTES];
	size_t left;
	bool is_whole;

	if (size == 0)
		return 0;
	xml = (struct slice){ (const char *)data + 1, size - 1 };
	if (!xml_events_fuzz_is_element(xml))
		return 0;
	xml.len = xml_wellformed_end(xml);
	left = data[0] < 0x20 ? data[0] : SIZE_MAX;
	xml_events_fuzz_begin(&expected, left);
	xml_events_fuzz_begin(&got, left);
	is_whole = xml_read(xml, &events, &expected, why);
	if (xml_read_wellformed(xml, &events, &got, why) != is_whole ||
	    !slice_equal(buf_slice(&expected.text), buf_slice(&got.text)))
		abort();
	return 0;
}
