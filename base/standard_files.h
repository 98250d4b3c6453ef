/*
 * standard_files.h -- descriptors 0, 1 and 2.
 */
#ifndef BASE_STANDARD_FILES_H
#define BASE_STANDARD_FILES_H

/* First thing of a program: whichever of the three its caller has closed
 * (`<&-`) stays unusable, reads and writes fail with EBADF, but is taken, so
 * that no file or socket that is opened later becomes "standard output".
 * 0, or -1 and errno: not even /dev/null can be opened. */
int standard_files_hold(void);

#endif
