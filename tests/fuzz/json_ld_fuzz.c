/*
 * json_ld_fuzz.c -- any bytes as the JSON-LD of a page: what it says of the
 * article is text, in bounds, and the same again.
 */
#include <stdlib.h>

#include "base/utf8.h"
#include "config/limits.h"
#include "cuter/cuter.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check_text(struct slice text, size_t max_bytes)
{
	if (text.len > max_bytes || !utf8_valid(text))
		abort();
}

static void
check(const struct cuter_article *a)
{
	check_text(a->title, LIMIT_TITLE_BYTES);
	check_text(a->lead, LIMIT_TITLE_BYTES);
	check_text(a->body, LIMIT_ARTICLE_BYTES);
	check_text(a->canonical_url, LIMIT_URL_BYTES);
	if (a->n_authors > LIMIT_ARTICLE_LIST ||
	    a->n_tags > LIMIT_ARTICLE_LIST || a->n_media > LIMIT_ARTICLE_LIST)
		abort();
	for (size_t i = 0; i < a->n_authors; i++)
		check_text(a->authors[i], 256);
	for (size_t i = 0; i < a->n_tags; i++)
		check_text(a->tags[i], 256);
	for (size_t i = 0; i < a->n_media; i++)
		if (!slice_starts(a->media[i].url, SLICE("http://")) &&
		    !slice_starts(a->media[i].url, SLICE("https://")))
			abort();
}

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
		check(&article);
	buf_release(&page);
	return 0;
}
