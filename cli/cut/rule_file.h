/*
 * rule_file.h -- reads a file of site rules for a command (docs/rules.md).
 */
#ifndef CLI_CUT_RULE_FILE_H
#define CLI_CUT_RULE_FILE_H

#include "cli/cli.h"
#include "rules/rules.h"

/* Reads the file into out (cleared first) and writes a note for each line that
 * has no effect: "FILE:LINE: unknown command: x".  Returns CLI_OK, or an error
 * code after an error message, also if the file has no usable statement. */
int rule_file_read(struct cli *, const char *path, struct buf *out);

/* Writes the notes for a text that was read from `path`.  *ret_n: the number of
 * statements.  Returns false if there is no memory. */
bool rule_file_check(
    struct cli *, const char *path, struct slice text, size_t *ret_n);

#endif
