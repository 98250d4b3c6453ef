/*
 * methods_test.c -- properties that all methods share, and their options.
 */
#include "base/array.h"
#include "cuter/methods/papers.h"
#include "tests/lib/methods.h"

#define PARAGRAPH(n)                                                           \
	"<p>Paragraph " #n " of the report tells at some length what was "     \
	"found, who found it, and why it took the commission so long to say "  \
	"anything about it at all. Nobody had asked it to hurry, and so it "   \
	"did not; that much is agreed by all who sat there.</p>"

#define MENU                                                                   \
	"<ul><li><a href=/a>Home</a><li><a href=/b>Politics</a><li><a "        \
	"href=/c>Sport</a><li><a href=/d>Weather</a></ul>"

static const char page[] =
    "<body><div>" MENU "</div><div><h1>The commission reports</h1>" PARAGRAPH(1)
	PARAGRAPH(2) PARAGRAPH(3) PARAGRAPH(4) PARAGRAPH(
	    5) "<p hidden>What no reader is shown, though it is as long "
	       "as any other paragraph of this page and stands in its "
	       "very middle, between five and six.</p>" PARAGRAPH(
		   6) "</div><div>" MENU "</div>";

/* The methods that compare pages of a site (methods/site/): they select all
 * text if there is only one page. */
static bool
methods_test_is_of_site(const char *method)
{
	return strcmp(method, "entropy") == 0 || strcmp(method, "cst") == 0 ||
	       strcmp(method, "ibdf") == 0;
}

static void
methods_test_each(const char *method)
{
	const struct cuter_options options = { .method = method,
		.methods = papers_methods };
	struct cuter_article a = testing_cut_with(
	    SLICE(page), "The commission reports", NULL, &options);

	/* Methods with a window may lose the end of a text that is followed by
	 * a menu. */
	for (int n = 2; n <= 5; n++) {
		char begin[32];

		snprintf(begin, sizeof(begin), "Paragraph %d ", n);
		ok(testing_has(a.body, begin), "%s: %s", method, begin);
	}
	ok(testing_has(a.body, "Weather") == methods_test_is_of_site(method),
	    "%s: only a method that compares pages keeps the menu", method);
	ok(!testing_has(a.body, "no reader"),
	    "%s: hidden text is not extracted", method);
	ok(!testing_has(a.body, "commission reports"),
	    "%s: the title is not in the body", method);
}

/* Pages without text give no text and no error. */
static void
methods_test_poor_pages(const char *method)
{
	static const char *const pages[] = { "", "<p>", "<br><hr><img src=x>",
		"<div><div><div></div></div></div>", "one",
		"<table><tr><td></table><ul></ul>" };
	const struct cuter_options options = { .method = method,
		.methods = papers_methods };

	for (size_t i = 0; i < ARRAY_LENGTH(pages); i++) {
		struct cuter_article a =
		    testing_cut_with(slice_of(pages[i]), NULL, NULL, &options);

		ok(a.body.len <= 3,
		    "%s: at most three bytes of \"%s\" are text", method,
		    pages[i]);
	}
}

static void
methods_test_names(void)
{
	static const char *const good[] = { "cuter", "mib:k=3",
		"mib:k=3,st=0.25", "lqf:tags=0" };
	static const char *const bad[] = { "", "cuter2", "cute",
		"cuter:", "cuter:k=1", "mib:", "mib:k", "mib:k=", "mib:k=x",
		"mib:k=0", "mib:k=17", "mib:k=1,", "mib:k=1e1", "mib:k=-1",
		"mib:=1", "mib:st=0.5.5", "mib:st=0.1234567890123456",
		"mib:ks=1" };

	for (size_t i = 0; i < ARRAY_LENGTH(good); i++)
		ok(cuter_has_method(good[i], papers_methods), "\"%s\" is one",
		    good[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(bad); i++)
		ok(!cuter_has_method(bad[i], papers_methods),
		    "\"%s\" is not the name of a method", bad[i]);
	ok(method_find(NULL, NULL) == method_find(papers_names()[0], NULL),
	    "the default is the first");
	ok(!cuter_has_method("mib", NULL), "libcuter has no method \"mib\"");
	ok(cuter_has_method("cuter", NULL),
	    "libcuter has the method \"cuter\"");
}

#define LONG_PARAGRAPHS 1600
#define CHAPTER         40

/* Writes a text as long as a book, with or without chapters. */
static void
methods_test_write_long(struct buf *out, bool in_chapters)
{
	buf_append_string(out,
	    "<body><header>" MENU "</header><main><div class=report><h1>The "
	    "commission reports</h1>");
	for (unsigned i = 0; i < LONG_PARAGRAPHS; i++) {
		if (in_chapters && i % CHAPTER == 0)
			buf_printf(out,
			    "%s<div class=chapter><h2>Chapter %u</h2>",
			    i > 0 ? "</div>" : "", i / CHAPTER + 1);
		buf_printf(out, "<p>(%u) The witness was heard in %u", i,
		    1900 + i % 100);
		for (unsigned k = 0; k <= i * 7 % 5; k++)
			buf_printf(out,
			    ", and said of the %u boats in the harbour that "
			    "none had been told of the storm",
			    (i + k) * 31 % 97);
		buf_append_string(out, ".</p>");
	}
	buf_append_string(out, in_chapters ? "</div>" : "");
	buf_append_string(out, "</div></main><footer>" MENU "</footer></body>");
}

static void
methods_test_long(bool in_chapters)
{
	struct cuter_article a;
	struct buf out;
	unsigned found = 0;

	buf_init(&out, 16 * 1024 * 1024);
	methods_test_write_long(&out, in_chapters);
	a = testing_cut_with(
	    buf_slice(&out), "The commission reports", NULL, NULL);
	for (unsigned i = 0; i < LONG_PARAGRAPHS; i++) {
		char begin[32];

		snprintf(begin, sizeof(begin), "(%u) The", i);
		found += testing_has(a.body, begin);
	}
	is_int(found, LONG_PARAGRAPHS,
	    in_chapters ? "a long report in chapters is taken completely"
			: "a long report is extracted completely");
	ok(!testing_has(a.body, "Weather"), "the menu is not in the body");
	buf_release(&out);
}

int
main(void)
{
	testing_begin();
	methods_test_long(false);
	methods_test_long(true);
	methods_test_names();
	for (const char *const *name = papers_names(); *name != NULL; name++) {
		methods_test_each(*name);
		methods_test_poor_pages(*name);
	}
	return testing_end();
}
