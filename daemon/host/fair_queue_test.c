/*
 * fair_queue_test.c -- tests which of the requests that wait for one host is
 * served next.
 */
#include <string.h>

#include "base/array.h"
#include "daemon/host/fair_queue.h"
#include "tests/lib/tap.h"

/* ---- the choice ---- */

static const char letters[] =
    "rfoOxX"; /* the letters of the classes in the order of enum fair_class */

/* Serves n slots while the classes always have requests. */
static const char *
fair_queue_test_serve(const char *waiting, int n_slots)
{
	static char served[64];
	struct fair_turn turn = { 0, 0 };
	bool waits[FAIR_CLASS_COUNT];

	for (int i = 0; i < FAIR_CLASS_COUNT; i++)
		waits[i] = strchr(waiting, letters[i]) != NULL;
	for (int i = 0; i < n_slots; i++) {
		enum fair_class class = fair_choose(&turn, waits);

		served[i] = class < FAIR_CLASS_COUNT ? letters[class] : '-';
		served[i + 1] = '\0';
		fair_note(&turn, class, waits);
	}
	return served;
}

static void
fair_queue_test_choice(void)
{
	static const struct {
		const char *waiting, *served, *name;
	} cases[] = {
		{ "", "------", "nothing waits: nothing is served" },
		{ "rfoOxX", "rrrrrr", "robots.txt is served first" },
		{ "f", "ffffff", "feeds alone get all slots" },
		{ "o", "oooooo", "pages alone get all slots" },
		{ "fo", "ffoffoffo", "I10: pages get a third, feeds the rest" },
		{ "fO", "ffOffOffO", "I10: so do revisits" },
		{ "fx", "ffxffxffx", "I10: so do foreign pages" },
		{ "oO", "oooooo", "revisits come after new pages" },
		{ "ox", "ooxooxoox", "I3: own pages get two thirds" },
		{ "oxX", "ooxooxoox", "I3: with foreign revisits, too" },
		{ "OxX", "OOxOOxOOx",
		    "I3: foreign pages leave own revisits two thirds" },
		{ "xX", "xxxxxx", "foreign revisits come last" },
		{ "fox", "ffoffoffxffoffoffx",
		    "I3, I10: a third for pages, two thirds of it own" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		ok(strcmp(fair_queue_test_serve(
			      cases[i].waiting, (int)strlen(cases[i].served)),
		       cases[i].served) == 0,
		    "%s", cases[i].name);
}

/* ---- the queue ---- */

struct request {
	struct fair_item item;
	char name;
};

static struct request requests[64];
static size_t n_requests;

static void
fair_queue_test_push(struct fair_queue *queue, enum fair_class class,
    int64_t feed_id, int64_t order, char name)
{
	struct request *request = &requests[n_requests++];

	*request =
	    (struct request){ .item = { .feed_id = feed_id, .order = order },
		    .name = name };
	fair_queue_push(queue, &request->item, class);
}

static const char *
fair_queue_test_take_all(struct fair_queue *queue, bool takes_foreign)
{
	static char names[65];
	struct fair_item *item;
	size_t n = 0;

	while ((item = fair_queue_take(queue, takes_foreign)) != NULL)
		names[n++] = ((struct request *)item)->name;
	names[n] = '\0';
	n_requests = 0;
	return names;
}

static void
fair_queue_test_feeds_take_turns(void)
{
	struct fair_queue queue = { .n = 0 };

	for (char name = 'a'; name <= 'h'; name++)
		fair_queue_test_push(&queue, FAIR_FOREIGN, 1, 1000, name);
	fair_queue_test_push(&queue, FAIR_FOREIGN, 2, 1, 'Y');
	fair_queue_test_push(&queue, FAIR_FOREIGN, 3, 1, 'Z');
	is_int((int64_t)queue.n, 10, "the queue contains ten requests");
	ok(strcmp(fair_queue_test_take_all(&queue, true), "aYZbcdefgh") == 0,
	    "I3: the feeds of a class take turns");
	is_int((int64_t)queue.n, 0,
	    "the queue is empty after ten requests were taken");
	ok(!fair_queue_has(&queue, true),
	    "fair_queue_has() reports an empty queue");
}

static void
fair_queue_test_newest_first(void)
{
	struct fair_queue queue = { .n = 0 };

	fair_queue_test_push(&queue, FAIR_OWN, 1, 10, 'c');
	fair_queue_test_push(&queue, FAIR_OWN, 1, 30, 'a');
	fair_queue_test_push(&queue, FAIR_OWN, 1, 20, 'b');
	fair_queue_test_push(&queue, FAIR_OWN, 1, 10, 'd');
	fair_queue_test_push(&queue, FAIR_FEED, 0, 0, 'F');
	fair_queue_test_push(&queue, FAIR_FEED, 0, 0, 'G');
	fair_queue_test_push(&queue, FAIR_FEED, 0, 0, 'H');
	ok(strcmp(fair_queue_test_take_all(&queue, true), "FGaHbcd") == 0,
	    "the newest request of a feed comes first, and feeds in their "
	    "order");
}

/* Five pages of a publisher among three hundred foreign pages. */
static void
fair_queue_test_flood(void)
{
	struct fair_queue queue = { .n = 0 };
	struct fair_item *item;
	static struct request junk[300];
	int slots = 0, own = 0;

	for (int i = 0; i < 300; i++) {
		junk[i].name = 'x';
		junk[i].item.feed_id = 100 + i % 20;
		junk[i].item.order = INT64_MAX;
		fair_queue_push(&queue, &junk[i].item, FAIR_FOREIGN);
	}
	for (int i = 0; i < 5; i++)
		fair_queue_test_push(&queue, FAIR_OWN, 1, i, 'o');
	while (own < 5 && (item = fair_queue_take(&queue, true)) != NULL) {
		slots++;
		own += ((struct request *)item)->name == 'o';
	}
	is_int(slots, 7,
	    "I3: five pages take seven slots, however many feeds wait");
	while (fair_queue_take(&queue, true) != NULL)
		;
	n_requests = 0;
}

static bool
fair_queue_test_is_upper(const struct fair_item *item)
{
	char name = ((const struct request *)item)->name;

	return name >= 'A' && name <= 'Z';
}

static void
fair_queue_test_removal(void)
{
	struct fair_queue queue = { .n = 0 };
	struct fair_item *list;
	int n = 0;

	fair_queue_test_push(&queue, FAIR_OWN, 1, 9, 'a');
	fair_queue_test_push(&queue, FAIR_OWN, 1, 8, 'B');
	fair_queue_test_push(&queue, FAIR_FEED, 0, 0, 'C');
	fair_queue_test_push(&queue, FAIR_FOREIGN, 2, 0, 'd');
	fair_queue_test_push(&queue, FAIR_FOREIGN, 3, 0, 'E');
	ok(!fair_queue_has(&(struct fair_queue){ .n = 0 }, true),
	    "a zeroed queue is empty");
	for (list = fair_queue_split(&queue, fair_queue_test_is_upper);
	     list != NULL; list = list->next)
		n++;
	is_int(n, 3, "three requests are removed by fair_queue_split()");
	is_int((int64_t)queue.n, 2, "two requests stay in the queue");
	fair_queue_test_push(&queue, FAIR_OWN, 1, 8, 'b');
	fair_queue_remove(&queue, &requests[0].item);
	is_int((int64_t)queue.n, 2,
	    "the queue contains two requests after one is added and one "
	    "removed");
	ok(strcmp(fair_queue_test_take_all(&queue, false), "b") == 0,
	    "foreign pages remain while they may not be served");
	ok(!fair_queue_has(&queue, false) && fair_queue_has(&queue, true),
	    "fair_queue_has() distinguishes own and foreign pages");
	ok(strcmp(fair_queue_test_take_all(&queue, true), "d") == 0,
	    "foreign pages are taken when they may be served");
}

/* ---- random schedules ---- */

#define SCHEDULES   100000
#define OWN_AT_MOST 8

/* A publisher's pages wait among pages of foreign feeds, while requests are
 * added, removed and served in random order. */
struct schedule {
	struct fair_queue queue;
	struct request requests[256];
	size_t n;
	uint64_t random;
	/* numbers of requests that were served since pages of entitled feeds
	 * began to wait */
	int n_own, n_foreign, n_feeds;
	int own_waits;
};

static unsigned
fair_queue_test_random(struct schedule *schedule, unsigned below)
{
	schedule->random =
	    schedule->random * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(schedule->random >> 33) % below;
}

static void
fair_queue_test_add(
    struct schedule *schedule, enum fair_class class, int64_t feed_id)
{
	struct request *request;

	if (schedule->n == ARRAY_LENGTH(schedule->requests))
		return;
	request = &schedule->requests[schedule->n++];
	*request = (struct request){
		.item = { .feed_id = feed_id,
		    .order = (int64_t)fair_queue_test_random(schedule, 5) },
		.name = letters[class]
	};
	fair_queue_push(&schedule->queue, &request->item, class);
	schedule->own_waits += class == FAIR_OWN;
}

/* A foreign page becomes a page of the publisher, or is removed from the
 * queue. */
static void
fair_queue_test_change(struct schedule *schedule)
{
	for (size_t i = 0; i < schedule->n; i++) {
		struct request *request = &schedule->requests[i];

		if (request->name != letters[FAIR_FOREIGN] ||
		    fair_queue_test_random(schedule, 4) > 0)
			continue;
		fair_queue_remove(&schedule->queue, &request->item);
		request->name = '-';
		if (schedule->own_waits > 0 &&
		    schedule->own_waits < OWN_AT_MOST)
			fair_queue_test_add(schedule, FAIR_OWN, 1);
		return;
	}
}

static void
fair_queue_test_add_some(struct schedule *schedule)
{
	static const enum fair_class others[] = { FAIR_FOREIGN, FAIR_FOREIGN,
		FAIR_FOREIGN, FAIR_FOREIGN_REVISIT, FAIR_FEED, FAIR_ROBOTS };
	unsigned n = fair_queue_test_random(schedule, 5);

	for (unsigned i = 0; i < n; i++)
		fair_queue_test_add(schedule,
		    others[fair_queue_test_random(
			schedule, ARRAY_LENGTH(others))],
		    2 + fair_queue_test_random(schedule, 20));
}

/* Serves one slot.  In some slots foreign pages are not permitted. */
static void
fair_queue_test_serve_one(struct schedule *schedule)
{
	struct fair_item *item = fair_queue_take(
	    &schedule->queue, fair_queue_test_random(schedule, 3) > 0);
	struct request *request = (struct request *)item;

	if (item == NULL)
		return;
	schedule->own_waits -= item->class == FAIR_OWN;
	schedule->n_own += item->class == FAIR_OWN;
	schedule->n_feeds += item->class == FAIR_FEED;
	schedule->n_foreign += item->class >= FAIR_FOREIGN;
	request->name = '-';
}

/* Serves slots until the last own page was served.  Returns true if own pages
 * got their share of the slots for pages, and pages got their share of all
 * slots. */
static bool
fair_queue_test_run(struct schedule *schedule)
{
	bool holds = true;
	unsigned n_before = fair_queue_test_random(schedule, 20);
	unsigned n_own = 1 + fair_queue_test_random(schedule, OWN_AT_MOST);

	for (unsigned i = 0; i < n_before; i++) {
		fair_queue_test_add_some(schedule);
		fair_queue_test_serve_one(schedule);
	}
	schedule->n_foreign = schedule->n_feeds = schedule->n_own = 0;
	for (unsigned i = 0; i < n_own; i++)
		fair_queue_test_add(schedule, FAIR_OWN, 1);
	while (schedule->own_waits > 0 && holds) {
		int n_pages;

		fair_queue_test_add_some(schedule);
		if (fair_queue_test_random(schedule, 4) == 0)
			fair_queue_test_change(schedule);
		fair_queue_test_serve_one(schedule);
		n_pages = schedule->n_own + schedule->n_foreign;
		holds = schedule->n_foreign <=
			    schedule->n_own / FAIR_OWN_PAGES + 1 &&
			schedule->n_feeds <= FAIR_FEEDS * (n_pages + 1);
	}
	while (fair_queue_take(&schedule->queue, true) != NULL)
		;
	return holds;
}

static void
fair_queue_test_schedules(void)
{
	static struct schedule schedule;
	int n_held = 0;

	for (int i = 0; i < SCHEDULES; i++) {
		memset(&schedule, 0, sizeof(schedule));
		schedule.random = (uint64_t)i;
		n_held += fair_queue_test_run(&schedule);
	}
	is_int(n_held, SCHEDULES,
	    "I3, I10: own pages and all pages have their shares in every "
	    "schedule");
}

int
main(void)
{
	fair_queue_test_choice();
	fair_queue_test_feeds_take_turns();
	fair_queue_test_newest_first();
	fair_queue_test_flood();
	fair_queue_test_removal();
	fair_queue_test_schedules();
	return done_testing();
}
