/*
 * standard_files.h -- reserves the descriptors 0, 1 and 2.
 */
#ifndef BASE_STANDARD_FILES_H
#define BASE_STANDARD_FILES_H

/* Call this first in main().  The caller of the program may have closed one of
 * the descriptors 0 to 2 (`<&-`).  This function then opens the descriptor on
 * /dev/null in the wrong direction, so that reads and writes fail with EBADF.
 * A file that is opened later can therefore not get the number of the
 * descriptor.  Returns 0, or -1 with errno set if /dev/null cannot be opened.
 */
int standard_files_hold(void);

#endif
