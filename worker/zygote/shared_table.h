/*
 * shared_table.h -- the document frequencies of the installation, in memory
 * that the daemon writes and the workers read.
 *
 * The memory is a memfd.  The zygote gets it as descriptor ZYGOTE_TABLE_FD,
 * maps it read-only and closes the descriptor; a seal prevents further mappings
 * for writing.
 *
 * A child has no pages of a shared mapping after a fork.  It gets each one with
 * a page fault, and a document reads about 40 parts of the table.  So the
 * zygote gives its children a private copy in large pages, which a fork shares.
 */
#ifndef WORKER_ZYGOTE_SHARED_TABLE_H
#define WORKER_ZYGOTE_SHARED_TABLE_H

#include "base/err.h"
#include "enrich/frequency.h"

/* Creates the table at the first call.  It exists as long as the process.
 * Errors: ERR_IO, ERR_MEMORY. */
int shared_table_create(struct frequency_table **ret, struct err *e);
/* Returns the descriptor of the table; -1 if the table was not created. */
int shared_table_fd(void);
/* In the zygote: maps the table and closes the descriptor.  NULL: the hub has
 * no table. */
const struct frequency_table *shared_table_map(int fd);
/* In the zygote: returns the table for the next child: a copy in large pages,
 * or `shared` if there are no large pages.  The copy is valid until the next
 * call.  If counts have changed, it is made again when it is older than
 * SHARED_TABLE_COPY_MS, and at once after many changes.  now_ms: monotonic
 * time.  O(1), or O(size of the table) for a copy, which takes about a
 * millisecond. */
#define SHARED_TABLE_COPY_MS 10000
const struct frequency_table *shared_table_copy(
    const struct frequency_table *shared, int64_t now_ms);

#endif
