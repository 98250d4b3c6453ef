/*
 * standard_files.h -- reserves the descriptors 0, 1 and 2.
 */
#ifndef BASE_STANDARD_FILES_H
#define BASE_STANDARD_FILES_H

/* Call this first in main().  If the caller has closed one of the descriptors
 * (`<&-`), it is opened on /dev/null in the wrong direction: reads and writes
 * fail with EBADF, but no file that is opened later gets its number.  Returns
 * 0, or -1 with errno set if /dev/null cannot be opened. */
int standard_files_hold(void);

#endif
