/*
 * version.h -- the versions of gleanerd and its libraries.
 */
#ifndef DAEMON_VERSION_H
#define DAEMON_VERSION_H

#include <stdio.h>

/* Writes "gleanerd 1.2.3", then one line for each library that reads untrusted
 * input or files of Gleaner: the version at build time and the version at run
 * time. */
void version_print(FILE *out);

#endif
