/*
 * reader_parts.h -- declarations shared by reader.c and reader_child.c.
 */
#ifndef WORKER_READER_READER_PARTS_H
#define WORKER_READER_READER_PARTS_H

#include <sys/types.h>

#include "base/limits.h"
#include "worker/reader/reader.h"

/* First byte of the first message from the child. A text may follow. */
#define READER_READY 'r'
/* No sandbox, allowed by GLEANER_SANDBOX=off; text: reason. */
#define READER_WITHOUT 'w'
#define READER_BROKEN  'b' /* text: reason */

#define READER_PIECE (64 * KIB) /* size of the first read of a message */

#define READER_EXIT_SANDBOX 2
#define READER_EXIT_MEMORY  3

/* Main function of the child. `command`: pid of the expected parent. */
_Noreturn void reader_child(
    const struct reader_options *, int fd, pid_t command);

#endif
