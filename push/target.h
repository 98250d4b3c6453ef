/*
 * target.h -- the parts of a target that is not a web address:
 * SCHEME://[USER[:PASSWORD]@]HOST[:PORT][,HOST[:PORT]…]/NAME (target.c).
 */
#ifndef PUSH_TARGET_H
#define PUSH_TARGET_H

#include "base/buf.h"
#include "base/err.h"

/* Texts are owned. Call push_target_release() in all cases, also after an
 * error. */
struct push_target {
	char *user, *password; /* decoded; NULL: not given */
	char *hosts;           /* "host:port", separated by commas; each with
				  its port */
	char *name;            /* subject or topic, decoded */
};

/* Parses a target.  `scheme`: for example "nats://".  ERR_USAGE: the target is
 * not valid; the text of the error does not contain the target.  O(length). */
int push_target_parse(const char *target, const char *scheme, int default_port,
    struct push_target *ret, struct err *e);
void push_target_release(struct push_target *);
/* Appends the target without credentials, query and fragment, for messages:
 * "https://example.org/hook". Control characters are removed. */
void push_target_show(const char *target, struct buf *out);

#endif
