/*
 * title_heading.c -- reads the texts of a heading.
 *
 * In: a heading and its descendants.
 * Out: its visible texts in order; which of them are a kicker (a separate text
 * above the headline); whether the heading is a logo or a breadcrumb.
 *
 * Dates and hidden texts are left out.
 */
#include "base/array.h"
#include "base/text/ascii.h"
#include "cuter/article/title/title.h"
#include "cuter/features/features.h"

/* Classes of texts above a headline in the same heading. */
static const char *const kicker_words[] = { "kicker", "topline", "overline",
	"dachzeile", "roofline", "spitzmarke", "eyebrow", "overtitle",
	"supertitle" };
/* Classes of texts for screen readers only. */
static const char *const unseen_words[] = { "sr-only", "visually-hidden",
	"screen-reader" };

/* True if an element between a text and its heading has one of the classes. */
static bool
title_heading_has_class(const struct page *page, uint32_t leaf,
    uint32_t heading, const char *const *words, size_t n)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = t->nodes[leaf].parent; i != heading;
	     i = t->nodes[i].parent)
		for (size_t k = 0; k < n; k++)
			if (slice_find_nocase(tree_attr(t, i, ATTR_CLASS),
				slice_of(words[k]), 0) != SLICE_NOT_FOUND)
				return true;
	return false;
}

static bool
title_heading_is_colon(struct slice text)
{
	return slice_equal(slice_trim(text), SLICE(":"));
}

/* Returns the kind of a text node of a heading. A colon for screen readers is
 * visible text here, because it separates the kicker from the headline. */
static enum heading_part
title_heading_part(const struct page *page, uint32_t leaf, uint32_t heading)
{
	if (title_heading_is_colon(page->tree.nodes[leaf].text))
		return HEADING_TEXT;
	if (title_heading_has_class(
		page, leaf, heading, unseen_words, ARRAY_LENGTH(unseen_words)))
		return HEADING_UNSEEN;
	if (title_heading_has_class(
		page, leaf, heading, kicker_words, ARRAY_LENGTH(kicker_words)))
		return HEADING_KICKER;
	return HEADING_TEXT;
}

/* True if two adjacent texts without a space between them are separated by the
 * layout of the page, such as separate lines. */
static bool
title_heading_is_apart(struct slice before, struct slice next)
{
	unsigned char last;

	if (before.len == 0 || next.len == 0)
		return false;
	last = (unsigned char)before.p[before.len - 1];
	if (last == ':' || last == '!' || last == '?')
		return true;
	return ascii_is_lower(last) && ascii_is_upper(next.p[0]);
}

/* Applies the rule that a kicker or a colon is followed by the headline: a
 * colon after the last text is removed, and the last text is not a kicker. */
static void
title_heading_end_kicker(struct heading *h)
{
	while (
	    h->n > 0 && slice_equal(slice_trim(h->parts[h->n - 1]), SLICE(":")))
		h->n--;
	for (size_t i = h->n; i-- > 0 && h->kinds[i] != HEADING_TEXT;)
		if (h->kinds[i] == HEADING_KICKER)
			h->kinds[i] = HEADING_TEXT;
}

void
title_read_heading(const struct page *page, uint32_t node, struct heading *ret)
{
	const struct tree *t = &page->tree;
	bool breaks = false;

	ret->n = 0;
	for (uint32_t i = node + 1; i < t->nodes[node].end; i++) {
		struct slice text = t->nodes[i].text;
		size_t last = ret->n - 1;

		if (t->nodes[i].tag == TAG_TIME) {
			i = t->nodes[i].end - 1;
			continue;
		}
		breaks |= t->nodes[i].tag == TAG_BR ||
			  tag_is(t->nodes[i].tag, TAG_IS_BLOCK);
		if (t->nodes[i].tag != TAG_TEXT || text.len == 0 ||
		    (page->marks[i] & MARK_HIDDEN &&
			!title_heading_is_colon(text)))
			continue;
		if (ret->n == TITLE_HEADING_PARTS)
			break;
		/* The text of a part begins with a space if the page separates
		 * the part from the part before it. */
		if (breaks || (ret->n > 0 && title_heading_is_apart(
						 ret->parts[last], text)))
			text =
			    arena_format(page->arena, " %.*s", SLICE_ARG(text));
		breaks = false;
		ret->parts[ret->n] = text;
		ret->kinds[ret->n++] = title_heading_part(page, i, node);
	}
	title_heading_end_kicker(ret);
}

struct slice
title_join_heading(const struct page *page, const struct heading *h,
    size_t from, size_t to, bool with_kicker)
{
	struct buf out;

	buf_init_with(&out, TITLE_HEADING_BYTES, page->arena->allocator);
	for (size_t i = from; i < to; i++)
		if (with_kicker || h->kinds[i] == HEADING_TEXT)
			buf_append_slice(&out, h->parts[i]);
	return article_line_from_buf(page->arena, &out, TITLE_HEADING_BYTES);
}

bool
title_leads_home(const struct page *page, uint32_t heading)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = heading + 1; i < t->nodes[heading].end; i++) {
		struct slice href = slice_trim(tree_attr(t, i, ATTR_HREF));
		size_t host = slice_find(href, SLICE("://"), 0);

		if (t->nodes[i].tag != TAG_A)
			continue;
		if (host != SLICE_NOT_FOUND)
			href = slice_sub(href,
			    slice_find_char(href, '/', host + 3), href.len);
		return href.len <= 1;
	}
	return tree_up_to(t, heading, TAG_A) != TREE_NOWHERE &&
	       slice_equal(
		   tree_attr(t, tree_up_to(t, heading, TAG_A), ATTR_HREF),
		   SLICE("/"));
}

bool
title_is_crumb(const struct page *page, uint32_t heading)
{
	const struct tree *t = &page->tree;

	if (tree_up_to(t, heading, TAG_LI) != TREE_NOWHERE)
		return true;
	for (unsigned up = 0; up < 4 && heading != TREE_ROOT; up++) {
		if (slice_find_nocase(tree_attr(t, heading, ATTR_CLASS),
			SLICE("breadcrumb"), 0) != SLICE_NOT_FOUND)
			return true;
		heading = t->nodes[heading].parent;
	}
	return false;
}

bool
title_is_marked(const struct tree *t, uint32_t node)
{
	struct slice list, word;

	if (!tag_is(t->nodes[node].tag, TAG_IS_HEADING))
		return false;
	list = tree_attr(t, node, ATTR_ITEMPROP);
	while (slice_next(&list, ' ', &word))
		if (slice_equal(word, SLICE("headline")))
			return true;
	return false;
}
