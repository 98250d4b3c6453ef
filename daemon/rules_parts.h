/*
 * rules_parts.h -- the robots.txt of a site, shared by rules.c, which answers
 * and stores, and rules_fetch.c, which fetches.
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
	struct arena arena;                 /* memory of `robots` */
	struct robots robots;
	struct waiting *first, **last;
	int body_fd; /* while a worker reduces it; else -1 */
	bool second_try;
	struct buf text; /* reduced to its rules, as in the store */
};

struct rules {
	struct hub *hub;
	struct table sites; /* origin → struct site */
	size_t n_waiting;
};

/* rules.c: stores the result and answers all that wait. */

/* robots.txt was fetched or does not exist; site->text contains its rules. */
void site_keep_read(struct site *);
/* robots.txt could not be fetched; site->text contains the rules of the last
 * time. */
void site_keep_unreachable(struct site *);

/* rules_fetch.c */

/* Starts the request; ends by one of the functions above or with the hub. */
void site_fetch(struct hub *, struct errand *);
void site_close_body(struct site *);

#endif
