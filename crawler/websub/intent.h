/*
 * intent.h -- reads the query by which a hub verifies or denies a subscription.
 * Source: WebSub, sections 5.2 and 5.3.
 */
#ifndef CRAWLER_WEBSUB_INTENT_H
#define CRAWLER_WEBSUB_INTENT_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buf.h"

enum websub_mode { WEBSUB_SUBSCRIBE, WEBSUB_UNSUBSCRIBE, WEBSUB_DENIED };

/* Texts are in the arena; SLICE_NONE: absent. */
struct websub_intent {
	enum websub_mode mode;
	struct slice topic, challenge, reason;
	int64_t lease_s; /* -1: absent or not a positive number */
};

/* Reads the text after "?".  Returns false if the mode is unknown, the topic is
 * absent, a parameter of the hub occurs twice, or a challenge is needed and is
 * absent, too long or not printable ASCII.  O(bytes). */
bool websub_intent_read(
    struct arena *, struct slice query, struct websub_intent *ret);

/* Appends "name=value&" as application/x-www-form-urlencoded. */
void websub_form_append(struct buf *, const char *name, struct slice value);

#endif
