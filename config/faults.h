/*
 * faults.h -- the faults of a configuration, with their places.
 *
 * Several passes find faults; the list is reported in the order of lines.
 * Faults beyond LIMIT_CONFIG_FAULTS are only counted.
 */
#ifndef CONFIG_FAULTS_H
#define CONFIG_FAULTS_H

#include "base/buf.h"
#include "base/err.h"
#include "config/config.h"

/* The place of a character: file, line and column, which are counted from 1.
 * Line 0 means that there is no place. */
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
	size_t n_faults; /* includes faults that were left out, but not
			    warnings and notes */
	size_t n_left_out; /* above LIMIT_CONFIG_FAULTS.  A fault takes the
			      place of a warning or a note */
	enum config_secrets secrets; /* whether a secret that cannot be read is
					a fault */
	bool out_of_memory;          /* memory for a fault, or for a part of the
					configuration, could not be allocated */
};

void fault_list_init(struct fault_list *);
void fault_list_release(struct fault_list *);

/* Adds a fault: the text that printf() would write, without the place.  A fault
 * makes the configuration faulty. */
void fault_add(struct fault_list *, struct place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds a line that begins with "warning: ".  A warning does not make the
 * configuration faulty. */
void fault_warn(struct fault_list *, struct place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds a line that begins with "note: ".  A note needs no action. */
void fault_note(struct fault_list *, struct place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes all lines in the order of their places: "file:line:column: text".
 * `files`: the names of the files. */
void fault_list_write(struct fault_list *, char *const *files, struct buf *out);
/* Returns ERR_CONFIG; e contains the first fault and, if there are several,
 * their number. */
int fault_list_sum_up(struct fault_list *, char *const *files, struct err *e);

#define FAULT_QUOTE_BYTES 128
/* Quotes a text from outside.  Controls and line separators become U+FFFD, and
 * the text is truncated to at most 60 bytes.  Returns `out`. */
const char *fault_quote(struct slice, char out[FAULT_QUOTE_BYTES]);

#endif
