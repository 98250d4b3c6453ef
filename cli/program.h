/*
 * program.h -- starts the programs that belong to `gleaner` but are separate,
 * because they need other libraries: gleaner-serve, gleaner-push, gleaner-read,
 * gleaner-fetch.
 */
#ifndef CLI_PROGRAM_H
#define CLI_PROGRAM_H

#include "cli/cli.h"

/* Replaces the process by the program `name` ("gleaner-serve") with the
 * arguments argv, which end with NULL; argv[0] is replaced. program_find()
 * finds the program. `package`: the package that contains the program, for the
 * error message. Returns only after an error message: CLI_FAILED. */
int program_exec(
    struct cli *, const char *name, const char *package, char **argv);

/* Stores the command line for program_replace(), because the parser of options
 * reorders argv. The words are borrowed until the process ends. Returns 0 or
 * ERR_MEMORY. */
int program_keep_words(int argc, char **argv, struct err *e);
/* Replaces the process by the program `name`, which runs the whole command line
 * of program_keep_words() from its start. The caller must not have written
 * output or changed a file. Returns only after a failure: ERR_LIBRARY. */
int program_replace(const char *name, struct err *e);

#endif
