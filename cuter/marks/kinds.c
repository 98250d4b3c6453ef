/*
 * kinds.c -- finds the kind of each node: headline, standfirst, byline ... for
 * text; related, share, tags ... for navigation.
 *
 * In:  the methods' decisions, classes, the tree, the blocks of the title and
 *      of the standfirst.
 * Out: page->kinds of each node; the class "text" for bylines, dates and
 *      captions of the article, which the methods do not put into the body.
 *
 * A kind never adds text to the body or removes text from it. A wrong kind
 * therefore does little harm, and a single word is enough evidence. Each kind
 * belongs to one class and is only assigned to nodes of this class.
 */
#include "base/array.h"
#include "base/text/ascii.h"
#include "cuter/features/features.h"

/* Evidence for a kind. */
enum sign {
	KIND_SIGN_BYLINE = 1 << 0,
	KIND_SIGN_DATE = 1 << 1,
	KIND_SIGN_STANDFIRST = 1 << 2,
	KIND_SIGN_CAPTION = 1 << 3,
	KIND_SIGN_CREDIT = 1 << 4,
	KIND_SIGN_QUOTE = 1 << 5,
	KIND_SIGN_CODE = 1 << 6,
	KIND_SIGN_RELATED = 1 << 7,
	KIND_SIGN_SHARE = 1 << 8,
	KIND_SIGN_TAGS = 1 << 9,
	KIND_SIGN_COMMENTS = 1 << 10,
	KIND_SIGN_NEWSLETTER = 1 << 11,
	KIND_SIGN_LEGAL = 1 << 12,
	KIND_SIGN_AUTHOR_BOX = 1 << 13,
	SIGN_TITLE = 1 << 14,   /* the block of the title */
	SIGN_LEAD = 1 << 15,    /* the block of the standfirst */
	SIGN_HEADING = 1 << 16, /* in h1 … h6 */
	SIGN_LIST = 1 << 17,
	SIGN_TABLE = 1 << 18,
	SIGN_FIGURE = 1 << 19,
	SIGN_DIGITS = 1 << 20,
	SIGN_SHORT = 1 << 21,
	SIGN_AFTER = 1 << 22, /* after the article's last text */
	SIGN_BODY = 1 << 23,  /* part of the article's body */
	SIGN_FOOTER = 1 << 24,
	SIGN_TAG_LINK = 1 << 25 /* rel="tag" */
};

#define SHORT_BYTES 200 /* largest byline, date, credit or label */
#define DATE_BYTES  60  /* largest line that consists of a date */
/* Number of bytes of a text that are searched for phrases. */
#define PHRASE_BYTES 300
/* If a node has a larger share of the page's text, its class, id, itemprop and
 * role are not read, and it does not count as a list, table, footer or quote.
 */
#define NAMED_SHARE 0.4
#define HEAD_LOOK   25  /* number of blocks before the text that are examined */
#define WORD_BYTES  256 /* number of bytes of an attribute that are read */

struct sign_word {
	const char *word;
	uint32_t sign;
};

static const struct sign_word words[] = {
#include "cuter/marks/kinds.inc"
};

static const struct sign_word phrases[] = {
#include "cuter/marks/kinds_phrases.inc"
};

static const struct {
	uint8_t tag;
	uint32_t sign;
} tag_signs[] = {
	{ TAG_H1, SIGN_HEADING },
	{ TAG_H2, SIGN_HEADING },
	{ TAG_H3, SIGN_HEADING },
	{ TAG_H4, SIGN_HEADING },
	{ TAG_H5, SIGN_HEADING },
	{ TAG_H6, SIGN_HEADING },
	{ TAG_UL, SIGN_LIST },
	{ TAG_OL, SIGN_LIST },
	{ TAG_DL, SIGN_LIST },
	{ TAG_TABLE, SIGN_TABLE },
	{ TAG_CAPTION, KIND_SIGN_CAPTION },
	{ TAG_FIGCAPTION, KIND_SIGN_CAPTION },
	{ TAG_FIGURE, SIGN_FIGURE },
	{ TAG_BLOCKQUOTE, KIND_SIGN_QUOTE },
	{ TAG_PRE, KIND_SIGN_CODE },
	{ TAG_ADDRESS, KIND_SIGN_BYLINE },
	{ TAG_FOOTER, SIGN_FOOTER },
};

/* A row fits a node of its class that has at least one sign of `any`, all signs
 * of `all` and no sign of `none`. The first row that fits decides. */
static const struct rule {
	enum cuter_kind kind;
	enum cuter_class class;
	uint32_t any, all, none;
} rules[] = {
	{ CUTER_KIND_HEADLINE, CUTER_TEXT, SIGN_TITLE, 0, 0 },
	{ CUTER_KIND_STANDFIRST, CUTER_TEXT, SIGN_LEAD, 0, 0 },
	{ CUTER_KIND_CREDIT, CUTER_TEXT, KIND_SIGN_CREDIT, SIGN_SHORT,
	    SIGN_BODY },
	{ CUTER_KIND_CREDIT, CUTER_TEXT, KIND_SIGN_CREDIT,
	    SIGN_SHORT | SIGN_FIGURE, 0 },
	{ CUTER_KIND_CAPTION, CUTER_TEXT, KIND_SIGN_CAPTION | SIGN_FIGURE, 0,
	    KIND_SIGN_QUOTE | SIGN_TABLE | KIND_SIGN_CODE },
	{ CUTER_KIND_CAPTION, CUTER_TEXT, KIND_SIGN_CAPTION, SIGN_TABLE,
	    SIGN_BODY },
	{ CUTER_KIND_BYLINE, CUTER_TEXT, KIND_SIGN_BYLINE, SIGN_SHORT,
	    SIGN_BODY },
	{ CUTER_KIND_DATE_LINE, CUTER_TEXT, KIND_SIGN_DATE,
	    SIGN_SHORT | SIGN_DIGITS, SIGN_BODY },
	{ CUTER_KIND_STANDFIRST, CUTER_TEXT, KIND_SIGN_STANDFIRST, 0,
	    SIGN_BODY },
	{ CUTER_KIND_CODE, CUTER_TEXT, KIND_SIGN_CODE, 0, 0 },
	{ CUTER_KIND_TABLE, CUTER_TEXT, SIGN_TABLE, 0, 0 },
	{ CUTER_KIND_QUOTE, CUTER_TEXT, KIND_SIGN_QUOTE, 0, 0 },
	{ CUTER_KIND_HEADING, CUTER_TEXT, SIGN_HEADING, 0, 0 },
	{ CUTER_KIND_LIST, CUTER_TEXT, SIGN_LIST, 0, 0 },
	{ CUTER_KIND_PARAGRAPH, CUTER_TEXT, UINT32_MAX, SIGN_BODY, 0 },
	{ CUTER_KIND_COMMENTS, CUTER_NAVIGATION, KIND_SIGN_COMMENTS, 0, 0 },
	{ CUTER_KIND_NEWSLETTER, CUTER_NAVIGATION, KIND_SIGN_NEWSLETTER, 0,
	    SIGN_FOOTER },
	{ CUTER_KIND_SHARE, CUTER_NAVIGATION, KIND_SIGN_SHARE, SIGN_SHORT,
	    KIND_SIGN_AUTHOR_BOX },
	{ CUTER_KIND_TAGS, CUTER_NAVIGATION, SIGN_TAG_LINK, 0, 0 },
	{ CUTER_KIND_AUTHOR_BOX, CUTER_NAVIGATION, KIND_SIGN_AUTHOR_BOX, 0, 0 },
	{ CUTER_KIND_AUTHOR_BOX, CUTER_NAVIGATION, KIND_SIGN_BYLINE, SIGN_AFTER,
	    KIND_SIGN_RELATED | SIGN_FOOTER },
	{ CUTER_KIND_RELATED, CUTER_NAVIGATION, KIND_SIGN_RELATED, 0,
	    SIGN_FOOTER },
	{ CUTER_KIND_TAGS, CUTER_NAVIGATION, KIND_SIGN_TAGS, SIGN_SHORT, 0 },
	{ CUTER_KIND_LEGAL, CUTER_NAVIGATION, KIND_SIGN_LEGAL, 0, 0 },
};

/* ------------------------------------------------------------------- signs */

static bool
kinds_begins_word(struct slice s, size_t at)
{
	return at == 0 || !ascii_is_letter(s.p[at - 1]) ||
	       (ascii_is_upper(s.p[at]) && !ascii_is_upper(s.p[at - 1]));
}

static uint32_t
kinds_signs_of_value(struct slice value)
{
	uint32_t signs = 0;

	value = slice_sub(value, 0, WORD_BYTES);
	for (size_t at = 0; at < value.len; at++) {
		struct slice rest = slice_sub(value, at, value.len);

		if (!ascii_is_letter(value.p[at]) ||
		    !kinds_begins_word(value, at))
			continue;
		for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
			if (words[i].word[0] == (value.p[at] | 0x20) &&
			    slice_starts_nocase(rest, slice_of(words[i].word)))
				signs |= words[i].sign;
	}
	return signs;
}

/* Returns the signs in a node's attributes. If the node has more than
 * NAMED_SHARE of the page's unlinked text, only rel is read. */
static uint32_t
kinds_signs_of_names(const struct page *page, uint32_t node)
{
	static const uint8_t attrs[] = { ATTR_CLASS, ATTR_ID, ATTR_ITEMPROP,
		ATTR_ROLE };
	const struct tree *t = &page->tree;
	struct slice rel = tree_attr(t, node, ATTR_REL);
	uint32_t text = page->text_bytes - page->link_bytes[TREE_ROOT];
	uint32_t own = page->bytes[node] - page->link_bytes[node];
	uint32_t signs = 0;

	if (slice_equal_nocase(rel, SLICE("author")))
		signs |= KIND_SIGN_BYLINE;
	if (slice_equal_nocase(rel, SLICE("tag")))
		signs |= SIGN_TAG_LINK;
	if (own > NAMED_SHARE * text)
		return signs;
	for (size_t i = 0; i < sizeof(attrs); i++)
		signs |= kinds_signs_of_value(tree_attr(t, node, attrs[i]));
	return signs;
}

static uint32_t
kinds_signs_of_node(const struct page *page, uint32_t node)
{
	const struct tree *t = &page->tree;
	uint32_t signs = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(tag_signs); i++)
		if (tag_signs[i].tag == t->nodes[node].tag)
			signs |= tag_signs[i].sign;
	if (t->nodes[node].tag == TAG_TIME)
		signs |= KIND_SIGN_DATE;
	/* A list, table, footer or quote with more than NAMED_SHARE of the
	 * page's text is ignored, because it is only the layout of the page. */
	if (signs & (SIGN_LIST | SIGN_TABLE | SIGN_FOOTER | KIND_SIGN_QUOTE) &&
	    page->bytes[node] > NAMED_SHARE * page->text_bytes)
		signs = 0;
	if (t->nodes[node].record != TREE_NOWHERE)
		signs |= kinds_signs_of_names(page, node);
	return signs;
}

static uint32_t
kinds_signs_of_text(struct slice text)
{
	uint32_t signs = text.len <= SHORT_BYTES ? SIGN_SHORT : 0;
	int64_t at;

	text = slice_sub(text, 0, PHRASE_BYTES);
	for (size_t i = 0; i < text.len; i++)
		if (ascii_is_digit(text.p[i]))
			signs |= SIGN_DIGITS;
	if (signs & SIGN_DIGITS && text.len <= DATE_BYTES &&
	    date_parse(text, &at, NULL))
		signs |= KIND_SIGN_DATE;
	for (size_t i = 0; i < ARRAY_LENGTH(phrases); i++) {
		const char *phrase = phrases[i].word;

		if (phrase[0] == '*'
			? slice_find_nocase(text, slice_of(phrase + 1), 0) !=
			      SLICE_NOT_FOUND
			: slice_starts_nocase(text, slice_of(phrase)))
			signs |= phrases[i].sign;
	}
	return signs;
}

/* ------------------------------------------------------------------- kinds */

static uint32_t
kinds_signs_of_block(
    const struct page *page, const uint32_t *of_node, uint32_t index)
{
	const struct block *b = &page->blocks[index];
	uint32_t signs = of_node[b->node];

	/* The signs of an inline element apply to the block if the element
	 * contains most of the block's text. */
	for (uint32_t k = b->first; k < b->end; k++)
		if (page->bytes[k] * 2 > b->bytes ||
		    page->tree.nodes[k].tag == TAG_TIME)
			signs |= of_node[k];
	for (uint32_t k = page->tree.nodes[b->first].parent; k > b->node;
	     k = page->tree.nodes[k].parent)
		if (page->bytes[k] * 2 > b->bytes)
			signs |= of_node[k];
	signs |= kinds_signs_of_text(page_block_text(page, b));
	if (index == page->title_block || b->reason == REASON_TITLE)
		signs |= SIGN_TITLE;
	if (index == page->lead_block)
		signs |= SIGN_LEAD;
	if (b->reason == REASON_CAPTION)
		signs |= KIND_SIGN_CAPTION;
	if (b->reason == REASON_BYLINE)
		signs |=
		    signs & SIGN_DIGITS ? KIND_SIGN_DATE : KIND_SIGN_BYLINE;
	if (b->reason == REASON_CHOSEN)
		signs |= SIGN_BODY;
	if (page->last_text != PAGE_NO_BLOCK && index > page->last_text)
		signs |= SIGN_AFTER;
	return signs;
}

static enum cuter_kind
kinds_of_signs(uint32_t signs, enum cuter_class class)
{
	for (size_t i = 0; i < ARRAY_LENGTH(rules); i++)
		if (rules[i].class == class && signs & rules[i].any &&
		    (signs & rules[i].all) == rules[i].all &&
		    !(signs & rules[i].none))
			return rules[i].kind;
	return CUTER_KIND_NONE;
}

/* A container has the kind that all of its children have. */
static void
kinds_unite(struct page *page)
{
	const struct tree *t = &page->tree;
	const uint8_t mixed = CUTER_KIND_COUNT;

	for (uint32_t i = t->n; i-- > 1;) {
		uint8_t *parent = &page->kinds[t->nodes[i].parent];

		if (page->classes[i] == CUTER_EMPTY)
			continue;
		if (*parent == CUTER_KIND_NONE &&
		    page->kinds[i] != CUTER_KIND_NONE)
			*parent = page->kinds[i];
		else if (*parent != page->kinds[i])
			*parent = mixed;
		if (page->kinds[i] == CUTER_KIND_NONE)
			*parent = mixed;
	}
	for (uint32_t i = 0; i < t->n; i++)
		if (page->kinds[i] == mixed)
			page->kinds[i] = CUTER_KIND_NONE;
}

static void
kinds_media_kinds(struct page *page)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = 1; i < t->n; i++) {
		enum tag tag = t->nodes[i].tag;

		if (page->classes[i] != CUTER_MULTIMEDIA ||
		    !tag_is(tag, TAG_IS_MEDIA))
			continue;
		page->kinds[i] = tag == TAG_IMG     ? CUTER_KIND_IMAGE
				 : tag == TAG_AUDIO ? CUTER_KIND_AUDIO
						    : CUTER_KIND_VIDEO;
	}
}

void
features_find_kinds(struct page *page)
{
	const struct tree *t = &page->tree;
	uint32_t *signs = arena_array(page->arena, t->n, sizeof(*signs));

	page->kinds = arena_array(page->arena, t->n, sizeof(*page->kinds));
	for (uint32_t i = 1; i < t->n; i++) {
		signs[i] = signs[t->nodes[i].parent] & ~SIGN_HEADING;
		if (t->nodes[i].tag != TAG_TEXT)
			signs[i] |= kinds_signs_of_node(page, i);
		/* Text inside of a heading belongs to the heading. */
		signs[i] |= signs[t->nodes[i].parent] & SIGN_HEADING;
	}
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		enum cuter_kind kind =
		    kinds_of_signs(kinds_signs_of_block(page, signs, i),
			(enum cuter_class)page->classes[b->first]);

		for (uint32_t k = b->first; k < b->end; k++)
			if (t->nodes[k].tag == TAG_TEXT)
				page->kinds[k] = (uint8_t)kind;
	}
	kinds_media_kinds(page);
	kinds_unite(page);
}

/* ------------------------------------------------- text outside of the body */

static bool
kinds_is_in_head(const struct page *page, const struct block *b)
{
	const uint32_t never = MARK_HIDDEN | MARK_NAVIGATION |
			       MARK_ADVERTISEMENT | MARK_COMMENTS | MARK_BUTTON;
	uint32_t signs;

	if (b->marks & never || b->bytes > SHORT_BYTES)
		return false;
	signs = kinds_signs_of_text(page_block_text(page, b));
	for (uint32_t k = b->first; k < b->end; k++)
		if (page->tree.nodes[k].tag == TAG_TIME)
			return true;
	return signs & KIND_SIGN_BYLINE ||
	       (signs & KIND_SIGN_DATE && signs & SIGN_DIGITS);
}

bool
features_is_text_aside(const struct page *page, uint32_t index)
{
	const struct block *b = &page->blocks[index];
	uint32_t from = page->title_block;

	if (b->class != CUTER_NAVIGATION || page->first_text == PAGE_NO_BLOCK)
		return false;
	if (from == PAGE_NO_BLOCK || from > page->first_text)
		from = page->first_text > HEAD_LOOK
			   ? page->first_text - HEAD_LOOK
			   : 0;
	if (index < from || index > page->last_text + 1)
		return false;
	if (index + HEAD_LOOK < page->first_text)
		/* a date more than HEAD_LOOK blocks before the text is part of
		 * a timetable or of another table */
		return false;
	if (b->reason == REASON_CAPTION || b->reason == REASON_BYLINE)
		return true;
	return index < page->first_text && kinds_is_in_head(page, b);
}
