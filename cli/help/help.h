/*
 * help.h -- writes --help from the command and option tables.
 */
#ifndef CLI_HELP_HELP_H
#define CLI_HELP_HELP_H

#include "cli/cli.h"

/* -c, --db, --help (options.c). */
extern const struct option_row options_global[];

/* Returns true if the help of an OPTION_CHOICE names all of its choices. */
bool help_names_choices(const struct option_row *);
/* Prints every command with its summary. Returns the result of cli_finish(). */
int help_of_all(struct cli *, const struct command *table);
/* Prints the names and summaries of all topics. Returns the result of
 * cli_finish(). */
int help_of_topics(struct cli *);
/* Prints the usage, options and example of one command. */
int help_of_command(struct cli *, const struct option_row *);
/* Prints the commands whose name begins with `first` and a space ("feed"). */
int help_of_group(struct cli *, const struct command *table, const char *first);

#endif
