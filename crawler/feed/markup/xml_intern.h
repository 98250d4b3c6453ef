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
	const char *uri; /* the URI that this name has here as a prefix; NULL:
			    it is not declared */
};

/* A namespace declaration of an open element. */
struct xml_binding {
	uint32_t name;   /* index of the prefix; XML_DEFAULT for none */
	uint32_t depth;  /* of the element */
	const char *uri; /* the URI that the prefix had before */
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

/* text_bytes: the sum of the lengths of all different names, with a NUL each,
 * is at most this.  Returns 0 or ERR_MEMORY. */
int xml_intern_init(struct xml_intern *, size_t text_bytes);
void xml_intern_release(struct xml_intern *);
/* Writes the index of the name.  Equal names have equal indices, whose `text`
 * is the same pointer until the release.  Returns 0, ERR_LIMIT if the document
 * has more than LIMIT_FEED_NAMES names, or ERR_MEMORY.  O(length). */
int xml_intern_find(struct xml_intern *, struct slice name, uint32_t *ret);
/* Binds the prefix to the URI until xml_intern_unbind() is called with this
 * depth or a smaller one.  Returns 0 or ERR_MEMORY.  O(1). */
int xml_intern_bind(
    struct xml_intern *, uint32_t prefix, const char *uri, uint32_t depth);
/* Removes the bindings of elements that are at least this deep. */
void xml_intern_unbind(struct xml_intern *, uint32_t depth);

#endif
