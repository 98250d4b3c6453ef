/*
 * hub.h -- the daemon's one loop, and what its files share.
 *
 *	listing.c   the feeds, out of the database → schedule.c
 *	replan.c    … and those planned too late now
 *	schedule.c  which feed is due             → poll.c
 *	poll.c      a feed: fetch, read, keep     → articles owed
 *	further_owed.c  which sitemaps, archives are owed → further.c
 *	further.c   one of them: the same         → articles owed
 *	owed.c      which articles are owed       → article.c
 *	article.c   a page: fetch; article_cut.c, article_keep.c: cut, keep
 *	parts.c     its further pages, before it is kept
 *	rules.c     may we (robots.txt)           before each page
 *	rules_fetch.c  … which it asks for
 *	quarantine.c  has it killed before        before each reading
 *	gate.c      may we now (host budgets)     before each fetch
 *	fair_queue.c  … which of those that wait for a host is next
 *	gate_answer.c  … what came of it, for the host
 *	hop.c       may we follow (rules, budget) before each redirect
 *	reading.c   to the workers, and what that says of its host
 *	hub.c       start, stop, --once, signals
 *	control.c   the command's socket          reload.c  SIGHUP
 *	listen.c    metrics over HTTP         clock.c     the clock was set
 *	retain.c    what is too old           clock_keep.c  … and may be wrong
 *	network.c   is it the network?        progress.c  the watchdog's proof
 *	condition.c what is wrong, for all that tell it
 *	snapshot.c  feeds and articles, for status_page.c
 *	latency.c   the loop itself, and how long it lets others wait
 *
 * All of it runs on the loop's thread.  The struct is open to these files
 * and to nobody else.
 */
#ifndef DAEMON_HUB_H
#define DAEMON_HUB_H

#include "base/heap.h"
#include "base/table.h"
#include "config/config.h"
#include "crawler/cadence_history.h"
#include "crawler/fetch.h"
#include "crawler/host.h"
#include "daemon/clock.h"
#include "daemon/fair_queue.h"
#include "daemon/latency.h"
#include "daemon/log.h"
#include "daemon/network.h"
#include "daemon/store_thread.h"
#include "daemon/worker.h"

struct event;
struct event_base;
struct hub;
struct control;
struct quarantine;
struct rules;
struct furthers;
struct listing;

/* ---- what is fetched ---- */

/* In which order a host serves them: fair_queue.h. */
enum errand_kind {
	ERRAND_ROBOTS,
	ERRAND_FEED,
	ERRAND_PAGE,
	ERRAND_REVISIT, /* of a page that is known */
	ERRAND_KIND_COUNT
};

/* Something to be fetched from a host when its budget allows.  Embedded in
 * what owns it, and what its fetch_request names as its traveller: a redirect
 * takes it from host to host. */
struct errand {
	enum errand_kind kind;
	bool answered;     /* when this was fetched last, before a restart */
	bool obeys_robots; /* wherever it leads to */
	/* Of a page: whose slots it takes at its host.  is_own: a feed announced
	 * it that is entitled to speak for it; then own_host is the key of the
	 * page's host.  feed_host: the key of the announcing feed's host, where
	 * a redirect may lead the page.  Keys are borrowed of the owner; NULL:
	 * not known.  Of a robots.txt is_own says that such a page needs it, or
	 * a document of a feed.  queued.feed_id and queued.order are the
	 * owner's, too. */
	bool is_own;
	const char *own_host, *feed_host;
	/* gate.c's, hop.c's */
	struct fair_item queued; /* in its host's queue */
	struct hub *hub;
	struct host *host;   /* that it waits for, or that answers */
	bool waits;          /* in that host's queue */
	bool holds;          /* one of that host's connections */
	bool holds_foreign;  /* … of those that foreign pages may hold */
	struct fetch *hop;   /* that waits with it; NULL: it is yet to start */
	const char *hop_url; /* where to; borrowed of that */
	bool asks;           /* rules.c about it */
	/* Called when the host is free; must lead to gate_finished. */
	void (*start)(struct hub *, struct errand *);
	/* Called instead when the daemon stops; NULL: nothing to do. */
	void (*drop)(struct hub *, struct errand *);
};

/* A feed as the daemon knows it. */
struct subscription {
	struct heap_item due; /* key: UTC seconds */
	struct errand errand; /* while it waits at the gate */
	int64_t id;
	char *url;
	char *etag, *last_modified, *validators_url; /* or NULL */
	int64_t interval_s;                          /* 0: poll.interval */
	struct feed_hints hints; /* what it asks for itself */
	int64_t last_new_at, last_poll_at, first_poll_at, failures;
	struct cadence_history history;
	int64_t gap_at, gap_interval_s; /* of its last gap */
	/* The last document that was read whole, and when; 0: none by this
	 * process. */
	uint64_t body_hash;
	int64_t body_read_at;
	bool fetch_articles;
	enum feed_status status;
	uint32_t blamed_in; /* its failure may be the network's: network.h */
	const struct config_feed *given; /* its headers; NULL: none */
	bool polling;                    /* an errand of it is under way */
	bool removed;                    /* freed when that ends */
	uint32_t listed_in; /* the number of the last listing that had it */
	uint32_t kept_in;   /* … that was merged when a poll of it ended */
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
	char *config_refused; /* why the last reload kept the old one; NULL: it
				 did not */
	bool once;
	int64_t once_until; /* feeds due up to then are polled */
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
	size_t polling; /* feeds under way */

	/* listing.c */
	size_t listings;         /* that are being read, or merged */
	bool listing_again;      /* … and must be once more */
	struct listing *merging; /* has been read; NULL: none */
	uint32_t merging_number; /* its; 0: none */
	struct event *merge_timer;
	uint32_t n_listings; /* so far: their numbers */
	uint32_t synced;     /* of the last that put in the configuration's */
	int64_t *given_ids;  /* of config->feeds; NULL: not known yet */

	/* gate.c */
	struct host_table *hosts;
	/* hosts with errands, by their rank, key: monotonic ms */
	struct heap ready[HOST_RANK_COUNT];
	enum host_rank next_rank; /* whose, where several have one */
	struct event *ready_timer;
	size_t waiting; /* errands at the gate */
	bool pumping;
	bool stalled; /* no room for some: worker, store or fetcher */

	/* reading.c */
	size_t reading[2]; /* documents, of proven hosts: [1], and of others */

	/* owed.c, article.c */
	struct table pages; /* article id → struct page, in hand */
	bool asking;        /* what is owed is being read */
	bool ask_again;
	bool more_owed;     /* rows wait that are not in hand */
	/* Of publishers' own feeds: [false]; of foreign ones: [true]. */
	size_t pages_in_hand[2];
	size_t pages_asked[2]; /* in hand after the last answer */
	struct table page_groups; /* key → struct page_group: owed.c */
	int64_t next_retry_at;
	struct event *retry_timer;

	/* latency.c */
	struct latency turn, delay;
	struct event *probe_timer;
	int64_t probe_due_us; /* monotonic; 0: not armed */

	struct furthers *furthers; /* further.c */
	struct network network;
	struct clock clock;
	struct rules *rules;
	struct quarantine *quarantine;
	struct control *control;
	struct listen *listen;
	struct lag *lag;   /* NULL: nobody may ask */
	struct snapshot *snapshot; /* likewise */
	const char *stuck; /* the part that stands still; NULL: none */
	struct event *signals[4];
	struct event *progress_timer;
	struct event *stop_timer, *retain_timer;
	int64_t stop_at_ms;
	bool retaining; /* retain.c */
	bool is_ending; /* --once: only retention is left to do */
	bool store_is_broken; /* nothing more comes into the database */
	struct hub_counters counters;
};

struct hub_options {
	const char *config_path;
	struct config *config;   /* taken over */
	struct workers *workers; /* taken over */
	int n_workers;
	struct store *store; /* taken over */
	bool once;
};

/* Runs until it is told to stop or, with once, until nothing is owed.
 * Returns the process's exit code. */
int hub_run(const struct hub_options *);

/* hub.c */
int64_t hub_now(void); /* UTC seconds */
int64_t hub_monotonic_ms(void);
double hub_dice(void); /* 0 .. 1 */
/* Owned, with a NUL behind it; NULL of an absent text.  Without memory the
 * process ends: what it had in hand is owed still. */
char *hub_copy(struct slice);
struct host_policy hub_host_policy(const struct hub *);
void hub_stop(struct hub *, const char *why);
/* Called by whoever ends something: what waited for room goes on, and --once
 * ends when nothing is left. */
void hub_step_done(struct hub *);
void hub_arm(struct event *timer, int64_t wait_ms);

/* schedule.c */
int schedule_init(struct hub *, struct err *e);
void schedule_release(struct hub *);
void schedule_put(struct hub *, struct subscription *, int64_t at);
void schedule_arm(struct hub *);
/* Its times were noted under a clock that is so far away. */
void subscription_shift(struct subscription *, int64_t by_s);
/* Polls the first feed that is due, whatever holds the others. */
void schedule_probe(struct hub *);
/* True while a feed will still be polled in this --once. */
bool schedule_has_due(const struct hub *);
struct subscription *schedule_find(const struct hub *, struct slice url);
void subscription_free(struct subscription *);

/* listing.c */
int listing_init(struct hub *, struct err *e);
void listing_release(struct hub *);
/* Puts the configuration's feeds into the database, then reads all feeds. */
void schedule_sync(struct hub *);
void schedule_list(struct hub *); /* only reads them */
/* The configuration was replaced: no feed may point into the old one. */
void schedule_link_given(struct hub *);

/* retain.c */
int retain_init(struct hub *, struct err *e);
void retain_release(struct hub *);
/* Deletes what is too old, if the clock is settled; unless it is at it. */
void retain_start(struct hub *);
/* In --once, when all else is done.  True: it is at it, and hub_step_done() is
 * called when it has ended. */
bool retain_at_end(struct hub *);

/* replan.c */
/* For store_cut_plans(): its longest_s. */
struct plan_bounds plan_bounds_of(const struct config *);
struct replan { /* what decides, of a configuration */
	int64_t interval_s, max_s;
	bool adaptive;
};
struct replan replan_of(const struct config *);
/* On the store's thread: whoever is planned for later than it allows is
 * brought forward. */
int replan_late(struct store *, const struct replan *, struct err *e);

/* poll.c */
void poll_start(struct hub *, struct subscription *);
/* The headers that the operator has given the feed; returns how many. */
#define POLL_HEADERS 32
size_t poll_headers(
    const struct subscription *, struct fetch_header ret[POLL_HEADERS]);

/* gate.c */
int gate_init(struct hub *, struct err *e);
void gate_release(struct hub *);
/* Whose budget an address is in; NULL when it is no address. */
struct host *gate_host(struct hub *, const char *url);
/* Queues it at its host; false when the url has none (nothing is queued). */
bool gate_submit(struct hub *, struct errand *, const char *url);
/* Has it an errand that waits behind a redirect, it does so no more: the host
 * pauses, and the errand's owner can tell. */
void gate_send_back(struct hub *, struct host *);
/* Its budget has changed: something of it may start now, or must not. */
void gate_enlist(struct hub *, struct host *);
void gate_pump(struct hub *);
/* A document of it has been read, or was too much for its reader. */
void gate_was_read(struct hub *, struct host *, bool in_no_time);
/* The errand is for a publisher's own page at that address, or for none: it is
 * not foreign. */
bool gate_is_own(struct hub *, const struct errand *, const char *url);
/* The errand waits, or will, for a publisher's own page: it is not foreign any
 * more, and takes the turns of that feed. */
void gate_make_own(struct errand *, int64_t feed_id, int64_t order);
/* The errand's transfer has ended, or has left its host. */
void gate_release_connection(struct hub *, struct errand *);
/* There may be room again. */
void gate_resume(struct hub *);
/* Errands that could still start without waiting for a server's pause. */
bool gate_has_work(const struct hub *);
/* Forgets hosts of which nothing is to be remembered.  Now and then. */
void gate_trim(struct hub *);
/* Drops all that waits.  For the stop. */
void gate_clear(struct hub *);

/* gate_answer.c */
/* The errand's transfer has ended: its host may have asked for a pause. */
void gate_finished(struct hub *, struct errand *, const struct response *);
/* It did not come to a transfer. */
void gate_abandoned(struct hub *, struct errand *);
/* A redirect leads it to another host: the one that said so is free again. */
void gate_left(struct hub *, struct errand *);
/* 429, 503, or of a host that pauses: not now, and nobody has failed. */
bool gate_is_busy(const struct response *);
/* Seconds for which such an answer asks us to stay away; -1: not said. */
int64_t gate_pause_asked_s(const struct response *, int64_t now);

/* hop.c */
fetch_hop hop_asked; /* of an errand, for a hub */
/* The errand stands in no queue, and leads to a host that pauses. */
void hop_postpone(struct errand *, const struct host *);

/* reading.c */
/* worker_start() for a document that was asked for at asked_url, whose host is
 * judged by how that goes. */
int reading_start(struct hub *, const char *asked_url, const struct job *,
    int body_fd, worker_done *, void *arg, struct err *e);

/* store_post() for what came of a document that was asked for at asked_url:
 * those of proven hosts come first. */
void keeping_start(struct hub *, const char *asked_url, size_t rows,
    store_run *, store_done *, void *arg);

/* owed.c */
int article_init(struct hub *, struct err *e);
void article_release(struct hub *);
/* Asks the store what is owed, unless it is being asked. */
void article_ask(struct hub *);

/* further_owed.c */
int further_init(struct hub *, struct err *e);
void further_release(struct hub *);
/* Asks the store which documents are owed, unless it is being asked. */
void further_ask(struct hub *);
/* It is being asked; what is in hand is at the gate or under way. */
bool further_has_work(const struct hub *);

/* rules.c */
enum rules_verdict { RULES_ALLOWED, RULES_DISALLOWED, RULES_UNREACHABLE };
typedef void rules_done(enum rules_verdict, const char *why, void *arg);
int rules_new(struct hub *, struct rules **ret, struct err *e);
void rules_free(struct rules *);
/* May the errand ask for the page?  done is called at once or later. */
void rules_ask(struct rules *, const char *url, const struct errand *,
    rules_done *, void *arg);
size_t rules_waiting(const struct rules *);
/* The answer, if it is in memory. */
bool rules_known(struct rules *, const char *url, enum rules_verdict *ret,
    const char **ret_why);
/* The errand, which may wait for the rules of that address, is not foreign any
 * more. */
void rules_make_own(struct rules *, const char *url, const struct errand *);
/* Whoever asked for it with that arg is not to be told. */
void rules_forget(struct rules *, const char *url, const void *arg);
/* The clock has jumped. */
void rules_shift(struct rules *, int64_t by_s);

/* control.c */
int control_new(
    struct hub *, const char *path, struct control **ret, struct err *e);
void control_free(struct control *);
/* Something was committed: wakes the `wait-change` clients. */
void control_changed(struct control *);

/* reload.c */
/* Reads the configuration again.  False: it is faulty, config_refused says why,
 * and the old one stays. */
bool reload(struct hub *);

/* progress.c */
void progress_start(struct hub *);

#endif
