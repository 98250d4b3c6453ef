/*
 * body.c -- writes the article as plain text.
 *
 * In:  the chosen blocks.
 * Out: paragraphs separated by empty lines; list items as lines that start with
 * "- "; table rows as lines with " | " between cells; <br> as a line end,
 * <br><br> as a paragraph end; <pre> unchanged.
 */
#include "base/text/utf8.h"
#include "cuter/article/article.h"
#include "cuter/article/layout.h"

/* Ends the text after position `from` with `wanted` line ends and no space
 * before them. An empty text gets no line ends. */
static void
body_end_line(struct buf *out, size_t from, unsigned wanted)
{
	unsigned have = 0;

	while (out->len > from && out->p[out->len - 1] == ' ')
		out->p[--out->len] = '\0';
	while (have < wanted && out->len > from + have &&
	       out->p[out->len - 1 - have] == '\n')
		have++;
	if (out->len == from)
		return;
	while (have++ < wanted)
		buf_append_char(out, '\n');
}

/* Appends as much as fits, because a truncated article is better than none. */
static void
body_append(struct buf *out, struct slice text)
{
	size_t left = out->max_bytes - out->len;

	if (text.len < left) {
		buf_append_slice(out, text);
		return;
	}
	buf_append_slice(out, utf8_prefix(text, left > 1 ? left - 1 : 0));
	out->failed = true;
}

static void
body_add_text(struct buf *out, size_t from, struct slice text)
{
	bool at_start = out->len == from || out->p[out->len - 1] == '\n';

	while (at_start && text.len > 0 && text.p[0] == ' ')
		text = slice_sub(text, 1, text.len);
	/* The white space inside of each text node is folded. Two text nodes
	 * may still have a space on both sides of their boundary. */
	if (out->len > from && out->p[out->len - 1] == ' ' && text.len > 0 &&
	    text.p[0] == ' ')
		text = slice_sub(text, 1, text.len);
	body_append(out, text);
}

static void
body_add_block(const struct page *page, const struct block *b, struct buf *out)
{
	const struct tree *t = &page->tree;
	bool pre = tree_up_to(t, b->node, TAG_PRE) != TREE_NOWHERE;
	size_t from = out->len;
	unsigned breaks = 0;

	for (uint32_t i = b->first; i < b->end; i++) {
		struct slice text = t->nodes[i].text;

		if (t->nodes[i].tag == TAG_BR) {
			breaks++;
			body_end_line(out, from, breaks > 1 ? 2 : 1);
		} else if (t->nodes[i].tag == TAG_TEXT) {
			if (slice_trim(text).len > 0)
				breaks = 0;
			else if (breaks > 0)
				continue;
			if (pre)
				body_append(out, text);
			else
				body_add_text(out, from, text);
		}
	}
	while (out->len > from && strchr(" \n\t", out->p[out->len - 1]) != NULL)
		out->p[--out->len] = '\0';
}

static void
body_add_gap(const struct page *page, const struct block *before,
    const struct block *after, struct buf *out)
{
	enum layout_gap gap = LAYOUT_PARAGRAPH;
	uint32_t item = layout_part(page, after->node, TAG_LI);

	if (before != NULL) {
		gap = layout_gap(page, before, after);
		buf_append_string(out, gap == LAYOUT_PARAGRAPH ? "\n\n"
				       : gap == LAYOUT_CELL    ? " | "
							       : "\n");
	}
	if (item != TREE_NOWHERE && gap != LAYOUT_SAME_ITEM &&
	    gap != LAYOUT_CELL &&
	    (before == NULL || layout_part(page, before->node, TAG_LI) != item))
		buf_append(out, "- ", 2);
}

void
article_body(struct page *page, struct cuter_article *a, struct buf *out)
{
	const struct block *before = NULL;

	buf_clear(out);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		if (!layout_has(page, b))
			continue;
		body_add_gap(page, before, b, out);
		body_add_block(page, b, out);
		before = b;
	}
	if (out->no_memory)
		arena_give_up(page->arena);
	if (buf_failed(out))
		a->flags |= CUTER_FLAG_TRUNCATED;
	a->body = buf_slice(out);
}
