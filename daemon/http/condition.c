/*
 * condition.c -- collects the daemon's current problems.
 *
 * In: the states of the hub's parts.
 * Out: problems, the most severe first.
 * A failing feed is not a problem of the daemon: the status page lists it.
 */
#include "daemon/http/condition.h"

#include "daemon/fleet/node.h"
#include "daemon/health/progress.h"
#include "daemon/host/network.h"
#include "daemon/hub.h"
#include "daemon/reload.h"
#include "daemon/writer/store_thread.h"
#include "worker/worker.h"

const char *
condition_level_name(enum condition_level level)
{
	static const char *const names[CONDITION_LEVEL_COUNT] = {
		[CONDITION_OK] = "ok",
		[CONDITION_WARNING] = "warning",
		[CONDITION_FAULT] = "fault",
	};

	return names[level];
}

static void
condition_add(struct condition *condition, enum condition_level level,
    const char *name, const char *what, const char *why)
{
	if (condition->n == CONDITION_PROBLEMS)
		return;
	condition->problems[condition->n++] = (struct condition_problem){ level,
		name, what, why != NULL ? why : "" };
	if (level > condition->level)
		condition->level = level;
}

void
condition_get(const struct hub *hub, struct condition *ret)
{
	bool is_fault;
	const char *trouble = store_thread_trouble(hub->store, &is_fault);
	const char *stuck = progress_stuck(hub);
	const char *refused = reload_refused(hub);
	const char *pending = reload_pending(hub);

	*ret = (struct condition){ .level = CONDITION_OK };
	if (stuck != NULL)
		condition_add(ret, CONDITION_FAULT, "stuck",
		    "A part of the daemon makes no progress.", stuck);
	if (trouble != NULL && is_fault)
		condition_add(ret, CONDITION_FAULT, "store-fault",
		    "The database cannot be written.", trouble);
	if (trouble != NULL && !is_fault)
		condition_add(ret, CONDITION_WARNING, "store-waits",
		    "The database cannot be written now: the disk is full or "
		    "the database is locked.",
		    trouble);
	if (node_is_apart(hub))
		condition_add(ret, CONDITION_FAULT, "no-database",
		    "The database did not answer for the time of one lease; "
		    "no requests are sent.",
		    "");
	if (network_is_down(hub))
		condition_add(ret, CONDITION_WARNING, "network-down",
		    "No server can be reached.", "");
	if (refused != NULL)
		condition_add(ret, CONDITION_WARNING, "config-refused",
		    "The configuration was faulty at the last reload; the "
		    "previous configuration is in force.",
		    refused);
	if (pending != NULL)
		condition_add(ret, CONDITION_WARNING, "needs-restart",
		    "Changes of the configuration take effect after a restart.",
		    pending);
	if (workers_trouble(hub->workers)[0] != '\0')
		condition_add(ret, CONDITION_WARNING, "workers",
		    "The workers' sandbox is not complete.",
		    workers_trouble(hub->workers));
}
