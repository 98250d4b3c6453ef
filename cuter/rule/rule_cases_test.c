/*
 * rule_cases_test.c -- applies the rule files in tests/rules to their pages.
 *
 * Each folder has rules.txt, page.html, further pages to which the rules lead,
 * and expected.txt: lines "FIELD: VALUE", an empty line, the text.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "cuter/cuter.h"
#include "tests/lib/tap.h"

#define FOLDER     "tests/rules"
#define SITE       "http://news.example.org/case/"
#define FILE_BYTES (256 * KIB)
#define MOST_PAGES 8

struct rule_case {
	const char *name;
	struct buf rules, expected, html[MOST_PAGES];
	/* each keeps the memory of one part */
	struct cuter *cuters[MOST_PAGES];
	struct cuter_article parts[MOST_PAGES], article;
	char urls[MOST_PAGES][512];
	size_t n;
	struct arena arena;
};

static bool
rule_cases_test_read(const char *name, const char *file, struct buf *out)
{
	char path[512];
	FILE *in;

	buf_clear(out);
	snprintf(path, sizeof(path), FOLDER "/%s/%s", name, file);
	in = fopen(path, "re");
	if (in == NULL || !buf_reserve(out, FILE_BYTES - 1)) {
		if (in != NULL)
			fclose(in);
		return false;
	}
	out->len = fread(out->p, 1, FILE_BYTES - 1, in);
	out->p[out->len] = '\0';
	fclose(in);
	return true;
}

/* ---- the pages ---- */

/* Extracts the page of an address as part c->n.  Returns false if the address
 * was read before, or there is no such page. */
static bool
rule_cases_test_cut(struct rule_case *c, struct slice url)
{
	struct err e = ERR_INIT;
	const struct cuter_options options = { .rules = buf_slice(&c->rules) };
	struct cuter_input in = { .url = url };

	for (size_t i = 0; i < c->n; i++)
		if (slice_equal(url, slice_of(c->urls[i])))
			return false;
	if (c->n == MOST_PAGES || !slice_starts(url, SLICE(SITE)))
		return false;
	snprintf(c->urls[c->n], sizeof(c->urls[0]), "%.*s", SLICE_ARG(url));
	if (!rule_cases_test_read(
		c->name, c->urls[c->n] + strlen(SITE), &c->html[c->n]))
		return false;
	in.url = slice_of(c->urls[c->n]);
	in.bytes = buf_slice(&c->html[c->n]);
	if (c->n > 0)
		in.first_url = slice_of(c->urls[0]);
	if (c->cuters[c->n] == NULL && cuter_new(&c->cuters[c->n], &e) != 0)
		exit(1);
	if (cuter_cut(c->cuters[c->n], &in, &options, &c->parts[c->n], &e) != 0)
		return false;
	c->n++;
	return true;
}

/* Follows the links as the daemon does. */
static void
rule_cases_test_cut_all(struct rule_case *c)
{
	struct slice next;

	c->n = 0;
	if (!rule_cases_test_cut(c, SLICE(SITE "page.html")))
		return;
	next = c->parts[0].single_page;
	if (next.len > 0) {
		rule_cases_test_cut(c, next);
		c->article = c->parts[c->n - 1];
		return;
	}
	while (c->parts[c->n - 1].next_part.len > 0 &&
	       rule_cases_test_cut(c, c->parts[c->n - 1].next_part))
		;
	cuter_join(&c->arena, c->parts, c->n, true, &c->article);
}

/* ---- the result ---- */

static struct slice
rule_cases_test_join(struct arena *arena, const struct slice *items, size_t n)
{
	struct slice all = SLICE("");

	for (size_t i = 0; i < n; i++)
		all = arena_format(arena, "%.*s%s%.*s", SLICE_ARG(all),
		    i > 0 ? "; " : "", SLICE_ARG(items[i]));
	return all;
}

static struct slice
rule_cases_test_field(struct rule_case *c, struct slice name)
{
	const struct cuter_article *a = &c->article;
	char date[DATE_TEXT_BYTES];
	struct slice images[16];
	size_t n = 0;

	if (slice_equal(name, SLICE("title")))
		return a->title;
	if (slice_equal(name, SLICE("authors")))
		return rule_cases_test_join(
		    &c->arena, a->authors, a->n_authors);
	if (slice_equal(name, SLICE("origin")))
		return slice_of(cuter_origin_name(a->origin));
	if (slice_equal(name, SLICE("state")))
		return slice_of(cuter_rule_state_name(a->rule));
	if (slice_equal(name, SLICE("date"))) {
		date_format_rfc3339(a->published_at, date);
		return arena_copy(&c->arena, slice_of(date));
	}
	if (slice_equal(name, SLICE("images"))) {
		for (size_t i = 0; i < a->n_media && n < 16; i++)
			images[n++] = a->media[i].url;
		return rule_cases_test_join(&c->arena, images, n);
	}
	return SLICE("no such field");
}

static void
rule_cases_test_check(struct rule_case *c)
{
	struct slice expected = buf_slice(&c->expected), line;
	struct slice origin = SLICE("rule");

	while (slice_next(&expected, '\n', &line) && line.len > 0) {
		size_t at = slice_find(line, SLICE(":"), 0);
		struct slice name = slice_sub(line, 0, at);
		struct slice value =
		    slice_trim(slice_sub(line, at + 1, line.len));

		if (slice_equal(name, SLICE("origin")))
			origin = value;
		ok(slice_equal(rule_cases_test_field(c, name), value),
		    "%s: %.*s is \"%.*s\", expected \"%.*s\"", c->name,
		    SLICE_ARG(name), SLICE_ARG(rule_cases_test_field(c, name)),
		    SLICE_ARG(value));
	}
	ok(slice_equal(slice_of(cuter_origin_name(c->article.origin)), origin),
	    "%s: the origin of the text", c->name);
	is_text(slice_trim(c->article.body),
	    arena_string(&c->arena, slice_trim(expected)), c->name);
}

static void
rule_cases_test_run(struct rule_case *c, const char *name)
{
	c->name = name;
	c->article = (struct cuter_article){ .published_at = DATE_NONE };
	arena_clear(&c->arena);
	if (!rule_cases_test_read(name, "rules.txt", &c->rules) ||
	    !rule_cases_test_read(name, "expected.txt", &c->expected)) {
		ok(false, "%s: files", name);
		return;
	}
	rule_cases_test_cut_all(c);
	if (c->n == 0)
		ok(false, "%s: no page", name);
	else
		rule_cases_test_check(c);
}

static int
rule_cases_test_is_case(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

int
main(void)
{
	static struct rule_case c;
	struct dirent **names;
	jmp_buf exhausted;
	int n = scandir(FOLDER, &names, rule_cases_test_is_case, alphasort);

	arena_init(&c.arena, 64 * MIB);
	c.arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0)
		return 1;
	buf_init(&c.rules, FILE_BYTES);
	buf_init(&c.expected, FILE_BYTES);
	for (size_t i = 0; i < MOST_PAGES; i++)
		buf_init(&c.html[i], FILE_BYTES);
	ok(n >= 30, "%d rule files", n);
	for (int i = 0; i < n; i++) {
		rule_cases_test_run(&c, names[i]->d_name);
		free(names[i]);
	}
	if (n >= 0)
		free(names);
	for (size_t i = 0; i < MOST_PAGES; i++) {
		cuter_free(c.cuters[i]);
		buf_release(&c.html[i]);
	}
	buf_release(&c.rules);
	buf_release(&c.expected);
	arena_release(&c.arena);
	return done_testing();
}
