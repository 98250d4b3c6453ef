/*
 * page_fuzz.c -- any bytes as a page, by each parser: no crash, no text that is
 * not UTF-8, no address that is not http, nothing over its limit, every node
 * in one class, and the same again.
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
check_url(struct slice url)
{
	check_text(url, LIMIT_URL_BYTES);
	if (url.len > 0 && !slice_starts(url, SLICE("http://")) &&
	    !slice_starts(url, SLICE("https://")))
		abort();
}

static void
check_article(const struct cuter_article *a)
{
	check_text(a->title, LIMIT_TITLE_BYTES);
	check_text(a->lead, LIMIT_TITLE_BYTES);
	check_text(a->byline, LIMIT_FIELD_BYTES);
	check_text(a->language, 8);
	check_text(a->site_name, 256);
	check_text(a->body, LIMIT_ARTICLE_BYTES);
	check_text(a->body_html, 2 * LIMIT_ARTICLE_BYTES);
	check_url(a->canonical_url);
	if (a->n_authors > LIMIT_ARTICLE_LIST ||
	    a->n_tags > LIMIT_ARTICLE_LIST || a->n_media > LIMIT_ARTICLE_LIST)
		abort();
	for (size_t i = 0; i < a->n_authors; i++)
		check_text(a->authors[i], 256);
	for (size_t i = 0; i < a->n_tags; i++)
		check_text(a->tags[i], 256);
	for (size_t i = 0; i < a->n_media; i++) {
		check_url(a->media[i].url);
		check_text(a->media[i].alt, LIMIT_TITLE_BYTES);
		check_text(a->media[i].caption, LIMIT_TITLE_BYTES);
	}
	if (!(a->confidence >= 0 && a->confidence <= 1))
		abort();
	if (slice_find_nocase(a->body_html, SLICE("<script"), 0) !=
	    SLICE_NOT_FOUND)
		abort();
}

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
			abort(); /* no input of this size reaches a limit */
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
