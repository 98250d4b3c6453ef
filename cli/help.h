/*
 * help.h -- --help, written from the tables that the program runs by.
 */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/cli.h"

/* -c, --db, --help (options.c). */
extern const struct option_row options_global[];

/* Does the help of an OPTION_CHOICE name all of its choices? */
bool help_names_choices(const struct option_row *);
/* Every command with its line.  Returns CLI_OK, or as cli_finish. */
int help_of_all(struct cli *, const struct command *table);
/* One command: usage, options, example. */
int help_of_command(struct cli *, const struct option_row *);
/* Those commands whose name begins with `first` and a space ("feed"). */
int help_of_group(struct cli *, const struct command *table, const char *first);

#endif
