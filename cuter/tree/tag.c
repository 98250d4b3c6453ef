/*
 * tag.c -- the table of elements.
 *
 * Source: the HTML standard, sections 13.2.6 (which start tags end a <p>, which
 * elements stop an end tag) and 15.3 (which elements are blocks). An element
 * that old and new parsers treat differently is written as a similar element:
 * tidy 5.6 does not know <picture>, and browsers treat <center> as a div.
 */
#include "cuter/tree/tag.h"

#define BLOCK TAG_BLOCK
#define GONE  TAG_IS_DROPPED
#define SHELL TAG_IS_UNWRAPPED
#define VOID  TAG_IS_VOID

/* Indexed by identity, which is also the order of the names. */
static const struct tag_info known[TAG_COUNT] = {
	[TAG_TEXT] = { "", TAG_TEXT, 0 },
#define X(identity, name, flags)                                               \
	[TAG_##identity] = { name, TAG_##identity, flags },
	TAG_LIST(X)
#undef X
	    [TAG_OTHER] = { "span", TAG_OTHER, SHELL },
};

const uint16_t tag_flags[TAG_COUNT] = {
#define X(identity, name, flags) [TAG_##identity] = flags,
	TAG_LIST(X)
#undef X
	    [TAG_OTHER] = SHELL,
};

#define X(identity, name, flags)                                               \
	_Static_assert(sizeof(name) - 1 <= TAG_NAME_BYTES, name);
TAG_LIST(X)
#undef X

static const struct slice end_texts[TAG_COUNT] = {
#define X(identity, name, flags)                                               \
	[TAG_##identity] = { "</" name ">", sizeof("</" name ">") - 1 },
	TAG_LIST(X)
#undef X
	    [TAG_OTHER] = { "</span>", sizeof("</span>") - 1 },
};

/* Further names: elements that are dropped, unwrapped, or treated as an element
 * of the table above. */
static const struct tag_info alias[] = {
	{ "abbr", TAG_OTHER, SHELL },
	{ "acronym", TAG_OTHER, SHELL },
	{ "amp-img", TAG_IMG, VOID | TAG_IS_MEDIA },
	{ "applet", TAG_OTHER, GONE },
	{ "area", TAG_OTHER, GONE | VOID },
	{ "basefont", TAG_OTHER, GONE | VOID },
	{ "bdi", TAG_OTHER, SHELL },
	{ "bdo", TAG_OTHER, SHELL },
	{ "bgsound", TAG_OTHER, GONE | VOID },
	{ "big", TAG_OTHER, SHELL },
	{ "blink", TAG_OTHER, SHELL },
	{ "canvas", TAG_OTHER, GONE },
	{ "center", TAG_DIV, BLOCK },
	{ "col", TAG_OTHER, GONE | VOID },
	{ "colgroup", TAG_OTHER, SHELL },
	{ "data", TAG_OTHER, SHELL },
	{ "datalist", TAG_OTHER, GONE },
	{ "details", TAG_DIV, BLOCK },
	{ "dfn", TAG_OTHER, SHELL },
	{ "dialog", TAG_DIV, BLOCK },
	{ "dir", TAG_UL, BLOCK },
	{ "embed", TAG_OTHER, GONE | VOID },
	{ "fieldset", TAG_DIV, BLOCK },
	{ "font", TAG_OTHER, SHELL },
	{ "frame", TAG_OTHER, GONE | VOID },
	{ "frameset", TAG_OTHER, SHELL },
	{ "hgroup", TAG_DIV, BLOCK },
	{ "image", TAG_IMG, VOID | TAG_IS_MEDIA },
	{ "input", TAG_OTHER, GONE | VOID },
	{ "kbd", TAG_CODE, 0 },
	{ "keygen", TAG_OTHER, GONE | VOID },
	{ "label", TAG_OTHER, SHELL },
	{ "legend", TAG_DIV, BLOCK },
	{ "listing", TAG_PRE, BLOCK },
	{ "map", TAG_OTHER, GONE },
	{ "math", TAG_OTHER, GONE },
	{ "menu", TAG_UL, BLOCK },
	{ "meter", TAG_OTHER, GONE },
	{ "nobr", TAG_OTHER, SHELL },
	{ "noembed", TAG_OTHER, GONE },
	{ "noframes", TAG_OTHER, GONE },
	{ "object", TAG_OTHER, SHELL },
	{ "optgroup", TAG_OTHER, SHELL },
	{ "option", TAG_OTHER, SHELL },
	{ "output", TAG_OTHER, SHELL },
	{ "param", TAG_OTHER, GONE | VOID },
	{ "progress", TAG_OTHER, GONE },
	{ "rp", TAG_OTHER, GONE },
	{ "rt", TAG_OTHER, GONE },
	{ "ruby", TAG_OTHER, SHELL },
	{ "samp", TAG_CODE, 0 },
	{ "search", TAG_DIV, BLOCK },
	{ "select", TAG_OTHER, GONE },
	{ "strike", TAG_S, 0 },
	{ "style", TAG_OTHER, GONE },
	{ "summary", TAG_DIV, BLOCK },
	{ "svg", TAG_OTHER, GONE },
	{ "textarea", TAG_OTHER, GONE },
	{ "track", TAG_OTHER, GONE | VOID },
	{ "tt", TAG_CODE, 0 },
	{ "var", TAG_OTHER, SHELL },
	{ "wbr", TAG_OTHER, GONE | VOID },
	{ "xmp", TAG_PRE, BLOCK },
};

int
tag_name_compare(struct slice name, const char *other)
{
	for (size_t i = 0; i < name.len; i++) {
		unsigned char c = (unsigned char)name.p[i];
		unsigned char o = (unsigned char)other[i];

		if (c >= 'A' && c <= 'Z')
			c |= 0x20;
		if (c != o)
			return c < o ? -1 : 1;
		if (c == '\0') /* the name in the table is complete, but the
				  name in the page is not */
			return 1;
	}
	return other[name.len] == '\0' ? 0 : -1;
}

/* The index of the first entry for each letter in both tables, and the number
 * of entries. tree_test.c checks that every entry is found with them. */
#define LETTERS 26
static const uint8_t known_first[LETTERS + 1] = { TAG_A, TAG_B, TAG_CAPTION,
	TAG_DD, TAG_EM, TAG_FIGCAPTION, TAG_H1, TAG_H1, TAG_I, TAG_LI, TAG_LI,
	TAG_LI, TAG_MAIN, TAG_NAV, TAG_OL, TAG_P, TAG_Q, TAG_S, TAG_S,
	TAG_TABLE, TAG_U, TAG_VIDEO, TAG_OTHER, TAG_OTHER, TAG_OTHER, TAG_OTHER,
	TAG_OTHER };
static const uint8_t alias_first[LETTERS + 1] = { 0, 5, 11, 15, 21, 22, 26, 26,
	27, 29, 29, 31, 34, 38, 41, 45, 47, 47, 50, 57, 60, 60, 61, 62, 63, 63,
	63 };

static const struct tag_info *
tag_search(const struct tag_info *of, const uint8_t *first, struct slice name)
{
	unsigned letter;

	if (name.len == 0)
		return NULL;
	letter = ((unsigned char)name.p[0] | 0x20u) - 'a';
	if (letter >= LETTERS)
		return NULL;
	for (size_t i = first[letter]; i < first[letter + 1]; i++)
		if (tag_name_compare(name, of[i].name) == 0)
			return &of[i];
	return NULL;
}

const struct tag_info *
tag_find(struct slice name)
{
	const struct tag_info *found;

	found = tag_search(known, known_first, name);
	if (found == NULL)
		found = tag_search(alias, alias_first, name);
	return found != NULL ? found : &known[TAG_OTHER];
}

const char *
tag_name(enum tag tag)
{
	return known[tag].name;
}

struct slice
tag_end_text(enum tag tag)
{
	return end_texts[tag];
}
