/*
 * place.h -- shared by place.c and place_complain.c: error messages about a
 * database.
 */
#ifndef CLI_PLACE_H
#define CLI_PLACE_H

#include "cli/cli.h"

/* The database of `make run`, relative to the current directory. */
#define PLACE_DATABASE "var/gleaner.db"

/* The following functions print one line and return CLI_FAILED.
 * place_complain_unnamed() is called if no database was named. */
int place_complain_unnamed(struct cli *);
/* Called if cli->database does not exist or is not accessible; errno contains
 * the reason. */
int place_complain_absent(struct cli *);
/* Called if cli->database could not be opened for `how`. e: the reason. */
int place_complain_open(struct cli *, enum cli_access how, const struct err *e);

#endif
