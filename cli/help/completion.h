/*
 * completion.h -- scripts for completion of `gleaner` command lines in shells.
 *
 * completion_bash.c and completion_zsh.c write the scripts.
 */
#ifndef CLI_HELP_COMPLETION_H
#define CLI_HELP_COMPLETION_H

#include "cli/cli.h"

/* Append whole scripts, made from the tables of commands and options. */
void completion_bash(struct buf *out, const struct cli *);
void completion_zsh(struct buf *out, const struct cli *);

/* Returns true if the help's name of a value ("FILE", "DIR") means a path. */
bool completion_is_file(const char *value);
bool completion_is_folder(const char *value);

#endif
