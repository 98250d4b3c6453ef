/*
 * recut_enrich.c -- gleaner recut --enrich: enriches the stored texts again,
 * without fetching and without extracting.
 */
#include "base/limits.h"
#include "cli/enrich/enrich.h"
#include "cli/term/progress.h"
#include "config/config.h"
#include "store/category/categories.h"
#include "store/store.h"
#include "worker/zygote/shared_table.h"

/* Number of articles in a transaction, which takes about 50 ms. */
#define ENRICH_SLICE 100
/* The defaults of enrich.keywords and enrich.sentences in config/schema.c. */
#define KEYWORDS  10
#define SENTENCES 3

struct enrich_order
recut_enrich_order(const struct cli *cli)
{
	if (cli->config == NULL)
		return (struct enrich_order){ true, KEYWORDS, SENTENCES, true };
	return (struct enrich_order){ cli->config->enrich.enabled,
		(size_t)cli->config->enrich.keywords,
		(size_t)cli->config->enrich.sentences,
		cli->config->enrich.categories };
}

int
recut_enrich_start(const struct cli *cli, struct store *store, struct err *e)
{
	const struct enrich_order order = recut_enrich_order(cli);
	struct frequency_table *table;
	int rc;

	if (!order.enabled)
		return 0;
	if ((rc = shared_table_create(&table, e)) != 0)
		return rc;
	rc = store_set_enrich(store, order.keywords, order.sentences, table, e);
	if (rc != 0)
		return rc;
	store_set_categories(store, order.categories);
	return order.categories ? store_category_load(store, e) : 0;
}

static int
recut_enrich_all(struct cli *cli, struct store *store, int64_t since_at,
    bool all, int64_t *ret_n, struct err *e)
{
	struct progress progress;
	int64_t last = 0, n = 0;
	int rc;

	progress_begin(&progress, cli, "articles", 0);
	do {
		rc = store_enrich_again(
		    store, last, since_at, !all, ENRICH_SLICE, &last, &n, e);
		*ret_n += n;
		progress_step(&progress, n);
	} while (rc == 0 && last != 0);
	progress_end(&progress);
	return rc;
}

int
recut_enrich(struct cli *cli, struct store *store, int64_t since_at, bool all)
{
	struct err e = ERR_INIT;
	struct buf line;
	int64_t n = 0;
	int rc;

	if (!recut_enrich_order(cli).enabled)
		return cli_fail(cli,
		    "enrich.enabled is false; set it to true to enrich texts");
	rc = recut_enrich_start(cli, store, &e);
	if (rc == 0)
		rc = recut_enrich_all(cli, store, since_at, all, &n, &e);
	if (rc != 0)
		return cli_fail_err(cli, &e);
	buf_init(&line, KIB);
	buf_printf(&line, "%lld articles enriched\n", (long long)n);
	rc = cli_write(cli, &line);
	buf_release(&line);
	return rc == 0 ? CLI_OK : CLI_FAILED;
}
