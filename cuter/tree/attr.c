/*
 * attr.c -- the table of attribute names.
 */
#include "cuter/tree/attr.h"

#include "base/array.h"
#include "cuter/tree/tag.h"

static const struct known {
	const char *name;
	size_t max_bytes;
} known[ATTR_COUNT] = {
#define X(identity, name, bytes) [ATTR_##identity] = { name, bytes },
	ATTR_LIST(X)
#undef X
	    [ATTR_ARIA_HIDDEN] = { "aria-hidden", 16 },
	[ATTR_LAZY_SRC] = { "data-src", 2048 },
	[ATTR_LAZY_SRCSET] = { "data-srcset", 65536 },
};

/* Every attribute name that is read, sorted by name. Lazy-loading scripts use
 * many names for the same attribute. */
static const struct {
	const char *name;
	enum attr attr;
} table[] = {
	{ "alt", ATTR_ALT },
	{ "aria-hidden", ATTR_ARIA_HIDDEN },
	{ "charset", ATTR_CHARSET },
	{ "class", ATTR_CLASS },
	{ "content", ATTR_CONTENT },
	{ "data-full-src", ATTR_LAZY_SRC },
	{ "data-hi-res-src", ATTR_LAZY_SRC },
	{ "data-image", ATTR_LAZY_SRC },
	{ "data-lazy", ATTR_LAZY_SRC },
	{ "data-lazy-src", ATTR_LAZY_SRC },
	{ "data-lazy-srcset", ATTR_LAZY_SRCSET },
	{ "data-orig-file", ATTR_LAZY_SRC },
	{ "data-original", ATTR_LAZY_SRC },
	{ "data-src", ATTR_LAZY_SRC },
	{ "data-srcset", ATTR_LAZY_SRCSET },
	{ "data-url", ATTR_LAZY_SRC },
	{ "datetime", ATTR_DATETIME },
	{ "height", ATTR_HEIGHT },
	{ "hidden", ATTR_HIDDEN },
	{ "href", ATTR_HREF },
	{ "http-equiv", ATTR_HTTP_EQUIV },
	{ "id", ATTR_ID },
	{ "itemprop", ATTR_ITEMPROP },
	{ "itemtype", ATTR_ITEMTYPE },
	{ "lang", ATTR_LANG },
	{ "media", ATTR_MEDIA },
	{ "name", ATTR_NAME },
	{ "poster", ATTR_POSTER },
	{ "property", ATTR_PROPERTY },
	{ "rel", ATTR_REL },
	{ "role", ATTR_ROLE },
	{ "shadowrootmode", ATTR_SHADOW },
	{ "src", ATTR_SRC },
	{ "srcset", ATTR_SRCSET },
	{ "style", ATTR_STYLE },
	{ "title", ATTR_TITLE },
	{ "type", ATTR_TYPE },
	{ "value",
	    ATTR_CONTENT }, /* a common mistake for <meta name content> */
	{ "width", ATTR_WIDTH },
	{ "xml:lang", ATTR_LANG },
};

enum attr
attr_find(struct slice name)
{
	size_t low = 0, high = ARRAY_LENGTH(table);

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = tag_name_compare(name, table[middle].name);

		if (order == 0)
			return table[middle].attr;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return ATTR_NONE;
}

const char *
attr_name(enum attr attr)
{
	return attr < ATTR_COUNT ? known[attr].name : "";
}

size_t
attr_max_bytes(enum attr attr)
{
	return attr < ATTR_COUNT ? known[attr].max_bytes : 0;
}
