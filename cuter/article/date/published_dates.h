/*
 * published_dates.h -- shared by published.c and published_lines.c: the dates
 * found so far.
 */
#ifndef CUTER_ARTICLE_DATE_PUBLISHED_DATES_H
#define CUTER_ARTICLE_DATE_PUBLISHED_DATES_H

#include "cuter/article/article.h"

#define DATE_LINE_BYTES 120 /* largest size of a line with a date */
/* A date replaces another only if it is earlier by more than this time. A
 * missing zone can cause differences up to 26 hours. */
#define EARLIER_S (36 * 3600)

/* The date of one source. */
struct date {
	int64_t at;
	int zone; /* minutes east of UTC, or CUTER_ZONE_NONE */
	enum cuter_source source;
	/* Another source gives a time at most a day away, or a line near the
	 * title one at most EARLIER_S away. */
	bool agreed;
};
static const struct date dates_none = { DATE_NONE, CUTER_ZONE_NONE,
	CUTER_SOURCE_NONE, false };

struct dates {
	const struct page *page;
	struct slice language;
	struct slice authors; /* names in JSON-LD, divided by spaces */
	enum date_order order;
	struct date published, modified;
	/* Dates of visible lines. `shown`: publication, from a line near the
	 * title. `far`: publication, from a line farther away.
	 * `shown_modified`: the last change. */
	struct date shown, far, shown_modified;
	/* The first date near the title that may replace the date in metadata,
	 * and whether a date near the title confirms the date in metadata. */
	struct date replacing;
	bool is_confirmed;
	struct date original; /* "originally published on" */
};

/* Returns the date in the first DATE_LINE_BYTES of the text, or dates_none if
 * there is no date. */
struct date dates_among(const struct dates *, struct slice text);
/* Stores `found` in *known in two cases: *known is empty, or *known is the time
 * of the fetch and `found` is not. If both times are equal and the zone of
 * *known is UTC, *known gets the zone of `found`. Sets the member `agreed` of
 * *known if the two times are at most a day apart. */
void dates_offer(const struct dates *, struct date *known, struct date found,
    enum cuter_source);

/* The functions below are in published_lines.c; each is O(blocks). */

/* Reads the lines around the title. Sets the members `shown`, `far`,
 * `shown_modified`, `replacing` and `is_confirmed`. */
void dates_read_head(struct dates *);
/* Reads "originally published on" after the text. Sets the member `original`.
 */
void dates_read_original(struct dates *);
/* Searches all lines for a label such as "published" with a date. Sets the
 * member `published` if no other source has a date. */
void dates_read_labelled(struct dates *);
/* Like dates_read_labelled(), for pages whose metadata have only the date of
 * the last change. */
void dates_read_only_label(struct dates *);
/* Reads the lines after the text. Sets the member `far`. */
void dates_read_tail(struct dates *);

#endif
