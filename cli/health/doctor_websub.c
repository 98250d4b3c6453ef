/*
 * doctor_websub.c -- checks of `gleaner doctor`: subscriptions at hubs
 * (docs/websub.md).
 */
#include "base/limits.h"
#include "cli/health/doctor.h"
#include "config/config.h"

#define RECENT_S (7 * 86400)

struct doctor_websub {
	struct doctor *doctor;
	int64_t n, n_active, n_slowed;
};

static void
doctor_websub_warn(struct doctor_websub *d, const struct websub_row *row,
    const char *advice, const char *text, struct slice why)
{
	if (d->n++ < DOCTOR_SHOWN_MOST)
		doctor_find(d->doctor, DOCTOR_WARNING, "hub", row->feed_url,
		    advice, "%s: %.*s", text, SLICE_ARG(why));
}

static int
doctor_websub_visit(const struct websub_row *row, void *arg)
{
	struct doctor_websub *d = arg;
	int64_t now = d->doctor->cli->now_at;

	if (row->state == WEBSUB_LEAVING)
		return 0;
	d->n_active += row->state == WEBSUB_ACTIVE;
	d->n_slowed += row->proven_at != DATE_NONE &&
		       row->delivered_at != DATE_NONE &&
		       now - row->delivered_at < LIMIT_WEBSUB_SILENT_S;
	if (row->state == WEBSUB_REFUSED)
		doctor_websub_warn(d, row, "the feed is polled instead",
		    "the hub has denied the subscription", row->why);
	else if (row->failures > 2)
		doctor_websub_warn(d, row,
		    "check that the hub can reach websub.callback "
		    "(docs/websub.md)",
		    "the subscription fails", row->why);
	else if (row->refused_at != DATE_NONE &&
		 now - row->refused_at < RECENT_S)
		doctor_websub_warn(d, row,
		    "the feed is polled at its usual interval "
		    "(docs/websub.md)",
		    "deliveries of its hub are refused", row->refused_why);
	return 0;
}

void
doctor_websub(struct doctor *doctor)
{
	const struct config *config = doctor->cli->config;
	struct doctor_websub d = { .doctor = doctor };
	struct err e = ERR_INIT;

	if (config == NULL || config->websub.listen == NULL)
		return;
	if (store_websub_list(doctor->store, 0, doctor_websub_visit, &d, &e) ==
		0 &&
	    d.n == 0)
		doctor_find(doctor, DOCTOR_OK, "websub", SLICE_NONE, NULL,
		    "%lld active subscriptions, %lld of them slow down "
		    "polling",
		    (long long)d.n_active, (long long)d.n_slowed);
}
