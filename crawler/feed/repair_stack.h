/*
 * repair_stack.h -- which elements of an ill-formed feed are open, and what
 * their tags mean.  Private to repair*.c.
 */
#ifndef CRAWLER_FEED_REPAIR_STACK_H
#define CRAWLER_FEED_REPAIR_STACK_H

#include "base/buf.h"
#include "config/limits.h"

enum role {
	ROLE_OTHER, /* HTML, extensions */
	ROLE_FRAME, /* rss, channel, feed, image … */
	ROLE_ENTRY, /* item, entry */
	ROLE_FIELD, /* a text that may hold markup */
	ROLE_VALUE  /* a text that may not: a link, a date */
};

/* Depths count from 1, the root; 0 is none.  All that tags ask for is kept
 * here, so that no tag costs a walk through the stack. */
struct open_element {
	struct slice name; /* as in the document */
	enum role role;
	uint16_t field, entry; /* innermost of its role, from here outwards */
	uint16_t barrier;      /* innermost that is not ROLE_OTHER */
	uint16_t previous;     /* next outer one of the same bucket */
};

#define NAME_BUCKETS 1024

struct repair_stack {
	struct buf *out; /* where end tags are written; borrowed */
	uint32_t depth;
	uint16_t bucket[NAME_BUCKETS]; /* innermost element of a hash */
	struct open_element open[LIMIT_FEED_DEPTH + 1];
};

/* By the local name, in any case. */
enum role repair_role(struct slice name);
/* depth must be below LIMIT_FEED_DEPTH. */
void repair_push(struct repair_stack *, struct slice name, enum role);
/* Writes end tags until so many are open. */
void repair_pop_to(struct repair_stack *, uint32_t depth);
/* Closes what cannot be around an element that begins here: an item around
 * an item, a date around a title. */
void repair_make_room(
    struct repair_stack *, struct slice name, enum role, bool is_html);
/* Depth below the open element that an end tag names; UINT32_MAX if it names
 * none that it may close. */
uint32_t repair_find(const struct repair_stack *, struct slice name);

#endif
