/*
 * statement_test.c -- prepares every named query on a PostgreSQL server. The
 * database does not have the additional casts of the other tests' databases
 * (gleaner_template). Without STORE=postgres only the names and the parameters
 * are compared.
 */
#include "base/array.h"
#include "store/fixture_test.h"
#include "store/postgres/value.h"

struct sql_text {
	const char *name, *text;
};
#define SQL_WANT_TEXTS
#include "store/sqlite/sql.inc"

/* True if the text contains the parameter, and not only longer parameters that
 * begin with it. */
static bool
statement_test_has(const char *text, const char *parameter)
{
	size_t n = strlen(parameter);

	for (const char *p = text; (p = strstr(p, parameter)) != NULL; p += n)
		if (strspn(p + n, "abcdefghijklmnopqrstuvwxyz0123456789_") == 0)
			return true;
	return false;
}

/* The parameters that only the queries of PostgreSQL have. */
static const char *const statement_test_own[] = { ":new_id", ":shard",
	":shards", ":stems", ":terms", ":term_grams", ":term_stems" };

static bool
statement_test_is_own(const char *parameter)
{
	for (size_t i = 0; i < ARRAY_LENGTH(statement_test_own); i++)
		if (strcmp(parameter, statement_test_own[i]) == 0)
			return true;
	return false;
}

/* Tests that SQLite's text has each parameter, because the code binds only the
 * parameters of SQLite's text. */
static void
statement_test_parameters(void)
{
	for (int i = 0; i < SQL_COUNT; i++) {
		const char *name = postgres_query_parameters((enum sql)i);

		if (name == NULL || sql_texts[i].text == NULL)
			continue;
		for (; *name != '\0'; name += strlen(name) + 1)
			if (!statement_test_is_own(name) &&
			    !statement_test_has(sql_texts[i].text, name))
				ok(false, "%s: %s is not a parameter of SQLite",
				    sql_texts[i].name, name);
	}
	ok(true, "the parameters were compared");
}

/* Tests that a parameter that is an id or a number of a change has a type that
 * can hold all of them.  In `:id = 0` PostgreSQL infers `integer`, which
 * cannot: the numbers of a database that was restored three times exceed it. */
static void
statement_test_types(struct store *s, enum sql name)
{
	const struct postgres_statement *p = &s->postgres->statements[name];
	const char *parameter = postgres_query_parameters(name);

	for (int i = 0; i < p->n_parameters && *parameter != '\0';
	     i++, parameter += strlen(parameter) + 1) {
		struct slice text = slice_of(parameter);

		if (p->parameter_types[i] == TYPE_INT4 &&
		    (slice_ends(text, SLICE("_id")) ||
			slice_equal(text, SLICE(":id")) ||
			slice_equal(text, SLICE(":seq"))))
			ok(false, "%s: the type of %s is integer",
			    sql_texts[name].name, parameter);
	}
}

static void
statement_test_preparing(void)
{
	struct store *s = NULL;
	struct err e = ERR_INIT;
	int n = 0;

	fixture_postgres_execute("CREATE DATABASE plain");
	if (store_open(fixture_postgres_url_of("plain"), STORE_WRITE, &s, &e) !=
	    0)
		fixture_bail_out(e.text);
	for (int i = 0; i < SQL_COUNT; i++) {
		e = ERR_INIT;
		if (postgres_query_text((enum sql)i) == NULL)
			continue;
		n++;
		ok(connection_prepare(s, (enum sql)i, &e) == 0, "%s%s",
		    e.text[0] != '\0' ? "" : sql_texts[i].name, e.text);
		statement_test_types(s, (enum sql)i);
	}
	ok(n > 250, "%d queries were prepared", n);
	store_close(s);
}

/* Runs two queries in turn: one that is planned once and one that is planned
 * for the values of each execution. */
static void
statement_test_run_both(struct store *s)
{
	struct query q;
	struct err e = ERR_INIT;
	int rc;

	for (int i = 0; i < 3; i++) {
		q = query_of(s, SQL_article_get);
		query_int(&q, ":id", 1);
		query_int(&q, ":whole", 1);
		rc = query_step(&q, &e);
		query_end(&q);
		is_done(rc, &e, "an article that does not exist is read");
		q = query_of(s, SQL_known_language);
		query_text(&q, ":lang", SLICE("en"));
		rc = query_step(&q, &e);
		query_end(&q);
		is_done(rc > 0 ? 0 : rc, &e, "a language is searched");
	}
}

/* Runs a query that is planned once, and then a search that fails. */
static void
statement_test_fail(struct store *s)
{
	struct query q = query_of(s, SQL_article_get);
	struct err e = ERR_INIT;
	int rc;

	query_int(&q, ":id", 1);
	query_int(&q, ":whole", 1);
	is_done(
	    query_step(&q, &e), &e, "an article is read before the failure");
	query_end(&q);
	q = query_of(s, SQL_search_hits);
	query_text(&q, ":words", SLICE("& &"));
	rc = query_step(&q, &e);
	query_end(&q);
	ok(rc < 0, "a search with faulty syntax fails");
}

/* Planning the query of an article takes ten times as long as running it. The
 * plan of a search must depend on its words. */
static void
statement_test_plans(void)
{
	static const char of_query[] =
	    "SELECT %s_plans FROM pg_prepared_statements WHERE name = '%s'";
	static const struct {
		const char *kind, *query, *what;
		int64_t n;
	} rows[] = {
		{ "generic", "article_get", "an article is planned once", 7 },
		{ "custom", "article_get",
		    "an article is not planned for its id", 0 },
		{ "custom", "known_language",
		    "a search is planned for its values", 6 },
		{ "generic", "known_language", "a search never keeps its plan",
		    0 },
	};
	struct store *s = NULL;
	struct err e = ERR_INIT;
	char sql[160];

	if (store_open(fixture_postgres_url_of("plain"), STORE_READ, &s, &e) !=
	    0)
		fixture_bail_out(e.text);
	statement_test_run_both(s);
	statement_test_fail(s);
	is_int(ask(s, "SELECT count(*) FROM pg_settings WHERE name = "
		      "'plan_cache_mode' AND setting = 'force_custom_plan'"),
	    1, "a query that fails does not undo the setting");
	statement_test_run_both(s);
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		snprintf(
		    sql, sizeof(sql), of_query, rows[i].kind, rows[i].query);
		is_int(ask(s, sql), rows[i].n, rows[i].what);
	}
	store_close(s);
}

int
main(void)
{
	statement_test_parameters();
	if (fixture_is_postgres()) {
		statement_test_preparing();
		statement_test_plans();
	}
	return done_testing();
}
