/*
 * nested_tree.c -- builds the tree of a page that tidy would not have to
 * repair: the same tree that tidy builds, but without tidy.
 *
 * In:  the prefilter's output: balanced, every '<' begins a tag, at most one
 *      attribute (the index of the element's record), four references.
 * Out: the tree; or false at the first construct that tidy would change. The
 *      caller then gives the page to tidy.
 *
 * Both trees were compared node by node on 2 560 pages of news and other kinds;
 * four in five of these pages do not need tidy. nested_tree_test.c compares the
 * trees of random pages. The rules below list the constructs that tidy changes.
 * If the rules cannot decide, false is returned, too.
 */
#include "base/text/reference.h"
#include "cuter/tree/parser.h"

struct reader {
	struct tree *tree;
	const char *at, *end;
	uint32_t
	    in_line; /* number of open <p> and <dt>; tidy ends them when a block
			begins */
	bool has_main; /* tidy removes a second <main> */
};

/* -------------------------------------------------------------------- rules */

/* tidy moves content that follows a list item into that item. */
static bool
nested_tree_follows_item(const struct tree *t)
{
	uint32_t node = t->n - 1;

	if (node == t->open)
		return false;
	while (t->nodes[node].parent != t->open)
		node = t->nodes[node].parent;
	return t->nodes[node].tag == TAG_LI;
}

static bool
nested_tree_list_may_hold(const struct tree *t, enum tag child)
{
	if (child == TAG_LI)
		return true;
	return child != TAG_TEXT && child != TAG_UL && child != TAG_OL &&
	       child != TAG_DT && child != TAG_DD &&
	       !nested_tree_follows_item(t);
}

/* tidy adds the missing parent of an element that stands in a wrong place. */
static bool
nested_tree_may_hold(const struct tree *t, enum tag child)
{
	switch (t->nodes[t->open].tag) {
	case TAG_UL:
	case TAG_OL:
		return nested_tree_list_may_hold(t, child);
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

/* True for a link directly in a list: tidy does not end such a link when a
 * block begins in it. */
static bool
nested_tree_is_bare_link(const struct tree *t, uint32_t node)
{
	enum tag around;

	if (t->nodes[node].tag != TAG_A)
		return false;
	around = t->nodes[t->nodes[node].parent].tag;
	return around == TAG_UL || around == TAG_OL;
}

static bool
nested_tree_may_open(const struct reader *r, const struct tag_info *info)
{
	const struct tree *t = r->tree;

	if (!nested_tree_may_hold(t, info->tag))
		return false;
	if (info->flags & TAG_IS_BLOCK &&
	    (r->in_line > 0 || t->in_pre > 0 ||
		nested_tree_is_bare_link(t, t->open)))
		return false;
	if (info->tag == TAG_MAIN && r->has_main)
		return false;
	/* tidy moves white space around links, but white space in <pre> must
	 * stay. */
	if (info->tag == TAG_A && t->in_pre > 0)
		return false;
	/* tidy repeats the open inline elements inside of a player. */
	if (info->flags & TAG_IS_MEDIA && !(info->flags & TAG_IS_VOID))
		return tag_is(t->nodes[t->open].tag, TAG_IS_BLOCK);
	return true;
}

/* ------------------------------------------------------------------ reading */

static inline bool
nested_tree_skip_slice(struct reader *r, struct slice text)
{
	if ((size_t)(r->end - r->at) < text.len ||
	    memcmp(r->at, text.p, text.len) != 0)
		return false;
	r->at += text.len;
	return true;
}

static inline bool
nested_tree_skip(struct reader *r, const char *text)
{
	return nested_tree_skip_slice(r, (struct slice){ text, strlen(text) });
}

static const struct tag_info *
nested_tree_read_name(struct reader *r)
{
	const char *start = r->at;

	while (r->at < r->end && *r->at != '>' && *r->at != ' ')
		r->at++;
	return tag_find((struct slice){ start, (size_t)(r->at - start) });
}

/* Reads the index of the record, if there is one, and the end of the tag. */
static bool
nested_tree_read_record(struct reader *r, uint32_t *ret_record)
{
	uint32_t number = 0;

	while (r->at < r->end && *r->at == ' ')
		r->at++;
	*ret_record = TREE_NOWHERE;
	if (!nested_tree_skip(r, ATTR_NUMBER "=\""))
		return nested_tree_skip(r, ">");
	while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
		number = number * 10 + (uint32_t)(*r->at++ - '0');
	*ret_record = number;
	return nested_tree_skip(r, "\">");
}

static bool
nested_tree_open_element(struct reader *r)
{
	struct tree *t = r->tree;
	const struct tag_info *info = nested_tree_read_name(r);
	uint32_t record;

	if (!nested_tree_read_record(r, &record) ||
	    !nested_tree_may_open(r, info))
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
nested_tree_close_element(struct reader *r)
{
	struct tree *t = r->tree;
	enum tag tag = t->nodes[t->open].tag;

	if (!nested_tree_skip_slice(r, tag_end_text(tag)))
		return false;
	/* tidy adds a cell to a row without cells and removes a table without
	 * rows. */
	if (tag_is(tag, TAG_IS_TABLE) && t->open + 1 == t->n)
		return false;
	r->in_line -= tag == TAG_P || tag == TAG_DT;
	tree_close(t);
	return true;
}

static bool
nested_tree_read_text(struct reader *r, const char *stop)
{
	struct tree *t = r->tree;
	struct slice text = { r->at, (size_t)(stop - r->at) };

	r->at = stop;
	/* tidy ignores white space between list items, and in <pre> replaces a
	 * tab by spaces and a carriage return by a line feed. */
	if (!nested_tree_may_hold(t, TAG_TEXT))
		return slice_trim(text).len == 0;
	if (t->in_pre > 0 && (memchr(text.p, '\t', text.len) != NULL ||
				 memchr(text.p, '\r', text.len) != NULL))
		return false;
	if (memchr(text.p, '&', text.len) != NULL)
		text = reference_text(t->arena, text, REFERENCE_IN_TEXT);
	tree_text(t, text);
	return true;
}

/* Reads a tag, at '<'. The end tag of the body is the last one. */
static bool
nested_tree_read_tag(struct reader *r, bool *ret_ended)
{
	if (r->end - r->at < 2 || r->at[1] != '/') {
		r->at++;
		return nested_tree_open_element(r);
	}
	if (r->tree->open != TREE_ROOT)
		return nested_tree_close_element(r);
	*ret_ended = true;
	return nested_tree_skip(r, "</body></html>") && r->at == r->end;
}

/* Characters that tidy changes in special ways: U+FFC0 to U+FFFF, some of which
 * are noncharacters, form feeds and vertical tabs. */
static bool
nested_tree_has_odd_characters(struct slice html)
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

	if (body == SLICE_NOT_FOUND || nested_tree_has_odd_characters(html))
		return false;
	r.at += body + strlen("<body>");
	while (!ended) {
		const char *tag = memchr(r.at, '<', (size_t)(r.end - r.at));

		if (tag == NULL || t->is_full)
			return false;
		if (tag > r.at && !nested_tree_read_text(&r, tag))
			return false;
		if (!nested_tree_read_tag(&r, &ended))
			return false;
	}
	tree_finish(t);
	return true;
}
