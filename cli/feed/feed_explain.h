/*
 * feed_explain.h -- the data that cmd_feed_explain.c collects, for the text and
 * JSON output.
 */
#ifndef CLI_FEED_FEED_EXPLAIN_H
#define CLI_FEED_FEED_EXPLAIN_H

#include "base/limits.h"
#include "base/text/json_writer.h"
#include "cli/cli.h"
#include "store/store.h"

#define POLLS_SHOWN       8
#define EXPLAIN_MAX_BYTES (4 * MIB)
/* This size is enough for a robots.txt of 500 KiB: if it consists of the
 * shortest possible rules, its parsed rules take 6 MiB. */
#define EXPLAIN_ARENA_BYTES (16 * MIB)

/* All data is collected before any of it is printed. */
struct explanation {
	struct cli *cli;
	struct store *store;
	struct arena arena;
	struct feed_row feed;
	struct poll_row polls[POLLS_SHOWN];
	size_t n_polls;
	struct slice host; /* budget key of the host */
	int64_t host_pause_until_at, host_failures;
	bool has_nodes;                  /* the database is PostgreSQL */
	char node[LIMIT_NAME_BYTES + 1]; /* the node that owns the host; "":
					    none */
	const struct config_site *site; /* entry of `sites`; NULL: none */
	struct slice site_text; /* the settings in `site`, without secrets */
	bool has_websub;        /* `websub` contains a subscription at a hub */
	struct websub_row websub;
	bool has_robots, robots_disallow_all;
	int64_t robots_fetched_at, robots_expires_at, crawl_delay_s;
};

/* Explains the next poll of the feed at an address in any spelling. Writes
 * text, or JSON with --json, by cli_write(). Returns CLI_OK, or the exit code
 * after an error message. */
int explain_feed(struct cli *, const char *url);

/* Returns the operator's title, else the feed's own title; may be empty. */
struct slice explain_title(const struct explanation *);
/* Returns the source of a term ("<ttl> of the feed"); "" for an unknown term.
 */
const char *explain_source(struct slice term);
/* Returns true if the next poll waits for a pause of the host, not for the
 * schedule. */
bool explain_is_paused_by_host(const struct explanation *);
/* Return the term that determines the next poll, and the time of that poll
 * (DATE_NONE: the feed is paused, or is polled at once). */
struct slice explain_winner(const struct explanation *);
int64_t explain_next_at(const struct explanation *);
/* Reads the next "name=number" from *rest and removes it from *rest. Returns
 * false if none is left. */
bool explain_next_term(
    struct slice *rest, struct slice *ret_name, int64_t *ret_value);
/* Returns the value of the named term; -1 if there is no such term. */
int64_t explain_term(const struct explanation *, struct slice wanted);
/* Returns true if the term is a wait in seconds, not an informative number. */
bool explain_is_wait(struct slice name);

/* feed_explain_websub.c: stores and writes the feed's subscription at a hub. */
int explain_take_websub(const struct websub_row *, void *x);
void explain_websub_text(const struct explanation *, struct buf *out);
void explain_websub_json(const struct explanation *, struct json_writer *);
/* feed_explain_text.c: writes the explanation as lines and tables. */
void explain_text(const struct explanation *);
/* feed_explain_json.c: writes the explanation as one JSON object. */
void explain_json(const struct explanation *);

#endif
