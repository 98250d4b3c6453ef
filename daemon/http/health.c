/*
 * health.c -- the daemon's health as JSON: the answer to GET /health at the
 * address that the key `listen` sets. condition.c provides the problems, as for
 * the status page.
 */
#include "base/text/json_writer.h"
#include "daemon/health/progress.h"
#include "daemon/host/network.h"
#include "daemon/http/condition.h"
#include "daemon/http/listen.h"
#include "daemon/hub.h"
#include "daemon/writer/store_thread.h"

bool
health_is_good(const struct hub *hub)
{
	struct condition condition;

	condition_get(hub, &condition);
	return condition.level < CONDITION_FAULT;
}

static void
health_write_problems(
    struct json_writer *json, const struct condition *condition)
{
	json_write_array(json, "problems");
	for (size_t i = 0; i < condition->n; i++) {
		const struct condition_problem *p = &condition->problems[i];

		json_write_object(json, NULL);
		json_write_text(json, "name", slice_of(p->name));
		json_write_text(
		    json, "level", slice_of(condition_level_name(p->level)));
		json_write_text(json, "what", slice_of(p->what));
		json_write_text_or_null(json, "why",
		    p->why[0] != '\0' ? slice_of(p->why) : SLICE_NONE);
		json_write_end_object(json);
	}
	json_write_end_array(json);
}

void
health_write(const struct hub *hub, struct buf *out)
{
	bool is_fault;
	const char *trouble = store_thread_trouble(hub->store, &is_fault);
	struct condition condition;
	const char *stuck = progress_stuck(hub);
	struct json_writer json;

	condition_get(hub, &condition);
	json_writer_init(&json, out);
	json_write_object(&json, NULL);
	json_write_text(&json, "status",
	    condition.level < CONDITION_FAULT ? SLICE("ok")
	    : stuck != NULL                   ? SLICE("stuck")
					      : SLICE("fault"));
	json_write_text(
	    &json, "level", slice_of(condition_level_name(condition.level)));
	json_write_text_or_null(&json, "stuck", slice_of(stuck));
	json_write_bool(&json, "network", !network_is_down(hub));
	json_write_bool(&json, "store_waits", trouble != NULL && !is_fault);
	json_write_bool(&json, "store_fault", is_fault);
	health_write_problems(&json, &condition);
	json_write_text(&json, "version", SLICE(GLEANER_VERSION));
	json_write_end_object(&json);
	buf_append_char(out, '\n');
}
