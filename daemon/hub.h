/*
 * hub.h -- the state of the daemon that its files share, and the functions that
 * they call in each other.
 *
 *	listing.c	reads the feeds from the database
 *	replan.c	brings forward polls that are planned too late
 *	schedule.c	finds the feeds that are due
 *	poll.c		polls a feed
 *	poll_notice.c	follows a notice that the feed has moved
 *	poll_store.c	stores the result of a poll
 *	linked_pending.c	reads the pending linked documents: sitemaps,
 *			archives
 *	linked_document.c	fetches, parses and stores a linked document
 *	pending_pages.c	reads the pending articles
 *	article.c	fetches a page
 *	article_cut.c	extracts its article
 *	article_store.c	stores the article
 *	parts.c		fetches the other pages of an article
 *	robots_cache.c	answers whether robots.txt allows a request
 *	robots_cache_fetch.c	fetches robots.txt
 *	quarantine.c	knows the documents that crashed a worker
 *	host_queue.c	the host queues: delays each request until the
 *			host's rate limit allows it
 *	fair_queue.c	the order of the requests of one host
 *	host_queue_answer.c	applies the result of a request to its host
 *	redirect.c	checks each redirect: robots.txt, rate limit
 *	hub_work.c	passes documents to the workers
 *	hub.c		start, stop, --once, signals
 *	control.c	the control socket
 *	reload.c	SIGHUP
 *	listen.c	metrics over HTTP
 *	clock.c		changes of the wall clock
 *	clock_store.c	stores what is known about the wall clock
 *	retain.c	retention: deletes old entries
 *	network.c	detects that the network is down
 *	progress.c	notifies the systemd watchdog
 *	condition.c	the faults that status and metrics report
 *	snapshot.c	feeds and articles for status_page.c
 *	latency.c	runs the loop and measures its delays
 *
 * All functions run on the thread of the loop unless their comment names the
 * store's thread. Only the files in daemon/ may access the struct.
 */
#ifndef DAEMON_HUB_H
#define DAEMON_HUB_H

#include "base/heap.h"
#include "base/table.h"
#include "config/config.h"
#include "crawler/cadence_history.h"
#include "crawler/fetch/fetch.h"
#include "crawler/host.h"
#include "daemon/clock/clock.h"
#include "daemon/host/fair_queue.h"
#include "daemon/host/network.h"
#include "daemon/latency.h"
#include "daemon/log.h"
#include "daemon/writer/store_thread.h"
#include "worker/worker.h"

struct event;
struct event_base;
struct hub;
struct control;
struct quarantine;
struct robots_cache;
struct linked_documents;
struct listing;

/* ---- requests ---- */

/* fair_queue.h defines the order in which a host serves them. */
enum request_kind {
	REQUEST_ROBOTS,
	REQUEST_FEED,
	REQUEST_PAGE,
	REQUEST_REVISIT, /* a page that was visited before */
	REQUEST_KIND_COUNT
};

/* A request: a URL that is to be fetched when the rate limit of its host allows
 * it. It is embedded in its owner (a poll, a page, a robots.txt). It is also
 * the traveller of the fetch_request, so a redirect moves it from host to
 * host. */
struct request {
	enum request_kind kind;
	/* the last request for this URL, before a restart, was answered */
	bool answered;
	bool obeys_robots; /* robots.txt is checked after each redirect, too */
	/* The fair share that the request takes at its host. For a page, is_own
	 * means that an entitled feed (docs/security.md) inserted it; own_host
	 * is then the budget key of the page's host. feed_host is the budget
	 * key of the feed's host, to which a redirect may lead the page. For a
	 * robots.txt, is_own means that such a page or a document of a feed
	 * needs it. The keys are borrowed from the owner; NULL if unknown. The
	 * owner also sets queued.feed_id and queued.order. */
	bool is_own;
	const char *own_host, *feed_host;
	/* The following members belong to host_queue.c and redirect.c. */
	struct fair_item queued; /* in its host's queue */
	struct hub *hub;
	struct host *host;  /* the host that it waits for or that serves it */
	bool waits;         /* is in the queue of the host */
	bool holds;         /* holds a connection of the host */
	bool holds_foreign; /* the connection counts as one of a foreign page */
	/* the fetch that was redirected; NULL: not started */
	struct fetch *redirected;
	const char *redirect_url; /* the target; borrowed from the fetch */
	bool asks;                /* waits for an answer of robots_cache.c */
	/* Called when the host has a free connection. It must lead to a call of
	 * host_queue_finished() or host_queue_abandoned(). */
	void (*start)(struct hub *, struct request *);
	/* Called in place of start() when the daemon stops; may be NULL. */
	void (*drop)(struct hub *, struct request *);
};

/* A feed, as it is held in memory. */
struct subscription {
	struct heap_item due; /* key: UTC seconds */
	struct request request; /* while it is in a host queue */
	int64_t id;
	char *url;
	char *etag, *last_modified, *validators_url; /* or NULL */
	int64_t interval_s;                          /* 0: poll.interval */
	struct feed_hints hints; /* polling hints of the feed itself */
	int64_t last_new_at, last_poll_at, first_poll_at, failures;
	struct cadence_history history;
	int64_t missed_at,
	    missed_interval_s; /* the last time items were missed */
	/* Hash of the last document that was parsed completely, and the time;
	 * 0: this process has not parsed one. */
	uint64_t body_hash;
	int64_t body_read_at;
	bool fetch_articles;
	enum feed_status status;
	uint32_t failure_noted_in; /* see network_note_failure() in network.h */
	/* configuration with headers; NULL: none */
	const struct config_feed *given;
	bool polling;       /* a poll is in progress */
	bool removed;       /* freed at the end of the poll */
	uint32_t listed_in; /* number of the last listing that contained it */
	/* number of the listing that was being merged when its last poll
	 * ended */
	uint32_t polled_in;
};

/* ---- the hub ---- */

enum hub_state { HUB_RUNNING, HUB_STOPPING, HUB_STOPPED };

struct hub_counters {
	uint64_t polls, polls_failed, entries_new, pages, articles_done,
	    articles_feed_only, articles_failed, revisits, robots;
};

struct hub {
	struct config *config; /* owned; replaced on reload */
	const char *config_path;
	/* Error of the last reload, which kept the old configuration; NULL: the
	 * last reload succeeded. */
	char *config_refused;
	bool once;
	int64_t once_until; /* feeds that are due by then are polled */
	bool once_failed;   /* a feed failed: exit 1 */
	enum hub_state state;
	int exit_code;

	struct event_base *base;
	struct fetcher *fetcher;
	struct workers *workers;
	int n_workers;
	struct store_thread *store;
	char *user_agent;

	/* schedule.c */
	struct heap due;
	struct table feeds; /* url → struct subscription */
	struct event *due_timer;
	size_t polling; /* polls in progress */

	/* listing.c */
	size_t listings;         /* listings that are being read or merged */
	bool listing_again;      /* another listing is necessary after it */
	struct listing *merging; /* a listing that was read; NULL: none */
	uint32_t merging_number; /* number of `merging`; 0: none */
	struct event *merge_timer;
	uint32_t n_listings; /* number of the last listing */
	/* the last listing that inserted the configured feeds */
	uint32_t synced;
	int64_t *given_ids; /* database ids of config->feeds; NULL: unknown */

	/* host_queue.c */
	struct host_table *hosts;
	/* hosts with waiting requests, by rank; key: monotonic ms */
	struct heap ready[HOST_RANK_COUNT];
	/* the rank to serve next if several have a host that is ready */
	enum host_rank next_rank;
	struct event *ready_timer;
	size_t waiting; /* requests in host queues */
	bool pumping;
	/* Some requests wait for a free worker, for the store or for the
	 * fetcher. */
	bool stalled;

	/* hub_work.c */
	/* Documents that wait for a worker or are in one: [1] of trusted hosts,
	 * [0] of other hosts. */
	size_t reading[2];

	/* pending_pages.c, article.c */
	struct table pages; /* article id → struct page in memory */
	bool asking;        /* pending articles are being read */
	bool ask_again;
	/* the database has pending rows that are not in memory */
	bool more_pending;
	/* [false]: of publishers' own feeds; [true]: of foreign feeds. */
	size_t pages_in_hand[2];
	/* in memory after the last answer of the store */
	size_t pages_asked[2];
	struct table page_groups; /* key → struct page_group: pending_pages.c */
	int64_t next_retry_at;
	struct event *retry_timer;

	/* latency.c */
	struct latency turn, delay;
	struct event *probe_timer;
	int64_t probe_due_us; /* monotonic; 0: not armed */

	struct linked_documents *linked_documents; /* linked_document.c */
	struct network network;
	struct clock clock;
	struct robots_cache *robots_cache;
	struct quarantine *quarantine;
	struct control *control;
	struct listen *listen;
	struct lag *lag;           /* NULL: metrics are not served */
	struct snapshot *snapshot; /* NULL: metrics are not served */
	const char *stuck; /* the part that makes no progress; NULL: none */
	struct event *signals[4];
	struct event *progress_timer;
	struct event *stop_timer, *retain_timer;
	int64_t stop_at_ms;
	bool retaining;       /* retain.c */
	bool is_ending;       /* --once: only retention is left */
	bool store_is_broken; /* the database accepts no more writes */
	struct hub_counters counters;
};

struct hub_options {
	const char *config_path;
	struct config *config;   /* owned by hub_run() */
	struct workers *workers; /* owned by hub_run() */
	int n_workers;
	struct store *store; /* owned by hub_run() */
	bool once;
};

/* Runs until a signal or the control socket stops the daemon or, with once,
 * until nothing is pending. Returns the exit code of the process. */
int hub_run(const struct hub_options *);

/* hub.c */
int64_t hub_now(void); /* UTC seconds */
int64_t hub_monotonic_ms(void);
double hub_random_unit(void); /* a random number, 0 <= x < 1 */
/* Returns an owned copy that ends with NUL; NULL if the text is absent. If
 * memory is exhausted the process ends; its work is still pending in the
 * database. */
char *hub_copy(struct slice);
struct host_policy hub_host_policy(const struct hub *);
void hub_stop(struct hub *, const char *why);
/* Must be called when an operation has ended: starts requests that waited for
 * room and ends --once if nothing is left. */
void hub_step_done(struct hub *);
void hub_arm(struct event *timer, int64_t wait_ms);

/* schedule.c */
int schedule_init(struct hub *, struct err *e);
void schedule_release(struct hub *);
void schedule_put(struct hub *, struct subscription *, int64_t at);
void schedule_arm(struct hub *);
/* Moves the times of the feed by by_s, after the clock has jumped. */
void subscription_shift(struct subscription *, int64_t by_s);
/* Polls the first feed that is due, without checking the limits that stop other
 * polls. */
void schedule_probe(struct hub *);
/* True if a feed is still to be polled in this --once. */
bool schedule_has_due(const struct hub *);
struct subscription *schedule_find(const struct hub *, struct slice url);
void subscription_free(struct subscription *);

/* listing.c */
int listing_init(struct hub *, struct err *e);
void listing_release(struct hub *);
/* Inserts the configured feeds into the database, then reads all feeds. */
void schedule_sync(struct hub *);
void schedule_list(struct hub *); /* reads the feeds only */
/* Must be called after the configuration was replaced: updates the pointers of
 * the feeds into it. */
void schedule_link_given(struct hub *);

/* retain.c */
int retain_init(struct hub *, struct err *e);
void retain_release(struct hub *);
/* Starts retention, if the clock is settled and retention is not running. */
void retain_start(struct hub *);
/* Starts retention at the end of --once. True: it is running, and it calls
 * hub_step_done() when it has ended. */
bool retain_at_end(struct hub *);

/* replan.c */
/* For store_cut_plans(): fills in longest_s. */
struct plan_bounds plan_bounds_of(const struct config *);
struct replan { /* the part of a configuration that limits plans */
	int64_t interval_s, max_s;
	bool adaptive;
};
struct replan replan_of(const struct config *);
/* On the store's thread: brings forward the polls that are planned later than
 * the configuration allows. */
int replan_late(struct store *, const struct replan *, struct err *e);

/* poll.c */
void poll_start(struct hub *, struct subscription *);
/* Gets the configured headers of the feed; returns their number. */
#define POLL_HEADERS 32
size_t poll_headers(
    const struct subscription *, struct fetch_header ret[POLL_HEADERS]);

/* host_queue.c */
int host_queue_init(struct hub *, struct err *e);
void host_queue_release(struct hub *);
/* Returns the host in whose budget the URL is; NULL if the URL is invalid. */
struct host *host_queue_host_of(struct hub *, const char *url);
/* Queues the request at its host. False: the URL has no host, and nothing was
 * queued. */
bool host_queue_add(struct hub *, struct request *, const char *url);
/* The host has begun a pause: ends each request that a redirect has led to this
 * host and that still waits for it. The owner of the request gets a postponed
 * result. */
void host_queue_postpone_redirected(struct hub *, struct host *);
/* The budget of the host has changed: computes anew when it may start a
 * request. */
void host_queue_reschedule(struct hub *, struct host *);
void host_queue_run(struct hub *);
/* A document of the host was parsed, or exceeded the limits of the worker. */
void host_queue_note_document(struct hub *, struct host *, bool is_fast);
/* True if the request at that URL is not foreign: it is for a page that an
 * entitled feed inserted, or not for a page. */
bool host_queue_is_own(struct hub *, const struct request *, const char *url);
/* Makes a request that waits, or will wait, not foreign any more: an entitled
 * feed has inserted its page. The request takes the turns of that feed. */
void host_queue_make_own(struct request *, int64_t feed_id, int64_t order);
/* Takes a request that waits out of its queue. False: it does not wait, or its
 * transfer has started and waits for a redirect. */
bool host_queue_withdraw(struct request *);
/* Releases the connection: the transfer has ended or was redirected to another
 * host. */
void host_queue_release_connection(struct hub *, struct request *);
/* Starts waiting requests if there is room again. */
void host_queue_resume(struct hub *);
/* True if a request waits whose host does not pause. */
bool host_queue_has_work(const struct hub *);
/* Forgets hosts without state that must be remembered. Called periodically. */
void host_queue_trim(struct hub *);
/* Drops all waiting requests. For the stop of the daemon. */
void host_queue_clear(struct hub *);

/* host_queue_answer.c */
/* The transfer of the request has ended. Starts or ends a pause of its host. */
void host_queue_finished(
    struct hub *, struct request *, const struct response *);
/* The request ended without a transfer. */
void host_queue_abandoned(struct hub *, struct request *);
/* A redirect leads the request to another host: releases the host that sent the
 * redirect. */
void host_queue_leave_host(struct hub *, struct request *);
/* True for 429, 503 and a request that a pause postponed. Such a result is not
 * a failure of the feed or page. */
bool host_queue_is_busy(const struct response *);
/* The pause in seconds that the response asks for; -1: it asks for none. */
int64_t host_queue_pause_asked_s(const struct response *, int64_t now);

/* redirect.c */
/* the traveller is a struct request, the argument a struct hub */
fetch_redirected redirect_check;
/* The request is in no queue and leads to a host that pauses: postpones it. */
void redirect_postpone(struct request *, const struct host *);

/* hub_work.c */
/* Calls worker_start() for a document that was requested at asked_url. The
 * result changes the trust in the host of asked_url. */
int hub_start_job(struct hub *, const char *asked_url, const struct job *,
    int body_fd, worker_done *, void *arg, struct err *e);

/* Calls store_post() for the result of a document that was requested at
 * asked_url. Results of trusted hosts have a higher priority. */
void hub_post_result(struct hub *, const char *asked_url, size_t rows,
    store_run *, store_done *, void *arg);

/* pending_pages.c */
int pending_pages_init(struct hub *, struct err *e);
void pending_pages_release(struct hub *);
/* Reads the pending articles from the store, unless that is in progress. */
void pending_pages_ask(struct hub *);

/* linked_pending.c */
int linked_pending_init(struct hub *, struct err *e);
void linked_pending_release(struct hub *);
/* Reads the pending linked documents from the store, unless that is in
 * progress. */
void linked_pending_ask(struct hub *);
/* True while the store is being read. Documents in memory are not counted: they
 * are in a host queue or being fetched. */
bool linked_pending_has_work(const struct hub *);

/* robots_cache.c */
enum robots_verdict { ROBOTS_ALLOWED, ROBOTS_DISALLOWED, ROBOTS_UNREACHABLE };
typedef void robots_done(enum robots_verdict, const char *why, void *arg);
int robots_cache_new(struct hub *, struct robots_cache **ret, struct err *e);
void robots_cache_free(struct robots_cache *);
/* Checks whether robots.txt allows the request. Calls done at once or later. */
void robots_cache_check(struct robots_cache *, const char *url,
    const struct request *, robots_done *, void *arg);
size_t robots_cache_waiting(const struct robots_cache *);
/* Returns true and the verdict if it is in memory. */
bool robots_cache_known(struct robots_cache *, const char *url,
    enum robots_verdict *ret, const char **ret_why);
/* The request, which may wait for the robots.txt of that URL, is not foreign
 * any more. */
void robots_cache_make_own(
    struct robots_cache *, const char *url, const struct request *);
/* Cancels the call of done for the robots_cache_check() with that url and arg.
 */
void robots_cache_forget(
    struct robots_cache *, const char *url, const void *arg);
/* Moves the stored times after the clock has jumped. */
void robots_cache_shift(struct robots_cache *, int64_t by_s);

/* control.c */
int control_new(
    struct hub *, const char *path, struct control **ret, struct err *e);
void control_free(struct control *);
/* Wakes the `wait-change` clients after a commit. */
void control_changed(struct control *);

/* reload.c */
/* Reads the configuration again. False: it is invalid; config_refused contains
 * the error and the old configuration is kept. */
bool reload(struct hub *);

/* progress.c */
void progress_start(struct hub *);

#endif
