/*
 * screen.c -- see screen.h.
 *
 * A frame overwrites the previous one line by line, which avoids flicker. Lines
 * that are too wide or too many for the terminal are cut, not wrapped.
 */
#include "cli/term/screen.h"

#include <sys/ioctl.h>

#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"

#define FRAME_BYTES  (8 * MIB)
#define ROWS_DEFAULT 24

/* Sequences of xterm and compatible terminals: alternate screen, cursor,
 * wrapping. */
#define ENTER    "\x1b[?1049h\x1b[?25l\x1b[?7l"
#define LEAVE    "\x1b[?7h\x1b[?25h\x1b[?1049l"
#define HOME     "\x1b[H"
#define LINE_END "\x1b[K"
#define REST     "\x1b[J"

static volatile sig_atomic_t stop;

static void
screen_on_stop(int signal_number)
{
	(void)signal_number;
	stop = 1;
}

/* The handler does nothing: the signal only has to interrupt the wait. */
static void
screen_on_size(int signal_number)
{
	(void)signal_number;
}

/* Returns zeros if the terminal does not report its size. */
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

static size_t
screen_rows(FILE *out)
{
	struct winsize size;

	if (!screen_terminal_size(out, &size))
		return 0;
	return size.ws_row > 0 ? size.ws_row : ROWS_DEFAULT;
}

void
screen_catch_signals(void)
{
	struct sigaction action = { .sa_handler = screen_on_stop };

	stop = 0;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	action.sa_handler = screen_on_size;
	sigaction(SIGWINCH, &action, NULL);
}

/* ------------------------------------------------------------------ drawing */

static void
screen_send(struct screen *screen, const char *codes)
{
	fputs(codes, screen->cli->out);
	fflush(screen->cli->out);
}

void
screen_open(struct screen *screen, struct cli *cli)
{
	struct termios keys;

	*screen = (struct screen){ .cli = cli };
	buf_init(&screen->frame, FRAME_BYTES);
	screen->has_keys = isatty(fileno(cli->in)) &&
			   tcgetattr(fileno(cli->in), &screen->before) == 0;
	if (screen->has_keys) {
		keys = screen->before;
		keys.c_lflag &= (tcflag_t) ~(ICANON | ECHO);
		tcsetattr(fileno(cli->in), TCSANOW, &keys);
	}
	screen_send(screen, ENTER);
}

void
screen_close(struct screen *screen)
{
	screen_send(screen, LEAVE);
	if (screen->has_keys)
		tcsetattr(fileno(screen->cli->in), TCSANOW, &screen->before);
	buf_release(&screen->frame);
}

static void
screen_put_footer(struct screen *screen)
{
	struct buf *frame = &screen->frame;
	time_t now = (time_t)screen->cli->now_at;
	struct tm tm;
	char clock[16] = "";

	if (localtime_r(&now, &tm) != NULL)
		strftime(clock, sizeof clock, "%H:%M:%S", &tm);
	paint_put(frame, screen->cli, PAINT_DIM);
	buf_printf(frame, "%s  q ends", clock);
	paint_put(frame, screen->cli, PAINT_NONE);
	buf_append_string(frame, LINE_END REST);
}

int
screen_draw(struct screen *screen)
{
	struct cli *cli = screen->cli;
	struct slice rest = buf_slice(&cli->waiting), line;
	size_t rows = screen_rows(cli->out);

	buf_append_string(&screen->frame, HOME);
	for (size_t n = 2; rest.len > 0 && n < rows; n++) {
		slice_next(&rest, '\n', &line);
		buf_append_slice(&screen->frame, line);
		buf_append_string(&screen->frame, LINE_END "\r\n");
	}
	buf_append_string(&screen->frame, LINE_END "\r\n");
	screen_put_footer(screen);
	buf_clear(&cli->waiting);
	if (cli_write(cli, &screen->frame) != 0)
		return CLI_FAILED;
	return cli_flush(cli);
}

/* -------------------------------------------------------------------- keys */

/* Returns true if the user pressed q. Control-C still sends a signal, because
 * ISIG stays set. */
static bool
screen_is_end(struct screen *screen)
{
	char key;

	if (read(fileno(screen->cli->in), &key, 1) != 1) {
		screen->has_keys = false;
		return false;
	}
	return key == 'q' || key == 'Q' || key == 4; /* control-D */
}

bool
screen_wait(struct screen *screen, int seconds)
{
	bool keys = screen != NULL && screen->has_keys;
	struct pollfd in = { .events = POLLIN };
	int n;

	if (stop)
		return false;
	if (keys)
		in.fd = fileno(screen->cli->in);
	n = poll(&in, keys ? 1 : 0, seconds * 1000);
	if (stop)
		return false;
	return n <= 0 || !screen_is_end(screen);
}
