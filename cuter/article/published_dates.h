/*
 * published_dates.h -- what the witnesses of an article's days have in common.
 * Private to published.c and published_lines.c.
 */
#ifndef CUTER_ARTICLE_PUBLISHED_DATES_H
#define CUTER_ARTICLE_PUBLISHED_DATES_H

#include "cuter/article/published.h"

#define LINE_BYTES 120         /* of a line that holds a date */
#define EARLIER_S  (36 * 3600) /* more than a zone that was not given */

/* One witness's word. */
struct date {
	int64_t at;
	int zone; /* minutes; CUTER_ZONE_NONE */
	enum cuter_source source;
	bool agreed; /* another source has the same day */
};
static const struct date dates_none = { DATE_NONE, CUTER_ZONE_NONE,
	CUTER_SOURCE_NONE, false };

struct dates {
	const struct page *page;
	struct slice language;
	enum date_order order;
	struct date published, modified;
	/* by lines, near the title and farther off */
	struct date shown, far, shown_modified;
	struct date original; /* "originally published on" */
};

/* A day among words, of the first LINE_BYTES. */
struct date dates_among(const struct dates *, struct slice text);
/* The first word counts, unless it is the visit's time and the next is not. */
void dates_hear(const struct dates *, struct date *known, struct date said,
    enum cuter_source);

/* published_lines.c, each O(blocks).  About the title: shown, far,
 * shown_modified. */
void dates_hear_page(struct dates *);
/* "Originally published on" behind the text: original. */
void dates_hear_original(struct dates *);
/* "Published" and a day, where nobody else has told: published. */
void dates_hear_labelled(struct dates *);
/* The same against machines that tell the last change twice: published. */
void dates_hear_only_label(struct dates *);
/* Behind the text: far. */
void dates_hear_tail(struct dates *);

#endif
