/*
 * screen.c -- see screen.h.
 *
 * A frame overwrites the previous one line by line, which avoids flicker. Lines
 * that are too wide for the terminal are shortened, and lines that are too many
 * are left out.
 */
#include "cli/term/screen.h"

#include <sys/ioctl.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/limits.h"

#define FRAME_BYTES  (8 * MIB)
#define ROWS_DEFAULT 24

/* Sequences of xterm and compatible terminals: alternate screen, cursor,
 * wrapping. A line is erased before its text is written: after a text of the
 * whole width the cursor is still on the last column, and erasing would remove
 * the last character. */
#define ENTER      "\x1b[?1049h\x1b[?25l\x1b[?7l"
#define LEAVE      "\x1b[?7h\x1b[?25h\x1b[?1049l"
#define HOME       "\x1b[H"
#define LINE_ERASE "\x1b[K"
#define REST_ERASE "\x1b[J"

static volatile sig_atomic_t stop, resized, suspended;

static void
screen_on_signal(int number)
{
	if (number == SIGWINCH)
		resized = 1;
	else if (number == SIGTSTP)
		suspended = 1;
	else
		stop = 1;
}

/* Returns false if `out` is not a terminal. If the terminal does not report its
 * size, *ret contains zeros. */
static bool
screen_terminal_size(FILE *out, struct winsize *ret)
{
	*ret = (struct winsize){ 0 };
	if (!isatty(fileno(out)))
		return false;
	if (ioctl(fileno(out), TIOCGWINSZ, ret) != 0)
		*ret = (struct winsize){ 0 };
	return true;
}

size_t
screen_columns(FILE *out)
{
	struct winsize size;

	if (!screen_terminal_size(out, &size))
		return 0;
	return size.ws_col > 0 ? size.ws_col : 80;
}

size_t
screen_rows(FILE *out)
{
	struct winsize size;

	if (!screen_terminal_size(out, &size))
		return 0;
	return size.ws_row > 0 ? size.ws_row : ROWS_DEFAULT;
}

bool
screen_is_usable(FILE *out)
{
	const char *term = getenv("TERM");

	return isatty(fileno(out)) && term != NULL && strcmp(term, "dumb") != 0;
}

/* ------------------------------------------------------------------ signals */

static const int caught[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH,
	SIGTSTP };

void
screen_catch_signals(void)
{
	struct sigaction action = { .sa_handler = screen_on_signal };
	sigset_t blocked;

	stop = 0;
	sigemptyset(&blocked);
	for (size_t i = 0; i < ARRAY_LENGTH(caught); i++) {
		sigaction(caught[i], &action, NULL);
		sigaddset(&blocked, caught[i]);
	}
	sigprocmask(SIG_BLOCK, &blocked, NULL);
}

/* Calls ppoll() with a signal mask in which the signals of caught[] are not
 * blocked, so that these signals interrupt the wait. */
static int
screen_poll(struct pollfd *in, nfds_t n, int wait_ms)
{
	struct timespec wait = { wait_ms / 1000, wait_ms % 1000 * 1000000L };
	sigset_t open;

	sigprocmask(SIG_SETMASK, NULL, &open);
	for (size_t i = 0; i < ARRAY_LENGTH(caught); i++)
		sigdelset(&open, caught[i]);
	return ppoll(in, n, wait_ms < 0 ? NULL : &wait, &open);
}

/* ------------------------------------------------------------------ drawing */

static void
screen_send(struct screen *screen, const char *codes)
{
	fputs(codes, screen->cli->out);
	fflush(screen->cli->out);
}

static void
screen_enter(struct screen *screen)
{
	struct termios keys = screen->before;

	if (screen->has_keys) {
		keys.c_lflag &= (tcflag_t) ~(ICANON | ECHO);
		tcsetattr(fileno(screen->cli->in), TCSANOW, &keys);
	}
	screen_send(screen, ENTER);
}

static void
screen_leave(struct screen *screen)
{
	screen_send(screen, LEAVE);
	if (screen->has_keys)
		tcsetattr(fileno(screen->cli->in), TCSANOW, &screen->before);
}

void
screen_open(struct screen *screen, struct cli *cli)
{
	*screen = (struct screen){ .cli = cli };
	buf_init(&screen->frame, FRAME_BYTES);
	screen->has_keys = isatty(fileno(cli->in)) &&
			   tcgetattr(fileno(cli->in), &screen->before) == 0;
	screen_enter(screen);
}

void
screen_close(struct screen *screen)
{
	screen_leave(screen);
	buf_release(&screen->frame);
}

/* Control-Z: restores the terminal and stops until the shell continues the
 * command. */
static void
screen_suspend(struct screen *screen)
{
	suspended = 0;
	if (screen != NULL)
		screen_leave(screen);
	raise(SIGSTOP);
	if (screen != NULL)
		screen_enter(screen);
}

static void
screen_put_footer(struct screen *screen, const char *footer)
{
	struct buf *frame = &screen->frame, line, fitted;
	time_t now = (time_t)screen->cli->now_at;
	struct tm tm;
	char clock[16] = "";

	if (localtime_r(&now, &tm) != NULL)
		strftime(clock, sizeof clock, "%H:%M:%S", &tm);
	buf_init(&line, FRAME_BYTES);
	buf_init(&fitted, FRAME_BYTES);
	buf_printf(&line, "%s  %s", clock, footer);
	text_fit(&fitted, buf_slice(&line), screen->cli->columns);
	buf_append_string(frame, REST_ERASE);
	paint_put(frame, screen->cli, PAINT_DIM);
	buf_append_slice(frame, buf_slice(&fitted));
	paint_put(frame, screen->cli, PAINT_NONE);
	buf_carry_failure(frame, &line);
	buf_carry_failure(frame, &fitted);
	buf_release(&line);
	buf_release(&fitted);
}

/* Returns the end of the control sequence that begins at `at`. */
static size_t
screen_sequence_end(struct slice line, size_t at)
{
	at += 2; /* escape and [ */
	while (at < line.len && (line.p[at] < '@' || line.p[at] > '~'))
		at++;
	return at < line.len ? at + 1 : line.len;
}

/* Appends a line with colours, cut to the columns of the terminal. */
static void
screen_put_line(struct buf *frame, struct slice line, size_t columns)
{
	size_t at = 0;

	while (at < line.len) {
		size_t end = slice_find_char(line, '\x1b', at), width;
		struct slice run;

		if (end == SLICE_NOT_FOUND)
			end = line.len;
		run = slice_sub(line, at, end);
		width = text_columns(run);
		if (width > columns) {
			if (columns > 0)
				text_fit(frame, run, columns);
			columns = 0;
		} else {
			buf_append_slice(frame, run);
			columns -= width;
		}
		at = end;
		if (at < line.len) {
			end = screen_sequence_end(line, at);
			buf_append_slice(frame, slice_sub(line, at, end));
			at = end;
		}
	}
}

int
screen_draw(struct screen *screen, const char *footer)
{
	struct cli *cli = screen->cli;
	struct slice rest = buf_slice(&cli->waiting), line;
	size_t rows = screen_rows(cli->out), n = 1;

	buf_append_string(&screen->frame, HOME);
	for (; n < rows && rest.len > 0; n++) {
		slice_next(&rest, '\n', &line);
		buf_append_string(&screen->frame, LINE_ERASE);
		screen_put_line(&screen->frame, line, cli->columns);
		buf_append_string(&screen->frame, "\r\n");
	}
	for (; n < rows; n++)
		buf_append_string(&screen->frame, LINE_ERASE "\r\n");
	screen_put_footer(screen, footer);
	buf_clear(&cli->waiting);
	if (cli_write(cli, &screen->frame) != 0)
		return CLI_FAILED;
	return cli_flush(cli);
}

/* -------------------------------------------------------------------- keys */

/* Sequences of xterm, the Linux console, rxvt and their relatives. */
static const struct screen_sequence {
	struct slice bytes;
	int key;
} sequences[] = {
	{ SLICE("\x1b[A"), SCREEN_UP },
	{ SLICE("\x1bOA"), SCREEN_UP },
	{ SLICE("\x1b[B"), SCREEN_DOWN },
	{ SLICE("\x1bOB"), SCREEN_DOWN },
	{ SLICE("\x1b[5~"), SCREEN_PAGE_UP },
	{ SLICE("\x1b[6~"), SCREEN_PAGE_DOWN },
	{ SLICE("\x1b[H"), SCREEN_FIRST },
	{ SLICE("\x1bOH"), SCREEN_FIRST },
	{ SLICE("\x1b[1~"), SCREEN_FIRST },
	{ SLICE("\x1b[7~"), SCREEN_FIRST },
	{ SLICE("\x1b[F"), SCREEN_LAST },
	{ SLICE("\x1bOF"), SCREEN_LAST },
	{ SLICE("\x1b[4~"), SCREEN_LAST },
	{ SLICE("\x1b[8~"), SCREEN_LAST },
};

/* Skips a control sequence that is not in the table. Such a sequence ends with
 * a byte from @ to ~ (ECMA-48, 5.4). */
static int
screen_skip_sequence(const char *bytes, size_t n, size_t *ret_length)
{
	size_t i = 2;

	if (n > 1 && bytes[1] != '[' && bytes[1] != 'O') {
		*ret_length = 2;
		return SCREEN_OTHER;
	}
	while (i < n && (bytes[i] < '@' || bytes[i] > '~'))
		i++;
	*ret_length = i < n ? i + 1 : 0;
	return SCREEN_OTHER;
}

int
screen_key(const char *bytes, size_t n, size_t *ret_length)
{
	struct slice given = { bytes, n };

	*ret_length = 1;
	switch (bytes[0]) {
	case '\x1b':
		break;
	case '\r':
	case '\n':
		return SCREEN_ENTER;
	case '\b':
	case '\x7f':
		return SCREEN_BACK;
	case '\x04': /* control-D */
		return SCREEN_END;
	default:
		return bytes[0] >= ' ' && bytes[0] < '\x7f' ? bytes[0]
							    : SCREEN_OTHER;
	}
	for (size_t i = 0; i < ARRAY_LENGTH(sequences); i++)
		if (slice_starts(given, sequences[i].bytes)) {
			*ret_length = sequences[i].bytes.len;
			return sequences[i].key;
		}
	return screen_skip_sequence(bytes, n, ret_length);
}

/* Takes the next key. Returns SCREEN_TIME if no key was pressed. `all`: no more
 * bytes arrived within ESCAPE_MS. An escape byte alone is then the key Escape,
 * and not the beginning of a control sequence. */
static int
screen_take_key(struct screen *screen, bool all)
{
	size_t length;
	int key;

	if (screen->n_keys == 0)
		return SCREEN_TIME;
	key = screen_key(screen->keys, screen->n_keys, &length);
	if (length == 0 && !all && screen->n_keys < sizeof(screen->keys))
		return SCREEN_TIME;
	if (length == 0) {
		key = screen->n_keys == 1 ? SCREEN_BACK : SCREEN_OTHER;
		length = screen->n_keys;
	}
	screen->n_keys -= length;
	for (size_t i = 0; i < screen->n_keys; i++)
		screen->keys[i] = screen->keys[i + length];
	return key;
}

/* Reads the keys that have arrived. Returns false if the terminal was closed or
 * cannot be read. */
static bool
screen_read_keys(struct screen *screen)
{
	ssize_t n = read(fileno(screen->cli->in), screen->keys + screen->n_keys,
	    sizeof(screen->keys) - screen->n_keys);

	if (n > 0)
		screen->n_keys += (size_t)n;
	return n > 0 || (n < 0 && errno == EINTR);
}

/* Returns the event of a caught signal; SCREEN_OTHER if no signal was
 * caught. */
static int
screen_take_signal(struct screen *screen)
{
	if (stop)
		return SCREEN_END;
	if (!suspended && !resized)
		return SCREEN_OTHER;
	if (suspended)
		screen_suspend(screen);
	resized = 0;
	return SCREEN_RESIZED;
}

/* A terminal sends all bytes of a key within this time. */
#define ESCAPE_MS 50

int
screen_wait(struct screen *screen, int wait_ms)
{
	bool keys = screen != NULL && screen->has_keys;
	int64_t until_ms = clock_monotonic_ms() + wait_ms;
	struct pollfd in = { .events = POLLIN };

	if (keys)
		in.fd = fileno(screen->cli->in);
	for (;;) {
		int64_t left_ms = until_ms - clock_monotonic_ms();
		bool begun = keys && screen->n_keys > 0;
		int event = keys ? screen_take_key(screen, false) : SCREEN_TIME;
		int n;

		if (event != SCREEN_TIME)
			return event;
		n = screen_poll(&in, keys ? 1 : 0,
		    begun         ? ESCAPE_MS
		    : wait_ms < 0 ? -1
		    : left_ms > 0 ? (int)left_ms
				  : 0);
		if (n < 0) {
			event = screen_take_signal(screen);
			if (event != SCREEN_OTHER)
				return event;
		} else if (n > 0 && !screen_read_keys(screen)) {
			return SCREEN_END;
		} else if (n == 0) {
			return begun ? screen_take_key(screen, true)
				     : SCREEN_TIME;
		}
	}
}
