/*
 * input.h -- reads standard input, also if it does not block (input.c).
 *
 * The process that started the program, or another reader of the same pipe, may
 * have set O_NONBLOCK.  The functions then wait for data, instead of failing
 * with EAGAIN.  They do not clear O_NONBLOCK, because the flag belongs to all
 * processes that share the pipe.
 */
#ifndef BASE_IO_INPUT_H
#define BASE_IO_INPUT_H

#include <sys/types.h>

#include <stdio.h>

/* Like read(), but waits for data and repeats an interrupted call.  Returns the
 * number of bytes; 0: the input ended; -1: failed, with the reason in errno. */
ssize_t input_read(int fd, void *ret, size_t n);
/* Like fgets(), but waits for data. */
char *input_read_line(FILE *, char *ret, int n);
/* Like fread() with items of one byte, but waits for data.  Returns less than n
 * only if the stream ended or failed. */
size_t input_read_stream(FILE *, void *ret, size_t n);

#endif
