/*
 * schedule.c -- the feeds in memory, in a heap by the moment they are due.
 *
 * The database is the truth: at the start, after a reload and when a command
 * has changed subscriptions, the list is read again and merged.  A feed that
 * is being polled is left alone until its poll has been kept.
 */
#include <event2/event.h>
#include <malloc.h>
#include <stdlib.h>

#include "daemon/hub.h"

/* The wall clock may jump: it is looked at again at least this often. */
#define LOOK_AGAIN_MS (30 * 1000)
/* A hundred thousand may be due at once; the loop has others to serve, too. */
#define DUE_AT_ONCE 512
/* From so many on, what a listing held is given back to the system. */
#define TRIM_ROWS 1000

static void on_due(evutil_socket_t, short, void *);

int
schedule_init(struct hub *hub, struct err *e)
{
	heap_init(&hub->due);
	table_init(&hub->feeds);
	hub->due_timer = evtimer_new(hub->base, on_due, hub);
	return hub->due_timer != NULL ? 0 : err_set(e, ERR_MEMORY, "schedule");
}

static void
subscription_free(struct subscription *feed)
{
	free(feed->url);
	free(feed->etag);
	free(feed->last_modified);
	free(feed->validators_url);
	free(feed);
}

void
schedule_release(struct hub *hub)
{
	struct slice url;
	void *feed;
	size_t at = 0;

	heap_release(&hub->due); /* before its items are freed */
	while (table_next(&hub->feeds, &at, &url, &feed))
		subscription_free(feed);
	table_release(&hub->feeds);
	if (hub->due_timer != NULL)
		event_free(hub->due_timer);
}

struct subscription *
schedule_find(const struct hub *hub, struct slice url)
{
	return table_get(&hub->feeds, url);
}

bool
schedule_has_due(const struct hub *hub)
{
	const struct heap_item *top = heap_min(&hub->due);

	return top != NULL && top->key <= hub->once_until;
}

void
schedule_arm(struct hub *hub)
{
	const struct heap_item *top = heap_min(&hub->due);
	int64_t wait_ms;

	if (top == NULL || hub->state != HUB_RUNNING ||
	    hub->network.state == NETWORK_DOWN) {
		evtimer_del(hub->due_timer);
		return;
	}
	wait_ms = (top->key - hub_now()) * 1000;
	if (wait_ms > LOOK_AGAIN_MS)
		wait_ms = LOOK_AGAIN_MS;
	hub_arm(hub->due_timer, wait_ms > 0 ? wait_ms : 0);
}

/* Called when a poll has ended.  In --once a feed is polled once. */
void
schedule_put(struct hub *hub, struct subscription *feed, int64_t at)
{
	if (feed->removed) {
		subscription_free(feed);
		return;
	}
	if (hub->once || feed->status == FEED_PAUSED)
		return;
	if (heap_put(&hub->due, &feed->due, at) != 0)
		abort();
	schedule_arm(hub);
}

/* What was to be polled before the hours that the feed wants to be skipped,
 * and was not, is polled after them.  A moment inside them was chosen by the
 * operator, since cadence_next() gives none. */
static int64_t
late_until(const struct subscription *feed, int64_t now)
{
	int64_t due_at = feed->due.key;

	if (feed_hints_after_skipped(&feed->hints, due_at) != due_at)
		return now;
	return feed_hints_after_skipped(&feed->hints, now);
}

static void
on_due(evutil_socket_t fd, short what, void *arg)
{
	struct hub *hub = arg;
	struct heap_item *top;
	int64_t now;
	int n = 0;

	(void)fd;
	(void)what;
	clock_check(hub);
	now = hub_now();
	while (n++ < DUE_AT_ONCE && hub->state == HUB_RUNNING &&
	       hub->network.state != NETWORK_DOWN &&
	       (top = heap_min(&hub->due)) != NULL && top->key <= now &&
	       (!hub->once || top->key <= hub->once_until)) {
		struct subscription *feed =
		    container_of(top, struct subscription, due);
		int64_t at = late_until(feed, now);

		heap_remove(&hub->due, top);
		if (at > now && heap_put(&hub->due, top, at) != 0)
			abort();
		if (at <= now)
			poll_start(hub, feed);
	}
	if (!hub->once || schedule_has_due(hub))
		schedule_arm(hub);
	hub_step_done(hub);
}

void
subscription_shift(struct subscription *feed, int64_t by_s)
{
	feed->last_new_at = clock_shifted(feed->last_new_at, by_s);
	feed->last_poll_at = clock_shifted(feed->last_poll_at, by_s);
	feed->first_poll_at = clock_shifted(feed->first_poll_at, by_s);
	feed->gap_at = clock_shifted(feed->gap_at, by_s);
	feed->body_read_at = clock_shifted(feed->body_read_at, by_s);
	feed->history.at = clock_shifted(feed->history.at, by_s);
	feed->history.aged_at = clock_shifted(feed->history.aged_at, by_s);
}

void
schedule_probe(struct hub *hub)
{
	struct heap_item *top = heap_min(&hub->due);

	if (top == NULL || top->key > hub_now())
		return;
	heap_remove(&hub->due, top);
	poll_start(hub, container_of(top, struct subscription, due));
}

/* ---- reading the list ---- */

struct listing {
	struct hub *hub;
	bool sync; /* the configuration's feeds are put in first */
	struct feed_subscription *given;
	size_t n_given;
	struct feed_row *rows; /* texts owned */
	size_t n_rows, cap_rows;
	int64_t shift_s; /* of the clock, when it was asked for */
	struct err e;
};

static struct slice
own(struct slice text)
{
	char *copy;

	if (text.p == NULL)
		return SLICE_NONE;
	copy = malloc(text.len + 1);
	if (copy == NULL)
		abort();
	memcpy(copy, text.p, text.len);
	copy[text.len] = '\0';
	return (struct slice){ copy, text.len };
}

static void
disown(struct slice text)
{
	free((char *)(uintptr_t)text.p);
}

static int
take_row(const struct feed_row *row, void *arg)
{
	struct listing *l = arg;

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
	l->rows[l->n_rows].url = own(row->url);
	l->rows[l->n_rows].etag = own(row->etag);
	l->rows[l->n_rows].validators_url = own(row->validators_url);
	l->rows[l->n_rows].last_modified = own(row->last_modified);
	l->rows[l->n_rows].history = own(row->history);
	l->n_rows++;
	return 0;
}

static void
drop_rows(struct listing *l)
{
	for (size_t i = 0; i < l->n_rows; i++) {
		disown(l->rows[i].url);
		disown(l->rows[i].etag);
		disown(l->rows[i].validators_url);
		disown(l->rows[i].last_modified);
		disown(l->rows[i].history);
	}
	l->n_rows = 0;
}

static int
put_given(struct store *store, struct listing *l, struct err *e)
{
	int64_t *ids = calloc(l->n_given + 1, sizeof(*ids));
	int64_t now = hub_now();
	bool is_new;
	int rc = 0;

	if (ids == NULL)
		return err_set(e, ERR_MEMORY, "feeds");
	for (size_t i = 0; i < l->n_given && rc == 0; i++)
		rc = store_feed_put(
		    store, &l->given[i], now, &ids[i], &is_new, e);
	if (rc == 0)
		rc = store_feed_keep_only(store, ids, l->n_given, e);
	free(ids);
	return rc;
}

static int
run_listing(struct store *store, void *arg, struct err *e)
{
	struct listing *l = arg;

	drop_rows(l); /* a batch may run again */
	if (l->sync && put_given(store, l, e) != 0)
		return err_wrap(e, "the configuration's feeds");
	return store_feed_list(store, take_row, l, e);
}

static struct subscription *
add_subscription(struct hub *hub, struct slice url)
{
	struct subscription *feed = calloc(1, sizeof(*feed));

	if (feed == NULL)
		abort();
	feed->due = HEAP_ITEM_INIT;
	feed->url = (char *)(uintptr_t)own(url).p;
	feed->first_poll_at = feed->last_poll_at = DATE_NONE;
	feed->gap_at = DATE_NONE;
	if (table_put(&hub->feeds, slice_of(feed->url), feed) != 0)
		abort();
	return feed;
}

/* by_s: how far the clock has jumped since the row was read.  A row of a time
 * that is yet to come was written before the clock was set back. */
static void
merge_row(struct hub *hub, struct feed_row *row, int64_t by_s)
{
	struct subscription *feed = schedule_find(hub, row->url);
	int64_t due_at;

	if (feed == NULL)
		feed = add_subscription(hub, row->url);
	feed->seen = true;
	feed->id = row->id;
	feed->interval_s = row->interval_s;
	feed->fetch_articles = row->fetch_articles;
	feed->status = row->status;
	if (feed->polling)
		return; /* what its poll brings is newer than the row */
	free(feed->etag);
	free(feed->last_modified);
	feed->etag = (char *)(uintptr_t)row->etag.p;
	feed->last_modified = (char *)(uintptr_t)row->last_modified.p;
	free(feed->validators_url);
	feed->validators_url = (char *)(uintptr_t)row->validators_url.p;
	row->etag = row->last_modified = row->validators_url = SLICE_NONE;
	feed->hints = row->hints;
	feed->last_new_at = row->last_new_at;
	feed->last_poll_at = row->last_poll_at;
	if (row->last_poll_at != DATE_NONE)
		feed->first_poll_at = row->added_at;
	cadence_history_read(&feed->history, row->history);
	feed->failures = row->failures;
	feed->gap_at = row->gap_at;
	feed->gap_interval_s = row->gap_interval_s;
	due_at = row->next_poll_at != DATE_NONE ? row->next_poll_at : 0;
	if (by_s == 0 && row->last_poll_at > hub_now() + CLOCK_JUMP_S)
		by_s = hub_now() - row->last_poll_at;
	if (by_s != 0)
		subscription_shift(feed, by_s);
	if (feed->status == FEED_PAUSED)
		heap_remove(&hub->due, &feed->due);
	else if (heap_put(&hub->due, &feed->due, clock_shifted(due_at, by_s)) !=
		 0)
		abort();
}

static void
forget_unlisted(struct hub *hub)
{
	struct slice url;
	void *value;
	size_t at = 0;

	while (table_next(&hub->feeds, &at, &url, &value)) {
		struct subscription *feed = value;

		if (feed->seen) {
			feed->seen = false;
			continue;
		}
		table_remove(&hub->feeds, url);
		heap_remove(&hub->due, &feed->due);
		if (feed->polling)
			feed->removed = true;
		else
			subscription_free(feed);
	}
}

/* Which of the configuration's feeds brings headers. */
void
schedule_link_given(struct hub *hub)
{
	struct slice url;
	void *value;
	size_t at = 0;

	while (table_next(&hub->feeds, &at, &url, &value))
		((struct subscription *)value)->given = NULL;
	for (size_t i = 0; i < hub->config->n_feeds; i++) {
		const struct config_feed *given = &hub->config->feeds[i];
		struct subscription *feed =
		    schedule_find(hub, slice_of(given->url));

		if (feed != NULL && given->n_headers > 0)
			feed->given = given;
	}
}

static void
listing_free(struct listing *l)
{
	for (size_t i = 0; i < l->n_given; i++) {
		disown(l->given[i].url);
		disown(l->given[i].title);
		disown(l->given[i].tags);
	}
	drop_rows(l);
	free(l->given);
	free(l->rows);
	free(l);
}

static void
done_listing(void *arg, int rc, const struct err *e)
{
	struct listing *l = arg;
	struct hub *hub = l->hub;
	bool many;

	hub->listing = false;
	if (rc != 0) {
		log_event(
		    LOG_ERROR, "feeds-not-read", LOG_TEXT("why", e->text));
	} else {
		for (size_t i = 0; i < l->n_rows; i++)
			merge_row(
			    hub, &l->rows[i], hub->clock.shift_s - l->shift_s);
		forget_unlisted(hub);
		schedule_link_given(hub);
		log_event(LOG_INFO, "feeds",
		    LOG_INT("subscribed", (int64_t)hub->feeds.n_used),
		    LOG_INT("scheduled", (int64_t)hub->due.n));
		schedule_arm(hub);
	}
	many = l->n_rows >= TRIM_ROWS;
	listing_free(l);
	if (many)
		malloc_trim(0);
	if (hub->listing_again) {
		hub->listing_again = false;
		schedule_list(hub);
	}
	hub_step_done(hub);
}

static struct slice
join_tags(const struct config_feed *given)
{
	struct buf joined;

	if (given->n_tags == 0)
		return SLICE_NONE;
	buf_init(&joined, SIZE_MAX / 2);
	for (size_t i = 0; i < given->n_tags; i++) {
		if (i > 0)
			buf_append_char(&joined, '\n');
		buf_append_string(&joined, given->tags[i]);
	}
	if (buf_failed(&joined))
		abort();
	size_t len = joined.len;

	return (struct slice){ buf_detach(&joined), len };
}

static void
start_listing(struct hub *hub, bool sync)
{
	struct listing *l = calloc(1, sizeof(*l));

	if (l == NULL)
		abort();
	l->hub = hub;
	l->sync = sync;
	if (sync) {
		l->n_given = hub->config->n_feeds;
		l->given = calloc(l->n_given + 1, sizeof(*l->given));
		if (l->given == NULL)
			abort();
		for (size_t i = 0; i < l->n_given; i++) {
			const struct config_feed *given =
			    &hub->config->feeds[i];

			l->given[i] = (struct feed_subscription){
				.url = own(slice_of(given->url)),
				.title = own(slice_of(given->title)),
				.tags = join_tags(given),
				.interval_s = given->interval_s,
				.fetch_articles = given->fetch_articles,
				.from_config = true,
			};
		}
	}
	clock_check(hub);
	l->shift_s = hub->clock.shift_s;
	hub->listing = true;
	store_post(hub->store, l->n_given + 1, run_listing, done_listing, l);
}

void
schedule_sync(struct hub *hub)
{
	start_listing(hub, true);
}

void
schedule_list(struct hub *hub)
{
	if (hub->listing) {
		hub->listing_again = true;
		return;
	}
	start_listing(hub, false);
}
