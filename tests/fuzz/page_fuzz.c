/*
 * page_fuzz.c -- reads any bytes as a page, with each parser: no crash, all
 * text is UTF-8 and within its limits, all addresses are http or https, and the
 * explanation of the result is repeatable.
 */
#include "tests/lib/article_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct cuter *cuter;
	static struct buf explain, first;
	struct cuter_options options = { .explain = &explain };
	struct cuter_input input = {
		.url = SLICE("https://example.org/a/b"),
		.hint_title = SLICE("The title of the page"),
	};
	struct cuter_article article;
	struct err e = ERR_INIT;

	if (cuter == NULL) {
		if (cuter_new(&cuter, &e) != 0)
			abort();
		buf_init(&explain, 64 * MIB);
		buf_init(&first, 64 * MIB);
	}
	if (size < 2)
		return 0;
	options.parser = (enum cuter_parser)(data[0] % CUTER_PARSER_COUNT);
	options.no_lead = data[1] & 1;
	input.bytes = (struct slice){ (const char *)data + 2, size - 2 };
	for (int round = 0; round < 2; round++) {
		buf_clear(&explain);
		if (cuter_cut(cuter, &input, &options, &article, &e) != 0)
			abort(); /* inputs are too small to reach a limit */
		check_article(&article);
		if (!utf8_valid(buf_slice(&explain)))
			abort();
		if (round == 1 &&
		    !slice_equal(buf_slice(&first), buf_slice(&explain)))
			abort();
		buf_clear(&first);
		buf_append_slice(&first, buf_slice(&explain));
	}
	return 0;
}
