/*
 * tag.c -- the table of elements.
 *
 * Source: the HTML standard, sections 13.2.6 (which start tags end a <p>, which
 * elements stop an end tag) and 15.3 (which elements are blocks). An element
 * that old and new parsers treat differently is written as a similar element:
 * tidy 5.6 does not know <picture>, and browsers treat <center> as a div.
 */
#include "cuter/tree/tag.h"

#include "cuter/tree/name_key.h"

#define BLOCK TAG_BLOCK
#define GONE  TAG_IS_DROPPED
#define SHELL TAG_IS_UNWRAPPED
#define VOID  TAG_IS_VOID

/* Indexed by enum tag. The names are in the order of enum tag. */
static const struct tag_info known[TAG_COUNT] = {
	[TAG_TEXT] = { "", TAG_TEXT, 0, 0, 0 },
#define X(identity, name, flags)                                               \
	[TAG_##identity] = { name, TAG_##identity, flags, sizeof(name) - 1,    \
		NAME_KEY(name) },
	TAG_LIST(X)
#undef X
	    [TAG_OTHER] = { "span", TAG_OTHER, SHELL, 4, 0 },
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
#define X(name, tag, flags)                                                    \
	{                                                                      \
		name, tag, flags, sizeof(name) - 1, NAME_KEY(name)             \
	}
	X("abbr", TAG_OTHER, SHELL),
	X("acronym", TAG_OTHER, SHELL),
	X("amp-img", TAG_IMG, VOID | TAG_IS_MEDIA),
	X("annotation", TAG_OTHER, GONE), /* repeats the formula, as <math> */
	X("annotation-xml", TAG_OTHER, GONE),
	X("applet", TAG_OTHER, GONE),
	X("area", TAG_OTHER, GONE | VOID),
	X("basefont", TAG_OTHER, GONE | VOID),
	X("bdi", TAG_OTHER, SHELL),
	X("bdo", TAG_OTHER, SHELL),
	X("bgsound", TAG_OTHER, GONE | VOID),
	X("big", TAG_OTHER, SHELL),
	X("blink", TAG_OTHER, SHELL),
	X("canvas", TAG_OTHER, GONE),
	X("center", TAG_DIV, BLOCK),
	X("col", TAG_OTHER, GONE | VOID),
	X("colgroup", TAG_OTHER, SHELL),
	X("data", TAG_OTHER, SHELL),
	X("datalist", TAG_OTHER, GONE),
	X("details", TAG_DIV, BLOCK),
	X("dfn", TAG_OTHER, SHELL),
	X("dialog", TAG_DIV, BLOCK),
	X("dir", TAG_UL, BLOCK),
	X("embed", TAG_OTHER, GONE | VOID),
	X("fieldset", TAG_DIV, BLOCK),
	X("font", TAG_OTHER, SHELL),
	X("frame", TAG_OTHER, GONE | VOID),
	X("frameset", TAG_OTHER, SHELL),
	X("hgroup", TAG_DIV, BLOCK),
	X("image", TAG_IMG, VOID | TAG_IS_MEDIA),
	X("input", TAG_OTHER, GONE | VOID),
	X("kbd", TAG_CODE, 0),
	X("keygen", TAG_OTHER, GONE | VOID),
	X("label", TAG_OTHER, SHELL),
	X("legend", TAG_DIV, BLOCK),
	X("listing", TAG_PRE, BLOCK),
	X("map", TAG_OTHER, GONE),
	X("math", TAG_OTHER, SHELL),
	X("menu", TAG_UL, BLOCK),
	X("meter", TAG_OTHER, GONE),
	X("nobr", TAG_OTHER, SHELL),
	X("noembed", TAG_OTHER, GONE),
	X("noframes", TAG_OTHER, GONE),
	X("object", TAG_OTHER, SHELL),
	X("optgroup", TAG_OTHER, SHELL),
	X("option", TAG_OTHER, SHELL),
	X("output", TAG_OTHER, SHELL),
	X("param", TAG_OTHER, GONE | VOID),
	X("progress", TAG_OTHER, GONE),
	X("rp", TAG_OTHER, GONE),
	X("rt", TAG_OTHER, GONE),
	X("ruby", TAG_OTHER, SHELL),
	X("samp", TAG_CODE, 0),
	X("search", TAG_DIV, BLOCK),
	X("select", TAG_OTHER, GONE),
	X("strike", TAG_S, 0),
	X("style", TAG_OTHER, GONE),
	X("summary", TAG_DIV, BLOCK),
	X("svg", TAG_OTHER, GONE),
	X("textarea", TAG_OTHER, GONE),
	X("track", TAG_OTHER, GONE | VOID),
	X("tt", TAG_CODE, 0),
	X("var", TAG_OTHER, SHELL),
	X("wbr", TAG_OTHER, GONE | VOID),
	X("xmp", TAG_PRE, BLOCK),
#undef X
};

/* The index of the first entry for each letter in both tables, and the number
 * of entries. tree_test.c checks that every entry is found with them. */
#define LETTERS 26
static const uint8_t known_first[LETTERS + 1] = { TAG_A, TAG_B, TAG_CAPTION,
	TAG_DD, TAG_EM, TAG_FIGCAPTION, TAG_H1, TAG_H1, TAG_I, TAG_LI, TAG_LI,
	TAG_LI, TAG_MAIN, TAG_NAV, TAG_OL, TAG_P, TAG_Q, TAG_S, TAG_S,
	TAG_TABLE, TAG_U, TAG_VIDEO, TAG_OTHER, TAG_OTHER, TAG_OTHER, TAG_OTHER,
	TAG_OTHER };
static const uint8_t alias_first[LETTERS + 1] = { 0, 7, 13, 17, 23, 24, 28, 28,
	29, 31, 31, 33, 36, 40, 43, 47, 49, 49, 52, 59, 62, 62, 63, 64, 65, 65,
	65 };

static inline const struct tag_info *
tag_search(const struct tag_info *of, const uint8_t *first, struct slice name,
    uint64_t key)
{
	unsigned letter = (unsigned)(key & 0xFF) - 'a';

	if (letter >= LETTERS)
		return NULL;
	for (size_t i = first[letter]; i < first[letter + 1]; i++)
		if (of[i].key == key && of[i].length == name.len &&
		    name_key_rest_equals(name, of[i].name))
			return &of[i];
	return NULL;
}

const struct tag_info *
tag_find(struct slice name)
{
	const struct tag_info *found;
	uint64_t key = name_key(name);

	found = tag_search(known, known_first, name, key);
	if (found == NULL)
		found = tag_search(alias, alias_first, name, key);
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
