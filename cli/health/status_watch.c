/*
 * status_watch.c -- gleaner status --watch.
 *
 * The screen shows the lines of `status`, then the list of failing feeds with a
 * selected row, then a line with the keys. If the terminal has not enough rows,
 * the lines of `status` are cut so that the list keeps LIST_ROWS rows. Enter
 * shows `feed explain` of the selected feed.
 *
 * Messages on standard error are collected while the screen is open. If the
 * command fails, they are written after the terminal was restored.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/feed/feed_explain.h"
#include "cli/health/status.h"
#include "cli/term/screen.h"

#define WATCH_MS       2000
#define LIST_ROWS      5
#define MARKER_COLUMNS 2 /* "> " before the selected row */
#define FOOTER_BYTES   256

struct watch {
	struct cli *cli;
	struct screen screen;
	struct status status;
	struct status_looks looks;
	enum status_order order;
	struct buf chosen; /* address of the selected feed */
	size_t selected;   /* row of the selected feed */
	size_t top;        /* first row of the list that is shown */
	size_t list_rows;  /* rows of the list on the screen */
	bool paused;
	bool explains;          /* shows `explanation`, not the list */
	struct buf explanation; /* text of `feed explain` */
	size_t explanation_top; /* number of the first line that is shown */
	size_t explanation_lines;
};

static void
status_watch_add_look(struct status_looks *looks, const struct status *status)
{
	if (looks->n == STATUS_LOOKS)
		memmove(
		    looks->of, looks->of + 1, --looks->n * sizeof *looks->of);
	looks->of[looks->n++] = (struct status_look){ status->cli->now_at,
		status->counts.polls, status->counts.changes };
}

/* ------------------------------------------------------------------- lines */

/* Writes one report after the other, if the output is not a terminal or is
 * JSON. */
static int
status_watch_lines(struct cli *cli)
{
	struct status_looks looks = { .n = 0 };
	struct status status;
	struct buf separator;
	int code;

	buf_init(&separator, 16);
	do {
		cli->now_at = time(NULL);
		code = status_collect(
		    &status, cli, STATUS_WORST, STATUS_BY_FAILURES);
		if (code == CLI_OK) {
			status_watch_add_look(&looks, &status);
			code = status_show(&status, &looks);
		}
		status_release(&status);
		if (!cli->json)
			buf_append_char(&separator, '\n');
		if (cli_write(cli, &separator) != 0 || cli_flush(cli) != 0)
			code = CLI_FAILED;
	} while (code == CLI_OK && screen_wait(NULL, WATCH_MS) != SCREEN_END);
	buf_release(&separator);
	return code;
}

/* ----------------------------------------------------------------- reading */

/* Moves the output that was written by cli_write() to `ret`. */
static void
status_watch_take_output(struct cli *cli, struct buf *ret)
{
	buf_clear(ret);
	buf_append_slice(ret, buf_slice(&cli->waiting));
	buf_carry_failure(ret, &cli->waiting);
	buf_clear(&cli->waiting);
}

static void
status_watch_choose(struct watch *watch, size_t row)
{
	size_t n = watch->status.n_failing;

	watch->selected = row < n ? row : n > 0 ? n - 1 : 0;
	buf_clear(&watch->chosen);
	if (n > 0)
		buf_append_slice(
		    &watch->chosen, watch->status.failing[watch->selected].url);
}

/* Finds the selected feed in the new list. If the feed is not in the list any
 * more, the selection stays in its row. */
static void
status_watch_keep_choice(struct watch *watch)
{
	for (size_t i = 0; i < watch->status.n_failing; i++)
		if (slice_equal(watch->status.failing[i].url,
			buf_slice(&watch->chosen))) {
			watch->selected = i;
			return;
		}
	status_watch_choose(watch, watch->selected);
}

static void
status_watch_explain(struct watch *watch)
{
	struct slice rest, line;

	watch->explains = watch->chosen.len > 0;
	if (!watch->explains)
		return;
	explain_feed(watch->cli, watch->chosen.p);
	status_watch_take_output(watch->cli, &watch->explanation);
	rest = buf_slice(&watch->explanation);
	for (watch->explanation_lines = 0; rest.len > 0;)
		watch->explanation_lines += slice_next(&rest, '\n', &line);
}

static int
status_watch_read(struct watch *watch)
{
	int code;

	watch->cli->now_at = time(NULL);
	status_release(&watch->status);
	code = status_collect(
	    &watch->status, watch->cli, STATUS_FAILING_MAX, watch->order);
	if (code != CLI_OK)
		return code;
	status_watch_add_look(&watch->looks, &watch->status);
	if (watch->explains)
		status_watch_explain(watch);
	else
		status_watch_keep_choice(watch);
	return CLI_OK;
}

/* ----------------------------------------------------------------- drawing */

static const char *const orders[] = {
	[STATUS_BY_FAILURES] = "most failures first",
	[STATUS_BY_NEXT_POLL] = "next poll first",
	[STATUS_BY_FEED] = "by address",
};

static size_t
status_watch_count_lines(const struct buf *text)
{
	size_t n = 0;

	for (size_t i = 0; i < text->len; i++)
		n += text->p[i] == '\n';
	return n;
}

/* Appends `n` lines of the text, beginning with line `from`. */
static void
status_watch_put_lines(
    struct buf *out, const struct buf *text, size_t from, size_t n)
{
	struct slice rest = buf_slice(text), line;

	for (size_t i = 0; i < from + n && rest.len > 0; i++) {
		slice_next(&rest, '\n', &line);
		if (i < from)
			continue;
		buf_append_slice(out, line);
		buf_append_char(out, '\n');
	}
	buf_carry_failure(out, text);
}

/* Writes the lines of status_put_head(), at most `max` lines. Returns the
 * number of lines written. */
static size_t
status_watch_put_head(struct watch *watch, struct buf *out, size_t max)
{
	struct buf head;
	size_t n;

	buf_init(&head, STATUS_MAX_BYTES);
	status_put_head(&head, &watch->status, &watch->looks);
	n = status_watch_count_lines(&head);
	if (n <= max) {
		status_watch_put_lines(out, &head, 0, n);
	} else if (max > 0) {
		status_watch_put_lines(out, &head, 0, max - 1);
		buf_printf(out, "… %zu more lines: enlarge the terminal\n",
		    n - (max - 1));
		n = max;
	}
	buf_release(&head);
	return n <= max ? n : 0;
}

/* Scrolls the list so that the selected row is visible. */
static void
status_watch_scroll(struct watch *watch, size_t rows)
{
	size_t n = watch->status.n_failing;

	watch->list_rows = rows > 0 ? rows : 1;
	if (watch->top + watch->list_rows > n)
		watch->top = n > watch->list_rows ? n - watch->list_rows : 0;
	if (watch->selected < watch->top)
		watch->top = watch->selected;
	if (watch->selected >= watch->top + watch->list_rows)
		watch->top = watch->selected + 1 - watch->list_rows;
}

static void
status_watch_put_row(
    struct watch *watch, struct buf *out, const struct buf *table, size_t row)
{
	bool selected = row == watch->selected;

	paint_put(out, watch->cli, PAINT_BOLD);
	buf_append_string(out, selected ? "> " : "  ");
	if (!selected)
		paint_put(out, watch->cli, PAINT_NONE);
	status_watch_put_lines(out, table, row + 1, 1);
	paint_put(out, watch->cli, PAINT_NONE);
}

/* Writes the list of failing feeds in `rows` rows: a title, a row with the
 * names of the columns, and the feeds. */
static void
status_watch_put_list(struct watch *watch, struct buf *out, size_t rows)
{
	struct cli *cli = watch->cli;
	struct buf table, title, fitted;
	size_t end, n = watch->status.n_failing;

	buf_init(&table, STATUS_MAX_BYTES);
	buf_init(&title, STATUS_MAX_BYTES);
	buf_init(&fitted, STATUS_MAX_BYTES);
	status_watch_scroll(watch, rows > 2 ? rows - 2 : 1);
	end = watch->top + watch->list_rows;
	end = end < n ? end : n;
	buf_printf(&title, "failing feeds %zu-%zu of %lld, %s",
	    n > 0 ? watch->top + 1 : 0, end,
	    (long long)status_count_failing(&watch->status),
	    orders[watch->order]);
	text_fit(&fitted, buf_slice(&title), cli->columns);
	paint_put(out, cli, PAINT_DIM);
	buf_append_slice(out, buf_slice(&fitted));
	paint_put(out, cli, PAINT_NONE);
	buf_append_char(out, '\n');
	cli->columns -= cli->columns > MARKER_COLUMNS ? MARKER_COLUMNS : 0;
	status_write_failing(&watch->status);
	status_watch_take_output(cli, &table);
	cli->columns = screen_columns(cli->out);
	buf_append_string(out, "  ");
	status_watch_put_lines(out, &table, 0, 1);
	for (size_t i = watch->top; i < end; i++)
		status_watch_put_row(watch, out, &table, i);
	buf_release(&fitted);
	buf_release(&title);
	buf_release(&table);
}

static void
status_watch_put_status(struct watch *watch, struct buf *out, size_t rows)
{
	size_t n = watch->status.n_failing, least, used;

	least = n == 0 ? 0 : 2 + (n < LIST_ROWS ? n : LIST_ROWS);
	if (least > rows)
		least = rows;
	used = status_watch_put_head(watch, out, rows - least);
	if (n > 0)
		status_watch_put_list(watch, out, rows - used);
}

static const char *
status_watch_footer(const struct watch *watch)
{
	if (watch->explains)
		return "q back  jk scroll  space pause  r refresh";
	if (watch->status.n_failing == 0)
		return watch->paused ? "paused: q ends  space continue"
				     : "q ends  space pause  r refresh";
	return watch->paused
		   ? "paused: q ends  jk select  enter explain  space continue"
		   : "q ends  jk select  enter explain  s sort  space pause  r "
		     "refresh";
}

static int
status_watch_draw(struct watch *watch)
{
	struct cli *cli = watch->cli;
	size_t rows = screen_rows(cli->out);
	struct buf out;

	rows = rows > 1 ? rows - 1 : 1;
	cli->columns = screen_columns(cli->out);
	buf_init(&out, STATUS_MAX_BYTES);
	if (watch->explains) {
		watch->list_rows = rows;
		if (watch->explanation_top + rows > watch->explanation_lines)
			watch->explanation_top =
			    watch->explanation_lines > rows
				? watch->explanation_lines - rows
				: 0;
		status_watch_put_lines(
		    &out, &watch->explanation, watch->explanation_top, rows);
	} else {
		status_watch_put_status(watch, &out, rows);
	}
	cli_write(cli, &out);
	buf_release(&out);
	return screen_draw(&watch->screen, status_watch_footer(watch));
}

/* -------------------------------------------------------------------- keys */

/* Moves a position in a list of n rows, of which `page` are visible. Returns
 * SIZE_MAX if the key does not move. */
static size_t
status_watch_move(int key, size_t at, size_t n, size_t page)
{
	size_t last = n > 0 ? n - 1 : 0;

	switch (key) {
	case 'j':
	case SCREEN_DOWN:
		return at < last ? at + 1 : last;
	case 'k':
	case SCREEN_UP:
		return at > 0 ? at - 1 : 0;
	case SCREEN_PAGE_DOWN:
		return at + page < last ? at + page : last;
	case SCREEN_PAGE_UP:
		return at > page ? at - page : 0;
	case 'g':
	case SCREEN_FIRST:
		return 0;
	case 'G':
	case SCREEN_LAST:
		return last;
	default:
		return SIZE_MAX;
	}
}

/* Moves in the list or in the explanation. Returns false if the key does not
 * move. */
static bool
status_watch_take_move(struct watch *watch, int key)
{
	size_t at;

	if (watch->explains) {
		at = status_watch_move(key, watch->explanation_top,
		    watch->explanation_lines, watch->list_rows);
		if (at != SIZE_MAX)
			watch->explanation_top = at;
	} else {
		at = status_watch_move(key, watch->selected,
		    watch->status.n_failing, watch->list_rows);
		if (at != SIZE_MAX)
			status_watch_choose(watch, at);
	}
	return at != SIZE_MAX;
}

enum watch_action { WATCH_END, WATCH_READ, WATCH_DRAW };

static enum watch_action
status_watch_take_back(struct watch *watch)
{
	if (!watch->explains)
		return WATCH_END;
	watch->explains = false;
	return watch->paused ? WATCH_DRAW : WATCH_READ;
}

/* Applies a key or another event. */
static enum watch_action
status_watch_take_key(struct watch *watch, int key)
{
	if (status_watch_take_move(watch, key))
		return WATCH_DRAW;
	switch (key) {
	case SCREEN_END:
		return WATCH_END;
	case 'q':
	case 'Q':
		return status_watch_take_back(watch);
	case SCREEN_BACK:
		return watch->explains ? status_watch_take_back(watch)
				       : WATCH_DRAW;
	case ' ':
		watch->paused = !watch->paused;
		return watch->paused ? WATCH_DRAW : WATCH_READ;
	case 's':
		if (watch->explains)
			return WATCH_DRAW;
		watch->order = (watch->order + 1) % STATUS_ORDER_COUNT;
		return WATCH_READ;
	case 'e':
	case SCREEN_ENTER:
		watch->explanation_top = 0;
		status_watch_explain(watch);
		return WATCH_DRAW;
	case SCREEN_RESIZED:
		/* An explanation is written again, because its lines depend on
		 * the width of the terminal. */
		watch->cli->columns = screen_columns(watch->cli->out);
		return watch->explains ? WATCH_READ : WATCH_DRAW;
	case 'r':
	case SCREEN_TIME:
		return WATCH_READ;
	default:
		return WATCH_DRAW;
	}
}

/* ------------------------------------------------------------------ screen */

static int
status_watch_run(struct watch *watch)
{
	enum watch_action action = WATCH_DRAW;
	int code = CLI_OK;

	while (code == CLI_OK && action != WATCH_END) {
		if (action == WATCH_READ)
			code = status_watch_read(watch);
		if (code == CLI_OK)
			code = status_watch_draw(watch);
		if (code == CLI_OK)
			action = status_watch_take_key(
			    watch, screen_wait(&watch->screen,
				       watch->paused ? -1 : WATCH_MS));
	}
	return code;
}

/* The first status is read before the screen is opened: reading the
 * configuration may replace this process by another program (cli/part/part.h).
 * That program would otherwise take the changed settings of the terminal for
 * the normal settings. */
static int
status_watch_screen(struct cli *cli)
{
	struct watch watch = { .cli = cli };
	FILE *err = cli->err;
	char *messages = NULL;
	size_t length;
	int code;

	buf_init(&watch.chosen, LIMIT_URL_BYTES);
	buf_init(&watch.explanation, STATUS_MAX_BYTES);
	code = status_watch_read(&watch);
	if (code == CLI_OK) {
		cli->err = open_memstream(&messages, &length);
		if (cli->err == NULL)
			cli->err = err;
		screen_open(&watch.screen, cli);
		code = status_watch_run(&watch);
		screen_close(&watch.screen);
		if (cli->err != err)
			fclose(cli->err);
		cli->err = err;
		if (code != CLI_OK && messages != NULL)
			fputs(messages, err);
		free(messages);
	}
	buf_release(&watch.explanation);
	buf_release(&watch.chosen);
	status_release(&watch.status);
	return code;
}

int
status_watch(struct cli *cli)
{
	screen_catch_signals();
	return screen_is_usable(cli->out) && !cli->json
		   ? status_watch_screen(cli)
		   : status_watch_lines(cli);
}
