/*
 * explain.c -- writes an HTML page that shows the class of every node.
 *
 * In:  the page after all passes.
 * Out: HTML: links, the article's fields, a legend, then the tree: a box for
 *      each block element with content, nested as in the page, at most
 *      PREVIEW_DEPTH deep. Elements without text of an article are folded. The
 *      colours follow the scheme of the browser, light or dark.
 */
#include "cuter/explain.h"

#include "base/array.h"
#include "cuter/article/article.h"
#include "cuter/article/layout.h"
#include "cuter/model/model.h"
#include "cuter/rule/rule.h"

#define PREVIEW_DEPTH 40 /* deeper elements have no box of their own */
#define FOLDED_ROWS   4  /* an element with fewer blocks is not folded */

static const char head[] =
    "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
    "'none'; style-src 'unsafe-inline'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n"
    "<style>\n"
    ":root{--bg:#fff;--fg:#111;--dim:#5b5b5b;--line:#ddd;--link:#0645ad;"
    "--text:#c9f0cf;--text-line:#2a9d4a;"
    "--multimedia:#cfe3fb;--multimedia-line:#2a6fc9;"
    "--navigation:#ececec;--navigation-line:#aaa;"
    "--advertisement:#fbdada;--advertisement-line:#c93a3a}\n"
    "@media(prefers-color-scheme:dark){:root{--bg:#17181b;--fg:#e8e8ea;"
    "--dim:#a5a7ad;--line:#3a3c42;--link:#8ab4f8;"
    "--text:#173f24;--text-line:#4cc470;"
    "--multimedia:#19365c;--multimedia-line:#5b9bea;"
    "--navigation:#2a2c31;--navigation-line:#6b6e76;"
    "--advertisement:#4d2022;--advertisement-line:#e06a6a}}\n"
    "body{font:14px/1.45 system-ui,sans-serif;margin:0 auto;padding:0 1em "
    "2em;max-width:60em;background:var(--bg);color:var(--fg);"
    "overflow-wrap:anywhere}\n"
    "a{color:var(--link)}h1{font-size:1.6em;line-height:1.2}\n"
    "nav{position:sticky;top:0;background:var(--bg);padding:.5em 0;"
    "border-bottom:1px solid var(--line)}nav a{margin-right:1em}\n"
    "[id]{scroll-margin-top:3em}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.1em 1em}\n"
    "dt{color:var(--dim)}dd{margin:0}\n"
    ".k{list-style:none;padding:0}.k li{display:flex;gap:.7em;"
    "align-items:baseline;margin:.2em 0}\n.k .t{flex:0 0 10em}\n"
    ".n{border-left:3px solid var(--line);margin:2px 0 2px 6px;padding:1px 0 "
    "1px 6px}\n"
    ".t{white-space:pre-wrap;padding:1px 4px;border-radius:3px;margin:1px 0}\n"
    ".text{background:var(--text);border-color:var(--text-line)}\n"
    ".multimedia{background:var(--multimedia);"
    "border-color:var(--multimedia-line)}\n"
    ".navigation{background:var(--navigation);"
    "border-color:var(--navigation-line)}\n"
    ".advertisement{background:var(--advertisement);"
    "border-color:var(--advertisement-line)}\n"
    ".empty{border-color:var(--line);color:var(--dim)}\n"
    ".e{border:1px solid var(--line);font-size:70%;margin:0 .2em}\n"
    ".n.text,.n.multimedia,.n.navigation,.n.advertisement{background:none}\n"
    "small,summary{color:var(--dim)}summary{cursor:pointer;font-size:12px}\n"
    ".t{overflow:hidden}\n"
    ".t>small{float:right;margin-left:1em;font-size:11px}\n"
    ".m>small{float:none}\n"
    ".body{border-left:4px solid var(--text-line)}\n"
    "@media(max-width:40em){.n{margin-left:1px;padding-left:3px;"
    "border-left-width:2px}.t>small{float:none;display:block;margin:0}"
    "nav small{display:none}}\n"
    "</style>\n";

bool
explain_begins(struct slice html)
{
	return slice_starts(html, SLICE(head));
}

static void
explain_write_pair(struct buf *out, const char *name, struct slice value)
{
	if (value.len == 0)
		return;
	buf_printf(out, "<dt>%s</dt><dd>", name);
	article_escape(out, value);
	buf_append_string(out, "</dd>\n");
}

/* Writes the results of the site's rules. */
static void
explain_write_rule(const struct cuter_article *a, struct buf *out)
{
	if (a->rule == CUTER_RULE_NONE)
		return;
	buf_printf(
	    out, "<dt>site rules</dt><dd>%s", cuter_rule_state_name(a->rule));
	for (size_t i = 0; i < a->n_rule_lines; i++)
		if (a->rule_lines[i].n_found > 0)
			buf_printf(out, "; line %u, %s: %u",
			    a->rule_lines[i].number, a->rule_lines[i].command,
			    a->rule_lines[i].n_found);
	buf_append_string(out, "</dd>\n");
	explain_write_pair(out, "rules failed", a->rule_why);
}

static void
explain_write_facts(
    const struct page *page, const struct cuter_article *a, struct buf *out)
{
	char date[DATE_TEXT_BYTES], flags[64];

	buf_append_string(out, "<dl>\n");
	explain_write_pair(out, "address", page->input->url);
	explain_write_pair(out, "feed's title", page->input->hint_title);
	explain_write_pair(out, "title", a->title);
	explain_write_pair(out, "lead", a->lead);
	explain_write_pair(out, "byline", a->byline);
	date_format_rfc3339(a->published_at, date);
	explain_write_pair(out, "published", slice_of(date));
	explain_write_pair(
	    out, "page class", slice_of(cuter_page_class_name(a->page_class)));
	explain_write_pair(
	    out, "origin", slice_of(cuter_origin_name(a->origin)));
	explain_write_rule(a, out);
	explain_write_pair(
	    out, "parser", slice_of(cuter_parser_name(a->parser)));
	explain_write_pair(
	    out, "flags", slice_of(cuter_flags_text(a->flags, flags)));
	buf_printf(out, "<dt>confidence</dt><dd>%.2f</dd>\n", a->confidence);
	buf_printf(out, "<dt>words</dt><dd>%u</dd>\n", a->word_count);
	buf_append_string(out, "</dl>\n");
}

/* The legend: each class with its colour and the number of its nodes. */
static void
explain_write_legend(const struct cuter_article *a, struct buf *out)
{
	static const char *const meanings[] = {
		[CUTER_EMPTY] = "no text, or text that a browser does not show",
		[CUTER_TEXT] = "text that looks like an article",
		[CUTER_MULTIMEDIA] = "pictures, video, audio and their texts",
		[CUTER_NAVIGATION] = "links, menus, teasers, notices",
		[CUTER_ADVERTISEMENT] = "advertisements",
	};

	buf_append_string(out, "<h2 id=\"legend\">Legend</h2>\n<ul class=\"k\">"
			       "\n<li><span class=\"t text body\">output</span>"
			       "the text that was extracted</li>\n");
	for (int i = 0; i < CUTER_CLASS_COUNT; i++)
		buf_printf(out,
		    "<li><span class=\"t %s\">%s %u</span>%s</li>\n",
		    cuter_class_name((enum cuter_class)i),
		    cuter_class_name((enum cuter_class)i), a->class_count[i],
		    meanings[i]);
	buf_append_string(out,
	    "</ul>\n<p><small>A number is the count of nodes. Each row has its "
	    "kind, the score of the trees (log-odds; over 0 is text of the "
	    "article) and the reason for its class. The title of a row, which "
	    "appears under the pointer, has the element, LP (linked share), TP "
	    "(share of the text of the page) and SL (bytes). Rows without "
	    "extracted text are folded.</small></p>\n<h2 id=\"page\">Page"
	    "</h2>\n");
}

/* Links to the parts of this page, with access keys. */
static void
explain_write_links(struct buf *out)
{
	static const struct {
		const char *id, *name;
	} links[] = {
		{ "legend", "Legend" },
		{ "page", "Page" },
		{ "text", "Text" },
		{ "end", "End of the text" },
	};

	buf_append_string(out, "<nav>");
	for (size_t i = 0; i < ARRAY_LENGTH(links); i++)
		buf_printf(out, "<a href=\"#%s\" accesskey=\"%c\">%s</a>",
		    links[i].id, links[i].id[0], links[i].name);
	buf_append_string(out, "<small>access keys: l p t e</small></nav>\n");
}

static double
explain_percent(double part, double whole)
{
	return whole > 0 ? 100 * part / whole : 0;
}

static const char *
explain_reason(const struct page *page, const struct block *b)
{
	if (b->reason == REASON_CHOSEN && rule_has_body(page))
		return "in the body that a rule names";
	return reason_text((enum reason)b->reason);
}

/* Writes the kind, score and reason of a block beside the block. */
static void
explain_write_label(const struct page *page, uint32_t index, struct buf *out)
{
	const struct block *b = &page->blocks[index];
	enum cuter_kind kind = (enum cuter_kind)page->kinds[b->first];

	buf_append_string(out, "<small>");
	if (kind != CUTER_KIND_NONE)
		buf_printf(out, "<b>%s</b> ", cuter_kind_name(kind));
	if (page->scores != NULL)
		buf_printf(
		    out, "%+.1f ", (double)page->scores[index] / MODEL_UNIT);
	article_escape(out, slice_of(explain_reason(page, b)));
	buf_append_string(out, "</small>");
}

static void
explain_write_block(const struct page *page, uint32_t index, struct buf *out)
{
	const struct block *b = &page->blocks[index];

	if (index == page->first_text)
		buf_append_string(out, "<a id=\"text\"></a>");
	buf_printf(out,
	    "<div class=\"t %s%s\" title=\"&lt;%s&gt; node %u, LP %.0f %%, "
	    "TP %.2f %%, SL %u: %s\">",
	    cuter_class_name(page->classes[b->first]),
	    layout_has(page, b) ? " body" : "",
	    tag_name(page->tree.nodes[b->node].tag), b->first,
	    explain_percent(b->link_bytes, b->bytes),
	    explain_percent(b->bytes, page->text_bytes), b->bytes,
	    explain_reason(page, b));
	explain_write_label(page, index, out);
	article_escape(out, page_block_text(page, b));
	buf_append_string(out, "</div>\n");
	if (index == page->last_text)
		buf_append_string(out, "<a id=\"end\"></a>");
}

static void
explain_open_box(const struct page *page, uint32_t node, struct buf *out)
{
	static const enum attr shown[] = { ATTR_ID, ATTR_CLASS, ATTR_ROLE };
	const struct tree *t = &page->tree;

	buf_printf(out, "<div class=\"n %s\" title=\"&lt;%s",
	    cuter_class_name(page->classes[node]),
	    tag_name(t->nodes[node].tag));
	for (size_t i = 0; i < ARRAY_LENGTH(shown); i++) {
		struct slice value = tree_attr(t, node, shown[i]);

		if (value.len == 0)
			continue;
		buf_printf(out, " %s=", attr_name(shown[i]));
		article_escape(out, value);
	}
	buf_printf(out, "&gt; node %u, LP %.0f %%, TP %.2f %%\">\n", node,
	    explain_percent(page->link_bytes[node], page->bytes[node]),
	    explain_percent(page->bytes[node], page->text_bytes));
}

static void
explain_write_media(const struct page *page, uint32_t node, struct buf *out)
{
	struct slice src = tree_attr(&page->tree, node, ATTR_SRC);

	buf_printf(out, "<div class=\"t m %s\" title=\"node %u\">[%s] <small>",
	    cuter_class_name(page->classes[node]), node,
	    tag_name(page->tree.nodes[node].tag));
	article_escape(out, src);
	buf_append_string(out, "</small></div>\n");
}

/* The state of writing the tree. */
struct explain_tree {
	const struct page *page;
	struct buf *out;
	struct buf marks; /* empty elements that follow each other */
	size_t n_marks;
	struct explain_box {
		uint32_t end;
		bool folded;
	} boxes[PREVIEW_DEPTH]; /* the open boxes */
	size_t depth;
	bool folded;   /* true if one of the open boxes is folded */
	uint32_t next; /* the next block */
};

/* Adds an empty element as a small mark, because some pages have hundreds of
 * empty elements. */
static void
explain_add_mark(struct explain_tree *x, uint32_t node)
{
	enum reason reason =
	    x->page->marks[node] & MARK_HIDDEN ? REASON_HIDDEN : REASON_EMPTY;

	x->n_marks++;
	buf_printf(&x->marks,
	    "<span class=\"e empty\" title=\"node %u: %s\">[%s]</span>\n", node,
	    reason_text(reason), tag_name(x->page->tree.nodes[node].tag));
}

/* Writes the marks, folded if there are several. */
static void
explain_write_marks(struct explain_tree *x)
{
	if (x->n_marks > 1)
		buf_printf(x->out,
		    "<details><summary>%zu empty elements</summary>\n",
		    x->n_marks);
	buf_append_slice(x->out, buf_slice(&x->marks));
	if (x->n_marks > 1)
		buf_append_string(x->out, "</details>\n");
	buf_carry_failure(x->out, &x->marks);
	buf_clear(&x->marks);
	x->n_marks = 0;
}

/* True if a box is drawn for the node. */
static bool
explain_has_box(const struct page *page, uint32_t node)
{
	const struct tree *t = &page->tree;
	/* Empty elements have no box: explain_add_mark() adds a small mark for
	 * each of them. */
	return tag_is(t->nodes[node].tag, TAG_IS_BLOCK) &&
	       page->classes[node] != CUTER_EMPTY &&
	       t->nodes[node].end > node + 2;
}

/* Returns the number of blocks in the element. Returns 0 if one of the blocks
 * has the class text or is part of the article. */
static uint32_t
explain_count_rows(const struct explain_tree *x, uint32_t node)
{
	const struct page *page = x->page;
	uint32_t end = page->tree.nodes[node].end, i = x->next;

	for (; i < page->n_blocks && page->blocks[i].first < end; i++)
		if (page->classes[page->blocks[i].first] == CUTER_TEXT ||
		    layout_has(page, &page->blocks[i]))
			return 0;
	return i - x->next;
}

static void
explain_begin_box(struct explain_tree *x, uint32_t node)
{
	struct explain_box *box = &x->boxes[x->depth++];
	uint32_t n = x->folded ? 0 : explain_count_rows(x, node);

	explain_write_marks(x);
	box->end = x->page->tree.nodes[node].end;
	box->folded = n >= FOLDED_ROWS;
	if (box->folded) {
		x->folded = true;
		buf_printf(x->out, "<details><summary>%u rows: %s", n,
		    cuter_class_name(x->page->classes[node]));
		buf_append_string(x->out, "</summary>\n");
	}
	explain_open_box(x->page, node, x->out);
}

static void
explain_end_box(struct explain_tree *x)
{
	struct explain_box *box = &x->boxes[--x->depth];

	explain_write_marks(x);
	buf_append_string(x->out, "</div>\n");
	if (!box->folded)
		return;
	buf_append_string(x->out, "</details>\n");
	x->folded = false;
}

static void
explain_write_node(struct explain_tree *x, uint32_t node)
{
	const struct page *page = x->page;
	uint16_t tag = page->tree.nodes[node].tag;

	if (explain_has_box(page, node) && x->depth < PREVIEW_DEPTH)
		explain_begin_box(x, node);
	if (tag_is(tag, TAG_IS_MEDIA)) {
		explain_write_marks(x);
		explain_write_media(page, node, x->out);
	} else if (tag != TAG_TEXT && page->classes[node] == CUTER_EMPTY) {
		explain_add_mark(x, node);
	}
	if (x->next < page->n_blocks && page->blocks[x->next].first == node) {
		explain_write_marks(x);
		explain_write_block(page, x->next++, x->out);
	}
}

static void
explain_write_tree(const struct page *page, struct buf *out)
{
	struct explain_tree x = { .page = page, .out = out };

	buf_init(&x.marks, out->max_bytes);
	for (uint32_t i = 1; i < page->tree.n && !buf_failed(out); i++) {
		while (x.depth > 0 && i >= x.boxes[x.depth - 1].end)
			explain_end_box(&x);
		explain_write_node(&x, i);
	}
	while (x.depth > 0)
		explain_end_box(&x);
	explain_write_marks(&x);
	buf_release(&x.marks);
}

void
explain_write(
    const struct page *page, const struct cuter_article *a, struct buf *out)
{
	buf_append_string(out, head);
	buf_append_string(out, "<title>cut: ");
	article_escape(out, a->title);
	buf_append_string(out, "</title></head><body>\n");
	explain_write_links(out);
	buf_append_string(out, "<h1>");
	article_escape(out, a->title);
	buf_append_string(out, "</h1>\n");
	explain_write_facts(page, a, out);
	explain_write_legend(a, out);
	explain_write_tree(page, out);
	buf_append_string(out, "</body></html>\n");
}
