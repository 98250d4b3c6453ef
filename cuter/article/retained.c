/*
 * retained.c -- appends to the text the links that a method has removed.
 *
 * In: page->retained, of the method "crunch".
 * Out: one more list at the end of body and body_html.
 *
 * "The removed link retainer adds link information back at the end of the
 * document to keep the page browse able" (Agarwal, Chheda, Shah, Narvekar,
 * Proposed Method).
 */
#include "cuter/article/article.h"
#include "url/url.h"

#define LINK_BYTES 500 /* largest text of one link */

/* Returns the text of a link on one line; SLICE_NONE if the link has no text.
 */
static struct slice
retained_text(const struct page *page, uint32_t link)
{
	const struct tree *t = &page->tree;
	struct buf text;

	buf_init_with(&text, 4 * LINK_BYTES, page->arena->allocator);
	for (uint32_t i = link; i < t->nodes[link].end; i++) {
		if (t->nodes[i].tag == TAG_BR ||
		    tag_is(t->nodes[i].tag, TAG_IS_BLOCK))
			buf_append_char(&text, ' ');
		if (t->nodes[i].tag == TAG_TEXT &&
		    !(page->marks[i] & MARK_HIDDEN))
			buf_append_slice(&text, t->nodes[i].text);
	}
	return article_line_from_buf(page->arena, &text, LINK_BYTES);
}

void
article_append_links(struct page *page, struct cuter_article *a,
    struct buf *body, struct buf *html)
{
	size_t n = 0;

	for (uint32_t i = 0; i < page->n_retained; i++) {
		uint32_t link = page->retained[i];
		struct slice text = retained_text(page, link), url;

		if (text.len == 0 ||
		    !url_resolve(page->arena, page->base_url,
			tree_attr(&page->tree, link, ATTR_HREF), &url))
			continue;
		buf_append_string(body, n > 0           ? "\n"
					: body->len > 0 ? "\n\n"
							: "");
		buf_printf(
		    body, "- %.*s <%.*s>", SLICE_ARG(text), SLICE_ARG(url));
		buf_append_string(html, n++ > 0 ? "" : "<ul>\n");
		buf_append_string(html, "<li><a href=\"");
		article_escape(html, url);
		buf_append_string(html, "\">");
		article_escape(html, text);
		buf_append_string(html, "</a></li>\n");
	}
	if (n == 0)
		return;
	buf_append_string(html, "</ul>\n");
	if (body->no_memory || html->no_memory)
		arena_give_up(page->arena);
	a->body = buf_slice(body);
	if (buf_failed(html)) {
		buf_clear(html); /* a truncated list would not be balanced */
		article_text_to_html(a->body, html);
	}
	if (buf_failed(body) || buf_failed(html))
		a->flags |= CUTER_FLAG_TRUNCATED;
	a->body_html = buf_slice(html);
}
