/*
 * look.h -- fetching in a command, one document after the other, as politely as
 * the daemon: the address guard, robots.txt, the host's budget.
 */
#ifndef CLI_LOOK_H
#define CLI_LOOK_H

#include "base/arena.h"
#include "base/date.h"
#include "cli/cli.h"

struct looker;
struct site_reader;

/* What one look brought.  Texts live until the next look. */
struct look {
	struct slice bytes, url, content_type; /* url: after redirects */
	const char *why; /* NULL: a document came; else why none did */
	long status;     /* 0: nobody answered */
	int64_t date_at; /* the server's clock, or DATE_NONE */
};

/* By the configuration, where there is one.  The reader is who reads each
 * robots.txt; NULL: none will be asked for. */
int looker_new(struct cli *, struct site_reader *, struct looker **ret,
    struct err *e);
void looker_free(struct looker *);
/* Waits until the host's budget allows it, half a minute at most.  asks_rules:
 * robots.txt decides (the operator did not name the address). */
void looker_look(
    struct looker *, struct slice url, bool asks_rules, struct look *ret);
/* robots.txt of the address's site, "" where there is none. */
struct slice looker_robots(struct looker *, struct slice url);

#endif
