/*
 * push_list.h -- the reports of pushes, for the metrics and `gleaner status`
 * (push_list.c).
 */
#ifndef DAEMON_HTTP_PUSH_LIST_H
#define DAEMON_HTTP_PUSH_LIST_H

#include "base/buf.h"

struct push_list;

/* Returns NULL if memory is exhausted. */
struct push_list *push_list_new(void);
void push_list_free(struct push_list *);
/* Stores a report, a JSON object (control/push_state.h). It replaces the last
 * report of the same consumer. If there are LIMIT_PUSHES reports, the oldest is
 * dropped. now_ms: monotonic. Returns false if the report is malformed. */
bool push_list_take(struct push_list *, struct slice json, int64_t now_ms);
/* Appends the metrics of all reports that are not older than
 * LIMIT_PUSH_REPORT_S. list NULL: nothing is written. */
void push_list_write_metrics(
    const struct push_list *, int64_t now_ms, struct buf *);
/* Appends a line push={…} (control/push_state.h) for each report that is not
 * older than LIMIT_PUSH_REPORT_S. */
void push_list_write_lines(
    const struct push_list *, int64_t now_ms, struct buf *);

#endif
