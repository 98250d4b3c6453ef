/*
 * reader_parts.h -- what reader.c and reader_child.c share.
 */
#ifndef DAEMON_READER_PARTS_H
#define DAEMON_READER_PARTS_H

#include <sys/types.h>

#include "daemon/reader.h"

/* First byte of the first message from the child; a text may follow. */
#define READER_READY   'r'
#define READER_WITHOUT 'w' /* as GLEANER_SANDBOX=off allows: why */
#define READER_BROKEN  'b' /* why */

#define READER_EXIT_CAGE   2
#define READER_EXIT_MEMORY 3

/* The child's life.  command: who must still be the parent. */
_Noreturn void reader_child(
    const struct reader_order *, int fd, pid_t command);

#endif
