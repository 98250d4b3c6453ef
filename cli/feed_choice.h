/*
 * feed_choice.h -- which feed is meant by an address that `feed add` was given.
 */
#ifndef CLI_FEED_CHOICE_H
#define CLI_FEED_CHOICE_H

#include "cli/cli.h"
#include "crawler/feed/feed.h"

/* What is to be subscribed to, and what a look at it has found. */
struct feed_choice {
	char *given;       /* the address, in its normal form; owned */
	bool skip;         /* the caller knows it: no look is wanted */
	char *url;         /* the feed's; owned; NULL if skip */
	char *final_url;   /* after redirects, or NULL; owned */
	char *title;       /* or NULL; owned */
	enum feed_format format; /* FEED_UNKNOWN: nothing was found there */
	size_t n_items;
};

struct feed_choice_order {
	bool first;  /* of several feeds of a page, take the best */
	bool forced; /* take the address if nothing is found there, too */
};

/* Fetches each address that is not skipped, once, and what its page names if it
 * is a page.  CLI_OK if each has a url then; else CLI_FAILED after a complaint.
 * A choice among several is asked for at the terminal.  Call
 * feed_choice_release() on each either way. */
int feed_choose(struct cli *, const struct feed_choice_order *,
    struct feed_choice *choices, int n);
void feed_choice_release(struct feed_choice *);

#endif
