/*
 * log.h -- lines of `gleaner serve` on standard error: "event key=value".
 */
#ifndef SERVE_HTTP_LOG_H
#define SERVE_HTTP_LOG_H

#include "base/slice.h"

/* Writes one line with two values, each in quotes and escaped.  `level`:
 * "info", "warning" or "error".  An absent second key ends the line after the
 * first value.  At most LIMIT_SERVE_LOG_S lines a second are written; the
 * others are dropped.  May be called by every thread. */
void serve_log(const char *level, const char *event, const char *key,
    struct slice value, const char *key2, struct slice value2);

#endif
