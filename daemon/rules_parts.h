/*
 * rules_parts.h -- what rules.c, which answers and keeps, and rules_fetch.c
 * share: the rules of a site.
 */
#ifndef DAEMON_RULES_PARTS_H
#define DAEMON_RULES_PARTS_H

#include "crawler/robots.h"
#include "daemon/hub.h"

enum site_state { SITE_NEW, SITE_LOADING, SITE_FETCHING, SITE_KNOWN };

struct waiting {
	struct waiting *next;
	rules_done *done;
	void *arg;
	char *url;
};

struct site {
	struct errand errand;
	struct rules *rules;
	char *origin, *robots_url;
	enum site_state state;
	bool unreachable;
	int64_t expires_at;
	int64_t read_at, unreachable_since; /* as in struct robots_row */
	struct arena arena;                 /* the rules live here */
	struct robots robots;
	struct waiting *first, **last;
	int body_fd; /* while it is being reduced; else -1 */
	bool second_try;
	struct buf text; /* reduced; kept in the store */
};

struct rules {
	struct hub *hub;
	struct table sites; /* origin → struct site */
	size_t n_waiting;
};

/* rules.c: what was learned is kept, and everybody who waits is told. */

/* Rules came, or that there are none; site->text is them. */
void site_keep_read(struct site *);
/* Nothing came; site->text is what came the last time. */
void site_keep_unreachable(struct site *);

/* rules_fetch.c */

/* The start of its errand; ends by one of those, or by the hub's end. */
void site_fetch(struct hub *, struct errand *);
void site_close_body(struct site *);

#endif
