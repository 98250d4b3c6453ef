/*
 * status_line.c -- sends the daemon's status line to the service manager.
 */
#include "daemon/status_line.h"

#include <stdio.h>

#include "base/text/utf8.h"
#include "daemon/feed/schedule.h"
#include "daemon/health/notify.h"
#include "daemon/http/condition.h"
#include "daemon/hub.h"
#include "daemon/page/pending_pages.h"

#define STATUS_BYTES 256
#define WHY_BYTES    120

void
status_line_send(struct hub *hub)
{
	struct condition condition;
	const struct condition_problem *first = NULL;
	struct slice why = SLICE_NONE;
	char text[STATUS_BYTES];

	condition_get(hub, &condition);
	if (condition.n > 0) {
		first = &condition.problems[0];
		/* systemd ignores a status that is not valid UTF-8. */
		why = utf8_prefix(slice_of(first->why), WHY_BYTES);
	}
	snprintf(text, sizeof(text),
	    "STATUS=%zu feeds, %llu polls, %llu articles, %zu in "
	    "progress%s%s%s%.*s",
	    schedule_feeds(hub), (unsigned long long)hub->counters.polls,
	    (unsigned long long)hub->counters.articles_done,
	    pending_articles_in_memory(hub), first != NULL ? "; " : "",
	    first != NULL ? first->name : "",
	    why.len > 0 ? ": " : "", SLICE_ARG(why));
	notify_try_send(text);
}
