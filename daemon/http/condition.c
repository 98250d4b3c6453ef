/*
 * condition.c -- collects the daemon's current problems.
 *
 * In: the states of the hub's parts.
 * Out: problems, the most severe first.
 * A failing feed is not a problem of the daemon: snapshot.c has the feeds.
 */
#include "daemon/http/condition.h"

#include "daemon/hub.h"

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

	*ret = (struct condition){ .level = CONDITION_OK };
	if (hub->stuck != NULL)
		condition_add(ret, CONDITION_FAULT, "stuck",
		    "A part of the daemon stands still.", hub->stuck);
	if (trouble != NULL && is_fault)
		condition_add(ret, CONDITION_FAULT, "store-fault",
		    "The database cannot be written.", trouble);
	if (trouble != NULL && !is_fault)
		condition_add(ret, CONDITION_WARNING, "store-waits",
		    "Writing waits: the disk is full or the database locked.",
		    trouble);
	if (hub->network.state == NETWORK_DOWN)
		condition_add(ret, CONDITION_WARNING, "network-down",
		    "No server is reached.", "");
	if (hub->config_refused != NULL)
		condition_add(ret, CONDITION_WARNING, "config-refused",
		    "The configuration was faulty at the last reload; the one "
		    "before it is in force.",
		    hub->config_refused);
	if (workers_trouble(hub->workers)[0] != '\0')
		condition_add(ret, CONDITION_WARNING, "workers",
		    "The workers' sandbox is not complete.",
		    workers_trouble(hub->workers));
}
