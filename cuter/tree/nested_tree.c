/*
 * nested_tree.c -- what is nested as it should be needs no repair: the tree
 * that tidy would make, without tidy.
 *
 * In:  what the prefilter wrote: balanced, every '<' a tag, one attribute at
 *      most (the number of the element's record), four references.
 * Out: the tree; or false at the first thing that tidy would change: then the
 *      page is tidy's.
 *
 * That this is tidy's tree, node by node, was tried on 2 560 pages of news and
 * of other kinds, four in five of which need no tidy, and is tried on pages
 * made by chance in nested_tree_test.c.  Which things tidy changes stands in
 * the rules below; what they cannot be sure of is left to it.
 */
#include "base/reference.h"
#include "cuter/tree/parser.h"

struct reader {
	struct tree *tree;
	const char *at, *end;
	uint32_t in_line; /* open <p> and <dt>: tidy ends them at a block */
	bool has_main;    /* and takes out another */
};

/* ------------------------------------------------------------- the rules */

/* tidy puts what stands behind an item into that item. */
static bool
follows_item(const struct tree *t)
{
	uint32_t node = t->n - 1;

	if (node == t->open)
		return false;
	while (t->nodes[node].parent != t->open)
		node = t->nodes[node].parent;
	return t->nodes[node].tag == TAG_LI;
}

static bool
list_may_hold(const struct tree *t, enum tag child)
{
	if (child == TAG_LI)
		return true;
	return child != TAG_TEXT && child != TAG_UL && child != TAG_OL &&
	       child != TAG_DT && child != TAG_DD && !follows_item(t);
}

/* For what stands elsewhere tidy makes a place. */
static bool
may_hold(const struct tree *t, enum tag child)
{
	switch (t->nodes[t->open].tag) {
	case TAG_UL:
	case TAG_OL:
		return list_may_hold(t, child);
	case TAG_DL:
		return child == TAG_DT || child == TAG_DD;
	case TAG_TABLE:
		return child == TAG_TR || child == TAG_TBODY ||
		       child == TAG_THEAD || child == TAG_TFOOT ||
		       child == TAG_CAPTION;
	case TAG_TBODY:
	case TAG_THEAD:
	case TAG_TFOOT:
		return child == TAG_TR;
	case TAG_TR:
		return child == TAG_TD || child == TAG_TH;
	default:
		return child != TAG_LI && child != TAG_DT && child != TAG_DD;
	}
}

/* A link that is no item's, and so is not ended by a block in it. */
static bool
is_bare_link(const struct tree *t, uint32_t node)
{
	enum tag around;

	if (t->nodes[node].tag != TAG_A)
		return false;
	around = t->nodes[t->nodes[node].parent].tag;
	return around == TAG_UL || around == TAG_OL;
}

static bool
may_open(const struct reader *r, const struct tag_info *info)
{
	const struct tree *t = r->tree;

	if (!may_hold(t, info->tag))
		return false;
	if (info->flags & TAG_IS_BLOCK &&
	    (r->in_line > 0 || t->in_pre > 0 || is_bare_link(t, t->open)))
		return false;
	if (info->tag == TAG_MAIN && r->has_main)
		return false;
	/* It moves white space about links that is to stay. */
	if (info->tag == TAG_A && t->in_pre > 0)
		return false;
	/* It repeats the open inline elements in a player. */
	if (info->flags & TAG_IS_MEDIA && !(info->flags & TAG_IS_VOID))
		return tag_is(t->nodes[t->open].tag, TAG_IS_BLOCK);
	return true;
}

/* ------------------------------------------------------------ the reading */

static inline bool
skip_slice(struct reader *r, struct slice text)
{
	if ((size_t)(r->end - r->at) < text.len ||
	    memcmp(r->at, text.p, text.len) != 0)
		return false;
	r->at += text.len;
	return true;
}

static inline bool
skip(struct reader *r, const char *text)
{
	return skip_slice(r, (struct slice){ text, strlen(text) });
}

static const struct tag_info *
read_name(struct reader *r)
{
	const char *start = r->at;

	while (r->at < r->end && *r->at != '>' && *r->at != ' ')
		r->at++;
	return tag_find((struct slice){ start, (size_t)(r->at - start) });
}

/* The number of the record, where there is one, and the tag's end. */
static bool
read_record(struct reader *r, uint32_t *ret_record)
{
	uint32_t number = 0;

	while (r->at < r->end && *r->at == ' ')
		r->at++;
	*ret_record = TREE_NOWHERE;
	if (!skip(r, ATTR_NUMBER "=\""))
		return skip(r, ">");
	while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
		number = number * 10 + (uint32_t)(*r->at++ - '0');
	*ret_record = number;
	return skip(r, "\">");
}

static bool
open_element(struct reader *r)
{
	struct tree *t = r->tree;
	const struct tag_info *info = read_name(r);
	uint32_t record;

	if (!read_record(r, &record) || !may_open(r, info))
		return false;
	r->in_line += info->tag == TAG_P || info->tag == TAG_DT;
	r->has_main |= info->tag == TAG_MAIN;
	tree_open(t, info->tag);
	tree_record(t, record);
	if (info->flags & TAG_IS_VOID)
		tree_close(t);
	return true;
}

static bool
close_element(struct reader *r)
{
	struct tree *t = r->tree;
	enum tag tag = t->nodes[t->open].tag;

	if (!skip_slice(r, tag_end_text(tag)))
		return false;
	/* A row without cells is given one, a table without rows goes. */
	if (tag_is(tag, TAG_IS_TABLE) && t->open + 1 == t->n)
		return false;
	r->in_line -= tag == TAG_P || tag == TAG_DT;
	tree_close(t);
	return true;
}

static bool
read_text(struct reader *r, const char *stop)
{
	struct tree *t = r->tree;
	struct slice text = { r->at, (size_t)(stop - r->at) };

	r->at = stop;
	/* It takes no notice of white space between items, makes spaces of a
	 * tab that is to stay, and a line's end of a return. */
	if (!may_hold(t, TAG_TEXT))
		return slice_trim(text).len == 0;
	if (t->in_pre > 0 && (memchr(text.p, '\t', text.len) != NULL ||
				 memchr(text.p, '\r', text.len) != NULL))
		return false;
	if (memchr(text.p, '&', text.len) != NULL)
		text = reference_text(t->arena, text, REFERENCE_IN_TEXT);
	tree_text(t, text);
	return true;
}

/* A tag, at '<'.  The body's end tag is the last. */
static bool
read_tag(struct reader *r, bool *ret_ended)
{
	if (r->end - r->at < 2 || r->at[1] != '/') {
		r->at++;
		return open_element(r);
	}
	if (r->tree->open != TREE_ROOT)
		return close_element(r);
	*ret_ended = true;
	return skip(r, "</body></html>") && r->at == r->end;
}

/* What tidy changes each in a way of its own: U+FFC0 to U+FFFF, among which are
 * those that are no characters, and white space of old printers. */
static bool
has_odd_characters(struct slice html)
{
	return memchr(html.p, '\f', html.len) != NULL ||
	       memchr(html.p, '\v', html.len) != NULL ||
	       slice_find(html, SLICE("\xEF\xBF"), 0) != SLICE_NOT_FOUND;
}

bool
tree_from_nested(struct tree *t, struct slice html)
{
	struct reader r = { t, html.p, html.p + html.len, 0, false };
	size_t body = slice_find(html, SLICE("<body>"), 0);
	bool ended = false;

	if (body == SLICE_NOT_FOUND || has_odd_characters(html))
		return false;
	r.at += body + strlen("<body>");
	while (!ended) {
		const char *tag = memchr(r.at, '<', (size_t)(r.end - r.at));

		if (tag == NULL || t->is_full)
			return false;
		if (tag > r.at && !read_text(&r, tag))
			return false;
		if (!read_tag(&r, &ended))
			return false;
	}
	tree_finish(t);
	return true;
}
