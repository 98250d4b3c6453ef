/*
 * status_line.c -- sends the daemon's status line to the service manager.
 */
#include "daemon/status_line.h"

#include <stdio.h>

#include "daemon/feed/schedule.h"
#include "daemon/health/notify.h"
#include "daemon/http/condition.h"
#include "daemon/hub.h"
#include "daemon/page/pending_pages.h"

#define STATUS_BYTES 256

void
status_line_send(struct hub *hub)
{
	struct condition condition;
	const struct condition_problem *first = NULL;
	char text[STATUS_BYTES];

	condition_get(hub, &condition);
	if (condition.n > 0)
		first = &condition.problems[0];
	snprintf(text, sizeof(text),
	    "STATUS=%zu feeds, %llu polls, %llu articles, %zu in "
	    "progress%s%s%s%.120s",
	    schedule_feeds(hub), (unsigned long long)hub->counters.polls,
	    (unsigned long long)hub->counters.articles_done,
	    pending_articles_in_memory(hub), first != NULL ? "; " : "",
	    first != NULL ? first->name : "",
	    first != NULL && first->why[0] != '\0' ? ": " : "",
	    first != NULL ? first->why : "");
	notify_try_send(text);
}
