/*
 * rule_page_fuzz.c -- applies any bytes as site rules to any bytes as a page:
 * the extraction ends, the report names lines of the file, and a second run
 * gives the same text.
 *
 * Bytes after the first zero byte are the page.
 */
#include <stdlib.h>

#include "base/limits/limits_rules.h"
#include "cuter/cuter.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* On larger pages some expressions need minutes. A worker has a deadline; this
 * program has none. */
#define PAGE_BYTES 2048

static struct cuter *cuter;
static struct buf first;

static void
rule_page_fuzz_check(struct slice rules, const struct cuter_article *a)
{
	uint32_t n_lines = 1;

	for (size_t i = 0; i < rules.len; i++)
		n_lines += rules.p[i] == '\n';
	if (a->rule == CUTER_RULE_NONE || a->n_rule_lines > LIMIT_RULES_LINES)
		abort();
	for (size_t i = 0; i < a->n_rule_lines; i++)
		if (a->rule_lines[i].number < 1 ||
		    a->rule_lines[i].number > n_lines)
			abort();
	if (a->origin == CUTER_ORIGIN_RULE && a->body.len == 0)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice rules = { (const char *)data, size };
	struct cuter_input in = { .url = SLICE("http://www.example.org/a") };
	struct cuter_options options = { 0 };
	struct cuter_article a;
	struct err e = ERR_INIT;
	size_t end = slice_find_char(rules, '\0', 0);

	if (cuter == NULL) {
		if (cuter_new(&cuter, &e) != 0)
			abort();
		buf_init(&first, LIMIT_ARTICLE_BYTES + 1);
	}
	if (end != SLICE_NOT_FOUND) {
		in.bytes = slice_sub(rules, end + 1, end + 1 + PAGE_BYTES);
		rules.len = end;
	}
	options.rules = rules;
	if (cuter_cut(cuter, &in, &options, &a, &e) != 0)
		return 0; /* a limit of memory */
	rule_page_fuzz_check(rules, &a);
	buf_clear(&first);
	buf_append_slice(&first, a.body);
	if (cuter_cut(cuter, &in, &options, &a, &e) != 0 ||
	    !slice_equal(a.body, buf_slice(&first)))
		abort();
	return 0;
}
