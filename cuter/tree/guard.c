/*
 * guard.c -- the stack of open elements and the rules for each tag.
 *
 * Source: the HTML standard, sections 13.2.6.4.7 ("in body") and 13.2.6.4.9
 * ("in table"), without the adoption agency algorithm and foster parenting:
 * text in a table gets a cell of its own.
 */
#include "cuter/tree/guard.h"

#include <assert.h>

#include "base/array.h"

#define NOWHERE    SIZE_MAX
#define NAME_WIDTH 3 /* strlen("div") */

/* For each start tag, the open element that it ends, and the elements at which
 * the search for that element stops. */
static const struct implied_end {
	uint8_t starts, ends, stop, other_stop;
} implied_ends[] = {
	{ TAG_LI, TAG_LI, TAG_UL, TAG_OL },
	{ TAG_DT, TAG_DT, TAG_DL, TAG_DL },
	{ TAG_DT, TAG_DD, TAG_DL, TAG_DL },
	{ TAG_DD, TAG_DT, TAG_DL, TAG_DL },
	{ TAG_DD, TAG_DD, TAG_DL, TAG_DL },
	{ TAG_TD, TAG_TD, TAG_TABLE, TAG_TABLE },
	{ TAG_TD, TAG_TH, TAG_TABLE, TAG_TABLE },
	{ TAG_TH, TAG_TD, TAG_TABLE, TAG_TABLE },
	{ TAG_TH, TAG_TH, TAG_TABLE, TAG_TABLE },
	{ TAG_TR, TAG_TR, TAG_TABLE, TAG_TABLE },
	{ TAG_TR, TAG_CAPTION, TAG_TABLE, TAG_TABLE },
	{ TAG_TBODY, TAG_TBODY, TAG_TABLE, TAG_TABLE },
	{ TAG_TBODY, TAG_THEAD, TAG_TABLE, TAG_TABLE },
	{ TAG_TBODY, TAG_CAPTION, TAG_TABLE, TAG_TABLE },
	{ TAG_TBODY, TAG_TR, TAG_TABLE, TAG_TABLE },
	{ TAG_TFOOT, TAG_TBODY, TAG_TABLE, TAG_TABLE },
	{ TAG_TFOOT, TAG_THEAD, TAG_TABLE, TAG_TABLE },
	{ TAG_TFOOT, TAG_TR, TAG_TABLE, TAG_TABLE },
	{ TAG_THEAD, TAG_TBODY, TAG_TABLE, TAG_TABLE },
	{ TAG_THEAD, TAG_CAPTION, TAG_TABLE, TAG_TABLE },
	{ TAG_BUTTON, TAG_BUTTON, TAG_BUTTON, TAG_BUTTON },
};

/* Elements that are written under another name, because tidy or libxml2 would
 * change them. */
static const uint8_t written_as[TAG_COUNT] = {
	[TAG_FORM] = TAG_DIV,
	[TAG_BUTTON] = TAG_SPAN,
};

void
guard_init(struct guard *g, struct buf *out)
{
	memset(g, 0, sizeof(*g));
	g->out = out;
}

static bool
guard_is_inline(enum tag tag)
{
	return !tag_is(tag, TAG_IS_BLOCK);
}

static void
guard_write_end(struct guard *g, enum tag written)
{
	buf_append_slice(g->out, tag_end_text(written));
}

static void
guard_pop(struct guard *g)
{
	struct guard_entry *top = &g->stack[--g->depth];

	g->open[top->tag]--;
	guard_write_end(g, top->written);
	if (guard_is_inline(top->written))
		g->n_inline--;
}

static void
guard_pop_to(struct guard *g, size_t depth)
{
	while (g->depth > depth)
		guard_pop(g);
}

/* Returns the index of the innermost open `tag`, or NOWHERE; the search ends at
 * an element `stop` or `stop2`. */
static size_t
guard_find_open(
    const struct guard *g, enum tag tag, enum tag stop, enum tag stop2)
{
	if (g->open[tag] == 0)
		return NOWHERE;
	for (size_t i = g->depth; i-- > 0;) {
		enum tag open = g->stack[i].tag;

		if (open == tag)
			return i;
		if (open == stop || open == stop2)
			return NOWHERE;
	}
	return NOWHERE;
}

/* Like guard_find_open(), but the search ends at cells, tables and buttons. */
static size_t
guard_find_in_scope(const struct guard *g, enum tag tag)
{
	if (g->open[tag] == 0)
		return NOWHERE;
	for (size_t i = g->depth; i-- > 0;) {
		enum tag open = g->stack[i].tag;

		if (open == tag)
			return i;
		if (tag_is(open, TAG_IS_SCOPE))
			return NOWHERE;
	}
	return NOWHERE;
}

/* Like guard_find_open(), but the search ends at a block. */
static size_t
guard_find_inline(const struct guard *g, enum tag tag)
{
	if (g->open[tag] == 0)
		return NOWHERE;
	for (size_t i = g->depth; i-- > 0;) {
		if (g->stack[i].tag == tag)
			return i;
		if (!guard_is_inline(g->stack[i].tag))
			return NOWHERE;
	}
	return NOWHERE;
}

/* Called when a block begins inside of open inline elements. Links may contain
 * blocks; all other inline elements are rewritten as <div>. */
static void
guard_end_inlines(struct guard *g)
{
	for (size_t i = g->depth; i-- > 0 && g->n_inline > 0;) {
		struct guard_entry *entry = &g->stack[i];
		size_t wide;

		if (!guard_is_inline(entry->written))
			break;
		if (entry->written == TAG_A)
			continue;
		wide = strlen(tag_name(entry->written));
		if (!buf_failed(g->out)) {
			memset(g->out->p + entry->written_at, ' ',
			    wide < NAME_WIDTH ? NAME_WIDTH : wide);
			memcpy(g->out->p + entry->written_at, "div", 3);
		}
		entry->written = TAG_DIV;
		g->n_inline--;
	}
}

/* Returns the tag, as written, of the innermost open block; TAG_BODY if no
 * block is open. */
static enum tag
guard_innermost_block(const struct guard *g)
{
	for (size_t i = g->depth; i-- > 0;)
		if (!guard_is_inline(g->stack[i].written))
			return g->stack[i].written;
	return TAG_BODY;
}

/* Opens a row or a cell whose start tag is missing in the page. */
static void
guard_open_implied(struct guard *g, enum tag tag)
{
	if (g->depth >= LIMIT_PAGE_DEPTH)
		return;
	guard_begin(g, tag, tag);
	buf_append_char(g->out, '>');
}

static void
guard_enter_cell(struct guard *g)
{
	enum tag in = guard_innermost_block(g);

	if (!tag_is(in, TAG_IS_TABLE))
		return;
	if (in != TAG_TR)
		guard_open_implied(g, TAG_TR);
	guard_open_implied(g, TAG_TD);
}

static bool
guard_is_table_part(enum tag tag)
{
	return tag != TAG_TABLE &&
	       (tag_is(tag, TAG_IS_TABLE) || tag == TAG_TD || tag == TAG_TH ||
		   tag == TAG_CAPTION);
}

static void
guard_end_implied(struct guard *g, enum tag tag)
{
	size_t at;

	for (size_t i = 0; i < ARRAY_LENGTH(implied_ends); i++) {
		const struct implied_end *rule = &implied_ends[i];

		if (rule->starts != tag || g->open[rule->ends] == 0)
			continue;
		at = guard_find_open(
		    g, rule->ends, rule->stop, rule->other_stop);
		if (at == NOWHERE)
			continue;
		guard_pop_to(g, at);
	}
	/* A link ends the link before it, unless a block is between them. */
	if (tag == TAG_A) {
		at = guard_find_inline(g, tag);
		if (at != NOWHERE)
			guard_pop_to(g, at);
	}
	if (tag_is(tag, TAG_ENDS_P)) {
		at = guard_find_in_scope(g, TAG_P);
		if (at != NOWHERE)
			guard_pop_to(g, at);
	}
}

/* Opens the row for a cell if the row is missing. Returns false if the part of
 * a table is not allowed here. It is allowed if the innermost block is a table
 * or a part of a table. A caption is allowed only if the innermost block is a
 * table. */
static bool
guard_place_table_part(struct guard *g, enum tag tag)
{
	enum tag in = guard_innermost_block(g);

	if (!tag_is(in, TAG_IS_TABLE))
		return false;
	if ((tag == TAG_TD || tag == TAG_TH) && in != TAG_TR)
		guard_open_implied(g, TAG_TR);
	return tag != TAG_CAPTION || in == TAG_TABLE;
}

/* True if a block must be written as an inline element, because it is in a
 * <pre> or a heading. tidy ends a heading when a block begins in it. Therefore
 * a <div> or <p> in a heading is written as a <span>, and an <hr> as a <br>. If
 * any other block begins in a heading, the page lacks the end tag of the
 * heading. This function then ends the heading. */
static bool
guard_fits_in_line(struct guard *g, enum tag tag)
{
	enum tag in = guard_innermost_block(g);

	if (in == TAG_PRE)
		return true;
	if (!tag_is(in, TAG_IS_HEADING))
		return false;
	if (tag == TAG_DIV || tag == TAG_P || tag == TAG_HR)
		return true;
	for (size_t i = g->depth; i-- > 0;)
		if (tag_is(g->stack[i].tag, TAG_IS_HEADING)) {
			guard_pop_to(g, i);
			break;
		}
	return false;
}

enum tag
guard_before(struct guard *g, enum tag tag)
{
	enum tag written = written_as[tag] != 0 ? written_as[tag] : tag;
	bool is_void = tag_is(tag, TAG_IS_VOID);

	if (g->n_nodes >= LIMIT_PAGE_NODES) {
		g->faults |= GUARD_MANY;
		return TAG_TEXT;
	}
	if (g->open[tag] > 0 || tag_is(tag, TAG_IS_BLOCK))
		guard_end_implied(g, tag);
	if (guard_is_table_part(tag)) {
		if (!guard_place_table_part(g, tag))
			return TAG_TEXT;
	} else {
		guard_enter_cell(g);
	}
	if (!guard_is_inline(written)) {
		if (!guard_fits_in_line(g, tag))
			guard_end_inlines(g);
		else
			written = is_void ? TAG_BR : TAG_SPAN;
	}
	if (tag == TAG_A && g->open[TAG_A] > 0)
		written = TAG_SPAN; /* the inner of two nested links is written
				       as a <span> */
	if (!is_void && g->depth >= LIMIT_PAGE_DEPTH - 2) {
		g->faults |= GUARD_DEEP;
		g->left_out[tag]++;
		return TAG_TEXT;
	}
	if (!is_void && guard_is_inline(written) &&
	    g->n_inline >= LIMIT_PAGE_INLINE) {
		g->faults |= GUARD_INLINE;
		g->left_out[tag]++;
		return TAG_TEXT;
	}
	g->n_nodes++;
	return written;
}

void
guard_begin(struct guard *g, enum tag read, enum tag written)
{
	struct slice end = tag_end_text(written);
	char text[1 + TAG_NAME_BYTES] = "<   ";
	size_t n = end.len - strlen("</>");
	struct guard_entry *entry;

	/* The name is padded to the width of "div", since the element may be
	 * renamed to <div> later. */
	memcpy(text + 1, end.p + strlen("</"), n);
	if (!tag_is(read, TAG_IS_VOID)) {
		assert(g->depth < LIMIT_PAGE_DEPTH);
		entry = &g->stack[g->depth++];
		entry->written_at = (uint32_t)g->out->len + 1;
		entry->tag = (uint8_t)read;
		entry->written = (uint8_t)written;
		g->open[read]++;
		if (guard_is_inline(written))
			g->n_inline++;
	}
	buf_append(g->out, text, 1 + (n < NAME_WIDTH ? NAME_WIDTH : n));
}

/* Returns the tag of the innermost open heading.  Returns TAG_H1 if no heading
 * is open.  The end tag of any heading ends this heading (HTML, 13.2.6.4.7). */
static enum tag
guard_open_heading(const struct guard *g)
{
	for (size_t i = g->depth; i-- > 0;)
		if (tag_is(g->stack[i].tag, TAG_IS_HEADING))
			return g->stack[i].tag;
	return TAG_H1;
}

void
guard_end(struct guard *g, enum tag tag)
{
	size_t at = NOWHERE;

	if (g->left_out[tag] > 0) {
		g->left_out[tag]--;
		return;
	}
	if (g->open[tag] == 0 && tag_is(tag, TAG_IS_HEADING))
		tag = guard_open_heading(g);
	if (g->open[tag] == 0)
		return;
	if (tag == TAG_TABLE) {
		at = guard_find_open(g, tag, TAG_TEXT, TAG_TEXT);
	} else if (guard_is_table_part(tag)) {
		at = guard_find_open(g, tag, TAG_TABLE, TAG_TABLE);
	} else if (tag_is(tag, TAG_IS_BLOCK) || tag == TAG_BUTTON ||
		   tag == TAG_OTHER) {
		at = guard_find_in_scope(g, tag);
	} else {
		at = guard_find_inline(g, tag);
	}
	if (at != NOWHERE)
		guard_pop_to(g, at);
}

bool
guard_text(struct guard *g)
{
	if (g->n_nodes >= LIMIT_PAGE_NODES) {
		g->faults |= GUARD_MANY;
		return false;
	}
	guard_enter_cell(g);
	g->n_nodes++;
	return true;
}

void
guard_finish(struct guard *g)
{
	guard_pop_to(g, 0);
}
