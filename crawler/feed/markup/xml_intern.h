/*
 * xml_intern.h -- the names and namespace URIs of one document, each stored
 * once, and the namespaces that are in scope.
 */
#ifndef CRAWLER_FEED_MARKUP_XML_INTERN_H
#define CRAWLER_FEED_MARKUP_XML_INTERN_H

#include "base/buf.h"

struct xml_name {
	const char *text; /* ends with NUL */
	size_t len;
	const char *uri; /* the URI that is bound to this name as a prefix at
			    the current element; NULL: none is bound */
};

/* A namespace declaration of an open element. */
struct xml_binding {
	uint32_t name;  /* index of the prefix; XML_DEFAULT: the declaration has
			   no prefix */
	uint32_t depth; /* depth of the element */
	const char *uri; /* the URI that was bound to the prefix before this
			    declaration */
};

struct xml_intern {
	struct buf texts;       /* reserved once, so that texts do not move */
	struct xml_name *names; /* owned */
	uint32_t n_names, cap_names;
	uint32_t *slots; /* owned; index of a name + 1, or 0 */
	uint32_t n_slots;
	struct xml_binding *bindings; /* owned; a stack */
	uint32_t n_bindings, cap_bindings;
};

enum { XML_DEFAULT = 0 }; /* the name "", whose uri is the default namespace */

/* text_bytes: an upper bound of the memory for all different names, each with a
 * NUL. Returns 0 or ERR_MEMORY. */
int xml_intern_init(struct xml_intern *, size_t text_bytes);
void xml_intern_release(struct xml_intern *);
/* Stores the name if it is new, and writes its index. Equal names have the same
 * index. The pointer `text` of a name does not change until
 * xml_intern_release(). Returns 0, ERR_LIMIT if the document has more than
 * LIMIT_FEED_NAMES names, or ERR_MEMORY. O(length). */
int xml_intern_find(struct xml_intern *, struct slice name, uint32_t *ret);
/* Binds the prefix to the URI until xml_intern_unbind() is called with this
 * depth or a smaller one.  Returns 0 or ERR_MEMORY.  O(1). */
int xml_intern_bind(
    struct xml_intern *, uint32_t prefix, const char *uri, uint32_t depth);
/* Removes the bindings of elements that are at least this deep. */
void xml_intern_unbind(struct xml_intern *, uint32_t depth);

#endif
