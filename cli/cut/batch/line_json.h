/*
 * line_json.h -- reads a line of a batch.
 */
#ifndef CLI_CUT_BATCH_LINE_JSON_H
#define CLI_CUT_BATCH_LINE_JSON_H

#include <jansson.h>

#include "base/slice.h"

/* Reads the JSON of a line.  A byte order mark at its start is skipped, and an
 * escaped surrogate that is not half of a pair is read as U+FFFD, because
 * json.dumps() of Python writes such escapes for damaged texts.  flags: of
 * jansson.  Returns NULL if the line is not an object or an array, or if there
 * is no memory.  The caller calls json_decref().  O(length). */
json_t *line_json_read(struct slice line, size_t flags);

#endif
