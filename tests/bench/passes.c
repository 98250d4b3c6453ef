/*
 * passes.c -- measures the CPU time of each pass of the extractor over many
 * pages, and of the parsers alone.  Prints a line for each: name, tab, seconds.
 *
 *     bench-passes FILE …   pages, plain or gzipped
 *     bench-passes --page N writes a generated page of N bytes
 *
 * Each pass of a page is run a few times, and the smallest time is used. The
 * parsers also read the page without the prefilter ("raw"), once for each page.
 * The passes are those of cuter/cut.c, with the parser that cuter/cut.c selects
 * for the page. "whole" is the time of cuter_cut().
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <zlib.h>

#include <libxml/HTMLparser.h>
#include <tidy/tidybuffio.h>

#include "base/limits.h"
#include "cuter/classify/methods.h"
#include "cuter/features/feature_table.h"
#include "cuter/features/features.h"
#include "cuter/model/trees.h"
#include "cuter/tree/charset.h"
#include "cuter/tree/parser.h"
#include "tests/lib/pages.h"

#define RUNS 3

enum pass {
	PASS_UNPACK,
	PASS_CHARSET,
	PASS_PREFILTER,
	PASS_TREE,
	PASS_FEATURES,
	PASS_METHOD,
	PASS_CLASSES,
	PASS_WHOLE, /* cuter_cut */
	PASS_TIDY_RAW,
	PASS_TIDY, /* the parser tidy, on the output of the prefilter */
	PASS_LIBXML2_RAW,
	PASS_LIBXML2,
	PASS_COUNT
};

static const char *const names[PASS_COUNT] = { "unpack", "charset", "prefilter",
	"tree", "features", "method", "classes", "whole", "tidy raw",
	"tidy after the prefilter", "libxml2 raw",
	"libxml2 after the prefilter" };

struct bench {
	struct buf raw, utf8, filtered;
	struct charsets charsets;
	struct arena arena;
	struct tidy_memory tidy;
	struct trees trees;
	struct cuter *cuter;
	double begun, page[PASS_COUNT], all[PASS_COUNT];
	uint64_t bytes;
	unsigned pages, by_tidy;
};

static double
passes_cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void
passes_begin(struct bench *b)
{
	b->begun = passes_cpu_seconds();
}

static void
passes_end(struct bench *b, enum pass pass)
{
	double took = passes_cpu_seconds() - b->begun;

	if (b->page[pass] < 0 || took < b->page[pass])
		b->page[pass] = took;
}

static void
passes_unpack(struct bench *b, const char *path)
{
	gzFile file;
	int n = 0;

	passes_begin(b);
	buf_clear(&b->raw);
	file = gzopen(path, "rb");
	do {
		if (file == NULL || !buf_reserve(&b->raw, 64 * KIB) ||
		    (n = gzread(file, b->raw.p + b->raw.len, 64 * KIB)) < 0) {
			fprintf(stderr, "%s: not read\n", path);
			exit(1);
		}
		b->raw.len += (size_t)n;
	} while (n > 0);
	gzclose(file);
	passes_end(b, PASS_UNPACK);
}

/* -------------------------------------------------------------- the passes */

static void
passes_build_tree(
    struct bench *b, struct page *page, struct prefilter_result *f)
{
	struct slice html = buf_slice(&b->filtered);

	passes_begin(b);
	tree_init(&page->tree, &b->arena, f->attrs, f->n_nodes);
	if (f->faults != 0) {
		tree_from_libxml2(&page->tree, html, NULL);
	} else if (!tree_from_nested(&page->tree, html)) {
		tree_init(&page->tree, &b->arena, f->attrs, f->n_nodes);
		if (tree_from_tidy(&page->tree, &b->tidy, html, NULL) != 0)
			tree_from_plain(&page->tree, html);
	}
	passes_end(b, PASS_TREE);
}

static void
passes_run(struct bench *b)
{
	struct cuter_input input = { .bytes = buf_slice(&b->raw) };
	struct page *page;
	struct prefilter_result filtered;
	struct charset charset;
	struct slice utf8;
	jmp_buf exhausted;

	arena_clear(&b->arena);
	if (setjmp(exhausted) != 0)
		return; /* over the memory limit: the next passes do not run */
	b->arena.exhausted = &exhausted;
	page = arena_alloc(&b->arena, sizeof(*page));
	page->arena = &b->arena;
	page->input = &input;
	page->trees = &b->trees;
	passes_begin(b);
	utf8 = page_to_utf8(
	    &b->charsets, input.bytes, SLICE_NONE, &b->utf8, &charset);
	passes_end(b, PASS_CHARSET);
	passes_begin(b);
	prefilter_run(&b->arena, utf8, &b->filtered, &filtered);
	passes_end(b, PASS_PREFILTER);
	page->head = filtered.head;
	passes_build_tree(b, page, &filtered);
	passes_begin(b);
	features_mark(page);
	features_count(page);
	features_find_title(page);
	passes_end(b, PASS_FEATURES);
	passes_begin(b);
	method_find(NULL, NULL)(page);
	passes_end(b, PASS_METHOD);
	passes_begin(b);
	features_classify(page);
	passes_end(b, PASS_CLASSES);
}

static void
passes_run_whole(struct bench *b)
{
	struct cuter_input input = { .bytes = buf_slice(&b->raw) };
	struct cuter_article article;
	struct err e = ERR_INIT;

	passes_begin(b);
	(void)cuter_cut(b->cuter, &input, NULL, &article, &e);
	passes_end(b, PASS_WHOLE);
	b->by_tidy += article.parser == CUTER_PARSER_TIDY;
}

/* -------------------------------------------------------- the parsers alone */

static Bool TIDY_CALL
passes_refuse(TidyMessage message)
{
	(void)message;
	return no;
}

static void
passes_run_tidy(struct bench *b, struct slice html, enum pass pass)
{
	TidyBuffer in;
	TidyDoc doc;

	passes_begin(b);
	doc = tidyCreate();
	tidySetMessageCallback(doc, passes_refuse);
	tidyOptSetBool(doc, TidyForceOutput, yes);
	tidySetInCharEncoding(doc, "utf8");
	tidyBufInit(&in);
	tidyBufAppend(&in, (void *)(uintptr_t)html.p, (uint)html.len);
	(void)tidyParseBuffer(doc, &in);
	tidyBufFree(&in);
	tidyRelease(doc);
	passes_end(b, pass);
}

static void
passes_run_libxml2(struct bench *b, struct slice html, enum pass pass)
{
	htmlDocPtr doc;

	passes_begin(b);
	doc = htmlReadMemory(html.p, (int)html.len, NULL, "utf-8",
	    HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
		HTML_PARSE_NONET);
	xmlFreeDoc(doc);
	passes_end(b, pass);
}

static void
passes_run_page(struct bench *b, const char *path)
{
	unsigned by_tidy = b->by_tidy;

	for (int pass = 0; pass < PASS_COUNT; pass++)
		b->page[pass] = -1;
	for (int run = 0; run < RUNS; run++) {
		passes_unpack(b, path);
		passes_run(b);
		passes_run_whole(b);
		passes_run_tidy(b, buf_slice(&b->filtered), PASS_TIDY);
		passes_run_libxml2(b, buf_slice(&b->filtered), PASS_LIBXML2);
	}
	passes_run_tidy(b, buf_slice(&b->raw), PASS_TIDY_RAW);
	passes_run_libxml2(b, buf_slice(&b->raw), PASS_LIBXML2_RAW);
	b->by_tidy = by_tidy + (b->by_tidy > by_tidy);
	b->bytes += b->raw.len;
	b->pages++;
	for (int pass = 0; pass < PASS_COUNT; pass++)
		if (b->page[pass] > 0)
			b->all[pass] += b->page[pass];
}

static int
passes_print_page(const char *size)
{
	struct buf page;
	int64_t bytes;

	if (!slice_to_int64(slice_of(size), &bytes) || bytes < 0 ||
	    bytes > 60 * MIB) {
		fprintf(stderr, "--page: not a size of a page: %s\n", size);
		return 2;
	}
	buf_init(&page, 64 * MIB);
	make_page(&page, (size_t)bytes);
	fwrite(page.p, 1, page.len, stdout);
	buf_release(&page);
	return 0;
}

int
main(int argc, char **argv)
{
	static struct bench b;
	struct err e = ERR_INIT;

	if (argc == 3 && strcmp(argv[1], "--page") == 0)
		return passes_print_page(argv[2]);
	if (cuter_new(&b.cuter, &e) != 0) {
		fprintf(stderr, "%s\n", e.text);
		return 1;
	}
	charsets_init(&b.charsets);
	charsets_open_all(&b.charsets);
	arena_init(&b.arena, LIMIT_PAGE_ARENA);
	tidy_memory_init(&b.tidy, LIMIT_PAGE_TIDY);
	trees_init(&b.trees, NULL);
	buf_init(&b.raw, 64 * MIB);
	buf_init(&b.utf8, LIMIT_PAGE_HTML);
	buf_init(&b.filtered, LIMIT_PAGE_HTML);
	for (int i = 1; i < argc; i++)
		passes_run_page(&b, argv[i]);
	printf("pages\t%u\nbytes\t%llu\nby tidy\t%u\n", b.pages,
	    (unsigned long long)b.bytes, b.by_tidy);
	for (int pass = 0; pass < PASS_COUNT; pass++)
		printf("%s\t%.6f\n", names[pass], b.all[pass]);
	return 0;
}
