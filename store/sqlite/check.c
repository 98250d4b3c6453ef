/*
 * check.c -- checks the database: runs SQLite's own checks, compares the
 * full-text index with the texts, and checks the invariants of the tables
 * (sql/check.sql).
 *
 * A check that cannot run because the file is damaged is reported as a fault
 * and not as an error, so that the other checks are still run.
 */
#include <stdio.h>

#include <sqlite3.h>

#include "base/array.h"
#include "store/maintenance.h"
#include "store/query/dialect.h"
#include "store/sqlite/dialect.h"
#include "store/sqlite/statement.h"

/* Number of VDBE instructions between two calls of the progress handler.  They
 * take some milliseconds. */
#define CALLS_A_TICK 100000

struct check {
	struct store *store;
	void (*visit)(const char *line, void *);
	void *arg;
	int64_t n_faults;
	int64_t n_done, n_all; /* number of checks that were run, and number of
				  all checks */
};

static bool
check_is_query(const struct store *s, enum sql name)
{
	return s->dialect->has(name) &&
	       strncmp(sql_name(name), "check_", 6) == 0;
}

static int
check_report_progress(void *arg)
{
	const struct check *c = arg;

	store_report_progress(c->store, "checks", c->n_done, c->n_all);
	return 0;
}

static void
check_report_fault(struct check *c, const char *line)
{
	c->n_faults++;
	if (c->visit != NULL)
		c->visit(line, c->arg);
}

static void
check_read_line(const struct query *q, struct arena *arena, void *ret_row)
{
	*(char **)ret_row = arena_string(arena, query_column_text(q, 0));
}

/* True if the failure is caused by the file and is not temporary. */
static bool
check_is_fault(const struct check *c, int rc)
{
	return rc == ERR_DATABASE && !store_may_retry(c->store);
}

/* Runs a query and reports each of its rows as a fault. */
static int
check_run(struct check *c, enum sql name, struct err *e)
{
	struct query q = query_of(c->store, name);
	struct err own = ERR_INIT;
	struct rows rows;
	int rc = rows_collect(&q, sizeof(char *), check_read_line, &rows, &own);

	for (size_t i = 0; i < rows.n; i++)
		check_report_fault(c, ((char **)rows.items)[i]);
	rows_release(&rows);
	if (rc == 0)
		return 0;
	if (!check_is_fault(c, rc))
		return err_set(e, own.code, "%s", own.text);
	check_report_fault(c, own.text);
	return 0;
}

static int
check_run_index(struct check *c, struct err *e)
{
	struct err own = ERR_INIT;
	bool differs = false;
	int rc = c->store->dialect->check_index(c->store, &differs, &own);

	if (rc != 0 && !check_is_fault(c, rc))
		return err_set(e, own.code, "%s", own.text);
	if (rc != 0 || differs)
		check_report_fault(c,
		    "the full-text index differs from the articles: rebuild "
		    "it with INSERT INTO article_fts(article_fts) "
		    "VALUES('rebuild'), and article_stem likewise");
	return 0;
}

/* Finds zeros in texts, which no other check finds in every column. */
static void
check_run_texts(struct check *c)
{
	struct err own = ERR_INIT;

	if (store_check_damage(c->store, &own))
		check_report_fault(c, own.text);
}

int
store_check(struct store *s, void (*visit)(const char *line, void *), void *arg,
    int64_t *ret_faults, struct err *e)
{
	struct check c = { .store = s, .visit = visit, .arg = arg };
	int rc = 0;

	for (int i = 0; i < SQL_COUNT; i++)
		c.n_all += check_is_query(s, (enum sql)i);
	c.n_all += 2; /* the full-text index, and the texts */
	s->dialect->watch(s, check_report_progress, &c);
	for (int i = 0; i < SQL_COUNT && rc == 0; i++)
		if (check_is_query(s, (enum sql)i)) {
			rc = check_run(&c, (enum sql)i, e);
			c.n_done++;
		}
	if (rc == 0) {
		rc = check_run_index(&c, e);
		c.n_done++;
	}
	if (rc == 0 && c.n_faults == 0)
		check_run_texts(&c);
	s->dialect->watch(s, NULL, NULL);
	if (rc == 0)
		*ret_faults = c.n_faults;
	return rc;
}

/* ---- SQLite ---- */

static int
check_index(struct store *s, void *arg, struct err *e)
{
	static const enum sql checks[] = { SQL_fts_check, SQL_bigram_check,
		SQL_stem_check };
	int rc = 0;

	(void)arg;
	for (size_t i = 0; i < ARRAY_LENGTH(checks) && rc == 0; i++) {
		struct query q = query_of(s, checks[i]);

		rc = query_run(&q, e);
	}
	return rc;
}

/* FTS5 checks its index with an INSERT statement, which a read-only connection
 * cannot execute.  A read-only connection compares counts instead. */
int
sqlite_check_index(struct store *s, bool *ret_differs, struct err *e)
{
	int64_t surplus = 0;
	struct query q;
	int rc;

	if (s->mode != STORE_READ)
		return store_operate(s, check_index, NULL, e);
	q = query_of(s, SQL_fts_count);
	if ((rc = query_run_int(&q, &surplus, e)) == 0 && surplus != 0)
		*ret_differs = true;
	return rc;
}

void
sqlite_watch(struct store *s, int (*report)(void *), void *arg)
{
	sqlite3_progress_handler(
	    s->db, report != NULL ? CALLS_A_TICK : 0, report, arg);
}
