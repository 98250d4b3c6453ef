/*
 * manual.h -- the manual pages, filled from the tables that the program runs
 * by.
 */
#ifndef CLI_MANUAL_H
#define CLI_MANUAL_H

#include "cli/cli.h"

/* The name of the n-th page ("gleaner.yaml"), NULL behind the last. */
const char *manual_name(size_t n);
/* Its section, 1 to 8. */
int manual_section(size_t n);
/* Appends the page `name` as mdoc.  False: there is none of that name. */
bool manual_write(struct buf *out, const struct cli *, const char *name);

/* ---- roff.c ---- */

/* Running text: escaped, a line a sentence, `words` in backquotes bold.  Ends
 * with \n. */
void roff_text(struct buf *out, struct slice);
/* Text to be typed as it is: no character of it changes its shape. */
void roff_literal(struct buf *out, struct slice);

#endif
