/*
 * method_fuzz.c -- reads any bytes as the name of a method and a page: no
 * crash, a text in UTF-8, and for a single page a repeatable text. The method
 * is also applied to two pages of a site.
 */
#include <stdlib.h>

#include "base/limits.h"
#include "base/text/utf8.h"
#include "cuter/methods/papers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Returns the method that the first line names. If the line is not a valid
 * name, its first byte selects a method. */
static const char *
method_fuzz_method_of(struct slice line, char out[128])
{
	const char *const *names = papers_names();
	size_t n = 0;

	line = slice_sub(line, 0, 127);
	memcpy(out, line.p, line.len);
	out[line.len] = '\0';
	if (cuter_has_method(out, papers_methods))
		return out;
	while (names[n] != NULL)
		n++;
	return names[line.len > 0 ? (unsigned char)line.p[0] % n : 0];
}

static void
method_fuzz_cut(struct cuter *cuter, struct slice page,
    const struct cuter_options *options, struct buf *out)
{
	struct cuter_input input = { .bytes = page };
	struct cuter_article article;
	struct err e = ERR_INIT;

	buf_clear(out);
	if (cuter_cut(cuter, &input, options, &article, &e) != 0)
		abort(); /* inputs are too small to reach a limit */
	if (!utf8_valid(article.body))
		abort();
	buf_append_slice(out, article.body);
}

static void
method_fuzz_cut_site(struct cuter *cuter, struct slice page,
    struct cuter_options *options, struct buf *out)
{
	struct err e = ERR_INIT;

	if (cuter_site_new(&options->site, &e) != 0)
		abort();
	method_fuzz_cut(cuter, page, options, out);
	method_fuzz_cut(
	    cuter, slice_sub(page, page.len / 2, page.len), options, out);
	cuter_site_learned(options->site);
	method_fuzz_cut(cuter, page, options, out);
	cuter_site_free(options->site);
	options->site = NULL;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct cuter *cuter;
	static struct buf first, second;
	struct slice page = { (const char *)data, size }, line;
	struct cuter_options options = { .methods = papers_methods };
	char name[128];
	struct err e = ERR_INIT;

	if (cuter == NULL) {
		if (cuter_new(&cuter, &e) != 0)
			abort();
		buf_init(&first, 64 * MIB);
		buf_init(&second, 64 * MIB);
	}
	if (size == 0 || !slice_next(&page, '\n', &line) || page.len == 0)
		return 0;
	options.method = method_fuzz_method_of(line, name);
	method_fuzz_cut(cuter, page, &options, &first);
	method_fuzz_cut(cuter, page, &options, &second);
	if (!slice_equal(buf_slice(&first), buf_slice(&second)))
		abort();
	method_fuzz_cut_site(cuter, page, &options, &first);
	return 0;
}
