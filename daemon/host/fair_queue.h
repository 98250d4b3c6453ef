/*
 * fair_queue.h -- the requests that wait for one host, and which of them gets
 * the host's next slot.
 *
 * A slot is the right to start one request.  Requests are in classes:
 *
 *	robots: robots.txt files that pages of an entitled feed
 *	(docs/security.md) or documents of a feed need;
 *	feed: feeds, and the sitemaps, archives and hubs of their own hosts;
 *	own: pages that an entitled feed inserted, not visited before;
 *	own revisit: pages that an entitled feed inserted, visited before;
 *	foreign: pages that other feeds inserted, not visited before, the
 *	robots.txt files that they need, sitemaps and archives to which feeds of
 *	other hosts link, hubs that feeds of other hosts name, and feeds that
 *	redirect from other hosts;
 *	foreign revisit: pages that other feeds inserted, visited before.
 *
 * The class robots is served first. While feeds and pages wait, FAIR_FEEDS
 *feeds and one page take turns. While own and foreign pages wait,
 *FAIR_OWN_PAGES own pages and one foreign page take turns. Within own and
 *within foreign, pages that were visited before are served last.
 *
 * Within a class the feeds that inserted the pages take turns, one request
 * each.  The newest page of a feed is served first.  So the time that a
 * publisher's pages take does not depend on how many pages other feeds insert
 * on its host.
 *
 * Pure: no time, no input or output.
 */
#ifndef DAEMON_HOST_FAIR_QUEUE_H
#define DAEMON_HOST_FAIR_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fair_class {
	FAIR_ROBOTS,
	FAIR_FEED,
	FAIR_OWN,
	FAIR_OWN_REVISIT,
	FAIR_FOREIGN,
	FAIR_FOREIGN_REVISIT,
	FAIR_CLASS_COUNT
};

/* ---- the choice ---- */

/* If feeds and pages wait, this number of feeds is served before each page.
 * Pages then get a third of the slots. */
#define FAIR_FEEDS 2
/* If own and foreign pages wait, this number of own pages is served before each
 * foreign page. Foreign pages can therefore lengthen the time that a
 * publisher's own pages take by at most a half. */
#define FAIR_OWN_PAGES 2

/* Counts the requests that were served in a row. `feeds`: requests for feeds,
 * served while pages waited. `own`: requests for own pages, served while
 * foreign pages waited. */
struct fair_turn {
	int feeds, own;
};

/* Returns the class to serve next; waits[] is true for the classes that have a
 * request. FAIR_CLASS_COUNT: no class has one. O(1). */
enum fair_class fair_choose(
    const struct fair_turn *, const bool waits[FAIR_CLASS_COUNT]);
/* Records that a request of class `served` was served while the classes in
 * waits[] had requests. O(1). */
void fair_note(struct fair_turn *, enum fair_class served,
    const bool waits[FAIR_CLASS_COUNT]);

/* ---- the queue ---- */

/* Embedded in a request. The caller sets `feed_id` and `order` before a push;
 * the other members belong to the queue. */
struct fair_item {
	int64_t feed_id; /* the feed that inserted the page; 0: none */
	/* Of one feed, the item with the greatest order is served first; items
	 * with the same order are served in the order of insertion. */
	int64_t order;
	struct fair_item *next;
	enum fair_class class;
};

struct fair_group; /* the requests of one class and feed */

struct fair_groups {
	struct fair_group *first, *last; /* the first is served next */
};

struct fair_queue {
	struct fair_groups classes[FAIR_CLASS_COUNT];
	struct fair_turn turn;
	size_t n; /* requests */
};

/* All zero is an empty queue. */

/* Adds an item. The item is borrowed until it is taken or removed. If memory is
 * exhausted the process ends. O(feeds of the class); O(requests of the feed) if
 * the item is newer than others of its feed. */
void fair_queue_push(struct fair_queue *, struct fair_item *, enum fair_class);
/* True when fair_queue_take() would return an item. */
bool fair_queue_has(const struct fair_queue *, bool takes_foreign);
/* Removes and returns the item to serve next; NULL: there is none.
 * takes_foreign: foreign pages may be served now.  O(1). */
struct fair_item *fair_queue_take(struct fair_queue *, bool takes_foreign);
/* Removes an item that is in the queue.  O(feeds and requests of its class). */
void fair_queue_remove(struct fair_queue *, struct fair_item *);
/* Removes all items for which is_wanted() is true, and returns them as a list
 * that is linked by `next`. O(n). */
struct fair_item *fair_queue_split(
    struct fair_queue *, bool (*is_wanted)(const struct fair_item *));

#endif
