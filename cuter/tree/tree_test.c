/*
 * tree_test.c -- all parsers give the same tree; white space is folded; the
 * plain parser accepts any input.
 */
#include <locale.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "cuter/cuter.h"
#include "cuter/tree/parser.h"
#include "cuter/tree/prefilter.h"
#include "tests/lib/tap.h"

struct bench {
	struct arena arena;
	struct buf filtered, drawn;
	struct tidy_memory tidy;
};

/* Writes a tree in the form "div.c(p("text")img)". */
static void
tree_test_draw(const struct tree *t, struct buf *out)
{
	uint32_t ends[LIMIT_PAGE_DEPTH + 2];
	size_t depth = 0;

	buf_clear(out);
	for (uint32_t i = 0; i < t->n; i++) {
		while (depth > 0 && i >= ends[depth - 1]) {
			buf_append_char(out, ')');
			depth--;
		}
		if (t->nodes[i].tag == TAG_TEXT) {
			/* Parsers split text into nodes at different places. */
			bool follows = i > 0 &&
				       t->nodes[i - 1].tag == TAG_TEXT &&
				       out->p[out->len - 1] == '"';

			if (follows)
				out->len--;
			else
				buf_append_char(out, '"');
			buf_append_slice(out, t->nodes[i].text);
			buf_append_char(out, '"');
			continue;
		}
		buf_append_string(out, tag_name(t->nodes[i].tag));
		if (tree_attr(t, i, ATTR_CLASS).len > 0) {
			buf_append_char(out, '.');
			buf_append_slice(out, tree_attr(t, i, ATTR_CLASS));
		}
		if (t->nodes[i].end > i + 1) {
			buf_append_char(out, '(');
			ends[depth++] = t->nodes[i].end;
		}
	}
	while (depth-- > 0)
		buf_append_char(out, ')');
}

static void
tree_test_read_by(
    struct bench *b, enum cuter_parser parser, const char *page, struct tree *t)
{
	struct prefilter_result filtered;
	jmp_buf exhausted;

	arena_clear(&b->arena);
	if (setjmp(exhausted) != 0)
		abort();
	b->arena.exhausted = &exhausted;
	prefilter_run(&b->arena, slice_of(page), &b->filtered, &filtered);
	tree_init(t, &b->arena, filtered.attrs, filtered.n_nodes);
	if (parser == CUTER_PARSER_NESTED)
		ok(tree_from_nested(t, buf_slice(&b->filtered)),
		    "the tree is built without a repair");
	else if (parser == CUTER_PARSER_TIDY)
		tree_from_tidy(t, &b->tidy, buf_slice(&b->filtered), NULL);
	else if (parser == CUTER_PARSER_LIBXML2)
		tree_from_libxml2(t, buf_slice(&b->filtered), NULL);
	else
		tree_from_plain(t, buf_slice(&b->filtered));
	b->arena.exhausted = NULL;
}

static const struct {
	const char *page, *drawn;
} pages[] = {
	{ "<p>a <b>b</b> c", "body(p(\"a \"b(\"b\")\" c\"))" },
	{ "<p>a<b> b </b>c", "body(p(\"a \"b(\"b\")\" c\"))" },
	{ "<p> <i>a </i><b> b</b> ", "body(p(i(\"a\")\" \"b(\"b\")))" },
	{ "<p>a<i><b> b</b></i> <u>c</u>",
	    "body(p(\"a \"i(b(\"b\"))\" \"u(\"c\")))" },
	{ "<div class=x><p>a</p>\n\n<p>b</p></div>c",
	    "body(div.x(p(\"a\")p(\"b\"))\"c\")" },
	{ "<p>a \t\n b&nbsp;&nbsp;c", "body(p(\"a b c\"))" },
	{ "<p>soft&shy;hyphen&#8203;s\x01", "body(p(\"softhyphens\"))" },
	{ "<ul><li>a<li>b</ul>", "body(ul(li(\"a\")li(\"b\")))" },
	{ "<table><tr><td>a<td>b</table>",
	    "body(table(tr(td(\"a\")td(\"b\"))))" },
	{ "<p>a<br>b<p>c", "body(p(\"a\"br\"b\")p(\"c\"))" },
	{ "<a href=/x><div><h3>a</h3></div></a>", "body(a(div(h3(\"a\"))))" },
	{ "<figure><img src=a.png><figcaption>b</figcaption></figure>",
	    "body(figure(imgfigcaption(\"b\")))" },
	{ "<p>&lt;script&gt; &amp;amp;", "body(p(\"<script> &amp;\"))" },
	{ "<b>a<p>b", "body(div(\"a\"p(\"b\")))" },
	{ "<h1><div>a</div></h1><p>b", "body(h1(span(\"a\"))p(\"b\"))" },
	{ "<section><article><header><h2>a</h2></header></article></section>",
	    "body(section(article(header(h2(\"a\")))))" },
	{ "<p>a<iframe src=//x.org/y>z</iframe>b",
	    "body(p(\"a\"iframe\"b\"))" },
	{ "<dl><dt>a<dd>b</dl>", "body(dl(dt(\"a\")dd(\"b\")))" },
	{ "<blockquote>a</blockquote>", "body(blockquote(\"a\"))" },
	{ "<p>a <math><semantics><mrow><msup><mi>b</mi><mn>2</mn></msup>"
	  "<mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></mrow>"
	  "<annotation-xml><ci>c</ci></annotation-xml>"
	  "<annotation>c^2</annotation></semantics></math>, <math><mi>d</mi>"
	  "</math><math><mi>e</mi></math>.",
	    "body(p(\"a b 2 = 1 2, de.\"))" },
	{ "<p>a <span style='display: none;'> <math><mi>b</mi></math></span>c",
	    "body(p(\"a\"span\" c\"))" },
	{ "<x-tag class=k><p>a</p></x-tag>", "body(div.k(p(\"a\")))" },
};

static void
tree_test_parsers_agree(struct bench *b)
{
	for (size_t i = 0; i < ARRAY_LENGTH(pages); i++)
		for (int p = CUTER_PARSER_NESTED; p < CUTER_PARSER_COUNT; p++) {
			struct tree t;

			tree_test_read_by(
			    b, (enum cuter_parser)p, pages[i].page, &t);
			tree_test_draw(&t, &b->drawn);
			is_text(buf_slice(&b->drawn), pages[i].drawn,
			    cuter_parser_name((enum cuter_parser)p));
		}
}

static void
tree_test_pre(struct bench *b)
{
	struct tree t;

	tree_test_read_by(b, CUTER_PARSER_PLAIN, "<pre>a\n  b</pre>c  d", &t);
	tree_test_draw(&t, &b->drawn);
	is_text(buf_slice(&b->drawn), "body(pre(\"a\n  b\")\"c d\")",
	    "white space stays in <pre>");
}

static void
tree_test_links(struct bench *b)
{
	struct tree t;
	bool is_valid = true;

	tree_test_read_by(b, CUTER_PARSER_TIDY,
	    "<div><p>a</p><ul><li>b<li><b>c</b></ul></div><p>d", &t);
	for (uint32_t i = 1; i < t.n; i++) {
		const struct tree_node *parent = &t.nodes[t.nodes[i].parent];

		is_valid = is_valid && t.nodes[i].parent < i &&
			   t.nodes[i].end > i &&
			   t.nodes[i].end <= parent->end &&
			   t.nodes[i].depth == parent->depth + 1;
	}
	ok(is_valid, "parents come before children, subtrees are nested");
	is_int(
	    t.nodes[0].end, t.n, "the body's subtree ends after the last node");
	is_int(tree_up_to(&t, t.n - 1, TAG_UL), TREE_NOWHERE,
	    "the last paragraph has no list as ancestor");
}

/* tidy at the limit of its memory returns an error, and works again
 * afterwards. */
static void
tree_test_tidy_cap(struct bench *b)
{
	struct prefilter_result filtered;
	struct tidy_memory small;
	jmp_buf exhausted;
	struct tree t;
	struct err e = ERR_INIT;

	arena_clear(&b->arena);
	if (setjmp(exhausted) != 0)
		abort();
	b->arena.exhausted = &exhausted;
	prefilter_run(&b->arena, SLICE("<p>a"), &b->filtered, &filtered);
	tidy_memory_init(&small, 64 * 1024);
	tree_init(&t, &b->arena, filtered.attrs, filtered.n_nodes);
	is_int(tree_from_tidy(&t, &small, buf_slice(&b->filtered), &e),
	    ERR_LIMIT, "tidy over its memory limit returns ERR_LIMIT");
	tidy_memory_release(&small);
	ok(b->arena.exhausted == &exhausted,
	    "the arena's jump buffer is restored");
	tree_init(&t, &b->arena, filtered.attrs, filtered.n_nodes);
	is_int(tree_from_tidy(&t, &b->tidy, buf_slice(&b->filtered), &e), 0,
	    "tidy works again with enough memory");
	b->arena.exhausted = NULL;
}

/* Parsing a page must not change the process's locale. */
static void
tree_test_locale(struct bench *b)
{
	struct tree t;

	setlocale(LC_ALL, "C");
	setenv("LC_ALL", "C.UTF-8", 1);
	parsers_warm_up();
	is_text(slice_of(setlocale(LC_ALL, NULL)), "C",
	    "warming up does not change the locale");
	tree_test_read_by(b, CUTER_PARSER_TIDY, "<p>a", &t);
	is_text(slice_of(setlocale(LC_ALL, NULL)), "C",
	    "tidy does not change the locale");
}

static void
tree_test_tags(void)
{
	is_int(tag_find(SLICE("DIV"))->tag, TAG_DIV,
	    "tag names are found in any case");
	is_int(tag_find(SLICE("center"))->tag, TAG_DIV, "<center> is a div");
	ok(tag_find(SLICE("abbr"))->flags & TAG_IS_UNWRAPPED &&
		tag_find(SLICE("SVG"))->flags & TAG_IS_DROPPED &&
		tag_find(SLICE("xmp"))->tag == TAG_PRE &&
		tag_find(SLICE("keygen"))->flags & TAG_IS_VOID &&
		tag_find(SLICE("wbr"))->flags & TAG_IS_VOID &&
		tag_find(SLICE("var"))->flags & TAG_IS_UNWRAPPED,
	    "further names, from the first to the last");
	is_int(tag_find(SLICE("-"))->tag, TAG_OTHER,
	    "a name without letters is unknown");
	is_int(tag_find(SLICE("di"))->tag, TAG_OTHER,
	    "a prefix of a name is unknown");
	is_int(tag_find(SLICE("divx"))->tag, TAG_OTHER,
	    "a longer name is unknown");
	is_int(tag_find(SLICE("FigCaption"))->tag, TAG_FIGCAPTION,
	    "a name of more than eight letters is found in any case");
	is_int(tag_find(SLICE("figcaptiox"))->tag, TAG_OTHER,
	    "a name that differs after eight letters is unknown");
	is_int(tag_find((struct slice){ "p\0\0", 3 })->tag, TAG_OTHER,
	    "a name with null bytes at the end is unknown");
	is_int(tag_find(SLICE("h\x11"))->tag, TAG_OTHER,
	    "only letters are folded to lower case");
	is_int(attr_find(SLICE("CLASS")), ATTR_CLASS,
	    "attribute names are found in any case");
	is_int(attr_find(SLICE("onclick")), ATTR_NONE,
	    "an attribute that is not read is unknown");
	for (int tag = TAG_A; tag < TAG_OTHER; tag++)
		if (tag_find(slice_of(tag_name((enum tag)tag)))->tag !=
		    (enum tag)tag)
			ok(false, "%s is found", tag_name((enum tag)tag));
}

static void
tree_test_attributes(void)
{
	bool is_found = true;

	for (int attr = 0; attr < ATTR_COUNT; attr++)
		is_found &= attr_find(slice_of(attr_name(attr))) ==
			    (enum attr)attr;
	ok(is_found, "each attribute is found by its name");
	is_int(attr_find(SLICE("CLASS")), ATTR_CLASS,
	    "an attribute is found by its name in upper case");
	is_int(attr_find(SLICE("data-lazy-src")), ATTR_LAZY_SRC,
	    "a name of lazy-loading scripts is found");
	is_int(attr_find(SLICE("data-lazy-srx")), ATTR_NONE,
	    "an unknown attribute is not found");
	is_int(attr_find(SLICE("\xC3")), ATTR_NONE,
	    "an attribute with a byte beyond ASCII is not found");
	is_int(attr_find(SLICE("")), ATTR_NONE, "an empty name is not found");
}

int
main(void)
{
	struct bench b;

	parsers_warm_up();
	arena_init(&b.arena, LIMIT_PAGE_ARENA);
	buf_init(&b.filtered, LIMIT_PAGE_HTML);
	buf_init(&b.drawn, LIMIT_PAGE_HTML);
	tidy_memory_init(&b.tidy, LIMIT_PAGE_TIDY);
	tree_test_tags();
	tree_test_parsers_agree(&b);
	tree_test_pre(&b);
	tree_test_links(&b);
	tree_test_tidy_cap(&b);
	tree_test_locale(&b);
	tidy_memory_release(&b.tidy);
	buf_release(&b.filtered);
	buf_release(&b.drawn);
	arena_release(&b.arena);
	tree_test_attributes();
	return done_testing();
}
