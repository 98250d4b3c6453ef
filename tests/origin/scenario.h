/*
 * scenario.h -- a scenario after it was read: routes, each with its steps.
 * scenario.c describes the language.
 */
#ifndef TESTS_ORIGIN_SCENARIO_H
#define TESTS_ORIGIN_SCENARIO_H

#include "tests/origin/origin.h"

enum part_kind {
	PART_BYTES, /* as they are */
	PART_TEXT,  /* a text; placeholders are expanded for each request */
	PART_FILE   /* `bytes` is the path of a file, which is read for each
		     * request */
};

struct part {
	enum part_kind kind;
	struct slice
	    bytes; /* NUL-terminated; allocated with malloc, or static */
	int64_t times;
};

enum line_act { LINE_SET, LINE_ADD, LINE_DROP };

struct line {
	enum line_act act;
	char *name;
	struct slice value;
};

struct step {
	int from, to; /* first and last number of the requests for which the
			 step is used */
	int status;   /* HTTP status; 0: the usual one */
	char *reason; /* NULL: the usual one */
	struct line headers[ORIGIN_MAX_HEADERS];
	size_t n_headers;
	struct part parts[ORIGIN_MAX_PIECES];
	size_t n_parts;
	struct manner manner;
	bool passes;
};

/* steps[0] contains the lines before the first `when`. */
struct route {
	char *path;
	struct step *steps;
	size_t n_steps;
	struct route *next;
};

/* Takes ownership of the route.  If in_force is true, the route replaces one of
 * the same path; else it is never used. */
void scenario_put(struct route *, bool in_force);
void read_file(const char *path, struct buf *ret);

/* Removes the next word from *rest and returns it; returns an empty slice at
 * the end (words.c). */
struct slice read_word(struct slice *rest);
/* Removes a "string" with \n \r \t \0 \\ \" \xHH from *rest; *ret is allocated
 * with malloc. */
bool read_string(struct slice *rest, struct slice *ret);
/* Reads milliseconds: 90 for "90" and "90ms", 1500 for "1.5s"; the units m and
 * h are also allowed. */
bool read_duration_ms(struct slice, int64_t *ret);
bool read_size(struct slice,
    int64_t *ret); /* reads a size such as 10MiB, 1GiB, 64KiB or 7 */

#endif
