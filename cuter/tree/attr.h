/*
 * attr.h -- the attributes that the extractor reads, and the table that holds
 * their values for one page. The prefilter drops all others.
 */
#ifndef CUTER_TREE_ATTR_H
#define CUTER_TREE_ATTR_H

#include "base/slice.h"

/* X(identity, name, largest value in bytes that is kept), sorted by name. */
#define ATTR_LIST(X)                                                           \
	X(ALT, "alt", 1024)                                                    \
	X(CHARSET, "charset", 64)                                              \
	X(CLASS, "class", 512)                                                 \
	X(CONTENT, "content", 8192)                                            \
	X(DATETIME, "datetime", 64)                                            \
	X(HEIGHT, "height", 16)                                                \
	X(HIDDEN, "hidden", 16)                                                \
	X(HREF, "href", 2048)                                                  \
	X(HTTP_EQUIV, "http-equiv", 64)                                        \
	X(ID, "id", 256)                                                       \
	X(ITEMPROP, "itemprop", 256)                                           \
	X(ITEMTYPE, "itemtype", 256)                                           \
	X(LANG, "lang", 64)                                                    \
	X(MEDIA, "media", 64)                                                  \
	X(NAME, "name", 256)                                                   \
	X(POSTER, "poster", 2048)                                              \
	X(PROPERTY, "property", 256)                                           \
	X(REL, "rel", 128)                                                     \
	X(ROLE, "role", 64)                                                    \
	X(SHADOW, "shadowrootmode", 16)                                        \
	X(SRC, "src", 2048)                                                    \
	X(SRCSET, "srcset", 65536)                                             \
	X(STYLE, "style", 4096)                                                \
	X(TITLE, "title", 1024)                                                \
	X(TYPE, "type", 128)                                                   \
	X(WIDTH, "width", 16)

enum attr {
#define X(identity, name, bytes) ATTR_##identity,
	ATTR_LIST(X)
#undef X
	/* read by the prefilter only, not stored in the table */
	ATTR_ARIA_HIDDEN,
	ATTR_LAZY_SRC,
	ATTR_LAZY_SRCSET,
	ATTR_COUNT,
	ATTR_NONE = ATTR_COUNT
};

/* The attributes of a page's elements. The parsers do not read the attributes.
 * The prefilter stores them in this table, and writes only the index of the
 * record into the element. This halves the bytes that tidy has to read. */
struct attr_value {
	enum attr attr;
	struct slice value; /* character references decoded */
};

struct attr_record { /* the attributes of one element */
	uint32_t first;
	uint32_t n;
};

struct attr_table {
	struct attr_value *values;
	struct attr_record *records;
	uint32_t n_values, n_records;
	uint32_t cap_values, cap_records;
	/* The start tag of each record as it is in the page, without its '<',
	 * or NULL; see prefilter_run_whole(). */
	struct slice *tags;
};

/* The HTML attribute into which the index of an element's record is written.
 * tidy does not interpret `title`. */
#define ATTR_NUMBER "title"

/* Returns the attribute with this name, or ATTR_NONE for an attribute that is
 * not read. Compares with the names of the same first letter and length. */
enum attr attr_find(struct slice name);
/* Returns the name of the attribute, "" for ATTR_NONE. */
const char *attr_name(enum attr);
/* Returns the number of bytes of a value that are read; 0 for ATTR_NONE. */
size_t attr_max_bytes(enum attr);

#endif
