/*
 * warc.h -- writes pages as WARC 1.1 (ISO 28500:2017), one gzip member per
 * record.
 */
#ifndef CLI_PRINT_WARC_H
#define CLI_PRINT_WARC_H

#include "base/buf.h"
#include "store/store.h"

/* Maximum size of a record: a page, its headers, and gzip's overhead. */
#define WARC_MAX_BYTES (2 * (LIMIT_RAW_BYTES + 1 * MIB))

/* Appends the first record of a file, which names the program. Returns 0 or a
 * code. */
int warc_info(struct buf *out, int64_t now_at, struct err *e);
/* Appends a page as a response record. */
int warc_response(struct buf *out, const struct page_row *, struct err *e);

#endif
