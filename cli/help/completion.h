/*
 * completion.h -- scripts for completion of `gleaner` command lines in shells.
 *
 * completion_bash.c, completion_zsh.c and completion_fish.c write the scripts.
 * Names of feeds, tags, consumers and profiles are not part of a script: the
 * script calls `gleaner completion --words KIND`.
 */
#ifndef CLI_HELP_COMPLETION_H
#define CLI_HELP_COMPLETION_H

#include "cli/cli.h"

/* Append whole scripts, made from the tables of commands and options. */
void completion_bash(struct buf *out, const struct cli *);
void completion_zsh(struct buf *out, const struct cli *);
void completion_fish(struct buf *out, const struct cli *);

/* ---- completion.c ---- */

/* Return true if the name of a value in the help means a file ("FILE") or a
 * folder ("DIR"). */
bool completion_is_file(const char *value);
bool completion_is_folder(const char *value);
/* The kinds of names that `completion --words` lists; the array ends with
 * NULL. */
extern const char *const completion_kinds[];
/* Returns the kind of the names that are values of the option or operands of
 * the command; NULL: there are none. */
const char *completion_kind_of_option(const struct option_row *);
const char *completion_kind_of_operands(const struct command *);
/* Returns true if the operands are fixed words, such as "bash|zsh". */
bool completion_is_words(const char *operands);
/* Writes the words of "bash|zsh" with blanks between them. */
void completion_put_words(struct buf *out, const char *operands);
/* Returns the length of the first word of a command's name in bytes. */
size_t completion_first_word(const char *name);
/* Returns true if an earlier row of the table has the same first word. */
bool completion_has_earlier(
    const struct command *table, const struct command *row);

#endif
