/*
 * notice.c -- receives the server's notifications of commits of other
 * connections (LISTEN and NOTIFY,
 * https://www.postgresql.org/docs/15/sql-notify.html).
 *
 * In:  notifications of article.sql, which are sent at a commit.
 * Out: store_take_notice().
 *
 * After a lost connection the next one listens again.  Notifications that are
 * sent before that are lost, so callers must also query at intervals.  A
 * standby server sends no notifications.
 */
#include "store/postgres/connection.h"
#include "store/postgres/dialect.h"

static const char *const notice_listen[] = {
	[NOTICE_CHANGE] = "LISTEN gleaner_change",
	[NOTICE_PAGE] = "LISTEN gleaner_page",
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
	pg->is_listening = rc == 0;
	return rc;
}

int
store_listen(struct store *s, enum store_notice what, struct err *e)
{
	if (s->postgres == NULL)
		return 0;
	s->postgres->listens_to = what;
	return s->postgres->connection != NULL ? connection_listen(s, e) : 0;
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
	bool ret = false;

	if (store_notice_fd(s) < 0)
		return false;
	if (pg->lib->PQconsumeInput(pg->connection) != 1) {
		connection_close(s);
		return true;
	}
	while ((notice = pg->lib->PQnotifies(pg->connection)) != NULL) {
		pg->lib->PQfreemem(notice);
		ret = true;
	}
	return ret;
}
