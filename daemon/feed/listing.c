/*
 * listing.c -- reads the feeds from the database into the schedule.
 *
 * The database is authoritative. The list is read and merged at the start,
 * after a reload, and when a command has changed subscriptions. MERGE_AT_ONCE
 * feeds are merged in one turn of the event loop, because there may be a
 * hundred thousand feeds. A feed that is being polled is not changed until its
 * poll has been stored. A feed is also not changed if its poll was stored after
 * its row was read and before the row is merged.
 *
 * With several nodes the configured feeds are inserted while other nodes write
 * (store/feed/feeds.c).
 */
#include "daemon/feed/listing.h"

#include <event2/event.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/memory/large_pages.h"
#include "base/table.h"
#include "config/config.h"
#include "crawler/fetch/fetch.h"
#include "daemon/clock/clock.h"
#include "daemon/feed/cadence.h"
#include "daemon/feed/replan.h"
#include "daemon/feed/schedule.h"
#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/page/pending_pages.h"
#include "daemon/websub/websub.h"
#include "daemon/writer/store_thread.h"
#include "url/feed_url.h"

/* Merging this number of rows takes half a millisecond. */
#define MERGE_AT_ONCE 512
/* Number of configured feeds that are inserted into the database between two
 * reports of progress to the watchdog. */
#define PUT_AT_ONCE 1024
/* From this number of rows on, the memory of a listing is returned to the
 * system. */
#define TRIM_ROWS 1000

struct listing {
	struct hub *hub;
	bool sync; /* insert the configured feeds first */
	/* The plans of the feeds are not corrected. With several nodes, a
	 * listing runs each time this node takes a shard; only listings with
	 * `sync` correct plans. */
	bool only_reads;
	struct feed_subscription *given;
	size_t n_given;
	int64_t *ids;   /* ids of `given` */
	bool has_forms; /* the URLs are in normal form */
	struct replan replan;
	struct plan_bounds bounds;
	bool keeps_others;     /* the configuration has no `feeds`, so no feed
				  is removed */
	struct feed_row *rows; /* texts owned */
	size_t n_rows, cap_rows;
	size_t n_merged;
	uint32_t number;
	int64_t shift_s; /* clock_shift_s() when the listing was requested */
};

struct listings {
	size_t n; /* number of listings that are being read or merged */
	/* one more listing must be read after the current ones */
	bool again;
	struct listing *merging; /* the listing whose rows are being merged;
				    NULL: none */
	struct event *merge_timer;
	uint32_t number; /* number of the newest listing; counted from 1 */
	/* number of the newest listing that inserts the configured feeds */
	uint32_t synced;
	int64_t *given_ids; /* database ids of config->feeds; NULL: unknown */
};

static struct slice
listing_own(struct slice text)
{
	return (struct slice){ hub_copy(text), text.len };
}

static void
listing_disown(struct slice text)
{
	free((char *)(uintptr_t)text.p);
}

static int
listing_take_row(const struct feed_row *row, void *arg)
{
	struct listing *l = arg;

	store_thread_beat(l->hub->store);
	if (l->n_rows == l->cap_rows) {
		size_t cap = l->cap_rows > 0 ? l->cap_rows * 2 : 64;
		struct feed_row *grown =
		    realloc(l->rows, cap * sizeof(*l->rows));

		if (grown == NULL)
			abort();
		l->rows = grown;
		l->cap_rows = cap;
	}
	l->rows[l->n_rows] = *row;
	l->rows[l->n_rows].url = listing_own(row->url);
	l->rows[l->n_rows].etag = listing_own(row->etag);
	l->rows[l->n_rows].validators_url = listing_own(row->validators_url);
	l->rows[l->n_rows].last_modified = listing_own(row->last_modified);
	l->rows[l->n_rows].history = listing_own(row->history);
	l->rows[l->n_rows].next_poll_by = listing_own(row->next_poll_by);
	l->rows[l->n_rows].next_poll_terms = listing_own(row->next_poll_terms);
	l->rows[l->n_rows].last_outcome = listing_own(row->last_outcome);
	l->n_rows++;
	return 0;
}

static void
listing_drop_row(const struct feed_row *row)
{
	listing_disown(row->url);
	listing_disown(row->etag);
	listing_disown(row->validators_url);
	listing_disown(row->last_modified);
	listing_disown(row->history);
	listing_disown(row->next_poll_by);
	listing_disown(row->next_poll_terms);
	listing_disown(row->last_outcome);
}

static void
listing_drop_rows(struct listing *l)
{
	for (size_t i = l->n_merged; i < l->n_rows; i++)
		listing_drop_row(&l->rows[i]);
	l->n_rows = 0;
}

/* Brings the URL into its normal form. If the normal form differs from the URL
 * as written, the URL as written is stored, too. */
static void
listing_form_url(struct feed_subscription *given, struct arena *scratch)
{
	struct slice form;
	jmp_buf exhausted;

	if (setjmp(exhausted) != 0)
		abort();
	scratch->exhausted = &exhausted;
	arena_clear(scratch);
	/* The poll will report the error of a URL that has no normal form. */
	if (feed_url_form(scratch, given->url, &form) &&
	    !slice_equal(form, given->url)) {
		given->written = given->url;
		given->url = listing_own(form);
	}
	scratch->exhausted = NULL;
}

/* Runs on the store's thread, because some microseconds for each of 500 000
 * feeds would block the loop. The function may be called again if a batch is
 * repeated. */
static void
listing_form_urls(struct listing *l)
{
	struct arena scratch;

	if (l->has_forms)
		return;
	l->has_forms = true;
	arena_init(&scratch, 16 * LIMIT_URL_BYTES);
	for (size_t i = 0; i < l->n_given; i++)
		listing_form_url(&l->given[i], &scratch);
	arena_release(&scratch);
}

static int
listing_put_given(struct store *store, struct listing *l, struct err *e)
{
	int rc = 0;

	listing_form_urls(l);
	for (size_t at = 0; at < l->n_given && rc == 0; at += PUT_AT_ONCE) {
		size_t left = l->n_given - at;

		rc = store_feed_put_all(store, l->given + at,
		    left < PUT_AT_ONCE ? left : PUT_AT_ONCE, hub_now(),
		    l->ids + at, e);
		store_thread_beat(l->hub->store);
	}
	if (rc == 0 && !l->keeps_others)
		rc = store_feed_keep_only(store, l->ids, l->n_given,
		    store_thread_beat, l->hub->store, e);
	return rc;
}

static int
listing_run(struct store *store, void *arg, struct err *e)
{
	struct listing *l = arg;

	listing_drop_rows(l); /* the rows of an earlier run are dropped, because
				 a batch may be repeated */
	if (l->sync && listing_put_given(store, l, e) != 0)
		return err_wrap(e, "cannot insert the configured feeds");
	l->bounds.now = hub_now();
	if (!l->only_reads && store_cut_plans(store, &l->bounds, e) != 0)
		return err_wrap(e, "cannot correct polls that were planned "
				   "with a wrong clock");
	if (l->sync && replan_late(store, &l->replan, e) != 0)
		return err_wrap(e, "cannot correct polls that were planned "
				   "with an earlier configuration");
	return store_feed_list_schedule(store, listing_take_row, l, e);
}

/* Merges a row that was read before a poll was stored: only the operator's
 * pause is used. */
static void
listing_merge_pause(struct hub *hub, struct subscription *feed,
    const struct feed_row *row, int64_t due_at)
{
	bool is = feed->status == FEED_PAUSED;

	if (is == (row->status == FEED_PAUSED))
		return;
	feed->status = row->status;
	schedule_plan(hub, feed, due_at);
}

/* A history that ends in the future was recorded while the clock was ahead.
 * store_cut_plans() has corrected the row itself, if no other node uses the
 * database. */
static void
listing_read_history(struct subscription *feed, struct slice bytes)
{
	struct cadence_history *history = &feed->history;
	int64_t by_s;

	cadence_history_read(history, bytes);
	by_s = hub_now() - history->at;
	if (history->at == 0 || by_s >= -CLOCK_JUMP_S)
		return;
	history->at = clock_shifted(history->at, by_s);
	history->aged_at = clock_shifted(history->aged_at, by_s);
}

/* by_s: seconds by which the clock has jumped since the row was read. */
static void
listing_merge_row(
    struct hub *hub, struct feed_row *row, uint32_t number, int64_t by_s)
{
	struct subscription *feed = schedule_find(hub, row->url);
	int64_t due_at = replan_due_at(hub, row);

	if (feed == NULL)
		feed = schedule_add(hub, row->url);
	feed->listed_in = number;
	feed->id = row->id;
	feed->interval_s = row->interval_s;
	feed->fetch_articles = row->fetch_articles;
	if (feed->polled_in == number && !feed->polling) {
		listing_merge_pause(
		    hub, feed, row, clock_shifted(due_at, by_s));
		return;
	}
	feed->status = row->status;
	if (feed->polling)
		return; /* the result of the poll is newer than the row that was
			   read */
	schedule_set_validators(feed, (char *)(uintptr_t)row->etag.p,
	    (char *)(uintptr_t)row->last_modified.p,
	    (char *)(uintptr_t)row->validators_url.p);
	row->etag = row->last_modified = row->validators_url = SLICE_NONE;
	feed->hints = row->hints;
	feed->fresh_s =
	    row->failures > 0 ? 0 : cadence_terms_fresh_s(row->next_poll_terms);
	feed->last_new_at = row->last_new_at;
	feed->last_poll_at = row->last_poll_at;
	if (row->last_poll_at != DATE_NONE)
		feed->first_poll_at = row->added_at;
	listing_read_history(feed, row->history);
	feed->failures = row->failures;
	feed->is_asked_to_pause =
	    cadence_is_pause(row->next_poll_by, row->last_outcome);
	feed->missed_at = row->missed_at;
	feed->missed_interval_s = row->missed_interval_s;
	if (by_s != 0)
		schedule_shift_feed(feed, by_s);
	schedule_plan(hub, feed, clock_shifted(due_at, by_s));
}

static void
listing_forget_unlisted(struct hub *hub, uint32_t number)
{
	struct subscription *feed;
	size_t at = 0;

	while ((feed = schedule_next(hub, &at)) != NULL)
		if (feed->listed_in != number)
			schedule_remove(hub, feed);
}

static struct slice
listing_id_key(const int64_t *id)
{
	return (struct slice){ (const char *)id, sizeof(*id) };
}

/* Links configured feeds with headers to subscriptions whose URL has changed.
 * If the new URL is on another server, the feed is not linked, because
 * configured headers are only sent to the server that the configuration names.
 */
static void
listing_link_moved(struct hub *hub, const struct table *moved)
{
	struct subscription *feed;
	size_t at = 0;

	while ((feed = schedule_next(hub, &at)) != NULL) {
		const struct config_feed *given =
		    table_get(moved, listing_id_key(&feed->id));

		if (given != NULL && fetch_same_origin(given->url, feed->url))
			feed->given = given;
	}
}

/* Links each subscription to its entry in the configuration if that entry has
 * headers. */
static void
listing_link_given(struct hub *hub)
{
	struct table moved;

	table_init(&moved);
	for (size_t i = 0; i < hub->config->n_feeds; i++) {
		struct config_feed *given = &hub->config->feeds[i];
		struct subscription *feed =
		    given->n_headers > 0
			? schedule_find(hub, slice_of(given->url))
			: NULL;

		if (feed != NULL)
			feed->given = given;
		else if (given->n_headers > 0 &&
			 hub->listings->given_ids != NULL &&
			 table_put(&moved,
			     listing_id_key(&hub->listings->given_ids[i]),
			     given) != 0)
			abort();
	}
	if (moved.n_used > 0)
		listing_link_moved(hub, &moved);
	table_release(&moved);
}

void
schedule_link_given(struct hub *hub)
{
	struct subscription *feed;
	size_t at = 0;

	while ((feed = schedule_next(hub, &at)) != NULL)
		feed->given = NULL;
	free(hub->listings->given_ids);
	hub->listings->given_ids = NULL;
	listing_link_given(hub);
}

static void
listing_free(struct listing *l)
{
	for (size_t i = 0; i < l->n_given; i++) {
		listing_disown(l->given[i].url);
		listing_disown(l->given[i].written);
		listing_disown(l->given[i].title);
		listing_disown(l->given[i].tags);
		listing_disown(l->given[i].sites);
	}
	listing_drop_rows(l);
	free(l->ids);
	free(l->given);
	free(l->rows);
	free(l);
}

static void
listing_end(struct hub *hub)
{
	struct listings *all = hub->listings;

	all->n--;
	if (all->n == 0 && all->again) {
		all->again = false;
		schedule_list(hub);
	}
	hub_step_done(hub);
}

static void
listing_end_merging(struct hub *hub)
{
	struct listing *l = hub->listings->merging;
	bool many = l->n_rows >= TRIM_ROWS;

	if (schedule_feeds(hub) > l->n_rows)
		listing_forget_unlisted(hub, l->number);
	listing_link_given(hub);
	log_event(LOG_INFO, "feeds",
	    LOG_INT("subscribed", (int64_t)schedule_feeds(hub)),
	    LOG_INT("scheduled", (int64_t)schedule_planned(hub)));
	hub->listings->merging = NULL;
	schedule_set_merging(hub, 0);
	listing_free(l);
	if (many)
		large_pages_trim();
	listing_end(hub);
	if (!listings_have_work(hub))
		websub_check_feeds(hub);
}

/* Merges some rows in each turn of the loop. Feeds that are already merged can
 * be polled meanwhile. */
static void
listing_on_merge(evutil_socket_t fd, short what, void *arg)
{
	struct hub *hub = arg;
	struct listing *l = hub->listings->merging;
	size_t end = l->n_merged + MERGE_AT_ONCE;

	(void)fd;
	(void)what;
	for (; l->n_merged < l->n_rows && l->n_merged < end; l->n_merged++) {
		struct feed_row *row = &l->rows[l->n_merged];

		listing_merge_row(
		    hub, row, l->number, clock_shift_s(hub) - l->shift_s);
		listing_drop_row(row);
	}
	schedule_arm(hub);
	if (l->n_merged < l->n_rows)
		hub_arm(hub->listings->merge_timer, 0);
	else
		listing_end_merging(hub);
}

static void
listing_done(void *arg, int rc, const struct err *e)
{
	struct listing *l = arg;
	struct hub *hub = l->hub;

	if (rc != 0) {
		log_event(
		    LOG_ERROR, "feeds-not-read", LOG_TEXT("why", e->text));
		hub_note_failure(hub); /* --once then ends with 1, because no
					  feed is polled */
		listing_free(l);
		listing_end(hub);
		return;
	}
	if (l->sync && l->number == hub->listings->synced) {
		free(hub->listings->given_ids);
		hub->listings->given_ids = l->ids;
		l->ids = NULL;
	}
	/* the new listing replaces the one being merged */
	if (hub->listings->merging != NULL) {
		listing_free(hub->listings->merging);
		hub->listings->n--;
	}
	hub->listings->merging = l;
	schedule_set_merging(hub, l->number);
	pending_pages_check(hub);
	listing_on_merge(-1, 0, hub);
}

/* Joins the texts, one per line. The result is owned. Returns SLICE_NONE if
 * there are no texts. */
static struct slice
listing_join(char *const *texts, size_t n)
{
	struct buf joined;

	if (n == 0)
		return SLICE_NONE;
	buf_init(&joined, SIZE_MAX / 2);
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			buf_append_char(&joined, '\n');
		buf_append_string(&joined, texts[i]);
	}
	if (buf_failed(&joined))
		abort();
	size_t len = joined.len;

	return (struct slice){ buf_detach(&joined), len };
}

static void
listing_start(struct hub *hub, bool sync)
{
	struct listing *l = calloc(1, sizeof(*l));

	if (l == NULL)
		abort();
	l->hub = hub;
	l->sync = sync;
	l->bounds = plan_bounds_of(hub->config);
	if (sync) {
		l->n_given = hub->config->n_feeds;
		l->replan = replan_of(hub->config);
		l->keeps_others = !hub->config->filled[0];
		l->given = calloc(l->n_given + 1, sizeof(*l->given));
		l->ids = calloc(l->n_given + 1, sizeof(*l->ids));
		if (l->given == NULL || l->ids == NULL)
			abort();
		for (size_t i = 0; i < l->n_given; i++) {
			const struct config_feed *given =
			    &hub->config->feeds[i];

			l->given[i] = (struct feed_subscription){
				.url = listing_own(slice_of(given->url)),
				.title = listing_own(slice_of(given->title)),
				.tags =
				    listing_join(given->tags, given->n_tags),
				.sites =
				    listing_join(given->sites, given->n_sites),
				.interval_s = given->interval_s,
				.fetch_articles = given->fetch_articles,
				.from_config = true,
			};
		}
	}
	clock_check(hub);
	l->shift_s = clock_shift_s(hub);
	l->number = ++hub->listings->number;
	if (sync)
		hub->listings->synced = l->number;
	hub->listings->n++;
	l->only_reads = !sync && hub->node != NULL;
	if (l->only_reads)
		store_post_reading(
		    hub->store, STORE_SOON, 1, listing_run, listing_done, l);
	else
		store_post_beside(
		    hub->store, l->n_given + 1, listing_run, listing_done, l);
}

void
schedule_sync(struct hub *hub)
{
	listing_start(hub, true);
}

void
schedule_list(struct hub *hub)
{
	if (hub->listings->n > 0) {
		hub->listings->again = true;
		return;
	}
	listing_start(hub, false);
}

int
listings_new(struct hub *hub, struct listings **ret, struct err *e)
{
	struct listings *all = calloc(1, sizeof(*all));

	if (all == NULL)
		return err_set(
		    e, ERR_MEMORY, "no memory for the list of feeds");
	*ret = all;
	all->merge_timer = evtimer_new(hub->base, listing_on_merge, hub);
	return all->merge_timer != NULL
		   ? 0
		   : err_set(e, ERR_MEMORY, "no memory for timers");
}

void
listings_free(struct listings *all)
{
	if (all == NULL)
		return;
	if (all->merging != NULL)
		listing_free(all->merging);
	if (all->merge_timer != NULL)
		event_free(all->merge_timer);
	free(all->given_ids);
	free(all);
}

bool
listings_have_work(const struct hub *hub)
{
	return hub->listings->n > 0;
}
