/*
 * cmd_warc.c -- gleaner warc [--since TIME] [--until TIME] > FILE.warc.gz
 *
 * Writes the stored pages in the order in which they were fetched.
 */
#include "base/limits.h"
#include "cli/print/warc.h"
#include "cli/term/progress.h"
#include "config/config.h"

struct warc_values {
	int64_t since_at, until_at;
};
#define VALUE(member) offsetof(struct warc_values, member)

static const struct option_row options[] = {
	{ .name = "since",
	    .kind = OPTION_TIME,
	    .offset = VALUE(since_at),
	    .value = "TIME",
	    .help = "only pages fetched since a date (2026-11-20) or within an "
		    "age (2h, 7d)" },
	{ .name = "until",
	    .kind = OPTION_TIME,
	    .offset = VALUE(until_at),
	    .value = "TIME",
	    .help = "only pages fetched before a date (2026-11-20), or longer "
		    "ago than an age (2h, 7d)" },
	{ 0 },
};

struct writing {
	struct cli *cli;
	struct err *e;
	struct buf out;
	struct warc warc;
	struct progress progress;
	int64_t n, n_damaged;
};

/* Returns a negative code after a failure. Returns CLI_FAILED if the output
 * could not be written; cli_write() has then reported the error. */
static int
cmd_warc_visit(const struct page_row *page, void *arg)
{
	struct writing *w = arg;
	int rc;

	progress_step(&w->progress, 1);
	if (page->body.p == NULL) {
		cli_note(w->cli,
		    "article %lld: the stored page cannot be unpacked",
		    (long long)page->article_id);
		w->n_damaged++;
		return 0;
	}
	rc = warc_response(&w->warc, &w->out, page, w->e);
	w->n++;
	return rc != 0 ? rc : cli_write(w->cli, &w->out);
}

static int
cmd_warc_write_all(
    struct writing *w, struct store *store, const struct warc_values *values)
{
	const struct config *config = w->cli->config;
	int64_t n_pages = 0;
	int rc = store_page_count(
	    store, values->since_at, values->until_at, &n_pages, w->e);

	if (rc == 0)
		rc = warc_info(&w->warc, &w->out,
		    config != NULL ? config->contact : NULL, w->cli->now_at,
		    w->e);
	if (rc == 0)
		rc = cli_write(w->cli, &w->out);
	progress_begin(&w->progress, w->cli, "pages", n_pages);
	if (rc == 0)
		rc = store_page_each(store, values->since_at, values->until_at,
		    cmd_warc_visit, w, w->e);
	progress_end(&w->progress);
	return rc;
}

int
cmd_warc(struct cli *cli, int argc, char **argv)
{
	struct warc_values values = { DATE_NONE, DATE_NONE };
	struct err e = ERR_INIT;
	struct writing w = { .cli = cli, .e = &e };
	struct store *store;
	int code = options_parse(cli, options, &values, &argc, argv), rc;

	if (code != CLI_GO_ON)
		return code;
	if (cli->columns > 0)
		return cli_usage(
		    cli, "WARC output is binary; redirect it to a file");
	code = cli_store_open(cli, CLI_READ, &store);
	if (code != CLI_OK)
		return code;
	buf_init(&w.out, WARC_MAX_BYTES);
	warc_init(&w.warc);
	rc = cmd_warc_write_all(&w, store, &values);
	warc_release(&w.warc);
	buf_release(&w.out);
	store_close(store);
	if (rc < 0)
		return cli_fail_err(cli, &e);
	if (rc == 0 && w.n == 0 && w.n_damaged == 0)
		cli_nothing(cli, "no page of this time is stored; "
				 "`articles.raw: keep` stores pages for the "
				 "time in `retain.raw`");
	return cli_finish(
	    cli, rc == 0 && w.n > 0 && w.n_damaged == 0 ? CLI_OK : CLI_NOTHING);
}
