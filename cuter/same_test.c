/*
 * same_test.c -- the same bytes and hints give the same answer: in whatever
 * locale, in whatever order, from a cuter old or new, and by every compiler:
 * digests of all that comes out for the pages of tests/pages stand in
 * tests/pages/digests, and every build must come to them.
 *
 * Where an answer was meant to change: UPDATE=1 build/cuter/same_test
 */
#include <dirent.h>
#include <locale.h>

#include "base/table.h"
#include "tests/lib/cuter.h"

#define PAGES     "tests/pages"
#define DIGESTS   PAGES "/digests"
#define PAGES_MAX 256

static const char *const methods[] = { "cuter", "model" };
#define N_METHODS (sizeof(methods) / sizeof(methods[0]))

struct page {
	char name[128];
	char *html;
	size_t bytes;
	char hint[512];
	uint64_t digest[N_METHODS];
};

static struct page pages[PAGES_MAX];
static int n_pages;

/* ------------------------------------------------------------------ digests */

static void
put(struct buf *out, struct slice s)
{
	buf_append_slice(out, s);
	buf_append_char(out, '\x1F');
}

/* Numbers as they are, so that nothing is lost in printing them. */
static void
put_number(struct buf *out, double value)
{
	buf_append(out, &value, sizeof(value));
}

static void
put_nodes(struct buf *out, const struct cuter_article *a)
{
	for (size_t i = 0; i < a->n_nodes; i++) {
		const struct cuter_node *node = &a->nodes[i];

		put(out, node->text);
		put(out, node->url);
		put(out, slice_of(node->reason));
		put(out, slice_of(cuter_kind_name(node->kind)));
		put(out, slice_of(cuter_class_name(node->class)));
		put_number(out, node->score);
		put_number(out, node->in_body + 2 * node->is_scored);
	}
}

static void
put_article(struct buf *out, const struct cuter_article *a)
{
	char flags[64];

	put(out, a->title);
	put(out, a->lead);
	put(out, a->byline);
	put(out, a->language);
	put(out, a->canonical_url);
	put(out, a->site_name);
	put(out, a->body);
	put(out, a->body_html);
	for (size_t i = 0; i < a->n_authors; i++)
		put(out, a->authors[i]);
	for (size_t i = 0; i < a->n_tags; i++)
		put(out, a->tags[i]);
	for (size_t i = 0; i < a->n_media; i++) {
		put(out, a->media[i].url);
		put(out, a->media[i].caption);
		put_number(out, a->media[i].relevance);
	}
	put_number(out, (double)a->published_at);
	put_number(out, (double)a->modified_at);
	put_number(out, a->confidence);
	put_number(out, a->word_count);
	for (size_t i = 0; i < a->n_evidence; i++)
		put_number(out, a->evidence[i]);
	put(out, slice_of(cuter_flags_text(a->flags, flags)));
	put(out, slice_of(cuter_page_class_name(a->page_class)));
	put(out, slice_of(cuter_origin_name(a->origin)));
	put(out, slice_of(cuter_parser_name(a->parser)));
	for (int i = 0; i < CUTER_CLASS_COUNT; i++)
		put_number(out, a->class_count[i]);
	put_nodes(out, a);
}

static uint64_t
digest_of(const struct page *page, const char *method)
{
	struct buf out;
	const struct cuter_options options = { .method = method,
		.nodes = true };
	struct cuter_article a;
	uint64_t digest;

	buf_init(&out, 64 << 20);
	a = testing_cut_with((struct slice){ page->html, page->bytes },
	    page->hint, NULL, &options);
	put_article(&out, &a);
	digest = hash_stable(buf_slice(&out));
	buf_release(&out);
	return digest;
}

/* -------------------------------------------------------------------- pages */

static bool
read_file(const char *path, struct buf *out)
{
	FILE *file = fopen(path, "r");
	char piece[4096];
	size_t n;

	buf_clear(out);
	if (file == NULL)
		return false;
	while ((n = fread(piece, 1, sizeof(piece), file)) > 0)
		buf_append(out, piece, n);
	fclose(file);
	return true;
}

/* What the feed said, from the page's expectations. */
static void
read_hint(struct page *page)
{
	char path[512];
	struct buf expect;
	struct slice rest, line;

	buf_init(&expect, 1 << 20);
	snprintf(path, sizeof(path), PAGES "/%s.expect", page->name);
	read_file(path, &expect);
	rest = buf_slice(&expect);
	while (slice_next(&rest, '\n', &line))
		if (slice_starts(line, SLICE("hint: ")))
			snprintf(page->hint, sizeof(page->hint), "%.*s",
			    SLICE_ARG(slice_sub(line, 6, line.len)));
	buf_release(&expect);
}

static void
read_pages(void)
{
	struct dirent **names;
	int n = scandir(PAGES, &names, NULL, alphasort);

	for (int i = 0; i < n; i++) {
		struct slice name = slice_of(names[i]->d_name);
		struct page *page = &pages[n_pages];
		char path[512];
		struct buf html;

		if (slice_ends(name, SLICE(".html")) && n_pages < PAGES_MAX) {
			buf_init(&html, 1 << 20);
			snprintf(
			    path, sizeof(path), PAGES "/%s", names[i]->d_name);
			read_file(path, &html);
			page->bytes = html.len;
			page->html = buf_detach(&html);
			snprintf(page->name, sizeof(page->name), "%.*s",
			    (int)name.len - 5, name.p);
			read_hint(page);
			n_pages++;
		}
		free(names[i]);
	}
	if (n >= 0)
		free(names);
	ok(n_pages >= 10, "%d pages in " PAGES " (run from the top)", n_pages);
}

/* -------------------------------------------------------------------- tests */

static void
is_same(const char *what)
{
	int others = 0;

	for (int i = n_pages; i-- > 0;) /* and backwards */
		for (size_t m = 0; m < N_METHODS; m++)
			others += digest_of(&pages[i], methods[m]) !=
				  pages[i].digest[m];
	is_int(others, 0, what);
}

static void
test_locales(void)
{
	static const char *const locales[] = { "C", "C.UTF-8", "tr_TR.UTF-8",
		"de_DE.UTF-8", "ar_EG.UTF-8" };

	for (size_t i = 0; i < sizeof(locales) / sizeof(locales[0]); i++) {
		char what[128];

		if (setlocale(LC_ALL, locales[i]) == NULL) {
			printf("# %s is not installed\n", locales[i]);
			continue;
		}
		snprintf(what, sizeof(what), "the same in %s", locales[i]);
		is_same(what);
	}
	setlocale(LC_ALL, "C");
}

static void
test_fresh(void)
{
	struct cuter *used = testing_cuter;
	struct err e = ERR_INIT;

	if (cuter_new(&testing_cuter, &e) != 0) {
		testing_cuter = used;
		ok(false, "a new cuter: %s", e.text);
		return;
	}
	is_same("the same from a new cuter");
	cuter_free(testing_cuter);
	testing_cuter = used;
}

static void
write_digests(struct buf *out)
{
	for (int i = 0; i < n_pages; i++) {
		buf_append_string(out, pages[i].name);
		for (size_t m = 0; m < N_METHODS; m++)
			buf_printf(out, " %s %016llx", methods[m],
			    (unsigned long long)pages[i].digest[m]);
		buf_append_char(out, '\n');
	}
}

static void
test_digests(void)
{
	struct buf ours, kept;
	struct slice rest_ours, rest_kept, line_ours, line_kept;
	FILE *file;

	buf_init(&ours, 1 << 20);
	buf_init(&kept, 1 << 20);
	write_digests(&ours);
	if (getenv("UPDATE") != NULL) {
		file = fopen(DIGESTS, "w");
		ok(file != NULL &&
			fwrite(ours.p, 1, ours.len, file) == ours.len,
		    "written: " DIGESTS);
		if (file != NULL)
			fclose(file);
	}
	ok(read_file(DIGESTS, &kept), DIGESTS);
	rest_ours = buf_slice(&ours);
	rest_kept = buf_slice(&kept);
	while (slice_next(&rest_ours, '\n', &line_ours)) {
		if (!slice_next(&rest_kept, '\n', &line_kept))
			line_kept = SLICE_NONE;
		if (!ok(slice_equal(line_ours, line_kept),
			"as every build has it: %.*s", SLICE_ARG(line_ours)))
			printf("# kept: %.*s (UPDATE=1 if it was meant to "
			       "change)\n",
			    SLICE_ARG(line_kept));
	}
	buf_release(&ours);
	buf_release(&kept);
}

int
main(void)
{
	testing_begin();
	read_pages();
	for (int i = 0; i < n_pages; i++)
		for (size_t m = 0; m < N_METHODS; m++)
			pages[i].digest[m] = digest_of(&pages[i], methods[m]);
	test_locales();
	test_fresh();
	test_digests();
	for (int i = 0; i < n_pages; i++)
		free(pages[i].html);
	return testing_end();
}
