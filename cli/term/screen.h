/*
 * screen.h -- a full-screen view that is redrawn repeatedly.
 */
#ifndef CLI_TERM_SCREEN_H
#define CLI_TERM_SCREEN_H

#include <termios.h>

#include "cli/cli.h"

/* Returns the columns of the terminal; 0 if out is not a terminal. */
size_t screen_columns(FILE *out);

struct screen {
	struct cli *cli;
	struct buf frame;
	struct termios before;
	bool has_keys; /* `in` is a terminal; `before` must be restored */
};

/* From now on SIGINT and SIGTERM end screen_wait instead of the command. */
void screen_catch_signals(void);
/* Switches to the terminal's alternate screen; screen_close restores the normal
 * screen. */
void screen_open(struct screen *, struct cli *);
void screen_close(struct screen *);
/* Draws the output written by cli_write since the last call, as far as it fits,
 * and a line that explains how to quit. Returns 0, or CLI_FAILED after an error
 * message. */
int screen_draw(struct screen *);
/* Waits until the time has passed, a key was pressed or the terminal was
 * resized. Returns false if the user pressed q or a signal arrived. screen
 * NULL: does not read keys. */
bool screen_wait(struct screen *, int seconds);

#endif
