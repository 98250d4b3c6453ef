/*
 * cli_fetch.h -- fetches single documents for a command, with the same rules as
 * the daemon: address guard, robots.txt and host budget.
 */
#ifndef CLI_CLI_FETCH_H
#define CLI_CLI_FETCH_H

#include "base/arena.h"
#include "base/date/date.h"
#include "cli/cli.h"

struct access;
struct cli_fetcher;
struct site_reader;

/* Creates an index of the `sites` of the configuration. The caller owns the
 * index. *ret is NULL if the command has no configuration. Returns 0 or a
 * negative code. */
int cli_access_new(struct cli *, struct access **ret, struct err *e);

/* Result of one fetch. Its texts are valid until the next fetch. */
struct cli_fetched {
	struct slice bytes, url, content_type; /* url: after redirects */
	/* NULL: a document was received; else the reason of the failure */
	const char *why;
	long status;     /* 0: no response */
	int64_t date_at; /* the server's Date header, or DATE_NONE */
};

/* Uses the configuration if the command has one. The reader parses each
 * robots.txt. The reader may be NULL if the caller passes obeys_robots = false
 * to each call of cli_fetcher_get() and does not call cli_fetcher_robots().
 * Returns 0, ERR_CONFIG if the configuration has faults, or another negative
 * code; *ret is then not written. */
int cli_fetcher_new(struct cli *, struct site_reader *,
    struct cli_fetcher **ret, struct err *e);
void cli_fetcher_free(struct cli_fetcher *);
/* Fetches the document at `url`. Waits at most 30 seconds for the host's rate
 * limit, and for that of the target of each redirect. obeys_robots: an address
 * or target that robots.txt forbids is not fetched, unless `robots: ignore` is
 * set for the site. A caller passes false if the operator named the
 * address. */
void cli_fetcher_get(struct cli_fetcher *, struct slice url, bool obeys_robots,
    struct cli_fetched *ret);
/* Returns the text of robots.txt of the URL's site; "" if the site has none. */
struct slice cli_fetcher_robots(struct cli_fetcher *, struct slice url);

#endif
