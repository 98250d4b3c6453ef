/*
 * store.h -- the database: opening it, and the rows that rooms exchange.
 *
 * The promises (tests hold each):
 *   - what is known about the network (validators, next poll) is committed in
 *     the same transaction as what was learned from it (entries);
 *   - an article owed is a row before it is a job;
 *   - a change has a seq that is never used again, and is committed with the
 *     article that it tells of.
 *
 * Texts of rows are struct slice, UTF-8; SLICE_NONE is NULL in SQL.  Rows
 * that a visitor gets are borrowed for the visit.  A visitor that returns
 * non-zero ends the walk, and that value is returned.
 *
 * A struct store is used by one thread at a time.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/arena.h"
#include "base/date.h"
#include "base/err.h"
#include "config/config.h"
#include "crawler/feed/feed.h"
#include "crawler/feed/hints.h"
#include "cuter/cuter.h"

#define STORE_APPLICATION_ID 0x474c4e52 /* "GLNR" */

struct store;

enum store_mode {
	STORE_READ,  /* queries; the file must be there */
	STORE_WRITE, /* a command's short writes; made where it is absent */
	STORE_DAEMON /* creates, migrates, and holds the daemon's lock */
};

/* ERR_REFUSED, with one line that says what to do: held by another daemon
 * (which pid), a newer schema, a foreign file, an empty file, a corrupt one.
 * The file is not touched then.  A new database is made beside the path and
 * renamed into place, its directory (one level) too where it is absent.
 * STORE_DAEMON reads the file whole (quick_check) up to
 * LIMIT_OPEN_CHECK_BYTES; the others look at whose it is and of which schema.
 * ERR_NOT_FOUND: STORE_READ and no file. */
int store_open(
    const char *path, enum store_mode, struct store **ret, struct err *e);
void store_close(struct store *);

/* Transactions (BEGIN IMMEDIATE).  Each function below runs inside the
 * caller's, or in its own where there is none.  In a transaction a function
 * that fails has done nothing, and the rest of the batch may go on, unless
 * store_may_retry(): a full disk may have undone the whole transaction, and
 * then all that follows in it fails, store_commit() too.  A commit that fails
 * has undone everything since store_begin(). */
int store_begin(struct store *, struct err *e);
int store_commit(struct store *, struct err *e);
void store_rollback(struct store *);
/* True after a failure that time may heal: disk full, busy. */
bool store_may_retry(const struct store *);
/* How long a transaction waits to begin while somebody else writes, roughly;
 * STORE_FOR_EVER: until it may.  Sooner it fails, with store_may_retry(), when
 * *stop is set (borrowed while the store is open; NULL: nobody stops it).
 * LIMIT_BUSY_MS where nothing was said. */
#define STORE_FOR_EVER INT64_MAX
void store_set_patience(
    struct store *, int64_t ms, const volatile int *stop);
/* How far long work has come, now and then: total 0 where nobody knows.  For
 * store_check() and store_backup(); NULL: nobody asks. */
typedef void store_progress(
    const char *what, int64_t done, int64_t total, void *arg);
void store_watch(struct store *, store_progress *, void *arg);
/* Changes whenever another connection commits (PRAGMA data_version). */
int store_data_version(struct store *, int64_t *ret, struct err *e);
/* WAL back into the file; for the daemon, hourly and at its end.  What a
 * reader holds back stays for the next time: no error. */
int store_checkpoint(struct store *, struct err *e);

/* ---- feeds (feeds.c) ---- */

enum feed_status { FEED_ACTIVE, FEED_PAUSED, FEED_GONE };
const char *feed_status_name(enum feed_status);

struct feed_row {
	int64_t id;
	struct slice url, title, site_url, description, language;
	struct slice given_title; /* the operator's */
	struct slice tags;        /* one a line */
	struct slice outline;     /* of an OPML file, what has no column:
				     name=value,     one a line */
	int64_t interval_s;       /* 0: the default */
	bool fetch_articles, from_config;
	struct slice etag, last_modified; /* opaque bytes */
	struct slice validators_url; /* the effective address that gave them */
	int64_t next_poll_at, last_poll_at, last_new_at; /* or DATE_NONE */
	int64_t failures;
	enum feed_status status;
	struct slice status_why;
	struct slice last_outcome, last_why; /* of the last poll */
	struct feed_hints hints;             /* what it last asked for itself */
	int64_t gap_at;         /* when it last lost items, or DATE_NONE … */
	int64_t gap_interval_s; /* … and how often to ask so that it does not
				   again; 0: no more often */
	struct slice history;   /* bytes of its cadence, as kept */
	struct slice next_poll_by, next_poll_terms; /* why then */
	int64_t added_at;
	int64_t n_entries; /* filled by store_feed_list only */
};

struct feed_subscription {
	struct slice url, title, tags, outline;
	int64_t interval_s;
	bool fetch_articles, from_config;
};

/* Adds, or changes what the operator says of a feed that is there (an absent
 * title, interval or tags leave what was).  *ret_new tells which.  A feed that
 * was paused or gone is active again, but not due any earlier; said by the
 * configuration only where store_feed_keep_only() had paused it.  An address
 * that a feed has moved away from is that feed's.  from_config holds only
 * while nobody but the configuration names the feed. */
int store_feed_put(struct store *, const struct feed_subscription *,
    int64_t now, int64_t *ret_id, bool *ret_new, struct err *e);
/* The same of said[0..n), their ids to ret_ids[0..n).  In the caller's
 * transaction: by itself each few hundred feeds are one of their own. */
int store_feed_put_all(struct store *, const struct feed_subscription *said,
    size_t n, int64_t now, int64_t *ret_ids, struct err *e);
/* Feeds that came from the configuration and are not among ids[0..n) any more
 * are paused, status_why "not in the configuration any more". */
int store_feed_keep_only(
    struct store *, const int64_t *ids, size_t n, struct err *e);
/* ERR_NOT_FOUND where there is no such url. */
int store_feed_find(
    struct store *, struct slice url, int64_t *ret_id, struct err *e);
/* These two do nothing where there is no such feed.  A next poll that is set
 * so is "by command". */
int store_feed_set_status(struct store *, int64_t id, enum feed_status,
    struct slice why, struct err *e);
int store_feed_set_next_poll(
    struct store *, int64_t id, int64_t at, struct err *e);
/* Its next poll, what decided, and all that was weighed. */
int store_feed_set_plan(struct store *, int64_t id, int64_t at, struct slice by,
    struct slice terms, struct err *e);
/* Its last failure was the network's: it has so many of its own, and is due at
 * that time. */
int store_feed_excuse(struct store *, int64_t id, int64_t failures,
    int64_t at, struct err *e);
/* The bytes of its cadence. */
int store_feed_set_history(
    struct store *, int64_t id, struct slice history, struct err *e);
/* The clock was set by so much: the times of all that is planned, and those
 * that plans are made from, move with it.  O(feeds + articles to retry). */
int store_shift_times(struct store *, int64_t by_s, struct err *e);
/* Ends the subscription.  Its articles stay, those that are owed are owed; its
 * row is hidden (feed.removed) and comes back when it is subscribed again. */
int store_feed_remove(struct store *, int64_t id, struct err *e);
int store_feed_list(struct store *,
    int (*visit)(const struct feed_row *, void *), void *arg, struct err *e);
/* Without what only people read (titles, tags, why, numbers of entries): those
 * members are absent.  O(feeds), however many entries they have. */
int store_feed_list_schedule(struct store *,
    int (*visit)(const struct feed_row *, void *), void *arg, struct err *e);
/* As store_feed_list_schedule, with next_poll_terms: those planned for later
 * after their last poll than their own interval (else interval_s) or max_s,
 * the longer of the two, and a tenth of it, which is jitter. */
struct feed_waits {
	int64_t interval_s, max_s;
};
int store_feed_list_late(struct store *, const struct feed_waits *,
    int (*visit)(const struct feed_row *, void *), void *arg, struct err *e);
/* Visits one; ERR_NOT_FOUND where there is no such feed. */
int store_feed_get(struct store *, int64_t id,
    int (*visit)(const struct feed_row *, void *), void *arg, struct err *e);

/* ---- polls and entries (polls.c, entries.c) ---- */

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

/* ---- what a feed leads to (further.c), what it lost (gap.c) ---- */

/* A poll's index of sitemaps, or a gap, leaves rows of documents that are to
 * be read; each is read, and kept, until none is owed. */
struct further_row {
	int64_t id, feed_id, depth, tries;
	struct slice kind; /* sitemap, archive, page, news; robots: a
			      robots.txt, for the news sitemaps that it names */
	struct slice url, etag, last_modified, validators_url;
	struct slice feed_url;
	bool fetch_articles;
};
/* What is owed, in the order in which it came; *ret_next_retry_at: when the
 * first of the others is (DATE_NONE: none waits). */
int store_further_owed(struct store *, int64_t now, size_t limit,
    int (*visit)(const struct further_row *, void *), void *arg,
    int64_t *ret_next_retry_at, struct err *e);

struct further_keep {
	int64_t id;
	/* With why: it could not be read.  DATE_NONE: and never will be. */
	struct slice why;
	int64_t retry_at;
	const struct feed *feed; /* else, NULL: unchanged */
	struct slice robots;     /* of kind robots: robots_reduce's text */
	struct slice etag, last_modified, validators_url;
	int64_t max_age_s;
	int64_t server_at; /* as in poll_keep */
	size_t slice;                   /* as in poll_keep … */
	const struct poll_kept *before; /* … and this */
};
/* One document with all that came of it, as store_poll_keep.  ERR_NOT_FOUND:
 * nobody wants it any more. */
int store_further_keep(struct store *, const struct further_keep *, int64_t now,
    struct poll_kept *ret, struct err *e);

struct gap_row {
	struct slice feed_url, feed_title, status;
	int64_t at, since_at, found;
};
/* Noticed after `since`, the newest first. */
int store_gap_list(struct store *, int64_t since,
    int (*visit)(const struct gap_row *, void *), void *arg, struct err *e);

/* ---- articles (articles.c) ---- */

enum article_status {
	ARTICLE_QUEUED,
	ARTICLE_DONE,
	ARTICLE_FEED_ONLY,
	ARTICLE_FAILED,
	ARTICLE_GONE,
	ARTICLE_STATUS_COUNT
};
const char *article_status_name(enum article_status);

/* What is owed, newest first, at most per_host of any one host (by
 * url_budget_key) and `limit` in all: status queued, or failed with
 * retry_at <= now.  Where that leaves room, then likewise (and per_host
 * anew) the pages that are to be looked at again: revisit_at <= now. */
struct article_owed {
	int64_t id, feed_id, tries;
	struct slice url, host_key, hint_title, hint_summary;
	bool is_revisit;                  /* it was given out before */
	struct slice etag, last_modified; /* of the page, for re-visits */
	struct slice validators_url;      /* where those came from */
};
int store_article_owed(struct store *, int64_t now, size_t limit,
    size_t per_host, int (*visit)(const struct article_owed *, void *),
    void *arg, struct err *e);
/* How many (of re-visits at most LIMIT_REVISITS_DUE), and when the next retry
 * or re-visit is due (DATE_NONE: none waits). */
int store_article_owed_count(struct store *, int64_t now, int64_t *ret_n,
    int64_t *ret_next_retry_at, struct err *e);

/* How long after its first visit a page is looked at again (articles.revisit).
 */
struct revisit_plan {
	int64_t after_s[CONFIG_MAX_REVISITS];
	size_t n; /* 0: never */
};
/* When the plan has the next visit after now, DATE_NONE: none any more.  What
 * was missed is not made up for. */
int64_t store_revisit_next(
    const struct revisit_plan *, int64_t from, int64_t now);

struct article_keep {
	int64_t id;
	enum article_status status; /* done, feed_only, failed, gone */
	struct slice status_why;
	int64_t retry_at; /* with failed */
	int64_t fetched_at;
	struct slice final_url;              /* after redirects */
	const struct cuter_article *article; /* with done; else NULL */
	struct slice etag, last_modified;
	struct slice robots; /* what its headers say about its use */
	/* Of a visit to what was given out before: */
	bool unchanged; /* with done, without article: 304 */
	bool missing;   /* with failed: 404; LIMIT_MISSING_S of it are gone */
	struct revisit_plan revisits;
	/* The page as fetched; SLICE_NONE: not kept.  zstd is made here. */
	struct slice raw, raw_headers, raw_content_type;
};

/* Keeps a result: rows, full text, revision where the text changed, change
 * log.  With feed_only, and with done where the article has no body, the
 * feed's own text becomes the body (origin "feed", status feed_only).  Two
 * articles whose canonical URLs turn out to be the same, and whose title or
 * body agree, stay two rows; the later one is feed_only with status_why "the
 * same as article N".
 *
 * A page that is no article does not take the place of a good text: of an
 * error page or a consent wall nothing is kept, of a stub, listing, gallery,
 * video or paywall only what is longer than the feed's text and than what
 * was done before.
 *
 * A text that was given out is not dropped for less: failed and feed_only
 * leave a done article as it is, failed a feed_only one.  The
 * LIMIT_ARTICLE_TRIES-th failure makes the article feed_only.  gone withdraws
 * what was given out, and goes quietly otherwise.  raw over LIMIT_RAW_BYTES is
 * not kept.  Of a page that has been an article, one that is none any more, or
 * is behind a wall, is less too.  A page that gave a text is planned to be
 * looked at again.  ERR_NOT_FOUND; ERR_USAGE for queued, or done without
 * article. */
int store_article_keep(
    struct store *, const struct article_keep *, int64_t now, struct err *e);

struct article_row {
	int64_t id, revision, word_count;
	int64_t published_at, modified_at, fetched_at, extracted_at,
	    first_seen_at;
	struct slice url, canonical_url, title, lead, byline, lang, body,
	    body_html, status, status_why, origin, flags;
	double confidence;
	/* joined lists, one item a line */
	struct slice authors, tags, feeds, images;
	struct slice feed_title;
	struct slice page_class;   /* of the page, cuter_page_class_name() */
	struct slice node_classes; /* "empty 3 text 21 …": nodes of each */
	struct slice usage;        /* said by headers and page, one a line */
	struct slice section, publisher, license;
	struct slice access;    /* free, paid; absent: the page does not say */
	int64_t published_zone; /* minutes east of UTC; DATE_NONE */
	struct slice fields;    /* JSON: who said each of the page's */
	int64_t cluster_id; /* the article that had its text first; 0: none */
};

struct article_filter {
	struct slice feed; /* url or a part of the title */
	struct slice tag, lang, status;
	int64_t since_at, until_at; /* DATE_NONE: open */
	double min_confidence;      /* 0: any */
	bool one_per_cluster;       /* leave out copies of what stands */
	size_t limit;               /* 0: all */
};
/* Newest first (published_at, else first seen).  body and body_html are absent
 * in lists. */
int store_article_list(struct store *, const struct article_filter *,
    int (*visit)(const struct article_row *, void *), void *arg, struct err *e);
/* The whole of one; ERR_NOT_FOUND.  visit is called once. */
int store_article_get(struct store *, int64_t id,
    int (*visit)(const struct article_row *, void *), void *arg, struct err *e);
struct article_media {
	struct slice kind, url, alt, caption, credit, role;
	int64_t width, height;
	double relevance;
};
int store_article_media(struct store *, int64_t id,
    int (*visit)(const struct article_media *, void *), void *arg,
    struct err *e);
struct article_revision {
	int64_t revision, at;
	struct slice title, body;
};
/* Oldest first; the present text is the last. */
int store_article_revisions(struct store *, int64_t id,
    int (*visit)(const struct article_revision *, void *), void *arg,
    struct err *e);
/* The kept page, unpacked: malloc'ed *ret_bytes (owned by the caller), and its
 * headers.  ERR_NOT_FOUND where none is kept. */
int store_page_get(struct store *, int64_t article_id, char **ret_bytes,
    size_t *ret_len, char **ret_content_type, struct err *e);

struct page_row {
	int64_t article_id, fetched_at;
	struct slice url;     /* after redirects */
	struct slice headers; /* as they came, CRLF behind each */
	struct slice body;    /* unpacked, without its Content-Encoding */
};
/* How many store_page_each() would visit. */
int store_page_count(struct store *, int64_t since, int64_t until,
    int64_t *ret_n, struct err *e);
/* Pages that were fetched from `since` on and before `until`, in that order;
 * DATE_NONE: open. */
int store_page_each(struct store *, int64_t since, int64_t until,
    int (*visit)(const struct page_row *, void *), void *arg, struct err *e);

/* ---- kept pages cut again (recut.c) ---- */

struct recut_query {
	int64_t feed_id;  /* 0: of any feed */
	int64_t since_at; /* fetched since; DATE_NONE: open */
	bool all;         /* also what this extractor has cut */
};
/* How many pages that asks for; *ret_kept: how many it would with all. */
int store_recut_count(struct store *, const struct recut_query *,
    int64_t *ret_n, int64_t *ret_kept, struct err *e);
/* At most `slice` of them that this extractor has cut are as if it had not, so
 * that a recut of all goes on where it was killed.  *ret_n: how many, 0 when
 * all are. */
int store_recut_forget(struct store *, const struct recut_query *, size_t slice,
    int64_t *ret_n, struct err *e);

struct recut_page {
	int64_t id, fetched_at;
	struct slice url, content_type, hint_title, hint_summary;
	struct slice body; /* unpacked */
};
/* The next one, by the article's id, behind `after`; of articles that are done
 * or feed_only.  visit is called once, or not at all where there is none.  A
 * page that cannot be unpacked is visited with an absent body. */
int store_recut_next(struct store *, const struct recut_query *, int64_t after,
    int (*visit)(const struct recut_page *, void *), void *arg, struct err *e);

struct recut_keep {
	int64_t id, fetched_at;              /* as store_recut_next gave them */
	struct slice url;                    /* likewise */
	const struct cuter_article *article; /* NULL: it could not be cut */
};
enum recut_result {
	RECUT_SAME,    /* for its readers; small things may have changed */
	RECUT_REVISED, /* the earlier text is a revision */
	RECUT_LESS,    /* what came is less, the text stays (see
			  store_article_keep) */
	RECUT_PASSED,  /* it was not cut, or is not what it was any more */
	RECUT_RESULT_COUNT
};
/* Keeps what came of it, with the note that this extractor has cut it.  What
 * was fetched anew or withdrawn meanwhile is left alone. */
int store_recut_keep(struct store *, const struct recut_keep *, int64_t now,
    enum recut_result *ret, struct err *e);

/* ---- search (search.c) ---- */

struct search_hit {
	struct article_row article;
	struct slice snippet; /* matches between U+0002 and U+0003 */
	double rank;
};
/* Any text is a query: words are quoted, "a phrase" stays together, a
 * leading - excludes, title: looks in titles, harv* is a beginning.  English
 * articles are found by stems, unless there is a beginning in the query.
 * Never an SQL or FTS error.  Ranked by relevance (store/relevance.c) and age;
 * where LIMIT_SEARCH_RANKED are found, the newest are ranked. */
int store_search(struct store *, struct slice query,
    const struct article_filter *,
    int (*visit)(const struct search_hit *, void *), void *arg, struct err *e);

/* ---- consumers (consumer.c) ---- */

struct change_row {
	int64_t seq, at;
	struct slice kind;          /* new, revised, withdrawn */
	struct article_row article; /* whole, as it is now */
};
struct consumer_row {
	struct slice name;
	int64_t seq; /* acknowledged up to and with */
	int64_t lag; /* changes behind */
	int64_t made_at, last_ack_at;
};

/* Finds or makes a consumer.  from_seq: where a new one starts; -1: now. */
int store_consumer_open(struct store *, struct slice name, int64_t from_seq,
    int64_t now, int64_t *ret_seq, struct err *e);
/* Sets an existing one's cursor back or forth (`--from`). */
int store_consumer_seek(
    struct store *, struct slice name, int64_t seq, int64_t now, struct err *e);
struct change_query {
	int64_t after;          /* from behind this seq on */
	size_t limit;           /* so many are given at most */
	struct slice kind;      /* new, revised, withdrawn; absent: any */
	struct slice feed;      /* as in article_filter … */
	struct slice tag, lang; /* … and these, absent: any */
	double min_confidence;  /* 0: any; not asked of what is withdrawn */
	bool one_per_cluster;   /* pass over copies of what stands */
};
/* Changes with seq > after, rising.  Several changes of one article are each
 * given, with the article as it is now, which is also what is compared with
 * tag, lang and the rest.  *ret_seq, written also where nothing was given: the
 * last change that was looked at, whether it was given or passed over.  At
 * most LIMIT_CHANGES_LOOK are looked at in a call: all were where *ret_seq is
 * still `after`. */
int store_changes(struct store *, const struct change_query *,
    int (*visit)(const struct change_row *, void *), void *arg,
    int64_t *ret_seq, struct err *e);
int store_last_seq(struct store *, int64_t *ret_seq, struct err *e);
/* Acknowledges up to and with seq.  ERR_NOT_FOUND: no such consumer;
 * ERR_USAGE: beyond the newest change.  A smaller seq than the cursor is
 * no error and changes nothing. */
int store_consumer_ack(
    struct store *, struct slice name, int64_t seq, int64_t now, struct err *e);
int store_consumer_list(struct store *,
    int (*visit)(const struct consumer_row *, void *), void *arg,
    struct err *e);
/* The same for who asks often, of name, seq and lag: purged changes count in
 * lag, so that it costs nothing to tell. */
int store_consumer_lags(struct store *,
    int (*visit)(const struct consumer_row *, void *), void *arg,
    struct err *e);
int store_consumer_remove(struct store *, struct slice name, struct err *e);

/* ---- what sites teach (site_memory.c) ---- */

/* What cuter_options.memory is for an article's page: what the pages before it
 * have taught, of its host and the feed that showed it first; empty at first.
 * out: LIMIT_SITE_MEMORY, cleared first.  store_article_keep() learns from an
 * article that gets its text, and never twice from one. */
int store_site_memory_get(
    struct store *, int64_t article_id, struct buf *out, struct err *e);

/* ---- documents that kill who reads them (poison.c) ---- */

struct poison_row {
	int64_t id, bytes, rungs, deaths, first_at, last_at;
	struct slice hash; /* SHA-256, as hex */
	struct slice kind; /* "feed", "page" */
	struct slice url, content_type;
	struct slice why;     /* of the last death */
	struct slice version; /* of the gleaner that died */
	bool has_body;        /* its bytes are kept */
};

/* A reader has died of it: hash, kind, url, content_type, rungs (so many of
 * the ladder are dead), why and version of the row are taken.  body: kept up
 * to LIMIT_POISON_BYTES; SLICE_NONE: not.  Of more than LIMIT_POISON_ROWS the
 * oldest go, and the bytes of more than LIMIT_POISON_KEPT. */
int store_poison_put(struct store *, const struct poison_row *,
    struct slice body, int64_t now, struct err *e);
/* All of them, the newest first. */
int store_poison_each(struct store *,
    int (*visit)(const struct poison_row *, void *), void *arg,
    struct err *e);
/* The kept bytes: malloc'ed, owned by the caller.  ERR_NOT_FOUND. */
int store_poison_body(struct store *, int64_t id, char **ret_bytes,
    size_t *ret_len, struct err *e);

/* ---- hosts (hosts.c) ---- */

struct host_row {
	struct slice key;
	int64_t pause_until_at; /* 0: none */
	int64_t failures;
};
int store_host_put(struct store *, const struct host_row *, struct err *e);
int store_host_each(struct store *,
    int (*visit)(const struct host_row *, void *), void *arg, struct err *e);

struct robots_row {
	struct slice origin; /* "https://example.org" */
	struct slice rules;  /* robots_reduce's text */
	int64_t fetched_at, expires_at;
	bool disallow_all;         /* 5xx or unreachable, RFC 9309 2.3.1.4 */
	int64_t read_at;           /* when rules came; 0: never */
	int64_t unreachable_since; /* without a break; 0: it is not */
};
int store_robots_put(struct store *, const struct robots_row *, struct err *e);
/* ERR_NOT_FOUND where none is kept. */
int store_robots_get(struct store *, struct slice origin,
    int (*visit)(const struct robots_row *, void *), void *arg, struct err *e);

/* ---- the whole (status.c, retention.c, check.c) ---- */

struct store_counts {
	int64_t feeds[3];      /* by feed_status */
	int64_t feeds_failing; /* active, failures > 0 */
	int64_t articles[ARTICLE_STATUS_COUNT];
	int64_t entries, changes, polls, polls_last_hour, articles_last_hour;
	int64_t file_bytes;
};
int store_counts(
    struct store *, int64_t now, struct store_counts *ret, struct err *e);

struct slow_feed {
	struct slice url;
	int64_t ms; /* its slowest poll */
};
/* Feeds with a poll after `since` that took least_ms and longer, the slowest
 * first. */
int store_slow_feeds(struct store *, int64_t since, int64_t least_ms,
    size_t limit, int (*visit)(const struct slow_feed *, void *), void *arg,
    struct err *e);

struct retention {
	int64_t articles_s, raw_s, polls_s; /* INT64_MAX: for ever */
};
struct retention_done {
	int64_t articles, raw, polls;
	int64_t file_pages; /* of the file, given back to the disk */
	int64_t indexed;    /* articles of before that article_stem had not */
};
/* Deletes at most `slice` rows of each kind (call again while something was
 * deleted); leaves tombstones, so that nothing purged comes back as new.  What
 * is owed is never too old; consumers are not waited for.  Where more than a
 * quarter of the file is free then, a slice of that goes back to the disk
 * (databases from before schema 7 keep it for what comes). */
int store_retain(struct store *, const struct retention *, int64_t now,
    size_t slice, struct retention_done *ret, struct err *e);
/* Whether what is deleted can be given back to the disk: databases from before
 * schema 7 keep it, until store_vacuum(). */
int store_can_shrink(struct store *, bool *ret, struct err *e);
/* Writes the whole file anew, without what is free in it; from then on it can
 * shrink.  Needs its size on the disk twice more for a while; other writers
 * wait.  Not in a transaction. */
int store_vacuum(struct store *, struct err *e);
/* What all calls of it would delete together; nothing is changed, and
 * file_pages is 0. */
int store_retain_count(struct store *, const struct retention *, int64_t now,
    struct retention_done *ret, struct err *e);

/* integrity_check, foreign keys, full-text index, our own invariants.  Each
 * fault is a line to `visit`; *ret_faults their number. */
int store_check(struct store *, void (*visit)(const char *line, void *),
    void *arg, int64_t *ret_faults, struct err *e);
/* Online copy, verified with integrity_check, renamed into place; an earlier
 * backup there is replaced, any other file is refused. */
int store_backup(struct store *, const char *path, struct err *e);

#endif
