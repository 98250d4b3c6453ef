/*
 * tag.c -- the table of elements.
 *
 * After the HTML standard, 13.2.6 (which start tags end a <p>, which elements
 * bound the reach of an end tag) and 15.3 (what is a block).  Elements that
 * old or new parsers do not agree on are written as their nearest relative:
 * tidy 5.6 knows no <picture>, and a <center> is a div to everybody.
 */
#include "cuter/tree/tag.h"

#define BLOCK TAG_BLOCK
#define GONE  TAG_IS_DROPPED
#define SHELL TAG_IS_UNWRAPPED
#define VOID  TAG_IS_VOID

/* By identity; by name too, since the identities are in that order. */
static const struct tag_info known[TAG_COUNT] = {
	[TAG_TEXT] = { "", TAG_TEXT, 0 },
#define X(identity, name, flags)                                               \
	[TAG_##identity] = { name, TAG_##identity, flags },
	TAG_LIST(X)
#undef X
	    [TAG_OTHER] = { "span", TAG_OTHER, SHELL },
};

/* The others: gone, unwrapped, or another name for one of the above. */
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
		if (c == '\0') /* in the page's name, which goes on */
			return 1;
	}
	return other[name.len] == '\0' ? 0 : -1;
}

static const struct tag_info *
find(const struct tag_info *of, size_t n, struct slice name)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = tag_name_compare(name, of[middle].name);

		if (order == 0)
			return &of[middle];
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

const struct tag_info *
tag_find(struct slice name)
{
	const struct tag_info *found;

	found = find(known + TAG_A, TAG_OTHER - TAG_A, name);
	if (found == NULL)
		found = find(alias, sizeof(alias) / sizeof(alias[0]), name);
	return found != NULL ? found : &known[TAG_OTHER];
}

const char *
tag_name(enum tag tag)
{
	return known[tag].name;
}

unsigned
tag_flags(enum tag tag)
{
	return known[tag].flags;
}
