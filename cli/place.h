/*
 * place.h -- shared by place.c and place_complain.c: error messages about a
 * database.
 */
#ifndef CLI_PLACE_H
#define CLI_PLACE_H

#include "cli/cli.h"

/* The database of `make run`, relative to the current directory. */
#define PLACE_DATABASE "var/gleaner.db"

/* The following functions print one line and return CLI_FAILED. No database was
 * named. */
int place_complain_unnamed(struct cli *);
/* cli->database does not exist or is not accessible; errno has the reason. */
int place_complain_absent(struct cli *);
/* cli->database could not be opened for `how`; e has the reason. */
int place_complain_open(struct cli *, enum cli_access how, const struct err *e);

#endif
