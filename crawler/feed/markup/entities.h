/*
 * entities.h -- replaces the entities that the DOCTYPE of a feed declares.
 */
#ifndef CRAWLER_FEED_MARKUP_ENTITIES_H
#define CRAWLER_FEED_MARKUP_ENTITIES_H

#include "base/buf.h"
#include "base/limits.h"

#define ENTITIES_MOST 256 /* entities of a document */
#define ENTITIES_VALUE_BYTES                                                   \
	KIB /* of the value of an entity, after the entities                   \
	       in this value were replaced */
#define ENTITIES_GROWTH_BYTES MIB /* that a document may become longer */

/* Writes `root` to `out`. References to the entities that the internal subset
 * of the DOCTYPE in `head` declares are replaced by the values of these
 * entities (XML 1.0, section 4.4.2). head: the document before its root
 * element. Returns false if no entity is declared, if `out` is too small, or if
 * no memory is left (out->no_memory).
 *
 * External entities, parameter entities and the entities that XML itself
 * defines are ignored. A reference stays as it is if one of the limits above is
 * exceeded. O(length). */
bool entities_expand(struct slice head, struct slice root, struct buf *out);

#endif
