/*
 * feed_explain.h -- what cmd_feed_explain.c has collected, for whoever says it.
 */
#ifndef CLI_FEED_EXPLAIN_H
#define CLI_FEED_EXPLAIN_H

#include "cli/cli.h"
#include "config/limits.h"
#include "store/store.h"

#define POLLS_SHOWN       8
#define EXPLAIN_MAX_BYTES (4 * MIB)
/* 500 KiB of the shortest rules of a robots.txt are 6, compiled. */
#define EXPLAIN_ARENA_BYTES (16 * MIB)

/* All that is told, collected before a word of it is said. */
struct explanation {
	struct cli *cli;
	struct store *store;
	struct arena arena;
	struct feed_row feed;
	struct poll_row polls[POLLS_SHOWN];
	size_t n_polls;
	struct slice host; /* key of its budget */
	int64_t host_pause_until_at, host_failures;
	bool has_robots, robots_disallow_all;
	int64_t robots_fetched_at, robots_expires_at, crawl_delay_s;
};

/* The operator's title, else the feed's own; may be empty. */
struct slice explain_title(const struct explanation *);
/* Who asks for such a wait; "" for a term that is not known. */
const char *explain_source(struct slice term);
/* It waits for its host, and not for what it was planned for. */
bool explain_is_paused_by_host(const struct explanation *);
/* The term that the next poll waits for, and until when. */
struct slice explain_winner(const struct explanation *);
int64_t explain_next_at(const struct explanation *);
/* The next "name=number" of the terms. */
bool explain_next_term(
    struct slice *rest, struct slice *ret_name, int64_t *ret_value);
/* One of the terms by its name; -1: it is not among them. */
int64_t explain_term(const struct explanation *, struct slice wanted);
/* A term that is a wait, and no figure beside. */
bool explain_is_wait(struct slice name);

/* feed_explain_text.c: lines and tables. */
void explain_text(const struct explanation *);
/* feed_explain_json.c: one object. */
void explain_json(const struct explanation *);

#endif
