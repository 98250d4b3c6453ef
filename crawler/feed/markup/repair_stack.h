/*
 * repair_stack.h -- the open elements of a malformed feed and the roles of
 * their tags.  Private to repair*.c.
 */
#ifndef CRAWLER_FEED_MARKUP_REPAIR_STACK_H
#define CRAWLER_FEED_MARKUP_REPAIR_STACK_H

#include "base/buf.h"
#include "base/limits.h"

enum role {
	ROLE_OTHER, /* HTML, extensions */
	ROLE_FRAME, /* rss, channel, feed, image … */
	ROLE_ENTRY, /* item, entry */
	ROLE_FIELD, /* a text that may contain markup */
	ROLE_VALUE  /* a text without markup: a link, a date */
};

/* An open element. The root has depth 1; a depth of 0 means that no such
 * element is open. Each element also stores the depths of certain elements that
 * contain it, so that no search reads the whole stack. */
struct open_element {
	struct slice name; /* the name as written in the document */
	enum role role;
	uint16_t field, entry; /* depths of the innermost open elements with the
				  roles ROLE_FIELD and ROLE_ENTRY */
	uint16_t barrier;  /* depth of the innermost element whose role is not
			      ROLE_OTHER */
	uint16_t previous; /* depth of the next outer element whose name is in
			      the same bucket */
};

#define NAME_BUCKETS 1024

struct repair_stack {
	struct buf *out; /* end tags are written to it; borrowed */
	uint32_t depth;
	uint16_t bucket[NAME_BUCKETS]; /* depth of the innermost element, by the
					  hash of its name */
	struct open_element open[LIMIT_FEED_DEPTH + 1];
};

/* Returns the role of a local name, in any case. */
enum role repair_role(struct slice name);
/* Adds an open element.  The depth of the stack must be below
 * LIMIT_FEED_DEPTH. */
void repair_push(struct repair_stack *, struct slice name, enum role);
/* Writes end tags until `depth` elements are open. */
void repair_pop_to(struct repair_stack *, uint32_t depth);
/* Closes the elements that cannot contain the new element: an item, or an
 * element of the feed, before an item; a date before a title. */
void repair_close_before(
    struct repair_stack *, struct slice name, enum role, bool is_html);
/* Returns the number of elements that remain open after an end tag;
 * UINT32_MAX if the end tag closes no open element. */
uint32_t repair_find(const struct repair_stack *, struct slice name);

#endif
