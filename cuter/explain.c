/*
 * explain.c -- every node coloured by its class.
 *
 * In:  the judged page.
 * Out: HTML: a legend, what was found, then the tree: boxes for blocks that
 *      hold text or media, nested as in the page, as deep as tells something.
 */
#include "cuter/explain.h"

#include "cuter/article/article.h"

#define PREVIEW_DEPTH 40 /* boxes deeper than this are drawn flat */

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
    ".n.text,.n.multimedia,.n.navigation,.n.advertisement,.n.empty"
    "{background:none}\n"
    "small{color:#777}\n"
    "</style>\n";

static void
write_pair(struct buf *out, const char *name, struct slice value)
{
	buf_printf(out, "<dt>%s</dt><dd>", name);
	article_escape(out, value);
	buf_append_string(out, "</dd>\n");
}

static void
write_facts(
    const struct page *page, const struct cuter_article *a, struct buf *out)
{
	char date[DATE_TEXT_BYTES], flags[64];

	buf_append_string(out, "<dl>\n");
	write_pair(out, "address", page->input->url);
	write_pair(out, "feed's title", page->input->hint_title);
	write_pair(out, "title", a->title);
	write_pair(out, "lead", a->lead);
	write_pair(out, "byline", a->byline);
	date_format_rfc3339(a->published_at, date);
	write_pair(out, "published", slice_of(date));
	write_pair(
	    out, "page class", slice_of(cuter_page_class_name(a->page_class)));
	write_pair(out, "origin", slice_of(cuter_origin_name(a->origin)));
	write_pair(out, "parser", slice_of(cuter_parser_name(a->parser)));
	write_pair(out, "flags", slice_of(cuter_flags_text(a->flags, flags)));
	buf_printf(out, "<dt>confidence</dt><dd>%.2f</dd>\n", a->confidence);
	buf_printf(out, "<dt>words</dt><dd>%u</dd>\n", a->word_count);
	buf_append_string(out, "<dt>nodes</dt><dd>");
	for (int i = 0; i < CUTER_CLASS_COUNT; i++)
		buf_printf(out, "<span class=\"t %s\">%s %u</span> ",
		    cuter_class_name((enum cuter_class)i),
		    cuter_class_name((enum cuter_class)i), a->class_count[i]);
	buf_append_string(out, "</dd>\n</dl>\n<hr>\n");
}

static double
percent(double part, double whole)
{
	return whole > 0 ? 100 * part / whole : 0;
}

static void
write_block(const struct page *page, const struct block *b, struct buf *out)
{
	buf_printf(out,
	    "<div class=\"t %s\" title=\"&lt;%s&gt; node %u, LP %.0f %%, "
	    "TP %.2f %%, SL %u: %s\">",
	    cuter_class_name(b->verdict),
	    tag_name(page->tree.nodes[b->node].tag), b->first,
	    percent(b->link_bytes, b->bytes),
	    percent(b->bytes, page->text_bytes), b->bytes,
	    reason_text(b->reason));
	article_escape(out, page_block_text(page, b));
	buf_append_string(out, "</div>\n");
}

static void
open_box(const struct page *page, uint32_t node, struct buf *out)
{
	static const enum attr shown[] = { ATTR_ID, ATTR_CLASS, ATTR_ROLE };
	const struct tree *t = &page->tree;

	buf_printf(out, "<div class=\"n %s\" title=\"&lt;%s",
	    cuter_class_name(page->classes[node]),
	    tag_name(t->nodes[node].tag));
	for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++) {
		struct slice value = tree_attr(t, node, shown[i]);

		if (value.len == 0)
			continue;
		buf_printf(out, " %s=", attr_name(shown[i]));
		article_escape(out, value);
	}
	buf_printf(out, "&gt; node %u, LP %.0f %%, TP %.2f %%\">\n", node,
	    percent(page->link_bytes[node], page->bytes[node]),
	    percent(page->bytes[node], page->text_bytes));
}

static void
write_media(const struct page *page, uint32_t node, struct buf *out)
{
	struct slice src = tree_attr(&page->tree, node, ATTR_SRC);

	buf_printf(out, "<div class=\"t %s\" title=\"node %u\">[%s] <small>",
	    cuter_class_name(page->classes[node]), node,
	    tag_name(page->tree.nodes[node].tag));
	article_escape(out, src);
	buf_append_string(out, "</small></div>\n");
}

/* A box is worth drawing around what divides. */
static bool
divides(const struct tree *t, uint32_t node)
{
	return tag_is(t->nodes[node].tag, TAG_IS_BLOCK) &&
	       t->nodes[node].end > node + 2;
}

static void
write_tree(const struct page *page, struct buf *out)
{
	const struct tree *t = &page->tree;
	uint32_t ends[PREVIEW_DEPTH];
	size_t depth = 0;
	uint32_t next = 0; /* block */

	for (uint32_t i = 1; i < t->n && !buf_failed(out); i++) {
		while (depth > 0 && i >= ends[depth - 1]) {
			buf_append_string(out, "</div>\n");
			depth--;
		}
		if (divides(t, i) && depth < PREVIEW_DEPTH) {
			open_box(page, i, out);
			ends[depth++] = t->nodes[i].end;
		}
		if (tag_is(t->nodes[i].tag, TAG_IS_MEDIA))
			write_media(page, i, out);
		if (next < page->n_blocks && page->blocks[next].first == i)
			write_block(page, &page->blocks[next++], out);
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
	write_facts(page, a, out);
	write_tree(page, out);
	buf_append_string(out, "</body></html>\n");
}
