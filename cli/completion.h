/*
 * completion.h -- scripts by which shells complete the words of a command
 * line.
 */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "cli/cli.h"

/* Whole scripts, from the tables of commands and options. */
void completion_bash(struct buf *out, const struct cli *);
void completion_zsh(struct buf *out, const struct cli *);

/* What a word that the help calls so is: a path, or nothing a shell knows. */
bool completion_is_file(const char *value);
bool completion_is_folder(const char *value);

#endif
