/*
 * cmd_recut.c -- gleaner recut: extracts stored pages again with the current
 * extractor version, without fetching. Changed texts become revisions.
 */
#include <sched.h>

#include "base/limits.h"
#include "cli/cmd/recut.h"
#include "cli/enrich/enrich.h"
#include "cli/feed/feed_find.h"
#include "config/config.h"

/* One call deletes the stored extractor versions of at most this number of
 * pages, and takes about 10 ms. */
#define FORGET_SLICE 5000

struct recut_values {
	const char *feed;
	int64_t since_at, jobs;
	bool all, dry_run, enrich;
};
#define VALUE(member) offsetof(struct recut_values, member)

static const struct option_row options[] = {
	{ .name = "feed",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(feed),
	    .value = "FEED",
	    .help = "only pages of a feed: its URL, its id, or a part of its "
		    "title" },
	{ .name = "since",
	    .kind = OPTION_TIME,
	    .offset = VALUE(since_at),
	    .value = "TIME",
	    .help = "only pages fetched since a date (2026-11-20) or within an "
		    "age (2h, 7d)" },
	{ .name = "all",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(all),
	    .help = "also pages that this extractor version has extracted" },
	{ .name = "jobs",
	    .kind = OPTION_INT,
	    .offset = VALUE(jobs),
	    .value = "N",
	    .min = 1,
	    .max = LIMIT_WORKERS,
	    .help = "number of processes (default: the number of cores)" },
	{ .name = "enrich",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(enrich),
	    .help = "only compute keywords and summaries again, from the "
		    "stored texts; with --all also of texts that this version "
		    "has enriched" },
	{ .name = "dry-run",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(dry_run),
	    .help = "only report which articles would be revised" },
	{ 0 },
};

static int
cmd_recut_count_cores(void)
{
	cpu_set_t set;
	int n =
	    sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;

	return n < 1 ? 1 : n > LIMIT_WORKERS ? LIMIT_WORKERS : n;
}

static int
cmd_recut_visit_nothing(const struct feed_row *row, void *arg)
{
	(void)row;
	(void)arg;
	return 0;
}

/* Selects a feed by its id or its address, or feeds by a part of their title.
 */
static int
cmd_recut_find_feed(struct cli *cli, struct store *store, const char *text,
    struct recut_query *pages)
{
	struct err e = ERR_INIT;
	bool is_number, is_known = false;
	int64_t id = 0;
	int rc;

	is_number = slice_to_int64(slice_of(text), &id) && id > 0;
	if (is_number)
		rc = store_feed_get(
		    store, id, cmd_recut_visit_nothing, NULL, &e);
	else
		rc = feed_find(store, text, &id, &e);
	if (rc == 0)
		pages->feed_id = id;
	if (rc == ERR_NOT_FOUND) {
		/* An empty title would select all feeds, and the id or the
		 * address of a removed feed is not a title. */
		rc = text[0] == '\0' || is_number ||
			     slice_find(slice_of(text), SLICE("://"), 0) !=
				 SLICE_NOT_FOUND
			 ? 0
			 : store_known_feed(
			       store, slice_of(text), &is_known, &e);
		if (rc == 0 && !is_known)
			return feed_find_complain(cli, store, text);
		pages->feed_title = slice_of(text);
	}
	return rc == 0 ? CLI_OK : cli_fail_err(cli, &e);
}

/* Deletes the stored extractor versions of the selected pages, so that `recut`
 * extracts also pages that this version has extracted. If `recut` is killed
 * later, a run without --all continues with the pages that it has not
 * extracted. */
static int
cmd_recut_forget(
    struct cli *cli, struct store *store, const struct recut_query *pages)
{
	struct err e = ERR_INIT;
	int64_t n = 0;
	int rc;

	do
		rc = store_recut_forget(store, pages, FORGET_SLICE, &n, &e);
	while (rc == 0 && n > 0);
	return rc == 0 ? CLI_OK : cli_fail_err(cli, &e);
}

static int64_t
cmd_recut_digest_of(struct slice url, void *arg)
{
	const struct config_rules *rules = NULL;
	char text[LIMIT_URL_BYTES + 1];

	if (url.len > 0 && url.len < sizeof(text)) {
		memcpy(text, url.p, url.len);
		text[url.len] = '\0';
		rules = access_rules(arg, text);
	}
	return rules != NULL ? rules->digest : 0;
}

/* Without a configuration the site rules are not known, and recut would replace
 * the texts of the rules. Returns an exit code if the selection contains pages
 * that were extracted with rules. */
static int
cmd_recut_refuse_ruled(
    struct cli *cli, struct store *store, const struct recut_query *pages)
{
	struct err e = ERR_INIT;
	int64_t n = 0;

	if (store_recut_count_ruled(store, pages, &n, &e) != 0)
		return cli_fail_err(cli, &e);
	if (n > 0)
		return cli_usage(cli,
		    "%lld pages were extracted with site rules; name the "
		    "configuration with -c",
		    (long long)n);
	return CLI_OK;
}

/* Loads the site rules of the configuration, which the caller frees. Pages that
 * were extracted with other rules are to be extracted again. --dry-run compares
 * the rules of each page while it reads, because it must not change the
 * database. Otherwise the extractor versions of these pages are deleted. */
static int
cmd_recut_find_rules(struct cli *cli, struct store *store,
    struct recut_options *order, struct recut_rules *rules, struct access **ret)
{
	struct err e = ERR_INIT;
	int64_t n;

	if (cli->config == NULL)
		return cmd_recut_refuse_ruled(cli, store, &order->pages);
	if (access_new(cli->config->sites, cli->config->n_sites, ret, &e) != 0)
		return cli_fail_err(cli, &e);
	order->access = *ret;
	*rules = (struct recut_rules){ .digest_of = cmd_recut_digest_of,
		.arg = *ret };
	for (size_t i = 0; i < cli->config->n_sites; i++)
		rules->has_rules |= cli->config->sites[i].n_rule_files > 0;
	if (order->dry_run)
		order->pages.rules = rules;
	else if (!order->pages.all &&
		 store_recut_forget_rules(store, rules, &n, &e) != 0)
		return cli_fail_err(cli, &e);
	return CLI_OK;
}

static void
cmd_recut_put_revised(int64_t id, struct slice title, void *arg)
{
	struct buf line, clean;

	buf_init(&line, 64 * KIB);
	buf_init(&clean, 64 * KIB);
	text_clean(&clean, title);
	buf_printf(&line, "would be revised: %lld  %s\n", (long long)id,
	    clean.len > 0 ? clean.p : "");
	buf_carry_failure(&line, &clean);
	cli_write(arg, &line);
	buf_release(&clean);
	buf_release(&line);
}

static void
cmd_recut_report(
    struct cli *cli, const struct recut_counts *counts, bool dry_run)
{
	const int64_t *n = counts->results;
	struct buf line;

	buf_init(&line, 64 * KIB);
	buf_printf(&line, "%lld pages extracted: %lld %s, %lld unchanged",
	    (long long)(n[RECUT_SAME] + n[RECUT_REVISED] + n[RECUT_LESS]),
	    (long long)n[RECUT_REVISED],
	    dry_run ? "would be revised" : "revised", (long long)n[RECUT_SAME]);
	if (n[RECUT_LESS] > 0)
		buf_printf(&line, ", %lld not replaced by a worse text",
		    (long long)n[RECUT_LESS]);
	if (counts->failed > 0)
		buf_printf(&line, "; %lld could not be extracted",
		    (long long)counts->failed);
	if (n[RECUT_PASSED] > counts->failed)
		buf_printf(&line, "; %lld changed in the meantime",
		    (long long)(n[RECUT_PASSED] - counts->failed));
	buf_append_char(&line, '\n');
	cli_write(cli, &line);
	buf_release(&line);
}

static void
cmd_recut_report_nothing(struct cli *cli, int64_t n_stored)
{
	struct buf line;

	buf_init(&line, 64 * KIB);
	if (n_stored > 0)
		buf_printf(&line,
		    "nothing to do: this extractor version has extracted all "
		    "of the %lld pages (--all extracts them again)\n",
		    (long long)n_stored);
	else
		buf_append_string(
		    &line, "nothing to do: no pages are stored\n");
	cli_write(cli, &line);
	buf_release(&line);
}

static int
cmd_recut_run(struct cli *cli, struct store *store, struct recut_options *order)
{
	struct recut_counts counts = { 0 };
	struct err e = ERR_INIT;
	int64_t n = 0, n_stored = 0, n_read = 0;
	int code = CLI_OK;

	if (order->pages.all && !order->dry_run) {
		code = cmd_recut_forget(cli, store, &order->pages);
		order->pages.all = false;
	}
	if (code == CLI_OK &&
	    store_recut_count(store, &order->pages, &n, &n_stored, &e) != 0)
		code = cli_fail_err(cli, &e);
	if (code != CLI_OK)
		return code;
	if (n == 0) {
		cmd_recut_report_nothing(cli, n_stored);
		return CLI_OK;
	}
	code = recut_run(cli, store, order, n, &counts);
	for (size_t i = 0; i < RECUT_RESULT_COUNT; i++)
		n_read += counts.results[i];
	if (code == CLI_OK && n_read == 0)
		cmd_recut_report_nothing(cli, n_stored);
	else
		cmd_recut_report(cli, &counts, order->dry_run);
	return code;
}

static int
cmd_recut_check(struct cli *cli, const struct recut_values *values)
{
	if (values->enrich && (values->feed != NULL || values->dry_run))
		return cli_usage(cli,
		    "--enrich cannot be combined with --feed or "
		    "--dry-run");
	return CLI_GO_ON;
}

int
cmd_recut(struct cli *cli, int argc, char **argv)
{
	struct recut_values values = { .since_at = DATE_NONE };
	struct recut_options order = { 0 };
	struct recut_rules rules;
	struct access *access = NULL;
	struct store *store;
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code == CLI_GO_ON)
		code = cmd_recut_check(cli, &values);
	if (code != CLI_GO_ON)
		return code;
	code = cli_config(cli); /* -c may be given together with --db */
	if (code == CLI_OK)
		code = cli_store_open(cli, CLI_WRITE, &store);
	if (code != CLI_OK)
		return code;
	order.pages.since_at = values.since_at;
	order.pages.all = values.all;
	order.jobs =
	    values.jobs > 0 ? (int)values.jobs : cmd_recut_count_cores();
	order.dry_run = values.dry_run;
	if (values.dry_run)
		order.revised = cmd_recut_put_revised;
	order.arg = cli;
	if (values.feed != NULL)
		code =
		    cmd_recut_find_feed(cli, store, values.feed, &order.pages);
	if (code == CLI_OK && !values.enrich)
		code =
		    cmd_recut_find_rules(cli, store, &order, &rules, &access);
	if (code == CLI_OK)
		code = values.enrich ? recut_enrich(cli, store, values.since_at,
					   values.all)
				     : cmd_recut_run(cli, store, &order);
	access_free(access);
	store_close(store);
	return cli_finish(cli, code);
}
