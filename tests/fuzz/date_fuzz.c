/*
 * date_fuzz.c -- reads any bytes as a date: the result is in range or an error,
 * and the formatted result is parsed as the same instant.
 */
#include <stdlib.h>

#include "base/date/date.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
date_fuzz_check(bool was_read, const int64_t *read_at)
{
	char text[DATE_TEXT_BYTES];
	int64_t again, at = *read_at;

	if (!was_read)
		return;
	if (at < 0 || at > date_from_civil(9999, 12, 31, 23, 59, 59))
		abort();
	date_format_rfc3339(at, text);
	if (!date_parse(slice_of(text), &again, NULL) || again != at)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice text = { (const char *)data, size };
	int64_t at = DATE_NONE;
	unsigned flags = 0;

	date_fuzz_check(date_parse(text, &at, &flags), &at);
	date_fuzz_check(
	    date_parse_ordered(text, DATE_ORDER_DAY_FIRST, &at, NULL), &at);
	date_fuzz_check(
	    date_parse_ordered(text, DATE_ORDER_MONTH_FIRST, &at, NULL), &at);
	date_fuzz_check(date_parse_http(text, &at), &at);
	return 0;
}
