/*
 * explain.c -- writes an HTML page that shows the class of every node.
 *
 * In:  the page after all passes.
 * Out: HTML: a legend, the article's fields, then the tree: boxes for the
 *      blocks that contain text or media, nested as in the page, at most
 *      PREVIEW_DEPTH deep.
 */
#include "cuter/explain.h"

#include "base/array.h"
#include "cuter/article/article.h"
#include "cuter/article/layout.h"
#include "cuter/model/model.h"
#include "cuter/rule/rule.h"

#define PREVIEW_DEPTH 40 /* deeper boxes are not nested */

static const char head[] =
    "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
    "'none'; style-src 'unsafe-inline'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<style>\n"
    "body{font:14px/1.45 system-ui,sans-serif;margin:1.5em;max-width:60em}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.1em 1em}\n"
    "dt{color:#666}dd{margin:0}\n"
    ".n{border-left:3px solid #ddd;margin:2px 0 2px 6px;padding:1px 0 1px "
    "6px}\n"
    ".t{white-space:pre-wrap;padding:1px 4px;border-radius:3px}\n"
    ".text{background:#c9f0cf;border-color:#2a9d4a}\n"
    ".multimedia{background:#cfe3fb;border-color:#2a6fc9}\n"
    ".navigation{background:#ececec;border-color:#aaa;color:#555}\n"
    ".advertisement{background:#fbdada;border-color:#c93a3a}\n"
    ".empty{background:#fff;border-color:#eee;color:#999}\n"
    ".e{border:1px solid #eee;font-size:70%;margin:0 .2em}\n"
    ".n.text,.n.multimedia,.n.navigation,.n.advertisement,.n.empty"
    "{background:none}\n"
    "small{color:#777}\n"
    ".t>small{float:right;margin-left:1em;font-size:11px;white-space:nowrap}\n"
    ".t{overflow:hidden;margin:1px 0}\n"
    ".m>small{float:none;white-space:normal;word-break:break-all}\n"
    ".body{border-left:4px solid #2a9d4a}\n"
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

/* Writes what the rules of the site found. */
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
	buf_append_string(out, "<dt>nodes</dt><dd>");
	for (int i = 0; i < CUTER_CLASS_COUNT; i++)
		buf_printf(out, "<span class=\"t %s\">%s %u</span> ",
		    cuter_class_name((enum cuter_class)i),
		    cuter_class_name((enum cuter_class)i), a->class_count[i]);
	buf_append_string(out,
	    "<span class=\"t text body\">the text given out</span> <a "
	    "href=\"#text\">where it begins</a></dd>\n</dl>\n<p><small>Beside "
	    "each run: its kind, the trees' score (log-odds; over 0 is the "
	    "article's text), and why it is of its class.  Point at it for "
	    "element, LP (linked share), TP (share of the page's text) and SL "
	    "(bytes).</small></p>\n<hr>\n");
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

/* Writes an empty element as a small mark, because some pages have hundreds of
 * empty elements. */
static void
explain_write_empty(const struct page *page, uint32_t node, struct buf *out)
{
	enum reason reason =
	    page->marks[node] & MARK_HIDDEN ? REASON_HIDDEN : REASON_EMPTY;

	buf_printf(out,
	    "<span class=\"e empty\" title=\"node %u: %s\">[%s]</span>\n", node,
	    reason_text(reason), tag_name(page->tree.nodes[node].tag));
}

/* True if a box is drawn for the node. */
static bool
explain_has_box(const struct page *page, uint32_t node)
{
	const struct tree *t = &page->tree;
	/* Empty elements have no box: explain_write_empty() marks them. */
	return tag_is(t->nodes[node].tag, TAG_IS_BLOCK) &&
	       page->classes[node] != CUTER_EMPTY &&
	       t->nodes[node].end > node + 2;
}

static void
explain_write_tree(const struct page *page, struct buf *out)
{
	const struct tree *t = &page->tree;
	uint32_t ends[PREVIEW_DEPTH];
	size_t depth = 0;
	uint32_t next = 0; /* next block */

	for (uint32_t i = 1; i < t->n && !buf_failed(out); i++) {
		while (depth > 0 && i >= ends[depth - 1]) {
			buf_append_string(out, "</div>\n");
			depth--;
		}
		if (explain_has_box(page, i) && depth < PREVIEW_DEPTH) {
			explain_open_box(page, i, out);
			ends[depth++] = t->nodes[i].end;
		}
		if (tag_is(t->nodes[i].tag, TAG_IS_MEDIA))
			explain_write_media(page, i, out);
		else if (t->nodes[i].tag != TAG_TEXT &&
			 page->classes[i] == CUTER_EMPTY)
			explain_write_empty(page, i, out);
		if (next < page->n_blocks && page->blocks[next].first == i)
			explain_write_block(page, next++, out);
	}
	while (depth-- > 0)
		buf_append_string(out, "</div>\n");
}

void
explain_write(
    const struct page *page, const struct cuter_article *a, struct buf *out)
{
	buf_append_string(out, head);
	buf_append_string(out, "<title>cut: ");
	article_escape(out, a->title);
	buf_append_string(out, "</title></head><body>\n<h1>");
	article_escape(out, a->title);
	buf_append_string(out, "</h1>\n");
	explain_write_facts(page, a, out);
	explain_write_tree(page, out);
	buf_append_string(out, "</body></html>\n");
}
