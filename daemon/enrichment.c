/*
 * enrichment.c -- see enrichment.h.
 *
 * The table of document frequencies is created even if the enrichment is off:
 * a reload may switch it on, and workers get the table when they are started.
 * Its pages need no memory until counts are written.
 */
#include "daemon/enrichment.h"

#include <stdlib.h>

#include "config/config.h"
#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/writer/store_thread.h"
#include "store/category/categories.h"
#include "store/store.h"
#include "worker/zygote/shared_table.h"

struct enrichment_order {
	bool enabled, categories;
	size_t keywords, sentences;
};

static struct enrichment_order
enrichment_order_of(const struct config *config)
{
	return (struct enrichment_order){ .enabled = config->enrich.enabled,
		.categories = config->enrich.categories,
		.keywords = (size_t)config->enrich.keywords,
		.sentences = (size_t)config->enrich.sentences };
}

/* Loads the model of `gleaner categories train`.  If there is no model,
 * articles get only the categories that publishers state. */
static void
enrichment_load_model(struct store *store, const struct enrichment_order *order)
{
	struct err e = ERR_INIT;

	if (order->categories && store_category_load(store, &e) != 0)
		log_event(
		    LOG_WARNING, "no-category-model", LOG_TEXT("why", e.text));
}

static int
enrichment_set(
    struct store *store, const struct enrichment_order *order, struct err *e)
{
	struct frequency_table *table = NULL;
	struct err ignored = ERR_INIT;
	int rc;

	if (!order->enabled) {
		store_unset_enrich(store);
		return 0;
	}
	shared_table_create(&table, &ignored);
	rc = store_set_enrich(
	    store, order->keywords, order->sentences, table, e);
	if (rc != 0)
		return rc;
	store_set_categories(store, order->categories);
	enrichment_load_model(store, order);
	return 0;
}

int
enrichment_prepare(struct err *e)
{
	struct frequency_table *table;

	return shared_table_create(&table, e);
}

int
enrichment_start(
    struct store *store, const struct config *config, struct err *e)
{
	const struct enrichment_order order = enrichment_order_of(config);

	return enrichment_set(store, &order, e);
}

static int
enrichment_run(struct store *store, void *arg, struct err *e)
{
	return enrichment_set(store, arg, e);
}

static void
enrichment_done(void *arg, int rc, const struct err *e)
{
	if (rc != 0)
		log_event(LOG_ERROR, "no-enrichment", LOG_TEXT("why", e->text));
	free(arg);
}

void
enrichment_apply(struct hub *hub)
{
	struct enrichment_order *order = malloc(sizeof(*order));

	if (order == NULL) {
		log_event(
		    LOG_ERROR, "no-enrichment", LOG_TEXT("why", "memory"));
		return;
	}
	*order = enrichment_order_of(hub->config);
	store_post(hub->store, 1, enrichment_run, enrichment_done, order);
}

static int
enrichment_run_flush(struct store *store, void *arg, struct err *e)
{
	(void)arg;
	return store_enrich_flush(store, e);
}

static void
enrichment_flush_done(void *arg, int rc, const struct err *e)
{
	(void)arg;
	if (rc != 0)
		log_event(
		    LOG_WARNING, "no-frequencies", LOG_TEXT("why", e->text));
}

void
enrichment_end(struct hub *hub)
{
	store_post(
	    hub->store, 1, enrichment_run_flush, enrichment_flush_done, NULL);
}
