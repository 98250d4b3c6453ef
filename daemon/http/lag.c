/*
 * lag.c -- measures how many changes the consumers have not acknowledged.
 *
 * The loop never waits for the disk, so the values are from the last query,
 * some seconds ago. The store's thread writes into one list while the other one
 * is shown. The operator chose the consumers' names.
 */
#include "daemon/http/lag.h"

#include <event2/event.h>
#include <stdlib.h>

#include "base/limits.h"
#include "cuter/article/article.h"
#include "daemon/hub.h"

#define LAG_EVERY_S 10

struct lag_list {
	size_t n;
	struct {
		char name[LIMIT_NAME_BYTES + 1];
		int64_t behind;
	} rows[LIMIT_LISTEN_CONSUMERS];
};

struct lag {
	struct hub *hub;
	struct event *timer;
	bool asking;
	struct lag_list asked, shown;
};

static int
lag_take(const struct consumer_row *row, void *arg)
{
	struct lag_list *list = arg;

	if (list->n == LIMIT_LISTEN_CONSUMERS)
		return 0;
	snprintf(list->rows[list->n].name, sizeof(list->rows[0].name), "%.*s",
	    SLICE_ARG(row->name));
	list->rows[list->n++].behind = row->lag;
	return 0;
}

static int
lag_look_run(struct store *store, void *arg, struct err *e)
{
	struct lag *lag = arg;

	lag->asked.n = 0;
	return store_consumer_lags(store, lag_take, &lag->asked, e);
}

static void
lag_look_done(void *arg, int rc, const struct err *e)
{
	struct lag *lag = arg;

	lag->asking = false;
	if (rc == 0)
		lag->shown = lag->asked;
	else
		log_event(LOG_ERROR, "lag", LOG_TEXT("why", e->text));
}

static void
lag_look(struct lag *lag)
{
	if (lag->asking || lag->hub->state != HUB_RUNNING)
		return;
	lag->asking = true;
	store_post(lag->hub->store, 1, lag_look_run, lag_look_done, lag);
}

static void
lag_on_timer(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	lag_look(arg);
}

int
lag_start(struct hub *hub, struct lag **ret, struct err *e)
{
	struct timeval every = { .tv_sec = LAG_EVERY_S };
	struct lag *lag = calloc(1, sizeof(*lag));

	if (lag == NULL)
		return err_set(e, ERR_MEMORY, "no memory for metrics");
	lag->hub = hub;
	lag->timer = event_new(hub->base, -1, EV_PERSIST, lag_on_timer, lag);
	if (lag->timer == NULL || event_add(lag->timer, &every) != 0) {
		lag_free(lag);
		return err_set(e, ERR_MEMORY, "no timers");
	}
	*ret = lag;
	lag_look(lag);
	return 0;
}

void
lag_free(struct lag *lag)
{
	if (lag == NULL)
		return;
	if (lag->timer != NULL)
		event_free(lag->timer);
	free(lag);
}

/* Appends a label's value; three characters are escaped. */
static void
lag_append_label(struct buf *out, const char *text)
{
	for (; *text != '\0'; text++)
		if (*text == '\n')
			buf_append_string(out, "\\n");
		else {
			if (*text == '"' || *text == '\\')
				buf_append_char(out, '\\');
			buf_append_char(out, *text);
		}
}

void
lag_write_metrics(const struct lag *lag, struct buf *out)
{
	if (lag == NULL || lag->shown.n == 0)
		return;
	buf_append_string(out,
	    "# HELP gleaner_consumer_behind Changes that a consumer has not "
	    "acknowledged.\n"
	    "# TYPE gleaner_consumer_behind gauge\n");
	for (size_t i = 0; i < lag->shown.n; i++) {
		buf_append_string(out, "gleaner_consumer_behind{consumer=\"");
		lag_append_label(out, lag->shown.rows[i].name);
		buf_printf(
		    out, "\"} %lld\n", (long long)lag->shown.rows[i].behind);
	}
}

void
lag_write_rows(const struct lag *lag, struct buf *out)
{
	if (lag == NULL || lag->shown.n == 0)
		return;
	buf_append_string(out, "<h2>Consumers</h2>\n<table><tr><th>Name"
			       "<th class=\"n\">Changes not acknowledged</tr>"
			       "\n");
	for (size_t i = 0; i < lag->shown.n; i++) {
		buf_append_string(out, "<tr><td><bdi>");
		article_escape(out, slice_of(lag->shown.rows[i].name));
		buf_printf(out, "</bdi><td class=\"n\">%lld</tr>\n",
		    (long long)lag->shown.rows[i].behind);
	}
	buf_append_string(out, "</table>\n");
}
