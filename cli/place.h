/*
 * place.h -- inside place.c: complaints of a database (place_complain.c).
 */
#ifndef CLI_PLACE_H
#define CLI_PLACE_H

#include "cli/cli.h"

/* Where `make run` keeps it, below the current directory. */
#define PLACE_DATABASE "var/gleaner.db"

/* Each prints one line and returns CLI_FAILED.
 * Nothing names a database. */
int place_complain_unnamed(struct cli *);
/* cli->database is not there; errno says why. */
int place_complain_absent(struct cli *);
/* cli->database could not be opened for `how`; e says why. */
int place_complain_open(
    struct cli *, enum cli_access how, const struct err *e);

#endif
