/*
 * feed_choice.h -- determines the feed for an address given to `feed add`.
 */
#ifndef CLI_FEED_FEED_CHOICE_H
#define CLI_FEED_FEED_CHOICE_H

#include "cli/cli.h"
#include "cli/cut/site_reader.h"
#include "crawler/feed/feed.h"

/* The feed to subscribe to, and its properties as fetched. */
struct feed_choice {
	char *given;     /* the address, in its normal form; owned */
	bool skip;       /* set by the caller: do not fetch the address */
	char *url;       /* address of the feed; owned; NULL if skip */
	char *final_url; /* address after redirects, or NULL; owned */
	char *title;     /* or NULL; owned */
	enum feed_format format; /* FEED_UNKNOWN: no feed was found */
	size_t n_items;
};

struct feed_choice_options {
	bool first;  /* if a page has several feeds, take the best */
	bool forced; /* use the address even if no feed was found */
};

/* Fetches each address once, unless its `skip` is set. If the address is a
 * page, the feeds that the page names are fetched, too. If there are several
 * feeds and `first` is not set, the user is asked at the terminal; without a
 * terminal the function fails. `reader`: borrowed; parses the documents.
 *
 * On success every choice without `skip` has a url, and CLI_OK is returned.
 * Otherwise CLI_FAILED is returned after an error message. In both cases call
 * feed_choice_release() on each choice. */
int feed_choose(struct cli *, const struct feed_choice_options *,
    struct site_reader *reader, struct feed_choice *choices, int n);
void feed_choice_release(struct feed_choice *);

#endif
