/*
 * filters.c -- applies the filters of a new configuration.
 *
 * The list is shared by references: the old list is freed when the thread of
 * the store has taken the new one.
 */
#include "daemon/filters.h"

#include "config/config.h"
#include "config/filter/filter_rule.h"
#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/writer/store_thread.h"

static int
filters_run(struct store *store, void *arg, struct err *e)
{
	return store_set_filters(store, arg, e);
}

static void
filters_done(void *arg, int rc, const struct err *e)
{
	if (rc != 0)
		log_event(LOG_ERROR, "filters-kept", LOG_TEXT("why", e->text),
		    LOG_TEXT("then", "the old filters stay in force"));
	filter_set_unref(arg);
}

void
filters_apply(struct hub *hub)
{
	store_post(hub->store, 1, filters_run, filters_done,
	    filter_set_ref(hub->config->filters));
}
