/*
 * guard_test.c -- tests prefilter and guard together: which tags they
 * write, and that no family of hostile pages makes a parser slow or use much
 * memory (docs/threat-rows.md, rows S31 to S33).
 */
#include <stdlib.h>
#include <time.h>

#include "base/array.h"
#include "cuter/cuter.h"
#include "cuter/tree/parser.h"
#include "cuter/tree/prefilter.h"
#include "tests/lib/tap.h"

#ifdef GLEANER_SANITIZED
#define SLOWER  12 /* allowed factor of time under sanitizers */
#define LARGEST 10000
#else
#define SLOWER  1
#define LARGEST 100000
#endif
#define MOST_SECONDS 2.0

/* ---------------------------------------------------------------- families */

/* A page of this family: prefix, then n times `each`, then n times `end`; "%d"
 * is replaced by the number of the repetition. */
static const struct family {
	const char *name, *prefix, *each, *end, *suffix;
} families[] = {
	{ "nested div", "", "<div>", "", "" },
	{ "nested div, ended", "", "<div>", "</div>", "" },
	{ "nested div with text", "", "<div>a", "</div>", "" },
	{ "nested span", "", "<span>", "", "x" },
	{ "nested span, then blocks", "", "<span>", "<p>x", "" },
	{ "nested blockquote", "", "<blockquote>", "", "x" },
	{ "nested center", "", "<center>", "", "x" },
	{ "nested object", "", "<object>", "", "x" },
	{ "nested form", "", "<form>", "", "x" },
	{ "nested table", "", "<table>", "", "x" },
	{ "nested table with cells", "", "<table><tr><td>", "", "x" },
	{ "nested table with text", "", "<table>x", "", "" },
	{ "nested ul li", "", "<ul><li>", "", "x" },
	{ "nested dl dd", "", "<dl><dd>", "", "x" },
	{ "nested ol", "", "<ol>", "", "x" },
	{ "unended font", "", "<font size=i>", "", "x" },
	{ "font, then paragraphs", "", "<font size=%d>", "<p>x", "" },
	{ "one font, then paragraphs", "<font>", "<p>x", "", "" },
	{ "unended b", "", "<b>", "", "x" },
	{ "unended b, then paragraphs", "", "<b>", "<p>x", "" },
	{ "unended i, then paragraphs", "", "<i>", "<p>x", "" },
	{ "i and p in turn", "", "<i>x<p>y", "", "" },
	{ "b and div in turn", "", "<b><div>", "", "x" },
	{ "b i u and divs", "", "<b><i><u><div>x", "", "" },
	{ "links without end", "", "<a href=x>", "", "x" },
	{ "links around divs", "", "<a href=x><div>", "", "x" },
	{ "h1 in h1", "", "<h1>", "", "x" },
	{ "h1 and div in turn", "", "<h1><div>", "", "x" },
	{ "li without list", "", "<li>x", "", "" },
	{ "td without table", "", "<td>x", "", "" },
	{ "rows without cells", "<table>", "<tr>x", "", "" },
	{ "cells in one row", "<table><tr>", "<td>", "", "x" },
	{ "options", "<select>", "<option>x", "", "" },
	{ "buttons", "", "<button>", "", "x" },
	{ "paragraphs", "", "<p>x", "", "" },
	{ "line breaks", "", "<br>", "", "x" },
	{ "headings ended wrongly", "", "<h1>x</h2>", "", "" },
	{ "end tags without start", "", "</div>", "", "x" },
	{ "paragraph ends", "", "</p>", "", "x" },
	{ "crossed b and i", "", "<b><i>x</b></i>", "", "" },
	{ "crossed div and span", "", "<div><span></div></span>", "", "x" },
	{ "comments", "", "<!-- x -->", "", "y" },
	{ "comments with unusual ends", "", "<!-- --!>", "", "-->" },
	{ "comments of dashes", "<!--", "--", "", "y" },
	{ "comments without end", "", "<!-- ", "", "y" },
	{ "comment openers in a comment", "<!--", "<!--", "", "" },
	{ "less-than signs", "", "<", "", "" },
	{ "less-than slashes", "", "</", "", "" },
	{ "ampersands", "", "&", "", "" },
	{ "references", "", "&amp;&#65;&eacute;", "", "" },
	{ "long reference", "&", "a", "", ";" },
	{ "scripts", "", "<script>x</script>", "", "y" },
	{ "scripts without end", "", "<script>", "", "y" },
	{ "styles", "", "<style>x</style>", "", "y" },
	{ "svg without end", "", "<svg>", "", "y" },
	{ "select without end", "", "<select>", "", "y" },
	{ "textarea without end", "", "<textarea>", "", "y" },
	{ "title without end", "", "<title>", "", "y" },
	{ "iframe without end", "", "<iframe>", "", "y" },
	{ "video without end", "", "<video>", "", "y" },
	{ "template without end", "", "<template>", "", "y" },
	{ "noscript nested", "", "<noscript><img src=a>", "", "y" },
	{ "attributes on one tag", "<p ", "a%d=1 ", "", ">x" },
	{ "one attribute again", "<p ", "class=a ", "", ">x" },
	{ "quotes without end", "", "<p title=\">", "", "x" },
	{ "both quotes", "", "<p title=\"a' id='b\">", "", "x" },
	{ "giant attribute", "<p class=\"", "x ", "", "\">y" },
	{ "giant srcset", "<img srcset=\"", "a.png %dw, ", "", "\">y" },
	{ "custom elements", "", "<x-y>", "", "z" },
	{ "custom elements in p", "<p>", "<x-y>z</x-y>", "", "" },
	{ "unknown elements", "", "<foo>", "", "z" },
	{ "metas", "", "<meta name=a%d content=b>", "", "x" },
	{ "JSON-LD", "", "<script type=application/ld+json>{}</script>", "",
	    "x" },
	{ "images", "", "<img src=a%d.png>", "", "x" },
	{ "pictures", "", "<picture><source srcset=a>", "", "x" },
	{ "text", "", "lorem ipsum ", "", "" },
	{ "NULs", "", "\1", "", "x" },
	{ "dl dt dd in turn", "<dl>", "<dt>x<dd>y", "", "" },
	{ "pre with blocks", "<pre>", "<div>x</div>", "", "" },
	{ "captions", "<table>", "<caption>x", "", "" },
	{ "tables in captions", "", "<table><caption>", "", "x" },
	{ "tbody", "<table>", "<tbody>", "", "x" },
	{ "details", "", "<details><summary>x", "", "y" },
	{ "frames", "", "<frameset>", "", "y" },
};

static void
guard_test_append(struct buf *out, const char *piece, int count)
{
	const char *mark = strstr(piece, "%d");

	if (mark == NULL) {
		buf_append_string(out, piece);
		return;
	}
	buf_append(out, piece, (size_t)(mark - piece));
	buf_printf(out, "%d", count);
	buf_append_string(out, mark + 2);
}

static void
guard_test_generate(const struct family *f, int n, struct buf *out)
{
	buf_clear(out);
	buf_append_string(out, f->prefix);
	for (int i = 0; i < n; i++)
		guard_test_append(out, f->each, i);
	for (int i = 0; i < n && f->end[0] != '\0'; i++)
		guard_test_append(out, f->end, i);
	buf_append_string(out, f->suffix);
	for (size_t i = 0; i < out->len; i++)
		if (out->p[i] == '\1')
			out->p[i] = '\0';
}

/* ------------------------------------------------------------------ running */

struct bench {
	struct arena arena;
	struct buf page, filtered;
	struct tidy_memory tidy;
};

static double
guard_test_cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Returns the CPU seconds of one parser on the filtered page; -1 if it
 * failed. */
static double
guard_test_parse(struct bench *b, enum cuter_parser parser,
    const struct prefilter_result *result)
{
	double begun = guard_test_cpu_seconds();
	struct err e = ERR_INIT;
	struct tree tree;
	int rc = 0;

	tree_init(&tree, &b->arena, result->attrs, result->n_nodes);
	if (parser == CUTER_PARSER_TIDY)
		rc = tree_from_tidy(
		    &tree, &b->tidy, buf_slice(&b->filtered), &e);
	else if (parser == CUTER_PARSER_LIBXML2)
		rc = tree_from_libxml2(&tree, buf_slice(&b->filtered), &e);
	else
		tree_from_plain(&tree, buf_slice(&b->filtered));
	return rc == 0 ? guard_test_cpu_seconds() - begun : -1;
}

static void
guard_test_try_family(struct bench *b, const struct family *f, int n)
{
	struct prefilter_result result;
	double filter, seconds[CUTER_PARSER_COUNT];
	jmp_buf exhausted;
	volatile bool fast = true;

	guard_test_generate(f, n, &b->page);
	arena_clear(&b->arena);
	if (setjmp(exhausted) != 0) {
		ok(false, "%s x %d: arena exhausted", f->name, n);
		return;
	}
	b->arena.exhausted = &exhausted;
	filter = guard_test_cpu_seconds();
	prefilter_run(&b->arena, buf_slice(&b->page), &b->filtered, &result);
	filter = guard_test_cpu_seconds() - filter;
	for (int p = CUTER_PARSER_TIDY; p < CUTER_PARSER_COUNT; p++) {
		seconds[p] = guard_test_parse(b, (enum cuter_parser)p, &result);
		fast = fast && seconds[p] >= 0 &&
		       seconds[p] < MOST_SECONDS * SLOWER;
	}
	/* The arena holds three trees; the memory of tidy has its own limit. */
	ok(fast && filter < MOST_SECONDS * SLOWER &&
		b->filtered.len <= 8 * b->page.len + 1024,
	    "S31: %s x %d: filter %.3f s, tidy %.3f s, libxml2 %.3f s, plain "
	    "%.3f "
	    "s, %zu to %zu bytes",
	    f->name, n, filter, seconds[CUTER_PARSER_TIDY],
	    seconds[CUTER_PARSER_LIBXML2], seconds[CUTER_PARSER_PLAIN],
	    b->page.len, b->filtered.len);
	b->arena.exhausted = NULL;
}

/* -------------------------------------------------------------- small pages */

/* A page, and the prefilter's output for its body. */
static const struct {
	const char *page, *body, *why;
} small[] = {
	{ "<p>a<p>b", "<p  >a</p><p  >b</p>", "<p> ends <p>" },
	{ "<ul><li>a<li>b</ul>", "<ul ><li >a</li><li >b</li></ul>",
	    "<li> ends <li>" },
	{ "<b>a<p>b</p></b>", "<div>a<p  >b</p></div>",
	    "an inline element around a block is a div" },
	{ "<span class=x>a<div>b</div></span>",
	    "<div  title=\"0\">a<div>b</div></div>", "a span, too" },
	{ "<a href=u><div>b</div></a>", "<a   title=\"0\"><div>b</div></a>",
	    "a link may hold a block" },
	{ "<a href=u>a<a href=v>b</a>",
	    "<a   title=\"0\">a</a><a   title=\"1\">b</a>", "<a> ends <a>" },
	{ "<a name=x>a</a>", "a", "an anchor is no link" },
	{ "<table><td>x", "<table><tr ><td >x</td></tr></table>",
	    "a cell without row gets one" },
	{ "<table>x", "<table><tr ><td >x</td></tr></table>",
	    "text in a table gets row and cell" },
	{ "<table><tr><td>a<td>b<tr><td>c</table>d",
	    "<table><tr ><td >a</td><td >b</td></tr><tr ><td >c</td></tr>"
	    "</table>d",
	    "cells and rows end without end tags" },
	{ "<h1>a<div>b</div></h1>", "<h1 >a<span>b</span></h1>",
	    "a div in a heading is a span" },
	{ "<h2>a</h3><p>b", "<h2 >a</h2><p  >b</p>",
	    "the end tag of any heading ends a heading" },
	{ "<h1>a<ul><li>b</ul>", "<h1 >a</h1><ul ><li >b</li></ul>",
	    "a list ends a heading" },
	{ "<div>a</p></span></div>b", "<div>a</div>b",
	    "end tags without a start tag are ignored" },
	{ "<div><b>a</div>b", "<div><b  >a</b></div>b",
	    "an end tag ends the open elements inside" },
	{ "<script>a</script><style>b</style><!-- c -->d<svg><p>e</p></svg>",
	    "d", "scripts, styles, comments and SVG are dropped" },
	{ "a<!-->b<!--->c<!-- d --!>e<!-- f -- ! --->g<!-- h -->", "abceg",
	    "a comment ends as in a browser" },
	{ "<noscript>a<img src=b></noscript>c", "<img title=\"0\">c",
	    "of <noscript> only the image stays" },
	{ "<p onclick=x style=\"display : none\" data-x='{}'>a",
	    "<p   title=\"0\">a</p>",
	    "only attributes that are read are kept; style becomes hidden" },
	{ "<img src=t.gif width=1 height=1>x", "x", "a counter is no image" },
	{ "&eacute;&#146;&lt;b&gt;&amp;amp; & &copy=1 AT&T",
	    "\xC3\xA9\xE2\x80\x99&lt;b&gt;&amp;amp; &amp; \xC2\xA9=1 AT&amp;T",
	    "references are decoded, only required escapes are written" },
	{ "1 < 2 <3", "1 &lt; 2 &lt;3", "a less-than sign is text" },
};

static void
guard_test_try_small(struct bench *b, size_t i)
{
	struct slice head =
	    SLICE("<!DOCTYPE html>\n<html><head><title>.</title>"
		  "</head><body>");
	struct slice foot = SLICE("</body></html>");
	struct prefilter_result result;
	jmp_buf exhausted;

	arena_clear(&b->arena);
	if (setjmp(exhausted) != 0)
		abort();
	b->arena.exhausted = &exhausted;
	prefilter_run(
	    &b->arena, slice_of(small[i].page), &b->filtered, &result);
	is_text(slice_sub(buf_slice(&b->filtered), head.len,
		    b->filtered.len - foot.len),
	    small[i].body, small[i].why);
	b->arena.exhausted = NULL;
}

/* A page, and the value that is stored for one attribute of its first
 * element. */
static const struct {
	const char *page;
	enum attr attr;
	const char *value; /* NULL: nothing is stored */
	const char *why;
} kept[] = {
	{ "<img src=data:x data-src=a.png>", ATTR_SRC, "a.png",
	    "an image has the address that the lazy loader will load" },
	{ "<img src=a.png data-url=/photo?id=3>", ATTR_SRC, "a.png",
	    "an image does not get the address of a page about it" },
	{ "<img srcset=\"a.png 1x, b.png 2x\" src=c>", ATTR_SRC, "b.png",
	    "the best candidate of a srcset is kept" },
	{ "<img srcset='a,b.png 300w,c,d.png 200w'>", ATTR_SRC, "a,b.png",
	    "addresses in a srcset may contain commas" },
	{ "<img data-src='/i/{width}/a.png' src=a.png>", ATTR_SRC, "a.png",
	    "a template address is not used" },
	{ "<img src='${base}/a.png' srcset='a_%7Bw%7D.png 9w, b.png 2w'>",
	    ATTR_SRC, "b.png", "a template address in a srcset is not used" },
	{ "<picture><source srcset='data:x 1x' data-srcset='b.png 1x'>"
	  "<img data-src='{{ image.src }}' src='a_$%7Bid%7d.png'></picture>",
	    ATTR_SRC, "b.png",
	    "a template address in a <picture> is not used" },
	{ "<img src='%24%7Bid%7D'><p>x", ATTR_SRC, NULL,
	    "an image with only a template address is dropped" },
	{ "<img data-src='/{4A1D-7C}/a?x={\"b\":1}' src=data:x>", ATTR_SRC,
	    "/{4A1D-7C}/a?x={\"b\":1}",
	    "braces without a name are part of an address" },
	{ "<picture><source srcset=a.webp><img></picture>", ATTR_SRC, "a.webp",
	    "the address of a <source>" },
	{ "<video><source src=a.mp4></video>", ATTR_SRC, "a.mp4",
	    "a player has the address of its lazy loader" },
	{ "<a href='?a=1&copy=2&amp;b=3'>x</a>", ATTR_HREF, "?a=1&copy=2&b=3",
	    "\"&copy=\" in an address is a parameter" },
	{ "<p style=\"color:red; display : none\">x", ATTR_HIDDEN, "hidden",
	    "display:none becomes hidden" },
	{ "<p style=display:block>x", ATTR_HIDDEN, NULL, "one that does not" },
	{ "<p aria-hidden=true>x", ATTR_HIDDEN, "hidden", "aria-hidden" },
	{ "<p hidden=until-found>x", ATTR_HIDDEN, NULL, "to be found" },
	{ "<p class='a&amp;b' class=c>x", ATTR_CLASS, "a&b",
	    "the first of two equal attributes is kept, decoded" },
	{ "<p CLASS=a/b>x", ATTR_CLASS, "a/b", "unquoted, in capitals" },
	{ "<p class=\"a>b\">x", ATTR_CLASS, "a>b", "a '>' in quotes" },
	{ "<p class=\"a>x<p>y", ATTR_CLASS, "a", "a quote without end" },
	{ "<form>x</form>", ATTR_ROLE, "form", "a form is known by its role" },
	{ "<x-ad>x</x-ad>", ATTR_CLASS, "x-ad", "an own element by its name" },
};

static void
guard_test_try_kept(struct bench *b, size_t i)
{
	struct prefilter_result result;
	struct slice value = SLICE_NONE;
	jmp_buf exhausted;
	struct tree tree;

	arena_clear(&b->arena);
	if (setjmp(exhausted) != 0)
		abort();
	b->arena.exhausted = &exhausted;
	prefilter_run(&b->arena, slice_of(kept[i].page), &b->filtered, &result);
	tree_init(&tree, &b->arena, result.attrs, result.n_nodes);
	tree_from_plain(&tree, buf_slice(&b->filtered));
	if (tree.n > 1)
		value = tree_attr(&tree, 1, kept[i].attr);
	is_text(value, kept[i].value, kept[i].why);
	b->arena.exhausted = NULL;
}

static void
guard_test_try_head(struct bench *b)
{
	static const char page[] =
	    "<html lang=de-AT><head><base href=/x/><title>A &amp; B</title>"
	    "<meta property=og:title content='C &quot;D&quot;'>"
	    "<meta name=DESCRIPTION content=E><link rel=canonical href=/f>"
	    "<script type=\"application/ld+json\">{\"a\":1}</script></head>"
	    "<body><title>no</title>";
	struct prefilter_result result;
	jmp_buf exhausted;

	arena_clear(&b->arena);
	if (setjmp(exhausted) != 0)
		abort();
	b->arena.exhausted = &exhausted;
	prefilter_run(&b->arena, slice_of(page), &b->filtered, &result);
	is_text(result.head->title, "A & B", "the title is read from the head");
	is_text(result.head->language, "de-AT",
	    "the language is read from the head");
	is_text(
	    result.head->base, "/x/", "the base address is read from the head");
	is_text(result.head->canonical, "/f",
	    "the canonical address is read from the head");
	is_text(page_head_meta(result.head, "og:title"), "C \"D\"",
	    "a meta element is read from the head");
	is_text(page_head_meta(result.head, "description"), "E",
	    "names of metas are found in any case");
	is_int((int64_t)result.head->n_json_ld, 1,
	    "one block of JSON-LD is read from the head");
	is_text(result.head->json_ld[0], "{\"a\":1}",
	    "the JSON-LD has its content");
	b->arena.exhausted = NULL;
}

static uint32_t
guard_test_deepest_of(const struct tree *t)
{
	uint32_t deepest = 0;

	for (uint32_t i = 0; i < t->n; i++)
		if (t->nodes[i].depth > deepest)
			deepest = t->nodes[i].depth;
	return deepest;
}

static int64_t
guard_test_text_bytes_of(const struct tree *t)
{
	int64_t bytes = 0;

	for (uint32_t i = 0; i < t->n; i++)
		bytes += (int64_t)t->nodes[i].text.len;
	return bytes;
}

/* The guard omits elements that exceed its limits, and reports the omission. */
static void
guard_test_try_faults(struct bench *b)
{
	struct prefilter_result result;
	jmp_buf exhausted;
	struct tree tree;

	guard_test_generate(
	    &(struct family){ "", "", "<div>a", "", "" }, 1000, &b->page);
	arena_clear(&b->arena);
	if (setjmp(exhausted) != 0)
		abort();
	b->arena.exhausted = &exhausted;
	prefilter_run(&b->arena, buf_slice(&b->page), &b->filtered, &result);
	is_int(result.faults, GUARD_DEEP, "1000 nested divs are too deep");
	tree_init(&tree, &b->arena, result.attrs, result.n_nodes);
	is_int(tree_from_libxml2(&tree, buf_slice(&b->filtered), NULL), 0,
	    "libxml2 reads a page with faults");
	ok(guard_test_deepest_of(&tree) <= LIMIT_PAGE_DEPTH,
	    "no node is deeper than the limit");
	is_int(guard_test_text_bytes_of(&tree), 1000,
	    "the flattened page has all text");

	guard_test_generate(
	    &(struct family){ "", "<p>", "<b>a", "", "" }, 100, &b->page);
	prefilter_run(&b->arena, buf_slice(&b->page), &b->filtered, &result);
	is_int(result.faults, GUARD_INLINE, "100 open inline elements");
	b->arena.exhausted = NULL;
}

int
main(void)
{
	struct bench b;

	parsers_warm_up();
	arena_init(&b.arena, 3 * LIMIT_PAGE_ARENA);
	buf_init(&b.page, LIMIT_PAGE_HTML);
	buf_init(&b.filtered, LIMIT_PAGE_HTML);
	tidy_memory_init(&b.tidy, LIMIT_PAGE_TIDY);
	for (size_t i = 0; i < ARRAY_LENGTH(small); i++)
		guard_test_try_small(&b, i);
	for (size_t i = 0; i < ARRAY_LENGTH(kept); i++)
		guard_test_try_kept(&b, i);
	guard_test_try_head(&b);
	guard_test_try_faults(&b);
	for (size_t i = 0; i < ARRAY_LENGTH(families); i++)
		for (int n = 1000; n <= LARGEST; n *= 10)
			guard_test_try_family(&b, &families[i], n);
	tidy_memory_release(&b.tidy);
	buf_release(&b.page);
	buf_release(&b.filtered);
	arena_release(&b.arena);
	return done_testing();
}
