/*
 * repair_fuzz.c -- repairs any bytes without the charset conversion and the
 * root check that precede the repair in a feed: the XML reader accepts the
 * output, its events are valid, and a second repair changes nothing.
 */
#include <stdlib.h>

#include "base/limits.h"
#include "base/text/utf8.h"
#include "crawler/feed/markup/repair.h"
#include "crawler/feed/markup/repair_stack.h"
#include "crawler/feed/markup/xml_lex.h"
#include "crawler/feed/markup/xml_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct seen {
	size_t depth, end;
};

static bool
repair_fuzz_on_start(void *context, const struct xml_element *element)
{
	struct seen *seen = context;

	if (++seen->depth > LIMIT_FEED_DEPTH ||
	    element->n_attributes > LIMIT_FEED_ATTRIBUTES)
		abort();
	for (size_t i = 0; i < element->n_attributes; i++)
		if (!utf8_valid(element->attributes[i].value))
			abort();
	return true;
}

static bool
repair_fuzz_on_text(void *context, struct slice text)
{
	(void)context;
	if (text.len == 0 || !utf8_valid(text))
		abort();
	return true;
}

static bool
repair_fuzz_on_end(void *context, size_t at)
{
	struct seen *seen = context;

	if (seen->depth == 0 || at < seen->end)
		abort();
	seen->depth--;
	seen->end = at;
	return true;
}

static const struct xml_events events = { repair_fuzz_on_start,
	repair_fuzz_on_text, repair_fuzz_on_end };

/* Returns true if the input begins with the root of a feed, which
 * document_sniff() normally checks. */
static bool
repair_fuzz_is_element(struct slice text)
{
	size_t n = xml_name_length(slice_sub(text, 1, text.len));
	struct slice name = slice_sub(text, 1, n + 1);

	return text.len > n + 1 && text.p[0] == '<' &&
	       repair_role(name) != ROLE_OTHER &&
	       strchr(" \t\r\n/>", text.p[n + 1]) != NULL &&
	       text.p[n + 1] != '\0';
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice bytes = { (const char *)data, size };
	struct repaired once, twice;
	struct buf first, second;
	struct seen seen = { 0, 0 };
	char why[XML_WHY_BYTES];

	if (!repair_fuzz_is_element(bytes) || !utf8_valid(bytes))
		return 0;
	buf_init(&first, 64 * MIB);
	buf_init(&second, 64 * MIB);
	if (xml_repair(bytes, &first, &once) == 0 && once.xml.len > 0) {
		if (!xml_read(once.xml, &events, &seen, why) ||
		    seen.depth != 0 ||
		    xml_repair(once.xml, &second, &twice) != 0 ||
		    twice.is_changed)
			abort();
	}
	buf_release(&first);
	buf_release(&second);
	return 0;
}
