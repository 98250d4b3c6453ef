/*
 * hub.h -- the modules of the daemon, and the few values that all of them use.
 * Each module has a pointer to a struct that only this module reads.
 *
 * hub_run.c starts and stops the modules. hub_common.c contains hub_now() and
 * the functions after it. docs/architecture.md lists the modules. All functions
 * of daemon/ run on the thread of the loop unless their comment names the
 * store's thread.
 */
#ifndef DAEMON_HUB_H
#define DAEMON_HUB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

struct access;
struct config;
struct event;
struct page_cache;
struct store;
struct workers;

enum hub_state { HUB_RUNNING, HUB_STOPPING, HUB_STOPPED };

/* Counters of the daemon's work since its start. */
struct hub_counters {
	uint64_t polls, polls_failed, entries_new, articles_done,
	    articles_feed_only, articles_failed, revisits, robots;
	/* Numbers of fetches of pages.  pages_again counts revisits, pages all
	 * other fetches. */
	uint64_t pages, pages_again;
	int64_t last_poll_at;    /* UTC seconds of the last poll that succeeded;
				    0: none */
	int64_t last_article_at; /* UTC seconds; 0: none */
};

struct hub {
	/* shared by all modules */
	struct config *config; /* owned; replaced by reload.c */
	bool once;             /* the daemon ends when nothing is pending */
	enum hub_state state;  /* written by hub_run.c */
	struct event_base *base;
	struct access *access; /* the sites of config (site_access.h) */
	struct fetcher *fetcher;
	struct workers *workers;
	int n_workers;
	struct store_thread *store;    /* NULL: not started yet */
	struct page_cache *page_cache; /* dictionaries that compress stored
					  pages */
	struct hub_counters counters;

	/* owned; each pointer belongs to the module in its comment */
	struct hub_own *own;                       /* hub_run.c */
	struct schedule *schedule;                 /* schedule.h */
	struct listings *listings;                 /* listing.h */
	struct host_queues *queues;                /* host_queue.h */
	struct robots_cache *robots_cache;         /* robots_cache.h */
	struct readings *readings;                 /* hub_work.h */
	struct quarantine *quarantine;             /* quarantine.h */
	struct pending_articles *pending;          /* pending_pages.h */
	struct linked_documents *linked_documents; /* linked_document.h */
	struct network *network;                   /* network.h */
	struct node *node;                         /* node.h; or NULL */
	struct node_loop *node_loop;               /* node_loop.h; or NULL */
	struct clock *clock;                       /* clock.h */
	struct retain *retain;                     /* retain.h */
	struct reload *reload;                     /* reload.h */
	struct loop_latency *latency;              /* latency.h */
	struct progress *progress;                 /* progress.h */
	struct websub *websub;                     /* websub.h; or NULL */
	struct control *control;                   /* control.h; or NULL */
	struct listen *listen;                     /* listen.h; or NULL */
	struct store_view *lag;                    /* lag.h; or NULL */
	struct store_view *overview;               /* listen.h; or NULL */
};

struct hub_options {
	const char *config_path;
	struct config *config;   /* owned by hub_run() */
	struct workers *workers; /* owned by hub_run() */
	int n_workers;
	int parallel; /* most simultaneous transfers: fetch.parallel, or less */
	struct store *store; /* owned by hub_run() */
	bool once;
};

/* Runs until a signal or the control socket stops the daemon or, with once,
 * until nothing is pending. Returns the exit code of the process. */
int hub_run(const struct hub_options *);

/* Must be called when an operation has ended: starts requests that had to wait
 * because of a limit, and ends --once if no work is left. */
void hub_step_done(struct hub *);
/* Records that a feed or an article failed, so that --once will end with 1. */
void hub_note_failure(struct hub *);

int64_t hub_now(void); /* UTC seconds */
int64_t hub_monotonic_ms(void);
double hub_random_unit(void); /* a random number, 0 <= x < 1 */
/* Returns an owned copy that ends with NUL; NULL if the text is absent. If
 * memory is exhausted the process ends; its work is still pending in the
 * database. */
char *hub_copy(struct slice);
/* Sets a timer. If memory is exhausted the process ends. */
void hub_arm(struct event *timer, int64_t wait_ms);

#endif
