/*
 * params.h -- the parameters of an operation of the API: read, checked and
 * described by one table (params.c).
 *
 * The OpenAPI document is made from the same rows.  An empty value is the same
 * as an absent parameter.  Any other wrong value, an unknown parameter, and a
 * parameter that is given twice are errors that name the parameter.
 */
#ifndef SERVE_API_PARAMS_H
#define SERVE_API_PARAMS_H

#include <stddef.h>

#include "serve/route.h"
#include "store/article/article_page.h"

enum param_kind {
	PARAM_TEXT,   /* struct slice; at most max bytes */
	PARAM_NUMBER, /* int64_t, from min to max */
	PARAM_TIME,   /* int64_t, UTC seconds */
	PARAM_LANG,   /* struct slice */
	PARAM_CHOICE, /* int64_t: the index in choices */
	PARAM_CURSOR, /* struct article_place; ARTICLE_PLACE_FIRST if absent */
	PARAM_ROW     /* int64_t, 0 to INT64_MAX: the id of the last row of the
			 previous page; also the target of a next page */
};

struct param_row {
	const char *name; /* NULL in the last row of a table */
	enum param_kind kind;
	size_t offset; /* offset of the value in the struct that the table
			  describes */
	int64_t min, max;
	const char *const *choices; /* ended by NULL */
	const char *help;           /* a sentence for the OpenAPI document */
};

/* Reads the parameters of the request into *values, which must contain the
 * defaults.  Texts are borrowed from the request.  Relative times count from
 * exchange->now_at.  Returns false after writing a problem response (400). */
bool params_read(
    struct serve_exchange *, const struct param_row *, void *values);
/* Reads "2026-11-20", which is midnight UTC, "2026-11-20T17:48:18Z",
 * "2026-11-20T17:48:18+01:00", or a time before now: "90s", "15m", "2h", "7d",
 * "4w".  A space in place of "+" is accepted, because "+" is a space in a
 * query.  False for anything else. */
bool param_time(struct slice text, int64_t now_at, int64_t *ret_at);
/* The same, but adds day_s to a day such as "2026-11-20".  An empty text is
 * valid and does not change *ret_at. */
bool param_day(
    struct slice text, int64_t now_at, int64_t day_s, int64_t *ret_at);

#endif
