/*
 * notice.c -- receives the server's notifications of commits of other
 * connections (LISTEN and NOTIFY,
 * https://www.postgresql.org/docs/15/sql-notify.html).
 *
 * In:  the notifications that the NOTIFY statements of article.sql and feed.sql
 *      send at a commit.
 * Out: store_take_notice().
 *
 * After a connection was lost, the next connection listens again.
 * Notifications between the two connections are lost, so callers must also
 * query at intervals.  A standby server sends no notifications.
 */
#include <string.h>

#include "store/postgres/connection.h"
#include "store/postgres/dialect.h"

static const char *const notice_listen[] = {
	[NOTICE_CHANGE] = "LISTEN gleaner_change",
	[NOTICE_PAGE] = "LISTEN gleaner_page; LISTEN gleaner_feed",
};

int
connection_listen(struct store *s, struct err *e)
{
	struct postgres *pg = s->postgres;
	int64_t is_standby;
	int rc;

	pg->is_listening = false;
	if (pg->listens_to == NOTICE_NONE)
		return 0;
	if ((rc = connection_ask(s, "SELECT pg_is_in_recovery()::integer",
		 &is_standby, e)) != 0 ||
	    is_standby != 0)
		return rc;
	rc = connection_execute(s, notice_listen[pg->listens_to], e);
	/* A notification may have been lost with the last connection, so the
	 * subscriptions must be read again. */
	pg->has_feeds = pg->listens_to == NOTICE_PAGE;
	pg->is_listening = rc == 0;
	return rc;
}

int
store_listen(struct store *s, enum store_notice what, struct err *e)
{
	int rc;

	if (s->postgres == NULL)
		return 0;
	s->postgres->listens_to = what;
	if (s->postgres->connection == NULL)
		return 0;
	rc = connection_listen(s, e);
	s->postgres->has_feeds = false;
	return rc;
}

int
store_notice_fd(const struct store *s)
{
	const struct postgres *pg = s->postgres;

	if (pg == NULL || pg->connection == NULL || !pg->is_listening)
		return -1;
	return pg->lib->PQsocket(pg->connection);
}

bool
store_take_notice(struct store *s)
{
	struct postgres *pg = s->postgres;
	PGnotify *notice;
	bool ret;

	if (store_notice_fd(s) < 0)
		return false;
	ret = pg->has_feeds;
	if (pg->lib->PQconsumeInput(pg->connection) != 1) {
		connection_close(s);
		return true;
	}
	while ((notice = pg->lib->PQnotifies(pg->connection)) != NULL) {
		pg->has_feeds |= strcmp(notice->relname, "gleaner_feed") == 0;
		pg->lib->PQfreemem(notice);
		ret = true;
	}
	return ret;
}

bool
store_took_feeds(struct store *s)
{
	bool ret = s->postgres != NULL && s->postgres->has_feeds;

	if (ret)
		s->postgres->has_feeds = false;
	return ret;
}
