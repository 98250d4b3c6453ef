/*
 * filter_parse.h -- reads an expression and checks its types.
 */
#ifndef CONFIG_FILTER_FILTER_PARSE_H
#define CONFIG_FILTER_FILTER_PARSE_H

#include "base/err.h"
#include "config/filter/filter.h"

/* A place in an expression, counted in characters from 1. */
struct filter_place {
	int line, column;
};

/* Reads an expression of at most LIMIT_FILTER_BYTES (UTF-8).  Returns 0 and
 * *ret (owned, filter_free()); or ERR_CONFIG with the fault, and its place in
 * *ret_place; or ERR_MEMORY.  O(bytes), and the time to compile its regular
 * expressions. */
int filter_parse(struct slice expression, struct filter **ret,
    struct filter_place *ret_place, struct err *e);

#endif
