/*
 * reload.c -- reads the configuration again on SIGHUP.
 *
 * If the configuration is faulty, each fault is logged and the old
 * configuration remains in force (docs/threat-rows.md, row S60). The old
 * configuration also remains in force if one of its files has become empty. The
 * result is reported to the service manager and to the command that requested
 * the reload. Some keys are only applied at the start. A change of such a key
 * is logged and takes effect after a restart.
 */
#include "daemon/reload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "config/config.h"
#include "config/filter/filter_rule.h"
#include "daemon/enrichment.h"
#include "daemon/feed/listing.h"
#include "daemon/filters.h"
#include "daemon/health/notify.h"
#include "daemon/host/site_access.h"
#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/page/rule_warnings.h"

#define STATUS_BYTES 512

struct reload {
	const char *config_path;
	char *refused; /* error of the last reload; NULL: it succeeded */
};

int
reload_new(const char *config_path, struct reload **ret, struct err *e)
{
	struct reload *r = calloc(1, sizeof(*r));

	if (r == NULL)
		return err_set(e, ERR_MEMORY, "no memory for reloads");
	r->config_path = config_path;
	*ret = r;
	return 0;
}

void
reload_free(struct reload *r)
{
	if (r == NULL)
		return;
	free(r->refused);
	free(r);
}

const char *
reload_refused(const struct hub *hub)
{
	return hub->reload->refused;
}

static bool
reload_same_text(const char *a, const char *b)
{
	return (a == NULL && b == NULL) ||
	       (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static void
reload_tell_restart_keys(const struct config *old, const struct config *new)
{
	const struct {
		const char *key;
		bool same;
	} keys[] = {
		{ "database", reload_same_text(old->database, new->database) },
		{ "control", reload_same_text(old->control, new->control) },
		{ "listen", reload_same_text(old->listen, new->listen) },
		{ "websub.listen",
		    reload_same_text(old->websub.listen, new->websub.listen) },
		{ "websub.callback", reload_same_text(old->websub.callback,
					 new->websub.callback) },
		{ "contact", reload_same_text(old->contact, new->contact) },
		{ "fetch.proxy",
		    reload_same_text(old->fetch.proxy, new->fetch.proxy) },
		{ "fetch.allow_downgrade",
		    old->fetch.allow_downgrade == new->fetch.allow_downgrade },
		{ "fetch.parallel",
		    old->fetch.parallel == new->fetch.parallel },
		{ "host.allow_private",
		    old->host.allow_private == new->host.allow_private },
		{ "workers", old->workers == new->workers },
		{ "fleet.node",
		    reload_same_text(old->fleet.node, new->fleet.node) },
		{ "fleet.lease", old->fleet.lease_s == new->fleet.lease_s },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(keys); i++)
		if (!keys[i].same)
			log_event(LOG_WARNING, "needs-restart",
			    LOG_TEXT("key", keys[i].key));
}

static void
reload_log_faults(enum log_level level, const struct buf *faults)
{
	struct slice rest = buf_slice(faults), line;

	while (slice_next(&rest, '\n', &line))
		if (line.len > 0)
			log_event(level, "config", LOG_SLICE("fault", line));
}

/* A file that has become empty is probably the result of a failed save, and
 * would pause all feeds. An operator who wants no feeds writes `feeds: []`. */
static struct config *
reload_read_again(struct hub *hub, struct buf *faults, struct err *e)
{
	struct config *config = NULL;
	const char *emptied;

	if (config_load(hub->reload->config_path, &config, faults, e) != 0)
		return NULL;
	emptied = config_emptied(config, hub->config);
	if (emptied == NULL) {
		rule_warnings(config, faults);
		return config;
	}
	err_set(e, ERR_CONFIG,
	    "%s is empty, expected keys, such as feeds:", emptied);
	config_free(config);
	return NULL;
}

/* Stores the first fault, or the error of reading, in one line. */
static void
reload_refuse(struct hub *hub, const struct buf *faults, const char *why)
{
	struct slice rest = buf_slice(faults), line;
	struct slice first = slice_of(why);

	if (slice_next(&rest, '\n', &line) && line.len > 0)
		first = line;
	free(hub->reload->refused);
	hub->reload->refused = hub_copy(first);
}

static void
reload_take_over(struct hub *hub, struct config *config)
{
	struct config *before = hub->config;

	reload_tell_restart_keys(before, config);
	hub->config = config;
	site_access_replace(hub);
	free(hub->reload->refused);
	hub->reload->refused = NULL;
	log_setup(config->log.level, config->log.format);
	filters_apply(hub);
	enrichment_apply(hub);
	schedule_link_given(hub);
	schedule_sync(hub);
	config_free(before);
	log_event(LOG_INFO, "config-read",
	    LOG_TEXT("file", hub->reload->config_path),
	    LOG_INT("feeds", (int64_t)config->n_feeds),
	    LOG_INT("filters", (int64_t)filter_set_count(config->filters)));
}

/* sd_notify(3): systemd shows the state, and uses the time in RELOADING to
 * match RELOADING with the following READY. */
static void
reload_notify_begin(void)
{
	char text[64];

	snprintf(text, sizeof(text), "RELOADING=1\nMONOTONIC_USEC=%lld",
	    (long long)hub_monotonic_ms() * 1000);
	notify_send(text);
}

static void
reload_notify_end(const struct hub *hub)
{
	char text[STATUS_BYTES];

	snprintf(text, sizeof(text), "READY=1\nSTATUS=%s%.*s",
	    hub->reload->refused != NULL ? "configuration refused, the old one "
					   "stays: "
					 : "configuration read",
	    hub->reload->refused != NULL ? STATUS_BYTES / 2 : 0,
	    hub->reload->refused != NULL ? hub->reload->refused : "");
	notify_send(text);
}

bool
reload(struct hub *hub)
{
	struct config *config;
	struct buf faults;
	struct err e = ERR_INIT;

	if (hub->state != HUB_RUNNING)
		return true;
	reload_notify_begin();
	buf_init(&faults, MIB);
	config = reload_read_again(hub, &faults, &e);
	if (config == NULL) {
		reload_log_faults(LOG_ERROR, &faults);
		log_event(LOG_ERROR, "config-kept", LOG_TEXT("why", e.text),
		    LOG_TEXT("then", "the old configuration stays in force"));
		reload_refuse(hub, &faults, e.text);
	} else {
		reload_log_faults(LOG_WARNING, &faults);
		reload_take_over(hub, config);
	}
	buf_release(&faults);
	reload_notify_end(hub);
	return config != NULL;
}
