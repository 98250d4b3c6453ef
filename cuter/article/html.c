/*
 * html.c -- writes the article as restricted HTML.
 *
 * In: the chosen blocks, the article's media.
 * Out: elements of an allow list; no attributes except href, src and alt; only
 * absolute http and https addresses; everything else as escaped text.
 *
 * The output is balanced for any input. Each text node is written inside of its
 * allowed ancestors. Between two text nodes, only the ancestors that they do
 * not have in common are closed and opened. html_check.c checks the grammar of
 * the output: a change here requires a change there.
 */
#include "base/limits.h"
#include "cuter/article/article.h"
#include "cuter/article/layout.h"
#include "url/url.h"

#define PATH_MAX_NODES 64

/* The name under which an element is written; NULL: only its text is written.
 */
static const char *const allowed[TAG_COUNT] = {
	[TAG_A] = "a",
	[TAG_B] = "strong",
	[TAG_BLOCKQUOTE] = "blockquote",
	[TAG_CAPTION] = "caption",
	[TAG_CODE] = "code",
	[TAG_DD] = "dd",
	[TAG_DL] = "dl",
	[TAG_DT] = "dt",
	[TAG_EM] = "em",
	[TAG_H1] = "h2",
	[TAG_H2] = "h2",
	[TAG_H3] = "h3",
	[TAG_H4] = "h4",
	[TAG_H5] = "h5",
	[TAG_H6] = "h6",
	[TAG_I] = "em",
	[TAG_LI] = "li",
	[TAG_OL] = "ol",
	[TAG_P] = "p",
	[TAG_PRE] = "pre",
	[TAG_Q] = "q",
	[TAG_STRONG] = "strong",
	[TAG_SUB] = "sub",
	[TAG_SUP] = "sup",
	[TAG_TABLE] = "table",
	[TAG_TBODY] = "tbody",
	[TAG_TD] = "td",
	[TAG_TH] = "th",
	[TAG_THEAD] = "thead",
	[TAG_TR] = "tr",
	[TAG_UL] = "ul",
};

const char *
article_html_name(enum tag tag)
{
	return allowed[tag];
}

struct open {
	/* node of the tree; TREE_NOWHERE - 1 - i: the <p> that was added for
	 * block i */
	uint32_t node;
	const char *name;
};

struct writer {
	const struct page *page;
	struct buf *out;
	struct open stack[PATH_MAX_NODES];
	size_t depth;
};

static void
html_close_to(struct writer *w, size_t depth)
{
	while (w->depth > depth) {
		const struct open *top = &w->stack[--w->depth];

		buf_append(w->out, "</", 2);
		buf_append_string(w->out, top->name);
		buf_append_char(w->out, '>');
	}
}

static void
html_open_link(struct writer *w, uint32_t node)
{
	struct slice url;

	if (!url_resolve(w->page->arena, w->page->base_url,
		tree_attr(&w->page->tree, node, ATTR_HREF), &url))
		return; /* an <a> without href is harmless and balanced */
	buf_append_string(w->out, " href=\"");
	article_escape(w->out, url);
	buf_append_char(w->out, '"');
}

static void
html_open_element(struct writer *w, struct open element)
{
	if (w->depth == PATH_MAX_NODES)
		return;
	buf_append_char(w->out, '<');
	buf_append_string(w->out, element.name);
	if (strcmp(element.name, "a") == 0)
		html_open_link(w, element.node);
	buf_append_char(w->out, '>');
	w->stack[w->depth++] = element;
}

/* Returns the nearest ancestor that is written, or the root. */
static uint32_t
html_written_parent(const struct tree *t, uint32_t node)
{
	do
		node = t->nodes[node].parent;
	while (node != TREE_ROOT && allowed[t->nodes[node].tag] == NULL);
	return node;
}

/* True for lists, tables and quotes that are the layout of the page, for the
 * items, cells and captions of such lists and tables, and for items, cells and
 * captions outside of a list or table. */
static bool
html_is_frame(const struct page *page, uint32_t node)
{
	const struct tree *t = &page->tree;
	enum tag tag = t->nodes[node].tag;
	uint32_t whole = node;

	switch (tag) {
	case TAG_TBODY:
	case TAG_THEAD:
	case TAG_TR:
	case TAG_TD:
	case TAG_TH:
		whole = tree_up_to(t, node, TAG_TABLE);
		break;
	case TAG_CAPTION:
		whole = html_written_parent(t, node);
		if (t->nodes[whole].tag != TAG_TABLE)
			return true;
		break;
	case TAG_LI:
		whole = html_written_parent(t, node);
		if (t->nodes[whole].tag != TAG_UL &&
		    t->nodes[whole].tag != TAG_OL)
			return true;
		break;
	case TAG_DT:
	case TAG_DD:
		return t->nodes[html_written_parent(t, node)].tag != TAG_DL;
	case TAG_TABLE:
	case TAG_UL:
	case TAG_OL:
	case TAG_BLOCKQUOTE:
		break;
	default:
		return false;
	}
	return whole == TREE_NOWHERE ||
	       layout_part(page, whole, t->nodes[whole].tag) != whole;
}

/* True if a block that is this element becomes a <p>. */
static bool
html_is_paragraph(const struct page *page, uint32_t node)
{
	enum tag tag = page->tree.nodes[node].tag;

	return allowed[tag] == NULL ||
	       (tag == TAG_CAPTION && html_is_frame(page, node));
}

/* Writes the allowed ancestors of a text node to `path`, outermost first, and
 * returns their number. Adds a <p> if the element of the block is not written.
 */
static size_t
html_path_of(const struct page *page, uint32_t leaf, const struct block *b,
    uint32_t paragraph, struct open *path)
{
	const struct tree *t = &page->tree;
	size_t n = 0;

	for (uint32_t i = t->nodes[leaf].parent; i != TREE_NOWHERE;
	     i = t->nodes[i].parent) {
		enum tag tag = t->nodes[i].tag;
		bool is_block = tag_is(tag, TAG_IS_BLOCK);

		if (i == b->node && n < PATH_MAX_NODES &&
		    html_is_paragraph(page, i))
			path[n++] =
			    (struct open){ TREE_NOWHERE - 1 - paragraph, "p" };
		/* Links around whole blocks are cards and are not written. */
		if (allowed[tag] == NULL || n == PATH_MAX_NODES ||
		    (!is_block && i < b->node) || html_is_frame(page, i))
			continue;
		path[n++] = (struct open){ i, allowed[tag] };
	}
	for (size_t i = 0; i < n / 2; i++) {
		struct open swap = path[i];

		path[i] = path[n - 1 - i];
		path[n - 1 - i] = swap;
	}
	return n;
}

static void
html_go_to(
    struct writer *w, uint32_t leaf, const struct block *b, uint32_t paragraph)
{
	struct open path[PATH_MAX_NODES];
	size_t n = html_path_of(w->page, leaf, b, paragraph, path), common = 0;

	while (common < n && common < w->depth &&
	       path[common].node == w->stack[common].node)
		common++;
	html_close_to(w, common);
	for (size_t i = common; i < n; i++)
		html_open_element(w, path[i]);
}

static void
html_write_block(struct writer *w, uint32_t index)
{
	const struct block *b = &w->page->blocks[index];
	const struct tree *t = &w->page->tree;
	bool at_start = true;
	unsigned breaks = 0;

	for (uint32_t i = b->first; i < b->end; i++) {
		struct slice text = t->nodes[i].text;

		if (t->nodes[i].tag == TAG_BR)
			breaks++;
		if (t->nodes[i].tag != TAG_TEXT ||
		    (at_start && slice_trim(text).len == 0))
			continue;
		html_go_to(w, i, b, index);
		while (breaks > 0 && !at_start) {
			buf_append_string(w->out, "<br>");
			breaks--;
		}
		breaks = 0;
		while (at_start && text.len > 0 && text.p[0] == ' ')
			text = slice_sub(text, 1, text.len);
		article_escape(w->out, text);
		at_start = false;
	}
}

/* Returns true if the caption in the figure of an image is part of the text,
 * which is the case on galleries without other text. */
static bool
html_caption_is_text(const struct page *page, uint32_t image)
{
	const struct tree *t = &page->tree;
	uint32_t figure = tree_up_to(t, image, TAG_FIGURE);

	if (figure == TREE_NOWHERE)
		return false;
	for (uint32_t i = page_block_at(page, figure);
	     i < page->n_blocks && page->blocks[i].first < t->nodes[figure].end;
	     i++)
		if (page->blocks[i].marks & MARK_CAPTION &&
		    layout_has(page, &page->blocks[i]))
			return true;
	return false;
}

static void
html_write_figure(struct writer *w, const struct cuter_media *m, uint32_t node)
{
	html_close_to(w, 0);
	buf_append_string(w->out, "<figure>");
	if (m->kind == CUTER_IMAGE) {
		buf_append_string(w->out, "<img src=\"");
		article_escape(w->out, m->url);
		buf_append_string(w->out, "\" alt=\"");
		article_escape(w->out, m->alt);
		buf_append_string(w->out, "\">");
	} else {
		buf_append_string(w->out, "<a href=\"");
		article_escape(w->out, m->url);
		buf_append_string(w->out, "\">");
		article_escape(w->out, m->alt.len > 0 ? m->alt : m->url);
		buf_append_string(w->out, "</a>");
	}
	if (m->caption.len > 0 && !html_caption_is_text(w->page, node)) {
		buf_append_string(w->out, "<figcaption>");
		article_escape(w->out, m->caption);
		buf_append_string(w->out, "</figcaption>");
	}
	buf_append_string(w->out, "</figure>\n");
}

void
article_html(struct page *page, struct cuter_article *a, struct buf *out)
{
	struct writer w = { .page = page, .out = out };
	size_t next = 0; /* index into the media, which are in document order */

	buf_clear(out);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		if (!layout_has(page, &page->blocks[i]))
			continue;
		for (; next < a->n_media &&
		       page->media_nodes[next] < page->blocks[i].first;
		     next++)
			if (page->media_nodes[next] != TREE_NOWHERE)
				html_write_figure(&w, &a->media[next],
				    page->media_nodes[next]);
		html_write_block(&w, i);
		if (w.depth <= 1) {
			html_close_to(&w, 0);
			buf_append_char(out, '\n');
		}
	}
	html_close_to(&w, 0);
	for (; next < a->n_media; next++)
		if (page->media_nodes[next] != TREE_NOWHERE)
			html_write_figure(
			    &w, &a->media[next], page->media_nodes[next]);
	if (out->no_memory)
		arena_give_up(page->arena);
	if (buf_failed(out)) {
		buf_clear(out); /* a truncated result would not be balanced */
		article_text_to_html(a->body, out);
		a->flags |= CUTER_FLAG_TRUNCATED;
	}
	a->body_html = buf_slice(out);
}

/* Writes as many whole paragraphs as fit. */
void
article_text_to_html(struct slice text, struct buf *out)
{
	while (text.len > 0) {
		size_t end = slice_find(text, SLICE("\n\n"), 0);
		struct slice paragraph = slice_sub(text, 0, end);
		size_t before = out->len;

		buf_append_string(out, "<p>");
		article_escape(out, paragraph);
		buf_append_string(out, "</p>\n");
		if (buf_failed(out)) {
			if (out->len > before)
				out->p[out->len = before] = '\0';
			return;
		}
		text = slice_sub(text,
		    end == SLICE_NOT_FOUND ? text.len : end + 2, text.len);
	}
}
