/*
 * filters.h -- functions shared by `gleaner filter list`, `test` and `explain`:
 * open the configuration and its filters, and write a filter as JSON
 * (filters.c).
 */
#ifndef CLI_FILTERS_FILTERS_H
#define CLI_FILTERS_FILTERS_H

#include "base/text/json_writer.h"
#include "cli/cli.h"
#include "config/filter/filter_rule.h"
#include "store/filter/filters.h"

/* Reads the configuration, which must have filters, and opens the database for
 * reading.  Returns CLI_OK, or the exit code after a message. */
int filters_open(struct cli *, struct store **ret);
/* Writes the members `if`, `then`, `file` and `line` of a filter. */
void filters_write_json(struct json_writer *, const struct filter_rule *);
/* Writes the counts as the members `matched`, `matched_at`, `limited` and
 * `limited_at`. */
void filters_write_counts(struct json_writer *, const struct filter_counts *);

#endif
