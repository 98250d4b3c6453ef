/*
 * faults.h -- what is wrong in a configuration, all of it, with its place.
 *
 * Faults are found in passes and told in the order of the files' lines.
 * What does not fit into LIMIT_CONFIG_FAULTS is counted.
 */
#ifndef CONFIG_FAULTS_H
#define CONFIG_FAULTS_H

#include "base/buf.h"
#include "base/err.h"

/* Of a character, counted from 1; line 0 is nowhere. */
struct place {
	size_t file; /* index into the list of files that were read */
	int line, column;
};

struct fault {
	struct place place;
	size_t order;
	char *text; /* owned */
};

struct fault_list {
	struct fault *faults; /* owned */
	size_t n;
	size_t n_faults; /* not counting warnings, but those left out */
	size_t n_left_out;
	bool out_of_memory; /* here, or told so by whoever filled a config */
};

void fault_list_init(struct fault_list *);
void fault_list_release(struct fault_list *);

void fault_add(struct fault_list *, struct place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A line with "warning: " that does not make the configuration faulty. */
void fault_warn(struct fault_list *, struct place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* All lines in order, "file:line:column: text\n".  files[] are the names. */
void fault_list_write(struct fault_list *, char *const *files, struct buf *out);
/* ERR_CONFIG with the first fault, and how many there are. */
int fault_list_sum_up(struct fault_list *, char *const *files, struct err *e);

#define FAULT_QUOTE_BYTES 128
/* A foreign text in quotes, controls escaped, cut to some 60 bytes; returns
 * out. */
const char *fault_quote(struct slice, char out[FAULT_QUOTE_BYTES]);

#endif
