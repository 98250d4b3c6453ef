/*
 * screen.h -- a view that fills the terminal and is drawn again and again.
 */
#ifndef CLI_SCREEN_H
#define CLI_SCREEN_H

#include <termios.h>

#include "cli/cli.h"

/* Columns and rows of the terminal; 0: out is none. */
size_t screen_columns(FILE *out);
size_t screen_rows(FILE *out);

struct screen {
	struct cli *cli;
	struct buf frame;
	struct termios before;
	bool has_keys; /* in is a terminal, in the state to be restored */
};

/* SIGINT and SIGTERM end screen_wait from now on, not the command. */
void screen_catch_signals(void);
/* The terminal's other screen; what stood there comes back by close. */
void screen_open(struct screen *, struct cli *);
void screen_close(struct screen *);
/* What cli_write was given since the last time, as far as it fits: below it a
 * line that says how to end.  0, or CLI_FAILED after a complaint. */
int screen_draw(struct screen *);
/* Until the time has passed, a key was pressed or the terminal changed its
 * size.  False: by q or a signal it shall end.  NULL: no keys. */
bool screen_wait(struct screen *, int seconds);

#endif
