/*
 * output.c -- output of `gleaner`: results to out, messages to err.
 *
 * Messages may contain external text; control characters are removed from each
 * message as a whole.
 */
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/cli.h"
#include "store/store.h"

/* Enough for one or two URLs and the message. */
#define MESSAGE_BYTES (64 * KIB)
/* Enough for a listing of about 100 000 rows. */
#define WAITING_MAX_BYTES (32 * MIB)

static void output_message(struct cli *, const char *format, va_list)
    __attribute__((format(printf, 2, 0)));

static void
output_message(struct cli *cli, const char *format, va_list ap)
{
	struct buf text, line;

	buf_init(&text, MESSAGE_BYTES);
	buf_init(&line, MESSAGE_BYTES);
	buf_vprintf(&text, format, ap);
	buf_printf(&line, "gleaner%s%s: ", cli->command != NULL ? " " : "",
	    cli->command != NULL ? cli->command->name : "");
	text_clean(&line, buf_slice(&text));
	buf_carry_failure(&line, &text);
	fprintf(cli->err, "%s%s\n", cli->has_progress ? "\r\x1b[K" : "",
	    line.no_memory ? "gleaner: out of memory" : line.p);
	cli->has_progress = false;
	buf_release(&text);
	buf_release(&line);
}

int
cli_fail(struct cli *cli, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	output_message(cli, format, ap);
	va_end(ap);
	return CLI_FAILED;
}

int
cli_nothing(struct cli *cli, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	output_message(cli, format, ap);
	va_end(ap);
	return CLI_NOTHING;
}

int
cli_fail_err(struct cli *cli, const struct err *e)
{
	if (store_err_is_damage(e) && strstr(e->text, "--salvage") == NULL)
		return cli_fail(cli,
		    "%s; `gleaner check` lists the damage, `gleaner check "
		    "--salvage FILE` writes what can be read to a new "
		    "database; or restore a backup",
		    e->text);
	return cli_fail(cli, "%s",
	    e->text[0] != '\0' ? e->text : "failed for an unknown reason");
}

int
cli_usage(struct cli *cli, const char *format, ...)
{
	const char *name = cli->group;
	va_list ap;

	va_start(ap, format);
	output_message(cli, format, ap);
	va_end(ap);
	if (cli->command != NULL)
		name = cli->command->name;
	fprintf(cli->err, "Try 'gleaner %s%s--help'.\n",
	    name != NULL ? name : "", name != NULL ? " " : "");
	return CLI_USAGE;
}

void
cli_note(struct cli *cli, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	output_message(cli, format, ap);
	va_end(ap);
}

/* Reports a write error only once. */
static int
output_write_failed(struct cli *cli, const char *why)
{
	if (!cli->broken)
		cli_fail(cli, "cannot write the output: %s", why);
	cli->broken = true;
	return CLI_FAILED;
}

/* Writes the bytes without stdio, which loses bytes if the descriptor does not
 * block.  A process that shares the pipe, such as a runtime of JavaScript, may
 * have set O_NONBLOCK. */
static bool
output_write_all(int fd, const char *p, size_t n)
{
	while (n > 0) {
		struct pollfd room = { .fd = fd, .events = POLLOUT };
		ssize_t put = write(fd, p, n);

		if (put >= 0) {
			p += put;
			n -= (size_t)put;
		} else if (errno == EAGAIN) {
			poll(&room, 1, -1);
		} else if (errno != EINTR) {
			return false;
		}
	}
	return true;
}

/* A stream in memory has no descriptor.  Returns false after a failure, with
 * its reason in errno. */
static bool
output_put_bytes(FILE *out, const char *p, size_t n)
{
	int fd = fileno(out);

	errno = 0;
	if (fd < 0)
		return fwrite(p, 1, n, out) == n;
	return fflush(out) == 0 && output_write_all(fd, p, n);
}

static int
output_put(struct cli *cli, struct buf *text)
{
	bool whole = !buf_failed(text), failed;

	failed = whole && text->len > 0 &&
		 !output_put_bytes(cli->out, text->p, text->len);
	buf_clear(text);
	if (!whole)
		return output_write_failed(cli, "out of memory");
	if (failed || ferror(cli->out))
		return output_write_failed(
		    cli, errno != 0 ? strerror(errno) : "an earlier failure");
	return 0;
}

int
cli_write(struct cli *cli, struct buf *text)
{
	if (!cli->waits || buf_failed(text))
		return output_put(cli, text);
	if (cli->waiting.len + text->len > WAITING_MAX_BYTES) {
		if (output_put(cli, &cli->waiting) != 0)
			return CLI_FAILED;
		return output_put(cli, text);
	}
	if (cli->waiting.max_bytes == 0)
		buf_init(&cli->waiting, WAITING_MAX_BYTES);
	buf_append_slice(&cli->waiting, buf_slice(text));
	buf_clear(text);
	return buf_failed(&cli->waiting) ? output_put(cli, &cli->waiting) : 0;
}

int
cli_flush(struct cli *cli)
{
	if (cli->waiting.max_bytes > 0 && output_put(cli, &cli->waiting) != 0)
		return CLI_FAILED;
	errno = 0;
	if (fflush(cli->out) != 0 || ferror(cli->out))
		return output_write_failed(
		    cli, errno != 0 ? strerror(errno) : "an earlier failure");
	return 0;
}

int
cli_finish(struct cli *cli, int code)
{
	if (cli_flush(cli) != 0 || cli->broken)
		code = CLI_FAILED;
	if (cli->waiting.max_bytes > 0)
		buf_release(&cli->waiting);
	return code;
}
