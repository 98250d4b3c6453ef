/*
 * program.h -- finds and starts the programs that are parts of `gleaner` but
 * need libraries of their own: gleaner-serve, gleaner-push.
 */
#ifndef CLI_PROGRAM_H
#define CLI_PROGRAM_H

#include "cli/cli.h"

/* Replaces the process by the program `name` ("gleaner-serve") with the
 * arguments argv, which end with NULL; argv[0] is replaced. The program is the
 * file of that name in the folder of `gleaner`, else in ../libexec/gleaner
 * relative to that folder. `package`: the package that contains the program,
 * for the error message. Returns only after an error message: CLI_FAILED. */
int program_exec(
    struct cli *, const char *name, const char *package, char **argv);
/* Writes the path of the program `name`.  Returns false if it is not installed.
 */
bool program_find(const char *name, struct buf *ret_path);

#endif
