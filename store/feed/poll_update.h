/*
 * poll_update.h -- a poll, and its results in the store (polls.h).
 */
#ifndef STORE_FEED_POLL_UPDATE_H
#define STORE_FEED_POLL_UPDATE_H

#include "base/err.h"
#include "base/slice.h"
#include "crawler/feed/feed.h"
#include "store/feed/feeds.h"
#include "store/websub/websub.h"

struct poll_row {
	int64_t feed_id, at;
	long http_status;     /* 0: no response */
	struct slice outcome; /* "ok", "unchanged", "not-a-feed", "delivered"
			       * or a fetch_result_name */
	struct slice
	    why; /* one line that explains the outcome to the operator */
	int64_t bytes, elapsed_ms;
	int64_t n_entries, n_new; /* n_new is set by store_poll_put() if the
				   * poll has entries */
};

/* Time for which a permanent redirect must persist before the URL of the feed
 * is changed (docs/etiquette.md, row E27). */
#define STORE_MOVE_S (7 * 86400)

#define STORE_NEW_DATES 64 /* per poll */
#define WHY_UNSTABLE_KEYS                                                      \
	"links and guids change with each request; entries are recognised by " \
	"their titles"
/* Unit of the work for an entry's text: indexing a text of this size takes as
 * long as inserting the rows of an entry. */
#define STORE_SLICE_BYTES 2048

struct poll_stored {
	size_t n_new;        /* entries not seen before */
	size_t n_known;      /* entries seen before */
	size_t n_pushed;     /* entries first seen after pushed_since */
	size_t n_pending;    /* articles that now wait for a fetch */
	size_t n_inserted;   /* of n_pending, articles that were inserted */
	size_t n_linked;     /* linked documents that are now pending */
	size_t n_home_pages; /* home pages of other sites that may now be due */
	bool has_missed_items; /* no entry was known: items may have been missed
				*/
	int64_t
	    missed_interval_s; /* the new poll interval if has_missed_items */
	bool moved;            /* the URL of the feed was changed */
	/* The feed has moved to the URL of another feed, so it is FEED_GONE.
	 * This is known before poll_update.decide is called. */
	bool merged;
	int64_t subscription_id; /* the new subscription at a hub; 0: none */
	/* Dates of publication of the first new entries, or DATE_NONE. */
	int64_t new_dates[STORE_NEW_DATES];
	size_t n_new_dates;
	/* The first n_left entries of the document are not stored yet.  The
	 * next call stores them and takes this struct as `before`.  That call
	 * reads had_items, is_stamped, has_new_host and has_unstable_keys. */
	size_t n_left;
	bool had_items, is_stamped;
	bool has_new_host; /* the links of the entries have another host than
			    * before */
	/* Links and guids of the entries change with each document, so that
	 * entries without a date are recognised by their titles.
	 * poll_update.decide should set poll.why to WHY_UNSTABLE_KEYS. */
	bool has_unstable_keys;
	/* Number of entries that wait because the feed has used up its bytes
	 * per day, and the time until which these entries wait.  0 and
	 * DATE_NONE: no entry waits.  The document must be fetched again at
	 * that time, so its validators are not stored. */
	size_t n_waiting;
	int64_t budget_at;
	/* If the document is a news sitemap: start and end of the period in
	 * which items were missed. */
	int64_t missed_since, missed_until;
};

struct poll_update {
	struct poll_row poll;
	bool leaves_validators; /* do not change etag and last_modified */
	struct slice etag,
	    last_modified; /* validators to store unless leaves_validators is
			      set; SLICE_NONE removes the stored one */
	/* The URL whose response contained the validators.  Without
	 * validators: SLICE_NONE, or the URL of a server that refuses requests
	 * with validators. */
	struct slice validators_url;
	int64_t next_poll_at, failures;
	struct slice next_poll_by,
	    next_poll_terms;  /* the rule that decided the time of the next
				 poll, and the times of all rules */
	struct slice history; /* encoded cadence history; SLICE_NONE: no
			       * change */
	/* Called when the new entries are known.  Sets next_poll_at, failures,
	 * next_poll_by, next_poll_terms and history.  NULL: these members are
	 * already set.  The function is called on the thread of the store, and
	 * is called again if the transaction is repeated. */
	void (*decide)(struct poll_update *, const struct poll_stored *);
	void *decide_arg;
	struct slice moved_url; /* the new URL of the feed; SLICE_NONE: the URL
				   does not change */
	/* is_answer: the poll succeeded (a complete feed, or 304).
	 * redirect_url: the target of the redirects if all were permanent, else
	 * SLICE_NONE. If the target is the same for STORE_MOVE_S, it becomes
	 * the URL of the feed. */
	bool is_answer;
	/* The network was down, so no server was asked.  Only the next poll
	 * is planned. */
	bool is_excused;
	struct slice redirect_url;
	bool set_status;
	enum feed_status status;
	struct slice status_why;
	const struct feed *feed; /* NULL: no document was read (304, failure) */
	/* The hub and topic that the document names (websub_follow()); NULL:
	 * the subscription does not change.  Ignored if the feed is merged. */
	const struct websub_row *subscription;
	/* A long document is stored in slices, one per call, the last
	 * entries first.  The call that stores the first entries also stores
	 * the poll, the validators and the schedule; n_left is 0 then.
	 * Earlier calls store entries only.
	 * slice: weight of a slice.  An entry weighs 1 plus 1 for each
	 * STORE_SLICE_BYTES of its text.  0: store everything in one call.
	 * before: result of the previous call; NULL: this is the first call. */
	size_t slice;
	const struct poll_stored *before;
	bool fetch_articles;
	int64_t max_age_s; /* older entries are stored, but their pages are
			    * not fetched */
	int64_t feed_bytes_per_day; /* articles.feed_bytes_per_day
				     * (budget.h); 0: no limit */
	/* Time of the server; 0 or DATE_NONE: not sent.  The age of entries
	 * is computed by the server's clock if it is behind ours, because
	 * our clock may be wrong. */
	int64_t server_at;
	/* The document was delivered by a hub (docs/websub.md).  Its entries
	 * are stored as those of a poll.  It may be a part of the feed, so that
	 * no item counts as missed or removed.  Schedule, validators and hints
	 * are not changed. */
	bool is_push;
	int64_t pushed_since; /* time of the previous poll; 0: unknown.  A hub
			       * has delivered the entries that were first
			       * seen after this time. */
	bool revisit;         /* fetch the pages of edited items again */
	bool is_linked; /* not the document of the feed, but one that it names,
			   as with older items.  No entry counts as removed, or
			   as present again */
	bool has_all;  /* set by the store: the document lists all current
			  entries, so entries that it does not list are gone */
	bool is_first; /* set by the store: this document was not read before */
	struct slice feed_language; /* set by the store: the language that this
				       or an earlier document of the feed states
				     */
	int64_t known_before; /* set by the store: entries that were first seen
				 at or after this time do not count as known; 0:
				 all count */
};

#endif
