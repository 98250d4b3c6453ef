/*
 * reload.c -- reads the configuration again on SIGHUP.
 *
 * If the configuration is faulty, each fault is logged and the old
 * configuration remains in force (docs/threat-rows.md, row S60). The old
 * configuration also remains in force if one of its files has become empty. The
 * result is reported to the service manager and to the command that requested
 * the reload. Some keys are only applied at the start. If such a key differs
 * from the value of the start, it is logged, and takes effect after a
 * restart.
 */
#include "daemon/reload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/text/utf8.h"
#include "config/config.h"
#include "config/filter/filter_rule.h"
#include "daemon/enrichment.h"
#include "daemon/feed/listing.h"
#include "daemon/filters.h"
#include "daemon/health/notify.h"
#include "daemon/health/restart_keys.h"
#include "daemon/host/site_access.h"
#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/page/rule_warnings.h"

#define STATUS_BYTES  512
#define PENDING_BYTES 4096

struct reload {
	const char *config_path;
	char *refused; /* error of the last reload; NULL: it succeeded */
	struct restart_keys *at_start;
	char *pending; /* keys that need a restart; NULL: none */
};

int
reload_new(const char *config_path, const struct config *config,
    struct reload **ret, struct err *e)
{
	struct reload *r = calloc(1, sizeof(*r));

	if (r != NULL)
		r->at_start = restart_keys_new(config);
	if (r == NULL || r->at_start == NULL) {
		free(r);
		return err_set(e, ERR_MEMORY, "no memory for reloads");
	}
	r->config_path = config_path;
	*ret = r;
	return 0;
}

void
reload_free(struct reload *r)
{
	if (r == NULL)
		return;
	restart_keys_free(r->at_start);
	free(r->refused);
	free(r->pending);
	free(r);
}

const char *
reload_refused(const struct hub *hub)
{
	return hub->reload->refused;
}

const char *
reload_pending(const struct hub *hub)
{
	return hub->reload->pending;
}

/* Compares the configuration with the values that are in force, and logs the
 * keys that differ. */
static void
reload_tell_restart_keys(struct reload *r, const struct config *config)
{
	struct slice rest, key;
	struct buf changed;

	buf_init(&changed, PENDING_BYTES);
	restart_keys_write_changed(r->at_start, config, &changed);
	rest = buf_slice(&changed);
	while (slice_next(&rest, ',', &key))
		if (slice_trim(key).len > 0)
			log_event(LOG_WARNING, "needs-restart",
			    LOG_SLICE("key", slice_trim(key)));
	free(r->pending);
	r->pending = changed.len > 0 ? hub_copy(buf_slice(&changed)) : NULL;
	buf_release(&changed);
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

/* Stores the error of reading, which names the first fault. The first line of
 * the faults is not stored, because it may be a warning. */
static void
reload_refuse(struct hub *hub, const char *why)
{
	free(hub->reload->refused);
	hub->reload->refused = hub_copy(slice_of(why));
}

static void
reload_take_over(struct hub *hub, struct config *config)
{
	struct config *before = hub->config;

	reload_tell_restart_keys(hub->reload, config);
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
	struct slice why;

	/* systemd ignores a status that is not valid UTF-8. */
	why = utf8_prefix(slice_of(hub->reload->refused), STATUS_BYTES / 2);
	snprintf(text, sizeof(text), "READY=1\nSTATUS=%s%.*s",
	    hub->reload->refused != NULL ? "configuration refused, the old one "
					   "stays: "
					 : "configuration read",
	    SLICE_ARG(why));
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
		reload_refuse(hub, e.text);
	} else {
		reload_log_faults(LOG_WARNING, &faults);
		reload_take_over(hub, config);
	}
	buf_release(&faults);
	reload_notify_end(hub);
	return config != NULL;
}
