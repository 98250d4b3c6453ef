/*
 * progress.c -- see progress.h.
 */
#include "cli/term/progress.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

#define EVERY_MS 200 /* faster updates cannot be read */
#define SOON_MS  500 /* shorter work shows no progress */

void
progress_line(struct buf *out, const char *what, int64_t done, int64_t total,
    int64_t elapsed_ms)
{
	double rate =
	    elapsed_ms > 0 ? (double)done * 1000 / (double)elapsed_ms : 0;

	if (total > 0)
		buf_printf(out, "%lld of %lld %s (%d%%)", (long long)done,
		    (long long)total, what,
		    (int)((double)(done < total ? done : total) * 100 /
			  (double)total));
	else
		buf_printf(out, "%lld %s", (long long)done, what);
	if (elapsed_ms < 1000 || rate <= 0)
		return;
	buf_printf(out, rate < 10 ? ", %.1f/s" : ", %.0f/s", rate);
	if (total > done) {
		buf_append_string(out, ", ");
		text_span(out, (int64_t)((double)(total - done) / rate) + 1);
		buf_append_string(out, " left");
	}
}

void
progress_begin(
    struct progress *progress, struct cli *cli, const char *what, int64_t total)
{
	*progress = (struct progress){
		.cli = cli,
		.what = what,
		.total = total,
		.begun_ms = clock_monotonic_ms(),
		.shows = isatty(fileno(cli->err)),
	};
	progress->shown_ms = progress->begun_ms + SOON_MS - EVERY_MS;
}

void
progress_step(struct progress *progress, int64_t n)
{
	struct cli *cli = progress->cli;
	struct buf line, fitted;
	int64_t now_ms;

	progress->done += n;
	if (!progress->shows)
		return;
	now_ms = clock_monotonic_ms();
	if (now_ms - progress->shown_ms < EVERY_MS)
		return;
	progress->shown_ms = now_ms;
	buf_init(&line, 1024);
	buf_init(&fitted, 1024);
	progress_line(&line, progress->what, progress->done, progress->total,
	    now_ms - progress->begun_ms);
	text_fit(&fitted, buf_slice(&line),
	    cli->columns > 0 ? cli->columns - 1 : 79);
	fprintf(cli->err, "\r%s\x1b[K", fitted.p);
	fflush(cli->err);
	cli->has_progress = true;
	buf_release(&fitted);
	buf_release(&line);
}

void
progress_set(const char *what, int64_t done, int64_t total, void *arg)
{
	struct progress *progress = arg;

	if (strcmp(what, progress->what) != 0) {
		progress->begun_ms = clock_monotonic_ms();
		progress->done = 0;
	}
	progress->what = what;
	progress->total = total;
	progress_step(progress, done - progress->done);
}

void
progress_end(struct progress *progress)
{
	struct cli *cli = progress->cli;

	if (cli->has_progress)
		fputs("\r\x1b[K", cli->err);
	cli->has_progress = false;
	progress->shows = false;
}
