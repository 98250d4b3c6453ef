/*
 * look.h -- fetches single documents for a command, with the same rules as the
 * daemon: address guard, robots.txt and host budget.
 */
#ifndef CLI_LOOK_H
#define CLI_LOOK_H

#include "base/arena.h"
#include "base/date.h"
#include "cli/cli.h"

struct looker;
struct site_reader;

/* Result of one fetch. Its texts are valid until the next fetch. */
struct look {
	struct slice bytes, url, content_type; /* url: after redirects */
	/* NULL: a document was received; else the reason of the failure */
	const char *why;
	long status;     /* 0: no response */
	int64_t date_at; /* the server's Date header, or DATE_NONE */
};

/* Uses the configuration if there is one. The reader parses each robots.txt;
 * NULL: no robots.txt will be fetched. */
int looker_new(
    struct cli *, struct site_reader *, struct looker **ret, struct err *e);
void looker_free(struct looker *);
/* Waits until the host's budget allows the request, at most 30 seconds.
 * asks_rules: obey robots.txt (false if the operator named the address). */
void looker_look(
    struct looker *, struct slice url, bool asks_rules, struct look *ret);
/* The robots.txt of the address's site, "" if there is none. */
struct slice looker_robots(struct looker *, struct slice url);

#endif
