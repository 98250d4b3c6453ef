/*
 * xml_fuzz.c -- reads any bytes as pages in XML: the reader ends, the number of
 * pages and the lengths of fields are limited by the length of the input, and
 * the result is repeatable.
 */
#include <stdlib.h>

#include "base/table.h"
#include "cli/cut/cut_xml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t
xml_fuzz_read_all(const uint8_t *data, size_t size)
{
	FILE *in = fmemopen((void *)(uintptr_t)data, size, "r");
	struct xml_reader r;
	enum xml_result result;
	uint64_t sum = 0;
	size_t pages = 0;

	if (in == NULL)
		abort();
	xml_reader_init(&r, in);
	while ((result = xml_read_page(&r)) == XML_PAGE) {
		/* "<page/>" is the shortest page. */
		if (++pages > size / 7)
			abort();
		for (size_t i = 0; i < XML_FIELD_COUNT; i++) {
			/* A byte of Latin-1 may become three bytes. */
			if (r.field[i].len > 4 * size)
				abort();
			sum = sum * 31 + hash_stable(buf_slice(&r.field[i]));
		}
	}
	if (result == XML_UNREADABLE)
		abort();
	xml_reader_release(&r);
	fclose(in);
	return sum + (uint64_t)result;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size == 0)
		return 0;
	if (xml_fuzz_read_all(data, size) != xml_fuzz_read_all(data, size))
		abort();
	return 0;
}
