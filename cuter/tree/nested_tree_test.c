/*
 * nested_tree_test.c -- if tree_from_nested() accepts a page, its tree equals
 * tidy's node by node; it refuses pages that tidy would change.
 */
#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "cuter/tree/parser.h"
#include "cuter/tree/prefilter.h"
#include "tests/lib/tap.h"

#define PAGES      20000
#define MOST_STEPS 40

struct bench {
	struct arena arena;
	struct buf filtered;
	struct tidy_memory tidy;
	jmp_buf exhausted;
	struct prefilter_result result;
};

static bool
nested_tree_test_nested(struct bench *b, struct slice page, struct tree *t)
{
	arena_clear(&b->arena);
	b->arena.exhausted = &b->exhausted;
	if (setjmp(b->exhausted) != 0)
		abort();
	prefilter_run(&b->arena, page, &b->filtered, &b->result);
	tree_init(t, &b->arena, b->result.attrs, b->result.n_nodes);
	return b->result.faults == 0 &&
	       tree_from_nested(t, buf_slice(&b->filtered));
}

static bool
nested_tree_test_same_node(const struct tree_node *a, const struct tree_node *b)
{
	return a->tag == b->tag && a->parent == b->parent && a->end == b->end &&
	       a->record == b->record && a->depth == b->depth &&
	       slice_equal(a->text, b->text);
}

/* Returns the first node that differs; TREE_NOWHERE if none does. */
static uint32_t
nested_tree_test_first_other(const struct tree *a, const struct tree *b)
{
	for (uint32_t i = 0; i < a->n && i < b->n; i++)
		if (!nested_tree_test_same_node(&a->nodes[i], &b->nodes[i]))
			return i;
	return a->n == b->n ? TREE_NOWHERE : a->n < b->n ? a->n : b->n;
}

/* Builds the tree of the same page with tidy and compares; `ours` stays
 * valid. */
static uint32_t
nested_tree_test_compare(struct bench *b, const struct tree *ours)
{
	struct tree by_tidy;

	tree_init(&by_tidy, &b->arena, b->result.attrs, b->result.n_nodes);
	if (tree_from_tidy(&by_tidy, &b->tidy, buf_slice(&b->filtered), NULL) !=
	    0)
		return 0;
	return nested_tree_test_first_other(ours, &by_tidy);
}

/* ---------------------------------------------------- pages written by hand */

static const struct {
	const char *page;
	bool is_nested;
} pages[] = {
	{ "<p>one <b>two </b>three<p>four", true },
	{ "<ul><li>a<li>b <a href=x>c</a></ul>", true },
	{ "<div><span> a </span> <em>b</em> </div>c", true },
	{ "<table><tr><td>1<td>2</table>", true },
	{ "<dl><dt>a<dd>b</dl>", true },
	{ "<h1><div>In a heading</div></h1>", true },
	{ "<pre>a\n  b</pre>", true },
	{ "a &lt;b&gt; &amp;amp; &quot;", true },
	{ "<div><li>no list</li></div>", false },
	{ "<ul><li>a</li><div>behind an item</div></ul>", false },
	{ "<ul><li>a</li><ul><li>b</li></ul></ul>", false },
	{ "<dl><p>no term</p></dl>", false },
	{ "<dl><dt><div>a block</div></dt></dl>", false },
	{ "<table></table>", false },
	{ "<em><iframe src=//a.example/></iframe></em>", false },
	{ "<pre>a\tb</pre>", false },
	{ "<pre><x-y>a block</x-y></pre>", false },
	{ "a page's\f end", false },
	{ "no character: \xEF\xBF\xBE", false },
	{ "<pre> <a href=x>b</a> </pre>", false },
	{ "<main>a</main><main>b</main>", false },
};

static void
nested_tree_test_by_hand(struct bench *b)
{
	for (size_t i = 0; i < ARRAY_LENGTH(pages); i++) {
		struct tree t;
		bool is_nested =
		    nested_tree_test_nested(b, slice_of(pages[i].page), &t);
		/* A test point's name is one line. */
		int shown = (int)strcspn(pages[i].page, "\t\n\f");

		ok(is_nested == pages[i].is_nested, "%s%.*s",
		    pages[i].is_nested ? "" : "left to tidy: ", shown,
		    pages[i].page);
		if (is_nested)
			ok(nested_tree_test_compare(b, &t) == TREE_NOWHERE,
			    "the tree equals tidy's: %.*s", shown,
			    pages[i].page);
	}
}

/* ------------------------------------------------------------- random pages */

/* An entry is repeated to make it more frequent. */
static const char *const pieces[] = { "<div>", "<div class=a>", "</div>",
	"</div>", "<p>", "</p>", "<p>", "<span>", "</span>", "<a href=b>",
	"</a>", "<b>", "</b>", "<em>", "</em>", "<ul>", "<li>", "</li>", "<li>",
	"</ul>", "<ol>", "</ol>", "<h2>", "</h2>", "<br>", "<img src=c>",
	"<table>", "<tr>", "<td>", "</td>", "</tr>", "</table>", "<th>",
	"<tbody>", "<caption>", "<dl>", "<dt>", "<dd>", "</dl>", "<section>",
	"</section>", "<article>", "</article>", "<blockquote>",
	"</blockquote>", "<figure>", "<figcaption>", "</figure>", "<pre>",
	"</pre>", "<button>", "</button>", "<form>", "</form>", "<hr>",
	"<iframe src=d></iframe>", "<video src=e></video>", "<code>", "</code>",
	"<time>", "</time>", "<small>", "</small>", "<sup>", "</sup>", "<nav>",
	"</nav>", "<header>", "</header>", "<main>", "<aside>", "</aside>",
	"<q>", "</q>", "<ins>", "</ins>", "<address>", "<cite>", "</cite>", " ",
	" ", "\n", " word", "word ", "one two", "x", "&amp;", "&nbsp;", ".",
	"caf\xc3\xa9 ", "\x01", "\x7f", "&#0;", "&#150;", "&#xD800;", "&#13;",
	"\r", "\xc2\x85", "\x0b", "\x0c", "\xef\xbf\xbe", "\xe2\x80\xa8",
	"\xe2\x80\x8b", "\xc2\xad", "\xf0\x9f\x98\x80", "&amp;lt;", "&lt;b&gt;",
	"<x-y>", "</x-y>", "<center>", "<details>", "<summary>", "<label>",
	"\"", "'", "&", "<", ">", "<!-- x -->" };

static uint32_t
nested_tree_test_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*state >> 33);
}

static void
nested_tree_test_make_page(struct buf *out, uint64_t *state)
{
	uint32_t steps = 2 + nested_tree_test_random(state) % MOST_STEPS;

	buf_clear(out);
	while (steps-- > 0)
		buf_append_string(out, pieces[nested_tree_test_random(state) %
					      (ARRAY_LENGTH(pieces))]);
}

static void
nested_tree_test_random_pages(struct bench *b)
{
	uint64_t state = 1;
	uint32_t taken = 0, other = 0;
	struct buf page;

	buf_init(&page, 64 * KIB);
	for (int i = 0; i < PAGES; i++) {
		struct tree t;

		nested_tree_test_make_page(&page, &state);
		if (!nested_tree_test_nested(b, buf_slice(&page), &t))
			continue;
		taken++;
		if (nested_tree_test_compare(b, &t) == TREE_NOWHERE)
			continue;
		if (other++ < 5)
			printf("# not as tidy has it: %s\n# %s\n", page.p,
			    b->filtered.p);
	}
	buf_release(&page);
	is_int(other, 0, "the trees of random pages equal tidy's");
	ok(taken > PAGES / 20, "%u of %d pages are nested", taken, PAGES);
}

int
main(void)
{
	struct bench b = { 0 };

	parsers_warm_up();
	arena_init(&b.arena, LIMIT_PAGE_ARENA);
	buf_init(&b.filtered, LIMIT_PAGE_HTML);
	tidy_memory_init(&b.tidy, LIMIT_PAGE_TIDY);
	nested_tree_test_by_hand(&b);
	nested_tree_test_random_pages(&b);
	buf_release(&b.filtered);
	tidy_memory_release(&b.tidy);
	arena_release(&b.arena);
	return done_testing();
}
