/*
 * program.h -- finds a program that belongs to the running one.
 */
#ifndef BASE_IO_PROGRAM_H
#define BASE_IO_PROGRAM_H

#include <stdbool.h>

#include "base/buf.h"

/* Writes the path of the program `name` ("gleaner-serve"): the file of that
 * name in the folder of the running program, else in ../libexec/gleaner
 * relative to that folder.  Returns false if there is no such program.  Needs
 * /proc. */
bool program_find(const char *name, struct buf *ret_path);

#endif
