/*
 * limits_filter.h -- every limit of the filters (config/filter, store/filter),
 * with its reason.  limits.h has the limits of other modules.
 */
#ifndef BASE_LIMITS_FILTER_H
#define BASE_LIMITS_FILTER_H

#include "base/limits.h"

#define LIMIT_FILTERS       1000 /* filters of a configuration; each one is
				    evaluated for each new entry */
#define LIMIT_FILTER_BYTES  4096 /* length of an expression; the longest list of
				    words in use has 2000 bytes */
#define LIMIT_FILTER_DEPTH  64   /* nested parentheses and `not`; the parser
				    recurses once for each */
#define LIMIT_FILTER_ARENA  (256 * KIB) /* memory of one parsed expression; an
					   expression of LIMIT_FILTER_BYTES has
					   at most 1400 operators and values,
					   which take 100 bytes each */
#define LIMIT_FILTER_NEST   50   /* nested groups of a regular expression */
#define LIMIT_FILTER_TAG_BYTES 100 /* length of a tag; longer ones are not
				      labels */
#define LIMIT_FILTER_TAGS   16   /* tags that one filter adds */
#define LIMIT_FILTER_LABELS 64   /* tags that all filters add to one article */
#define LIMIT_FILTER_NOTICES 16  /* consumers that one article is marked for */
#define LIMIT_FILTER_PRIORITY 9  /* priorities are from -9 to 9 */
#define LIMIT_FILTER_KEEP_DAYS 36500 /* a century, as for `retain` */
#define LIMIT_FILTER_ENTRIES 64  /* entries of an article that are evaluated;
				    only pages of aggregators are announced by
				    more feeds */

/* A step is one item of a regular expression that is tried at one place, or 16
 * bytes that a repetition passes. For each byte of the text, the search for a
 * word needs 0.1 steps, and the search for \w+ing needs 10 steps. */
#define LIMIT_FILTER_STEPS 1000000 /* steps of one match: 20 ms.  A match that
				      needs more has no result. */
#define LIMIT_FILTER_ARTICLE_STEPS 8000000 /* steps of all matches of one
					      article: 160 ms. The store's thread
					      can wait this long. */
#define LIMIT_FILTER_SUBJECT_BYTES (256 * KIB) /* text that is searched; 40000
						  words */
#define LIMIT_FILTER_HEAP_KIB 8192 /* memory of one match */
#define LIMIT_FILTER_MATCH_DEPTH 20000 /* nested backtracking points, each of
					  which takes some 100 bytes */

#endif
