/*
 * fair_queue.h -- the requests that wait for one host, and which of them gets
 * the host's next slot.
 *
 * A slot is the right to start one request.  Requests are in classes:
 *
 *	robots           robots.txt of a site whose pages an entitled feed
 *	                 announced, or that a feed's document needs
 *	feed             feeds, sitemaps, archives
 *	own              pages that a feed announced which is entitled to speak
 *	                 for them (docs/security.md), never visited before
 *	own revisit      the same, visited before
 *	foreign          pages, and their robots.txt, that other feeds announced
 *	foreign revisit  the same, visited before
 *
 * robots is served first.  While a feed and a page wait, FAIR_FEEDS feeds and
 * one page take turns.  While own and foreign pages wait, FAIR_OWN own pages
 * and one foreign page take turns.  Within own and within foreign, pages that
 * were visited before are served last.
 *
 * Within a class the announcing feeds take turns, one request each, and of one
 * feed the newest page is served first.  So the time that a publisher's pages
 * take does not depend on how many pages other feeds announce on its host.
 *
 * Pure: no time, no input or output.
 */
#ifndef DAEMON_FAIR_QUEUE_H
#define DAEMON_FAIR_QUEUE_H

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

#define FAIR_FEEDS 2 /* to one page: pages get a third of the slots */
#define FAIR_OWN_PAGES 2 /* to one foreign page: foreign feeds lengthen the
			    time of a publisher's pages by a half at most */

/* What was served since the other side was, while the other side waited. */
struct fair_turn {
	int feeds, own;
};

/* The class to serve next; waits[] says which classes have a request.
 * FAIR_CLASS_COUNT: none has.  O(1). */
enum fair_class fair_choose(
    const struct fair_turn *, const bool waits[FAIR_CLASS_COUNT]);
/* Notes that `served` was served while waits[] waited.  O(1). */
void fair_note(struct fair_turn *, enum fair_class served,
    const bool waits[FAIR_CLASS_COUNT]);

/* ---- the queue ---- */

/* Embedded in a request.  The caller sets feed_id and order before a push;
 * the rest is the queue's. */
struct fair_item {
	int64_t feed_id; /* that announced it; 0: no feed in particular */
	int64_t order;   /* the greatest is served first; of equal ones the
			    one that was pushed first */
	struct fair_item *next;
	enum fair_class class;
};

struct fair_lane; /* the requests of one class and feed */

struct fair_lanes {
	struct fair_lane *first, *last; /* the first is served next */
};

struct fair_queue {
	struct fair_lanes classes[FAIR_CLASS_COUNT];
	struct fair_turn turn;
	size_t n; /* requests */
};

/* All zero is an empty queue. */

/* Adds an item, borrowed until it is taken.  Without memory the process ends.
 * O(feeds of the class), and O(requests of the feed) where the item is newer
 * than others of its feed. */
void fair_queue_push(struct fair_queue *, struct fair_item *, enum fair_class);
/* True when fair_queue_take() would return an item. */
bool fair_queue_has(const struct fair_queue *, bool takes_foreign);
/* Removes and returns the item to serve next; NULL: there is none.
 * takes_foreign: foreign pages may be served now.  O(1). */
struct fair_item *fair_queue_take(struct fair_queue *, bool takes_foreign);
/* Removes an item that is in the queue.  O(feeds and requests of its class). */
void fair_queue_remove(struct fair_queue *, struct fair_item *);
/* Removes all items of which is_wanted is true; returns them as a list by
 * `next`.  O(n). */
struct fair_item *fair_queue_split(
    struct fair_queue *, bool (*is_wanted)(const struct fair_item *));

#endif
