/*
 * nested_tree_test.c -- for pages whose elements stand where HTML allows them,
 * the tree of tree_from_nested() equals tidy's node by node. For other pages
 * it is valid and contains all text.
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

/* Parents contain their children, and each node's subtree is a range. */
static bool
nested_tree_test_is_valid(const struct tree *t)
{
	for (uint32_t i = 1; i < t->n; i++) {
		const struct tree_node *node = &t->nodes[i];

		if (node->parent >= i || node->end <= i ||
		    node->end > t->nodes[node->parent].end ||
		    node->depth != t->nodes[node->parent].depth + 1)
			return false;
	}
	return t->open == TREE_ROOT && t->nodes[TREE_ROOT].end == t->n;
}

/* Writes the text of all nodes, without white space. */
static void
nested_tree_test_write_text(const struct tree *t, struct buf *out)
{
	buf_clear(out);
	for (uint32_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < t->nodes[i].text.len; k++)
			if ((unsigned char)t->nodes[i].text.p[k] > ' ')
				buf_append_char(out, t->nodes[i].text.p[k]);
}

/* Compares the text with that of the plain parser. */
static bool
nested_tree_test_same_text(struct bench *b, const struct tree *ours)
{
	struct tree plain;
	struct buf text, other;
	bool is_same;

	buf_init(&text, 64 * KIB);
	buf_init(&other, 64 * KIB);
	tree_init(&plain, &b->arena, b->result.attrs, b->result.n_nodes);
	tree_from_plain(&plain, buf_slice(&b->filtered));
	nested_tree_test_write_text(ours, &text);
	nested_tree_test_write_text(&plain, &other);
	is_same = slice_equal(buf_slice(&text), buf_slice(&other));
	buf_release(&text);
	buf_release(&other);
	return is_same;
}

/* ---------------------------------------------------- pages written by hand */

enum expected {
	SAME_TREE, /* as tidy's */
	KEPT /* tidy would move the element, add a parent to it, or change a
		character */
};

static const struct {
	const char *page;
	enum expected expected;
} pages[] = {
	{ "<p>one <b>two </b>three<p>four", SAME_TREE },
	{ "<ul><li>a<li>b <a href=x>c</a></ul>", SAME_TREE },
	{ "<div><span> a </span> <em>b</em> </div>c", SAME_TREE },
	{ "<table><tr><td>1<td>2</table>", SAME_TREE },
	{ "<dl><dt>a<dd>b</dl>", SAME_TREE },
	{ "<h1><div>In a heading</div></h1>", SAME_TREE },
	{ "<pre>a\n  b</pre>", SAME_TREE },
	{ "a &lt;b&gt; &amp;amp; &quot;", SAME_TREE },
	{ "<div><li>no list</li></div>", KEPT },
	{ "<ul><li>a</li><div>behind an item</div></ul>", KEPT },
	{ "<ul><li>a</li><ul><li>b</li></ul></ul>", KEPT },
	{ "<ul>in no item</ul>", KEPT },
	{ "<dl><p>no term</p></dl>", KEPT },
	{ "<dl><dt><div>a block</div></dt></dl>", KEPT },
	{ "a<table></table>b", KEPT },
	{ "<table><tr></tr></table>", KEPT },
	{ "<em>a<iframe src=//a.example/></iframe></em>", KEPT },
	{ "<pre><x-y>a block</x-y></pre>", KEPT },
	{ "<pre> <a href=x>b</a> </pre>", KEPT },
	{ "<main>a</main><main>b</main>", KEPT },
	{ "<pre>a\tb</pre>", KEPT },
	{ "a page's\f end", KEPT },
	{ "no character: \xEF\xBF\xBE", KEPT },
};

static void
nested_tree_test_by_hand(struct bench *b)
{
	for (size_t i = 0; i < ARRAY_LENGTH(pages); i++) {
		struct tree t;
		bool is_nested =
		    nested_tree_test_nested(b, slice_of(pages[i].page), &t);
		enum expected expected = pages[i].expected;
		/* only the first line is shown, because the name of a test
		 * point is one line */
		int shown = (int)strcspn(pages[i].page, "\t\n\f");

		ok(is_nested, "read: %.*s", shown, pages[i].page);
		ok(nested_tree_test_is_valid(&t), "the tree is valid");
		ok(nested_tree_test_same_text(b, &t), "the text is complete");
		if (expected == SAME_TREE)
			ok(nested_tree_test_compare(b, &t) == TREE_NOWHERE,
			    "the tree equals tidy's: %.*s", shown,
			    pages[i].page);
	}
}

/* ------------------------------------------------------------- random pages */

/* Some entries are repeated, because they are to occur more often. */
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
	uint32_t taken = 0, other = 0, faulty = 0;
	struct buf page;

	buf_init(&page, 64 * KIB);
	for (int i = 0; i < PAGES; i++) {
		struct tree t;

		nested_tree_test_make_page(&page, &state);
		if (!nested_tree_test_nested(b, buf_slice(&page), &t)) {
			faulty += b->result.faults != 0;
			continue;
		}
		taken++;
		if (nested_tree_test_is_valid(&t) &&
		    nested_tree_test_same_text(b, &t))
			continue;
		if (other++ < 5)
			printf("# not valid or not complete: %s\n# %s\n",
			    page.p, b->filtered.p);
	}
	buf_release(&page);
	is_int(other, 0, "random pages: the trees are valid and complete");
	is_int(taken + faulty, PAGES, "all pages without faults are read");
	ok(faulty < PAGES / 100, "%u pages with faults", faulty);
}

/* -------------------------------------------- random pages of correct HTML */

/* Elements that may contain other elements, and leaves. A leaf contains only
 * text and inline elements. Each piece of an element's content is between
 * `begin` and `end`. */
static const struct {
	const char *begin, *end;
	bool is_leaf;
} elements[] = {
	{ "<div>", "</div>", false },
	{ "<section>", "</section>", false },
	{ "<div class=a>", "</div>", false },
	{ "<ul> <li>one</li><li>", "</li> </ul>", false },
	{ "<ol><li>", "<li>last</ol>", false },
	{ "<dl><dt>a</dt> <dd>", "</dd></dl>", false },
	{ "<table><tr><th>a</th> <td>", "</td></tr> </table>", false },
	{ "<table><tbody><tr><td>", "<td>b</tbody></table>", false },
	{ "<blockquote>", "</blockquote>", false },
	{ "<figure>", "<figcaption>a</figcaption></figure>", false },
	{ "<p>", "</p>", true },
	{ "<p>", "", true },
	{ "<h2>", "</h2>", true },
	{ "<dl><dt>", "</dt><dd>b</dd></dl>", true },
};

static const char *const inlines[] = { "word", " word ", " ", "\n",
	"<b>bold</b>", "<b> bold </b>", "<a href=b>link </a>",
	"<a href=b><em>link</em></a>", "<span><i> a</i></span>", "<br>",
	"<img src=c>", "&amp;", "caf\xc3\xa9 ", "<code>a b</code>", "<b></b>",
	"<span class=b>one two" };

static void
nested_tree_test_make_content(
    struct buf *out, uint64_t *state, uint32_t depth, bool is_leaf)
{
	uint32_t n = nested_tree_test_random(state) % 4;

	while (n-- > 0) {
		size_t k = nested_tree_test_random(state) %
			   (ARRAY_LENGTH(elements));

		if (is_leaf || depth == 0 ||
		    nested_tree_test_random(state) % 2 == 0) {
			buf_append_string(
			    out, inlines[nested_tree_test_random(state) %
					 (ARRAY_LENGTH(inlines) - !is_leaf)]);
			continue;
		}
		buf_append_string(out, elements[k].begin);
		nested_tree_test_make_content(
		    out, state, depth - 1, elements[k].is_leaf);
		buf_append_string(out, elements[k].end);
	}
}

static void
nested_tree_test_correct_pages(struct bench *b)
{
	uint64_t state = 1;
	uint32_t taken = 0, other = 0;
	struct buf page;

	buf_init(&page, 64 * KIB);
	for (int i = 0; i < PAGES; i++) {
		struct tree t;

		buf_clear(&page);
		nested_tree_test_make_content(&page, &state, 4, false);
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
	is_int(other, 0, "pages of correct HTML: the trees equal tidy's");
	is_int(taken, PAGES, "all pages of correct HTML are nested");
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
	nested_tree_test_correct_pages(&b);
	buf_release(&b.filtered);
	tidy_memory_release(&b.tidy);
	arena_release(&b.arena);
	return done_testing();
}
