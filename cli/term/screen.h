/*
 * screen.h -- a full-screen view that is redrawn repeatedly.
 *
 *	screen_catch_signals();
 *	screen_open(&screen, cli);
 *	do {
 *		… cli_write() …
 *		screen_draw(&screen, "q ends");
 *	} while (screen_wait(&screen, 2000) != SCREEN_END);
 *	screen_close(&screen);
 */
#ifndef CLI_TERM_SCREEN_H
#define CLI_TERM_SCREEN_H

#include <termios.h>

#include "cli/cli.h"

/* Returns the columns of the terminal; 0 if `out` is not a terminal. */
size_t screen_columns(FILE *out);
/* Returns the rows of the terminal; 0 if `out` is not a terminal. */
size_t screen_rows(FILE *out);

/* Returns true if `out` is a terminal that understands control sequences. */
bool screen_is_usable(FILE *out);

/* The result of screen_wait(): an event, or a key. A printable key is its ASCII
 * code, so 'a' and 'A' are different keys. */
enum screen_event {
	SCREEN_END = -1, /* a signal, control-D, or the terminal was closed */
	SCREEN_TIME = 0, /* `wait_ms` has passed */
	SCREEN_ENTER = '\n',
	SCREEN_BACK = 127, /* backspace, or escape alone */
	SCREEN_UP = 256,
	SCREEN_DOWN,
	SCREEN_PAGE_UP,
	SCREEN_PAGE_DOWN,
	SCREEN_FIRST,
	SCREEN_LAST,
	SCREEN_RESIZED, /* also after the program was stopped and continued */
	SCREEN_OTHER    /* a key without a meaning */
};

#define SCREEN_KEY_BYTES 64 /* bytes that one read of the keyboard returns */

struct screen {
	struct cli *cli;
	struct buf frame;
	struct termios before;
	bool has_keys; /* `in` is a terminal; `before` must be restored */
	char keys[SCREEN_KEY_BYTES]; /* bytes that were read and not used yet */
	size_t n_keys;
};

/* After this call SIGINT, SIGTERM, SIGHUP and SIGQUIT end screen_wait() instead
 * of the command. Outside of screen_wait() they are blocked, so that none is
 * missed. */
void screen_catch_signals(void);
/* Switches to the terminal's alternate screen; screen_close() restores the
 * normal screen. */
void screen_open(struct screen *, struct cli *);
void screen_close(struct screen *);
/* Draws the screen. The last row contains the time and `footer`. The rows above
 * contain the output that cli_write() has written since the last call; output
 * that does not fit is left out. Returns 0, or CLI_FAILED after an error
 * message. */
int screen_draw(struct screen *, const char *footer);
/* Waits for an event, at most `wait_ms` milliseconds; if `wait_ms` is negative,
 * without limit. If screen is NULL, no keys are read. Returns an enum
 * screen_event or the code of a printable key. */
int screen_wait(struct screen *, int wait_ms);

/* Returns the first key of the n bytes, n > 0. Sets *ret_length to the length
 * of the key in bytes, or to 0 if the bytes are only the beginning of a control
 * sequence. */
int screen_key(const char *bytes, size_t n, size_t *ret_length);

#endif
