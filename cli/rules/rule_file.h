/*
 * rule_file.h -- reads a file of site rules for a command (docs/rules.md).
 *
 * rule_of_url.c finds the rules of the configuration for a page.
 */
#ifndef CLI_RULES_RULE_FILE_H
#define CLI_RULES_RULE_FILE_H

#include "cli/cli.h"
#include "rules/rules.h"

#define RULE_FILE_BUF_BYTES (256 * 1024) /* capacity for rule_file_read() */

/* Reads the file into `out` (cleared first) and writes a note for each line
 * that has no effect: "FILE:LINE: unknown command: x".  Returns CLI_OK, or an
 * error code after an error message, also if the file has no usable statement.
 */
int rule_file_read(struct cli *, const char *path, struct buf *out);

/* Writes the notes of rule_file_read() for a text that was read from `path`.
 * *ret_n: the number of statements. Returns false if there is no memory. */
bool rule_file_check(
    struct cli *, const char *path, struct slice text, size_t *ret_n);

/* Returns the rules of the configuration for a page with this URL; SLICE_NONE:
 * the URL has no rules. The configuration must have been read before. The rules
 * are borrowed from it. */
struct slice rule_file_of_url(const struct cli *, struct slice url);

#endif
