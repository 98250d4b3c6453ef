/*
 * filter_regex.h -- the regular expressions of filters (PCRE2), with a bound on
 * the work of a match.
 *
 * Texts come from publishers.  A publisher may write a text for which an
 * expression such as /(a+)+$/ takes exponential time.  PCRE2's own match limit
 * counts from zero again at each start in the text, and does not count the
 * bytes that a repetition passes, so that a text of n bytes could cost n times
 * the limit.  Therefore PCRE2 calls a function before each item of an
 * expression (PCRE2_AUTO_CALLOUT), and this function ends the match after a
 * number of steps (LIMIT_FILTER_STEPS).  The number does not depend on the
 * machine or its load: a text has the same result everywhere.
 *
 * PCRE2's compiler to machine code is not used, because it needs memory that is
 * both writable and executable, which the unit of the daemon forbids
 * (MemoryDenyWriteExecute).
 */
#ifndef CONFIG_FILTER_FILTER_REGEX_H
#define CONFIG_FILTER_FILTER_REGEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/slice.h"

struct filter_regex;
struct filter_matcher;

/* The letters after the second slash. The position of a letter is the number of
 * its bit. */
#define FILTER_REGEX_LETTERS "imsx"
enum filter_regex_flag {
	FILTER_REGEX_CASELESS = 1,  /* i */
	FILTER_REGEX_MULTILINE = 2, /* m: ^ and $ also match at line breaks */
	FILTER_REGEX_DOTALL = 4,    /* s: . also matches line breaks */
	FILTER_REGEX_EXTENDED = 8   /* x: white space is ignored */
};

/* Compiles a pattern (UTF-8, \w and \d by Unicode).  Returns 0 and *ret
 * (owned), or ERR_CONFIG with PCRE2's message and the offset of the fault in
 * the pattern, or ERR_MEMORY. */
int filter_regex_new(struct slice pattern, unsigned flags,
    struct filter_regex **ret, size_t *ret_offset, struct err *e);
void filter_regex_free(struct filter_regex *);

/* Allocates the memory of matches, for one thread.  Returns 0 or ERR_MEMORY. */
int filter_matcher_new(struct filter_matcher **ret, struct err *e);
void filter_matcher_free(struct filter_matcher *);
/* Begins the next article, which may take LIMIT_FILTER_ARTICLE_STEPS.  The
 * texts that are searched until the next call must not change, because their
 * signatures are stored (filter_literal.h). */
void filter_matcher_begin(struct filter_matcher *);
/* Returns the steps that were taken since filter_matcher_begin(). */
int64_t filter_matcher_steps(const struct filter_matcher *);

enum filter_match { FILTER_NO_MATCH, FILTER_MATCH, FILTER_MATCH_LIMIT };
/* Searches the first LIMIT_FILTER_SUBJECT_BYTES of a text, which must be valid
 * UTF-8.  FILTER_MATCH_LIMIT: the match reached a limit, so that the result is
 * not known.  The regex is not changed and may be shared by threads. */
enum filter_match filter_regex_search(
    const struct filter_regex *, struct filter_matcher *, struct slice text);

#endif
