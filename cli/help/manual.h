/*
 * manual.h -- the manual pages, completed from the program's own tables.
 */
#ifndef CLI_HELP_MANUAL_H
#define CLI_HELP_MANUAL_H

#include "cli/cli.h"

/* Returns the name of the n-th page ("gleaner.yaml"); NULL after the last page.
 */
const char *manual_name(size_t n);
/* Returns the section of the page, 1 to 8; 0: there is no such page. */
int manual_section(size_t n);
/* Appends the page `name` as mdoc. Returns false if there is no such page. */
bool manual_write(struct buf *out, const struct cli *, const char *name);

/* ---- roff.c ---- */

/* Appends running text: escaped, one sentence per line, `words` in backquotes
 * in bold. Ends with \n. */
void roff_text(struct buf *out, struct slice);
/* Appends literal text: roff does not replace any character of it. */
void roff_literal(struct buf *out, struct slice);

#endif
