/*
 * connection_test.c -- tests transactions, queued writes, and the loss of the
 * connection, on a PostgreSQL server.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "store/fixture_test.h"

/* Ends the connection of a store from outside, as a restart of the server
 * does. */
static void
connection_test_end(struct store *s, struct store *other)
{
	int64_t pid = 0;
	struct err e = ERR_INIT;
	char sql[96];

	connection_settle(s, &e);
	connection_ask(s, "SELECT pg_backend_pid()", &pid, &e);
	snprintf(sql, sizeof(sql), "SELECT pg_terminate_backend(%d, 5000)",
	    (int)pid);
	ok(do_sql(other, sql), "the server ends the connection");
}

static int
connection_test_tag(struct store *s, int64_t feed_id, int64_t n, struct err *e)
{
	struct query q = query_of(s, SQL_feed_tag_insert);

	query_int(&q, ":feed_id", feed_id);
	query_int(&q, ":n", n);
	query_text(&q, ":tag", SLICE("tag"));
	return query_run(&q, e);
}

/* Queues more writes than the queue can contain, and then a write that
 * fails. */
static void
connection_test_queue(struct store *s)
{
	int64_t id = put_feed_at(s, "https://example.org/queue");
	struct err e = ERR_INIT;
	int rc = 0;

	is_done(store_begin_together(s, &e), &e, "a transaction begins");
	for (int i = 0; i < 3 * LIMIT_POSTGRES_QUEUE && rc == 0; i++)
		rc = connection_test_tag(s, id, i, &e);
	is_done(rc, &e, "writes are queued");
	ok(s->postgres->n_queued > 0,
	    "the queue has writes whose results were not read");
	is_int(ask(s, "SELECT count(*) FROM feed_tag"),
	    3 * LIMIT_POSTGRES_QUEUE, "a query sees them");
	is_done(store_commit(s, &e), &e, "they are committed");

	store_begin_together(s, &e);
	rc = connection_test_tag(s, id, 0, &e);
	if (rc == 0)
		rc = store_commit(s, &e);
	else
		store_rollback(s);
	ok(rc != 0 && strstr(e.text, "feed_tag_insert") != NULL,
	    "the commit, at the latest, reports a failed write");
	ok(!store_may_retry(s), "a duplicate is not temporary");
	printf("# %s\n", e.text);
	is_int(ask(s, "SELECT count(*) FROM feed_tag"),
	    3 * LIMIT_POSTGRES_QUEUE,
	    "no write of the failed transaction is stored");
}

/* Runs a query while the rows of another one are still arriving. */
static void
connection_test_two_queries(struct store *s)
{
	struct query q = query_of(s, SQL_feed_of_config), other;
	struct err e = ERR_INIT;
	int64_t seen = 0, n = 0;

	do_sql(s, "INSERT INTO feed (url, added_at, from_config) SELECT "
		  "'https://example.org/' || i, now(), TRUE "
		  "FROM generate_series(1, 1000) AS i");
	while (query_step(&q, &e) > 0) {
		seen++;
		other = query_of(s, SQL_consumer_count);
		query_run_int(&other, &n, &e);
	}
	query_end(&q);
	is_int(seen, 1000, "a query is run between the rows of another");
	q = query_of(s, SQL_feed_of_config);
	query_step(&q, &e);
	query_end(&q);
	is_int(ask(s, "SELECT count(*) FROM feed WHERE from_config"), 1000,
	    "a query may be ended before its last row");
}

static void
connection_test_loss(struct store *s, struct store *other)
{
	struct err e = ERR_INIT;
	int64_t id;
	int rc;

	connection_test_end(s, other);
	ok(store_feed_find(s, SLICE("https://example.org/queue"), &id, &e) !=
		    0 &&
		store_may_retry(s),
	    "the loss is reported as temporary");
	printf("# %s\n", e.text);
	is_done(store_feed_find(s, SLICE("https://example.org/queue"), &id, &e),
	    &e, "the next call connects again");

	is_done(store_begin_together(s, &e), &e, "a transaction begins");
	connection_test_tag(s, id, 5000, &e);
	connection_test_end(s, other);
	rc = connection_test_tag(s, id, 5001, &e);
	if (rc == 0)
		rc = store_commit(s, &e);
	ok(rc != 0 && store_may_retry(s), "a lost transaction is reported");
	store_rollback(s);
	is_done(store_begin_together(s, &e), &e,
	    "the lost transaction can be repeated");
	connection_test_tag(s, id, 5000, &e);
	is_done(
	    store_commit(s, &e), &e, "the repeated transaction is committed");
	is_int(ask(s, "SELECT count(*) FROM feed_tag WHERE n >= 5000"), 1,
	    "the rows of both tries are stored once");
}

/* After a crash of the server, the number of the lost transaction may be free
 * again. */
static void
connection_test_future(struct store *s, struct store *other)
{
	int64_t begun_ms = clock_monotonic_ms();
	struct err e = ERR_INIT;

	is_done(store_begin_together(s, &e), &e, "a transaction begins");
	connection_test_end(s, other);
	s->postgres->transaction_id += 1000000;
	ok(store_commit(s, &e) != 0 && store_may_retry(s),
	    "a transaction that the server does not know is not committed");
	ok(clock_monotonic_ms() - begun_ms < 7000,
	    "the server is not asked again: %lld ms",
	    (long long)(clock_monotonic_ms() - begun_ms));
	store_rollback(s);
}

/* Tests that a second writer waits for the first one. */
static void
connection_test_writers(struct store *s, struct store *other)
{
	struct err e = ERR_INIT;
	volatile int stop = 1;

	store_begin(s, &e);
	store_set_patience(other, 100, NULL);
	ok(store_begin(other, &e) != 0 && store_may_retry(other),
	    "a second writer waits at most for its patience");
	printf("# %s\n", e.text);
	store_set_patience(other, STORE_FOR_EVER, &stop);
	ok(store_begin(other, &e) != 0,
	    "a second writer waits until it is stopped");
	stop = 0;
	is_done(store_commit(s, &e), &e, "the first writer commits");
	e = ERR_INIT;
	is_done(store_begin(other, &e), &e,
	    "a second writer begins after the first one");
	store_rollback(other);
	store_set_patience(other, 5000, NULL);
}

/* Tests that a query is ended at its deadline. */
static void
connection_test_deadline(struct store *s, struct store *other)
{
	_Atomic int64_t until_ms = clock_monotonic_ms() + 200;
	struct err e = ERR_INIT;
	int64_t seq;

	store_begin(s, &e);
	do_sql(s, "LOCK TABLE change_counter IN ACCESS EXCLUSIVE MODE");
	store_set_deadline(other, &until_ms);
	ok(store_last_seq(other, &seq, &e) != 0 && store_is_overdue(other),
	    "a query is ended at its deadline");
	printf("# %s\n", e.text);
	store_rollback(s);
	until_ms = INT64_MAX;
	is_done(store_last_seq(other, &seq, &e), &e,
	    "without a deadline the next query is run");
	store_set_deadline(other, NULL);
}

/* Stops or continues the process of the server that accepts connections. */
static void
connection_test_signal_server(int number)
{
	char path[256];
	long pid = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/data/postmaster.pid",
	    getenv("POSTGRES_HOST"));
	f = fopen(path, "r");
	ok(f != NULL && fscanf(f, "%ld", &pid) == 1 && pid > 1 &&
		kill((pid_t)pid, number) == 0,
	    "a signal is sent to the server");
	if (f != NULL)
		fclose(f);
}

/* Tests that a query is ended at its deadline while the server accepts no
 * connection, and therefore no request to end the query. */
static void
connection_test_stopped(struct store *s, struct store *other)
{
	_Atomic int64_t until_ms = clock_monotonic_ms() + 200;
	struct err e = ERR_INIT;
	int64_t seq, begun_ms;

	store_begin(s, &e);
	do_sql(s, "LOCK TABLE change_counter IN ACCESS EXCLUSIVE MODE");
	connection_test_signal_server(SIGSTOP);
	store_set_deadline(other, &until_ms);
	begun_ms = clock_monotonic_ms();
	ok(store_last_seq(other, &seq, &e) != 0,
	    "a query is ended while the server accepts no connection");
	printf("# %s, after %lld ms\n", e.text,
	    (long long)(clock_monotonic_ms() - begun_ms));
	connection_test_signal_server(SIGCONT);
	store_rollback(s);
	until_ms = INT64_MAX;
	is_done(store_last_seq(other, &seq, &e), &e,
	    "the next query opens a connection");
	store_set_deadline(other, NULL);
}

static void
connection_test_refusals(void)
{
	static const struct {
		const char *url, *text;
	} rows[] = {
		{ "postgresql://user:secret@[::1", "is not a URL" },
		{ "postgresql://u:secret@127.0.0.1:1/x", "cannot connect" },
		{ "postgresql://u:secret@127.0.0.1:1/x?nonsense=1",
		    "is not a URL" },
		{ "postgresql://u:p@secret@127.0.0.1:1/x", "encode @" },
		{ "postgresql://u:secret/p@127.0.0.1:1/x", "encode @" },
		{ "postgresql://u:1/secret@127.0.0.1:1/x", "encode @" },
		{ "postgresql://u:p%40secret@127.0.0.1:1/x", "cannot connect" },
		{ "postgresql://u:secret@%40none/x", "cannot connect" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct store *s = NULL;
		struct err e = ERR_INIT;

		ok(store_open(rows[i].url, STORE_WRITE, &s, &e) != 0 &&
			strstr(e.text, rows[i].text) != NULL,
		    "%s", rows[i].text);
		ok(strstr(e.text, "secret") == NULL,
		    "the password is not shown");
		printf("# %s\n", e.text);
	}
}

static void
connection_test_files(struct store *s)
{
	struct err e = ERR_INIT;

	ok(store_backup(s, fixture_path("copy"), &e) == ERR_REFUSED &&
		strstr(e.text, "pg_dump") != NULL,
	    "an error of backup names pg_dump");
	ok(store_vacuum(s, &e) == ERR_REFUSED &&
		strstr(e.text, "VACUUM") != NULL,
	    "a vacuum names VACUUM");
}

int
main(void)
{
	struct store *s, *other;

	connection_test_refusals();
	if (!fixture_is_postgres())
		return done_testing();
	fixture_begin();
	s = fixture_open("connection", STORE_DAEMON);
	other = fixture_open("connection", STORE_WRITE);
	connection_test_queue(s);
	connection_test_two_queries(s);
	connection_test_loss(s, other);
	connection_test_future(s, other);
	connection_test_writers(s, other);
	connection_test_deadline(s, other);
	connection_test_stopped(s, other);
	connection_test_files(s);
	is_wellformed(s, "the database has no fault");
	store_close(other);
	store_close(s);
	return done_testing();
}
