/*
 * polls.h -- polls, and the entries that come of them (polls.c,
 * document.c, rename.c, entries.c, announce.c).  The rules: store.h.
 */
#ifndef STORE_POLLS_H
#define STORE_POLLS_H

#include "base/err.h"
#include "base/slice.h"
#include "crawler/feed/feed.h"
#include "store/feeds.h"

struct poll_row {
	int64_t feed_id, at;
	long http_status;     /* 0: none came */
	struct slice outcome; /* "ok" "unchanged" "not-a-feed" or a
				 fetch_result_name */
	struct slice why;     /* one line for people */
	int64_t bytes, elapsed_ms;
	int64_t n_entries, n_new; /* n_new is filled in by store_poll_keep's
				     own count when entries are given */
};

#define STORE_MOVE_S (7 * 86400) /* etiquette E27 */

#define STORE_NEW_DATES   64   /* of one poll's new entries */
#define STORE_SLICE_BYTES 2048 /* the full-text index takes as long for them as
				  the rows of an entry do */

struct poll_kept {
	size_t n_new;     /* entries not seen before */
	size_t n_known;   /* entries that were */
	size_t n_owed;    /* articles that are owed a fetch because of it */
	size_t n_further; /* documents that are owed because of it */
	size_t n_home_pages; /* of other sites, that may be due because of it */
	bool is_gap;      /* nothing of it was known: some may be lost */
	int64_t gap_interval_s; /* then: how often to ask from now on */
	bool moved; /* its row has another url, or gave way to one */
	/* When the new entries were published, or DATE_NONE; the first ones. */
	int64_t new_dates[STORE_NEW_DATES];
	size_t n_new_dates;
	/* The first so many of the document are to be kept still, by a call
	 * that has this as `before`; what that one is to know. */
	size_t n_left;
	bool had_items, is_stamped;
	/* Entries that wait, since the feed has brought its bytes of a day, and
	 * until when; 0 and DATE_NONE: none.  The document is to come again,
	 * so that its validators were not kept. */
	size_t n_waiting;
	int64_t budget_at;
	/* Of a news sitemap: between which moments something was missed. */
	int64_t missed_since, missed_until;
};

struct poll_keep {
	struct poll_row poll;
	bool keep_validators; /* leave etag, last_modified as they were */
	struct slice etag, last_modified; /* else: these, SLICE_NONE clears */
	struct slice validators_url;      /* where they came from */
	int64_t next_poll_at, failures;
	struct slice next_poll_by, next_poll_terms; /* why then */
	struct slice history; /* bytes of its cadence; SLICE_NONE: as before */
	/* Called once it is known what is new, to fill in these five; NULL:
	 * they are.  On the store's thread, and again where the transaction is
	 * done again. */
	void (*decide)(struct poll_keep *, const struct poll_kept *);
	void *decide_arg;
	struct slice moved_url; /* not SLICE_NONE: the feed's url from now on */
	/* Of a poll that ended well (a whole feed, or 304): where permanent
	 * redirects alone led, SLICE_NONE where they did not.  The same answer
	 * for STORE_MOVE_S makes it the feed's url. */
	bool is_answer;
	/* The network was down: nobody was asked.  Only the next poll is
	 * planned. */
	bool is_excused;
	struct slice redirect_url;
	bool set_status;
	enum feed_status status;
	struct slice status_why;
	const struct feed *feed; /* NULL: nothing was read (304, failure) */
	/* A long document is kept in slices, each in a call: its last entries
	 * first, and with the first ones, when n_left comes back as 0, the
	 * poll itself, the validators and the schedule.  Until then the feed is
	 * as it was, but for entries that are known.  slice: what one weighs,
	 * an entry 1 and each STORE_SLICE_BYTES of its words 1; 0: all at once.
	 * before: what the call before came to; NULL: this is the first. */
	size_t slice;
	const struct poll_kept *before;
	bool fetch_articles;
	int64_t max_age_s; /* older entries are kept, not fetched */
	int64_t feed_bytes_per_day; /* articles.feed_bytes_per_day; 0: no limit:
				       budget.h */
	/* The server's own time, 0 or DATE_NONE: not said.  What is old goes by
	 * its clock where that is behind ours, which may have been set wrong. */
	int64_t server_at;
	bool revisit;      /* look again at pages whose items were edited */
	bool has_all;      /* filled in by the store: what it lacks is gone */
	bool is_first;     /* filled in by the store: nothing of that document
			      was read before */
	int64_t known_before; /* likewise: what is known since then is not
				 counted as known; 0: all is */
};

/* A feed's last polls, the newest first. */
int store_poll_list(struct store *, int64_t feed_id, size_t limit,
    int (*visit)(const struct poll_row *, void *), void *arg, struct err *e);

/* A poll with all that came of it.  Entries are matched by
 * feed_entry_keys(), articles by url_key(); an entry without a fetchable
 * link becomes an article of its own from the feed's text (feed_only), as do
 * those that are too old or not to be fetched.  A document that is no feed, or
 * not complete, leaves the validators as they were.  ERR_NOT_FOUND: there is no
 * such feed (any more). */
int store_poll_keep(struct store *, struct poll_keep *, int64_t now,
    struct poll_kept *ret, struct err *e);

#endif
