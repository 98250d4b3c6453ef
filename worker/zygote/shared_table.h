/*
 * shared_table.h -- the document frequencies of the installation, in memory
 * that the daemon writes and the workers read.
 *
 * The memory is a memfd.  The zygote gets it as descriptor ZYGOTE_TABLE_FD,
 * maps it read-only and closes the descriptor; a seal prevents further mappings
 * for writing.
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

#endif
