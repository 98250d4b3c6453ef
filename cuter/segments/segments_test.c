/*
 * segments_test.c -- the segmenters on pages whose blocks were determined by
 * hand (Cai, Yu, Wen, Ma, sections 3.1, 3.2 and 3.4), and hostile pages.
 */
#include "base/limits.h"
#include "cuter/segments/segments.h"
#include "tests/lib/cuter.h"

struct expected {
	const char *path, *text;
	uint32_t words;
};

static struct cuter_segments
segments_test_divide(
    struct slice html, enum cuter_segmenter segmenter, uint32_t window_words)
{
	const struct cuter_input input = { .bytes = html,
		.url = SLICE(TESTING_URL) };
	const struct cuter_segmenting how = { .segmenter = segmenter,
		.window_words = window_words };
	struct cuter_segments found = { 0 };
	struct err e = ERR_INIT;

	if (cuter_segment(testing_cuter, &input, &how, &found, &e) != 0)
		ok(false, "the page is segmented: %s", e.text);
	return found;
}

/* The list `want` ends with a path NULL. */
static void
segments_test_blocks(const char *name, const char *html,
    enum cuter_segmenter segmenter, uint32_t window_words,
    const struct expected *want)
{
	struct cuter_segments found =
	    segments_test_divide(slice_of(html), segmenter, window_words);
	bool same = true;
	size_t n = 0;

	for (; want[n].path != NULL; n++)
		same &=
		    n < found.n &&
		    slice_equal(found.list[n].text, slice_of(want[n].text)) &&
		    slice_equal(found.list[n].path, slice_of(want[n].path)) &&
		    found.list[n].words == want[n].words;
	if (ok(same && found.n == n, "%s", name))
		return;
	for (size_t i = 0; i < found.n; i++)
		printf("# %.*s %u: %.*s\n", SLICE_ARG(found.list[i].path),
		    found.list[i].words, SLICE_ARG(found.list[i].text));
}

/* ---- DomPS ---- */

static void
segments_test_dom(void)
{
	static const char page[] =
	    "<html><head><title> A  page &amp; more </title></head><body>"
	    "<div>before the <b>list</b></div><div>still free</div>"
	    "<ul><li>one item<li>two items</ul>"
	    "after the list"
	    "<h2>The heading</h2>"
	    "<p>First <em>para</em>graph.</p><p></p><p hidden>not this</p>"
	    "<div><p>Second paragraph.</p>free again</div>"
	    "<table><tr><td>a cell</td><td>b cell</td></tr></table>";
	static const struct expected want[] = {
		{ "/html/head/title", "A page & more", 3 },
		{ "/html/body", "before the list still free", 5 },
		{ "/html/body/ul[1]", "one item two items", 4 },
		{ "/html/body", "after the list", 3 },
		{ "/html/body/h2[1]", "The heading", 2 },
		{ "/html/body/p[1]", "First paragraph.", 2 },
		{ "/html/body/div[3]/p[1]", "Second paragraph.", 2 },
		{ "/html/body/div[3]", "free again", 2 },
		{ "/html/body/table[1]", "a cell b cell", 4 },
		{ 0 },
	};
	/* A page in the style of 2004. The layout table is not a block; the
	 * tables inside of it are blocks. */
	static const char layout[] =
	    "<table><tr><td>left menu</td><td><p>The text.</p><ul><li>x y"
	    "<ul><li>inner</ul></ul></td></tr></table>";
	static const struct expected cells[] = {
		{ "/html/body/table[1]/tr[1]/td[1]", "left menu", 2 },
		{ "/html/body/table[1]/tr[1]/td[2]/p[1]", "The text.", 2 },
		{ "/html/body/table[1]/tr[1]/td[2]/ul[1]/li[1]", "x y", 2 },
		{ "/html/body/table[1]/tr[1]/td[2]/ul[1]/li[1]/ul[1]", "inner",
		    1 },
		{ 0 },
	};

	segments_test_blocks("DomPS: one block for each structural element",
	    page, CUTER_DOM, 0, want);
	segments_test_blocks("DomPS: elements with structural tags are entered",
	    layout, CUTER_DOM, 0, cells);
}

/* ---- FixedPS ---- */

static void
segments_test_fixed(void)
{
	static const char page[] =
	    "<div><p>one two \"three</p><p>four\" - five</p></div>"
	    "<p>don't 3.5 eight nine</p>";
	/* W = 4: [0, 4), [2, 6), [4, 8), [6, 9). */
	static const struct expected want[] = {
		{ "/html/body/div[1]", "one two \"three four\" -", 4 },
		{ "/html/body", "\"three four\" - five don't", 4 },
		{ "/html/body", "five don't 3.5 eight", 4 },
		{ "/html/body/p[1]", "3.5 eight nine", 3 },
		{ 0 },
	};
	static const struct expected whole[] = {
		{ "/html/body",
		    "one two \"three four\" - five don't 3.5 eight nine", 9 },
		{ 0 },
	};
	static const struct expected single[] = {
		{ "/html/body/p[1]", "a", 1 },
		{ "/html/body/p[1]", "b", 1 },
		{ 0 },
	};
	/* The third window ends with the text, so there is no fourth window. */
	static const struct expected even[] = {
		{ "/html/body/p[1]", "1 2 3 4", 4 },
		{ "/html/body/p[1]", "3 4 5 6", 4 },
		{ "/html/body/p[1]", "5 6 7 8", 4 },
		{ 0 },
	};
	static const struct expected han[] = {
		{ "/html/body/p[1]", "中文字。", 3 },
		{ "/html/body/p[1]", "文字。abc", 3 },
		{ "/html/body/p[1]", "字。abc 「間", 3 },
		{ 0 },
	};
	static const struct expected none[] = { { 0 } };

	segments_test_blocks("FixedPS: windows of four words, half overlapping",
	    page, CUTER_FIXED, 4, want);
	segments_test_blocks(
	    "FixedPS: the default is 200 words", page, CUTER_FIXED, 0, whole);
	segments_test_blocks(
	    "FixedPS: a window that ends with the text is last",
	    "<p>1 2 3 4 5 6 7 8</p>", CUTER_FIXED, 4, even);
	segments_test_blocks("FixedPS: windows of one word do not overlap",
	    "<p>a b", CUTER_FIXED, 1, single);
	segments_test_blocks("FixedPS: a character is a word without spaces",
	    "<p>中文字。abc 「間</p>", CUTER_FIXED, 3, han);
	segments_test_blocks("a page without text has no block",
	    "<p> - </p><p hidden>x</p><script>y</script>", CUTER_FIXED, 0,
	    none);
	segments_test_blocks(
	    "an empty page has no block", "", CUTER_FIXED, 0, none);
}

/* ---- CombPS ---- */

static void
segments_test_comb(void)
{
	static const char page[] =
	    "<ul><li><a href=/a>Home</a><li><a href=/b>World news</a></ul>"
	    "<div id=story><h1>Head line</h1><h2>A second</h2>"
	    "<p>one two three</p><div><p>four five six</p></div>"
	    "<h2>Part two</h2><p>a b</p><hr><p>c d e</p></div>"
	    "<div><p>foot</p><p>note</p></div>";
	/* W = 6: the first section has ten words. */
	static const struct expected want[] = {
		{ "/html/body/ul[1]", "Home World news", 3 },
		{ "/html/body/div[1]", "Head line A second one two", 6 },
		{ "/html/body/div[1]", "second one two three four five", 6 },
		{ "/html/body/div[1]", "three four five six", 4 },
		{ "/html/body/div[1]", "Part two a b", 4 },
		{ "/html/body/div[1]/p[3]", "c d e", 3 },
		{ "/html/body/div[2]", "foot note", 2 },
		{ 0 },
	};

	segments_test_blocks("CombPS: sections, and windows of long ones", page,
	    CUTER_COMB, 6, want);
}

/* ---- hostile pages ---- */

static void
segments_test_repeat(struct buf *page, const char *part, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_append_string(page, part);
}

static void
segments_test_check_bounds(const char *name, const struct buf *page)
{
	for (int i = 0; i < CUTER_SEGMENTER_COUNT; i++) {
		struct cuter_segments found = segments_test_divide(
		    buf_slice(page), (enum cuter_segmenter)i, 2);
		size_t longest = 0;

		for (size_t k = 0; k < found.n; k++)
			if (found.list[k].path.len > longest)
				longest = found.list[k].path.len;
		ok(found.n > 0 && found.n <= LIMIT_SEGMENTS &&
			longest <= LIMIT_SEGMENT_PATH,
		    "%s: %zu blocks by %s, longest path %zu", name, found.n,
		    cuter_segmenter_name((enum cuter_segmenter)i), longest);
	}
}

static void
segments_test_hostile(void)
{
	struct cuter_segments found;
	struct buf page;

	buf_init(&page, 64 * MIB);
	segments_test_repeat(&page, "<p>word", LIMIT_SEGMENTS + 1);
	found = segments_test_divide(buf_slice(&page), CUTER_DOM, 0);
	ok(found.n == LIMIT_SEGMENTS && found.is_truncated,
	    "more than LIMIT_SEGMENTS blocks: the first ones, truncated");
	segments_test_check_bounds("many blocks", &page);
	buf_clear(&page);
	segments_test_repeat(&page, "<blockquote>", 200);
	segments_test_repeat(&page, "<p>deep text</p>", 1000);
	segments_test_check_bounds("deep", &page);
	found = segments_test_divide(buf_slice(&page), CUTER_DOM, 0);
	ok(found.n > 0 && slice_starts(found.list[0].path, SLICE("//")) &&
		slice_ends(found.list[0].path, SLICE("/p[1]")),
	    "a path that is too long has the inner steps");
	buf_clear(&page);
	segments_test_repeat(&page, "x", 1 * MIB);
	segments_test_repeat(&page, " -", 1 * MIB);
	segments_test_check_bounds("one long word", &page);
	buf_clear(&page);
	segments_test_repeat(&page, "<b>a<i> b<table>c<td>d</b>", 20000);
	segments_test_check_bounds("wrong nesting", &page);
	buf_release(&page);
}

int
main(void)
{
	testing_begin();
	segments_test_dom();
	segments_test_fixed();
	segments_test_comb();
	segments_test_hostile();
	return testing_end();
}
