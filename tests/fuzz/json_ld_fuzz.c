/*
 * json_ld_fuzz.c -- reads any bytes as the JSON-LD of a page: the result is a
 * valid article.
 */
#include "tests/lib/article_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct cuter_options options = { .parser =
							  CUTER_PARSER_NESTED };
	static struct cuter *cuter;
	struct cuter_input input = { .url = SLICE("https://example.org/a") };
	struct cuter_article article;
	struct err e = ERR_INIT;
	struct buf page;

	if (cuter == NULL && cuter_new(&cuter, &e) != 0)
		abort();
	buf_init(&page, MIB);
	buf_append_string(&page, "<html><head><title>T</title>"
				 "<script type=\"application/ld+json\">");
	buf_append(&page, (const char *)data, size);
	buf_append_string(&page,
	    "</script></head><body><article><h1>T</h1><p>One paragraph of "
	    "the story, which is long enough.</p></article></body></html>");
	input.bytes = buf_slice(&page);
	if (!buf_failed(&page) &&
	    cuter_cut(cuter, &input, &options, &article, &e) == 0)
		check_article(&article);
	buf_release(&page);
	return 0;
}
