/*
 * attr.c -- the table of attribute names.
 */
#include "cuter/tree/attr.h"

#include "cuter/tree/name_key.h"

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

/* Every attribute name that is read, sorted by its first letter. Lazy-loading
 * scripts use many names for the same attribute. "value" instead of "content"
 * is a common mistake in <meta>. */
static const struct {
	const char *name;
	size_t length;
	uint64_t key;
	enum attr attr;
} table[] = {
#define X(name, attr)                                                          \
	{                                                                      \
		name, sizeof(name) - 1, NAME_KEY(name), attr                   \
	}
	X("alt", ATTR_ALT),
	X("aria-hidden", ATTR_ARIA_HIDDEN),
	X("charset", ATTR_CHARSET),
	X("class", ATTR_CLASS),
	X("content", ATTR_CONTENT),
	X("data-full-src", ATTR_LAZY_SRC),
	X("data-hi-res-src", ATTR_LAZY_SRC),
	X("data-image", ATTR_LAZY_SRC),
	X("data-lazy", ATTR_LAZY_SRC),
	X("data-lazy-src", ATTR_LAZY_SRC),
	X("data-lazy-srcset", ATTR_LAZY_SRCSET),
	X("data-orig-file", ATTR_LAZY_SRC),
	X("data-original", ATTR_LAZY_SRC),
	X("data-src", ATTR_LAZY_SRC),
	X("data-srcset", ATTR_LAZY_SRCSET),
	X("data-url", ATTR_LAZY_SRC),
	X("datetime", ATTR_DATETIME),
	X("height", ATTR_HEIGHT),
	X("hidden", ATTR_HIDDEN),
	X("href", ATTR_HREF),
	X("http-equiv", ATTR_HTTP_EQUIV),
	X("id", ATTR_ID),
	X("itemprop", ATTR_ITEMPROP),
	X("itemtype", ATTR_ITEMTYPE),
	X("lang", ATTR_LANG),
	X("media", ATTR_MEDIA),
	X("name", ATTR_NAME),
	X("poster", ATTR_POSTER),
	X("property", ATTR_PROPERTY),
	X("rel", ATTR_REL),
	X("role", ATTR_ROLE),
	X("shadowrootmode", ATTR_SHADOW),
	X("src", ATTR_SRC),
	X("srcset", ATTR_SRCSET),
	X("style", ATTR_STYLE),
	X("title", ATTR_TITLE),
	X("type", ATTR_TYPE),
	X("value", ATTR_CONTENT),
	X("width", ATTR_WIDTH),
	X("xml:lang", ATTR_LANG),
#undef X
};

/* The index of the first entry for each letter, and the number of entries. */
#define LETTERS 26
static const uint8_t table_first[LETTERS + 1] = {
	0,
	2,
	2,
	5,
	17,
	17,
	17,
	17,
	21,
	24,
	24,
	24,
	25,
	26,
	27,
	27,
	29,
	29,
	31,
	35,
	37,
	37,
	38,
	39,
	40,
	40,
	40,
};

enum attr
attr_find(struct slice name)
{
	uint64_t key = name_key(name);
	unsigned letter = (unsigned)(key & 0xFF) - 'a';

	if (letter >= LETTERS)
		return ATTR_NONE;
	for (size_t i = table_first[letter]; i < table_first[letter + 1]; i++)
		if (table[i].key == key && table[i].length == name.len &&
		    name_key_rest_equals(name, table[i].name))
			return table[i].attr;
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
