/*
 * link_header.h -- reads the header field Link.  Source: RFC 8288, section 3.
 */
#ifndef CRAWLER_WEBSUB_LINK_HEADER_H
#define CRAWLER_WEBSUB_LINK_HEADER_H

#include <stdbool.h>

#include "base/slice.h"

/* One link-value.  Slices are borrowed from the field. */
struct link_value {
	struct slice target; /* the URI reference, not resolved */
	struct slice rel;    /* relation types, separated by spaces; SLICE_NONE:
				absent */
	bool has_anchor;     /* the link belongs to another resource (section
				3.2) */
};

/* Reads the next link-value and advances `rest`.  Values that are not
 * well-formed are skipped.  Returns false at the end.  O(bytes read). */
bool link_header_next(struct slice *rest, struct link_value *ret);

/* True if the value has the relation type, without regard to case, and belongs
 * to the resource itself. */
bool link_value_is(const struct link_value *, struct slice rel);

#endif
