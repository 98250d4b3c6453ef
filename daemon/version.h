/*
 * version.h -- which gleanerd this is, and which libraries it has.
 */
#ifndef DAEMON_VERSION_H
#define DAEMON_VERSION_H

#include <stdio.h>

/* "gleanerd 1.2.3", then a line a library that reads foreign bytes or keeps
 * ours: with which it was built, with which it runs. */
void version_print(FILE *out);

#endif
