/*
 * discovery.h -- finds the hub and the topic of a feed.  Source: WebSub, W3C
 * Recommendation of 2018-01-23, section 4.
 */
#ifndef CRAWLER_WEBSUB_DISCOVERY_H
#define CRAWLER_WEBSUB_DISCOVERY_H

#include "base/arena.h"

/* A feed that was polled. */
struct websub_page {
	struct slice feed_url;  /* the URL that was requested */
	struct slice url;       /* the URL after redirects */
	struct slice link;      /* the header field Link, or SLICE_NONE */
	struct slice hub, self; /* the links in the document, or SLICE_NONE */
};

enum websub_discovery {
	WEBSUB_FOUND,
	WEBSUB_NO_HUB,      /* the feed names no hub */
	WEBSUB_NO_TOPIC,    /* the feed names a hub, but not its own URL */
	WEBSUB_OTHER_TOPIC, /* the feed's link to itself leads to another
			       site */
	WEBSUB_HUB_NO_TLS,  /* a hub without TLS for a feed with TLS */
	WEBSUB_HUB_INVALID, /* the URL of the hub cannot be requested */
	WEBSUB_DISCOVERY_COUNT
};
/* Returns a text of one line for the operator, such as "the feed names no hub".
 */
const char *websub_discovery_text(enum websub_discovery);

/* Finds hub and topic in the header field, or in the document if the header
 * names no hub.  Of several hubs in the header, the first one with TLS is
 * taken, else the first one.  The topic must be on the registrable domain of
 * the feed (or on its host and port, if it has no such domain), or be the URL
 * that was polled.  Results in the arena, written only for WEBSUB_FOUND.
 * O(bytes). */
enum websub_discovery websub_discover(struct arena *,
    const struct websub_page *, struct slice *ret_hub, struct slice *ret_topic);

#endif
