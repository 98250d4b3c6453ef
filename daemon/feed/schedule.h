/*
 * schedule.h -- the feeds in memory, and the time of the next poll of each.
 */
#ifndef DAEMON_FEED_SCHEDULE_H
#define DAEMON_FEED_SCHEDULE_H

#include "base/heap.h"
#include "crawler/cadence_history.h"
#include "daemon/request.h"
#include "store/store.h"

struct config_feed;
struct schedule;

/* A feed as it is stored in memory. It belongs to the schedule; after
 * schedule_remove() it belongs to its poll, if there is one. */
struct subscription {
	struct heap_item due; /* in the heap of schedule.c; its key is the time
				 of the next poll, in UTC seconds */
	struct request request; /* used while the feed is in a host queue */
	int64_t id;
	char *url;
	char *etag, *last_modified, *validators_url; /* or NULL */
	/* refuses_validators: the server has answered a request with validators
	 * with 412 (docs/etiquette.md, row E52).  was_refused: it did so in the
	 * current poll. */
	bool refuses_validators, was_refused;
	int64_t interval_s;      /* 0: poll.interval */
	struct feed_hints hints; /* polling hints of the feed itself */
	/* freshness of the last document in seconds, see struct
	 * cadence_input; 0: unknown */
	int64_t fresh_s;
	int64_t last_new_at, last_poll_at, first_poll_at, failures;
	struct cadence_history history;
	/* when items were last missed, and the longest poll interval after
	 * that; see struct cadence_input */
	int64_t missed_at, missed_interval_s;
	/* Hash of the last document that was parsed completely, and the time of
	 * parsing; 0: this process has not parsed a document of the feed, or
	 * the document is too large for a hash. */
	uint64_t body_hash;
	int64_t body_read_at;
	bool fetch_articles;
	/* the planned time is the end of a pause that the server asked for */
	bool is_asked_to_pause;
	enum feed_status status;
	/* number of the outage of the network during which the last poll
	 * failed; 0: none */
	uint32_t failure_noted_in;
	/* a failure was not counted because the network was down, and the feed
	 * has not been answered since */
	bool was_excused;
	/* configuration of the feed if it has headers, borrowed; else NULL */
	const struct config_feed *given;
	bool polling;       /* a poll is in progress */
	bool removed;       /* the feed is freed at the end of the poll */
	uint32_t listed_in; /* number of the last listing that contained the
			       feed */
	/* number of the listing that was being merged when the last poll of the
	 * feed ended; 0: none */
	uint32_t polled_in;
};

/* Called for a feed that is due. The function starts its poll (poll_start()).
 */
typedef void schedule_start(struct hub *, struct subscription *);
/* Makes an empty schedule, which is owned by the caller. Returns 0 or
 * ERR_MEMORY. After an error, the caller must free *ret if it is set. */
int schedule_new(
    struct hub *, schedule_start *, struct schedule **ret, struct err *e);
/* Frees the feeds, too. NULL is allowed. */
void schedule_free(struct schedule *);

/* ---- feeds ---- */

/* Returns the feed with that URL, or NULL if there is none. The feed is
 * borrowed. */
struct subscription *schedule_find(const struct hub *, struct slice url);
/* Adds a feed and returns it. The feed is borrowed. It is not planned yet. */
struct subscription *schedule_add(struct hub *, struct slice url);
/* Removes the feed. It is freed now, or when its poll ends. */
void schedule_remove(struct hub *, struct subscription *);
/* Sets the stored validators, which the feed owns from now on; each may be NULL
 * (struct subscription). */
void schedule_set_validators(struct subscription *, char *etag,
    char *last_modified, char *validators_url);
/* Visits all feeds; start with *at = 0; NULL at the end. Feeds may be removed
 * meanwhile. */
struct subscription *schedule_next(const struct hub *, size_t *at);
/* Returns the number of feeds. */
size_t schedule_feeds(const struct hub *);

/* ---- plans ---- */

/* Plans the next poll of a feed after a poll. If the feed was removed, frees
 * it. With --once, a feed is polled only once. */
void schedule_put(struct hub *, struct subscription *, int64_t at);
/* Plans the next poll of a feed that was listed, unless the feed is paused.
 * schedule_arm() must be called after the last of these calls. */
void schedule_plan(struct hub *, struct subscription *, int64_t at);
/* Removes the plan of a feed. */
void schedule_cancel(struct hub *, struct subscription *);
/* Sets the timer to the first plan. */
void schedule_arm(struct hub *);
/* Sets the end of --once: feeds that are due until `at`, UTC seconds, are
 * polled. */
void schedule_end_at(struct hub *, int64_t at);
/* While the schedule is held, no feed is polled, except by schedule_probe().
 * After schedule_hold(hub, false), schedule_arm() must be called. */
void schedule_hold(struct hub *, bool is_held);
/* Sets the number of the listing that is being merged; 0: none. Feeds whose
 * poll ends during the merging get this number in polled_in. */
void schedule_set_merging(struct hub *, uint32_t listing);
/* Moves all times by by_s after the clock has jumped. O(feeds). */
void schedule_shift(struct hub *, int64_t by_s);
/* Moves the times of one feed by by_s, except for its planned poll. */
void schedule_shift_feed(struct subscription *, int64_t by_s);
/* Polls the first feed that is due, even if the schedule is held. */
void schedule_probe(struct hub *);
/* Returns the time at which to poll a feed whose planned time has passed. If
 * the planned time is in an hour or day that the feed excludes, returns `now`:
 * cadence_decide() never chooses such a time, so the operator set it. Otherwise
 * returns the first time, from `now` on, that the feed does not exclude. */
int64_t schedule_late_until(const struct subscription *, int64_t now);
/* True if --once must still poll a feed. */
bool schedule_has_due(const struct hub *);
/* Returns the time of the first plan; INT64_MAX: no feed is planned. */
int64_t schedule_first_at(const struct hub *);
/* Returns the number of feeds that are planned. */
size_t schedule_planned(const struct hub *);

/* ---- polls ---- */

/* Called when a poll of the feed has begun or ended. */
void schedule_begin_poll(struct hub *, struct subscription *);
void schedule_end_poll(struct hub *, struct subscription *);
/* Returns the number of polls in progress. */
size_t schedule_polling(const struct hub *);

#endif
