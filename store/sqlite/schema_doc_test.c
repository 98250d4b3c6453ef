/* Tests that every query of docs/schema.md runs and finds a row, and that the
 * document describes every table and column. */
#include <ctype.h>

#include "store/fixture_test.h"

static struct fixture_feed f;

/* Searches the document in the current directory and relative to the
 * program. */
static char *
schema_doc_test_read_document(void)
{
	static char text[1 << 17], path[4096];
	FILE *file = fopen("docs/schema.md", "r");
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 64);

	if (file == NULL && n > 0) {
		path[n] = '\0';
		*strrchr(path, '/') = '\0';
		strncat(path, "/../../docs/schema.md", 32);
		file = fopen(path, "r");
	}
	if (file == NULL) {
		printf("Bail out! docs/schema.md is not there\n");
		exit(1);
	}
	text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
	fclose(file);
	return text;
}

static int64_t schema_doc_test_at_ms;

static int64_t
schema_doc_test_clock_ms(void)
{
	return schema_doc_test_at_ms;
}

/* Lets leases expire until the change is set aside, then takes another lease.
 */
static void
schema_doc_test_share(struct store *s, int64_t now)
{
	struct lease_request request = { .consumer = SLICE("shared"),
		.wanted = { .limit = 1 },
		.lease_ms = 1,
		.max_redeliveries = 1,
		.now = now,
		.clock_ms = schema_doc_test_clock_ms };
	struct lease lease;
	struct err e = ERR_INIT;
	int64_t seq;

	store_consumer_make(s, request.consumer, 0, now, &seq, &e);
	for (schema_doc_test_at_ms = 1000; schema_doc_test_at_ms < 1003;
	     schema_doc_test_at_ms++)
		store_lease_take(s, &request, &lease, &e);
}

/* Creates a database with rows for the queries of the document. */
static struct store *
schema_doc_test_fill(void)
{
	struct store *s = fixture_open("doc.db", STORE_DAEMON);
	int64_t a = put_feed_at(s, "https://example.org/a"), seq;
	int64_t b = put_feed_at(s, "https://example.org/b"), now = time(NULL);
	struct cuter_media lead = { .url = SLICE("https://example.org/1.jpg"),
		.is_lead = true,
		.caption = SLICE("The house") };
	struct slice author = SLICE("Agda Abelstrom"), tag = SLICE("politics");
	struct cuter_article article =
	    story("A vote", "The vote in parliament was close.");
	struct article_update k = {
		.status = ARTICLE_DONE, .fetched_at = now, .article = &article
	};
	struct poll_update failed;
	struct err e = ERR_INIT;

	feed_begin(&f, "A");
	feed_add(&f, "1", "https://example.org/1", "A vote", "Teaser.");
	feed_add(&f, "2", NULL, "No page", "Words.");
	feed_add(&f, "3", "https://example.org/3", "Owed", "Words.");
	feed_add(&f, "4", "https://example.org/4", "Gone", "Words.");
	poll(s, a, &f, now);
	feed_begin(&f, "B");
	feed_add(&f, "x", "https://example.org/1", "A vote", "Teaser.");
	poll(s, b, &f, now);
	k.id = article_at(s, "https://example.org/1");
	article.media = &lead;
	article.n_media = 1;
	article.authors = &author;
	article.tags = &tag;
	article.n_authors = article.n_tags = 1;
	k.raw = SLICE("<p>The vote in parliament was close.");
	store_article_put(s, &k, now, &e);
	article.title = SLICE("A close vote");
	store_article_put(s, &k, now, &e);
	k.id = article_at(s, "https://example.org/4");
	store_article_put(s, &k, now, &e);
	store_end(s, k.id, ARTICLE_GONE, "410 Gone", DATE_NONE, now, &e);
	failed = poll_of(b, NULL, now);
	failed.failures = 3;
	failed.poll.outcome = SLICE("timeout");
	store_poll(s, &failed, now);
	store_consumer_open(s, SLICE("c"), 0, now, &seq, &e);
	schema_doc_test_share(s, now);
	return s;
}

/* Runs one ```sql block like the sqlite3 shell. */
static void
schema_doc_test_run_block(struct store *s, const char *sql, size_t n)
{
	sqlite3_stmt *statement = NULL;
	int n_rows = 0, rc;

	rc = sqlite3_prepare_v2(s->db, sql, (int)n, &statement, NULL);
	while (rc == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
		n_rows++;
	if (!ok(n_rows > 0, "%.60s…", sql))
		printf("# %s\n", sqlite3_errmsg(s->db));
	sqlite3_finalize(statement);
}

static void
schema_doc_test_queries(struct store *s, const char *document)
{
	static const char begin[] = "```sql\n", end[] = "```";
	int n = 0;

	while ((document = strstr(document, begin)) != NULL) {
		const char *sql = document + strlen(begin);

		document = strstr(sql, end);
		schema_doc_test_run_block(s, sql, (size_t)(document - sql));
		n++;
	}
	is_int(n, 22, "schema.md has twenty-two queries that work");
}

/* Returns the section "### … name …", which ends at the next heading. */
static bool
schema_doc_test_section_of(
    const char *document, const char *table, struct slice *ret)
{
	char word[64];
	const char *at = document;

	snprintf(word, sizeof(word), "%s", table);
	while ((at = strstr(at, "\n### ")) != NULL) {
		const char *line_end = strchr(at + 1, '\n');
		const char *colon = strchr(at, ':');
		const char *found = strstr(at, word);
		const char *next = strstr(at + 1, "\n##");

		if (found != NULL && colon != NULL && found < colon &&
		    colon < line_end && !isalnum((unsigned char)found[-1]) &&
		    found[-1] != '_' && strchr(":,", found[strlen(word)])) {
			*ret = (struct slice){ at,
				next ? (size_t)(next - at) : strlen(at) };
			return true;
		}
		at = line_end;
	}
	return false;
}

/* True if the first cell of a row names the column. */
static bool
schema_doc_test_tells(struct slice section, const char *column)
{
	struct slice line;

	while (slice_next(&section, '\n', &line)) {
		struct slice name = slice_of(column), cell;
		size_t at = 0;

		if (!slice_starts(line, SLICE("| ")))
			continue;
		cell = slice_sub(line, 2, slice_find_char(line, '|', 2));
		while ((at = slice_find(cell, name, at)) != SLICE_NOT_FOUND) {
			size_t end = at + name.len;

			if ((at == 0 || strchr(" ,", cell.p[at - 1])) &&
			    (end == cell.len || strchr(" ,", cell.p[end])))
				return true;
			at = end;
		}
	}
	return false;
}

static void
schema_doc_test_columns(struct store *s, const char *document)
{
	sqlite3_stmt *statement = NULL;
	int n = 0, n_missing = 0;

	sqlite3_prepare_v2(s->db,
	    "SELECT t.name, c.name FROM pragma_table_list t, "
	    "pragma_table_info(t.name) c WHERE t.schema = 'main' AND "
	    "t.type = 'table' AND t.name NOT LIKE 'sqlite%'",
	    -1, &statement, NULL);
	while (sqlite3_step(statement) == SQLITE_ROW) {
		const char *table =
		    (const char *)sqlite3_column_text(statement, 0);
		const char *column =
		    (const char *)sqlite3_column_text(statement, 1);
		struct slice section;

		n++;
		if (schema_doc_test_section_of(document, table, &section) &&
		    schema_doc_test_tells(section, column))
			continue;
		n_missing++;
		printf("# %s.%s is not described\n", table, column);
	}
	sqlite3_finalize(statement);
	ok(n > 100, "the columns are looked for");
	is_int(n_missing, 0,
	    "docs/schema.md describes every column of every table");
}

int
main(void)
{
	struct store *s;
	char *document = schema_doc_test_read_document();

	fixture_begin();
	s = schema_doc_test_fill();
	schema_doc_test_queries(s, document);
	schema_doc_test_columns(s, document);
	is_wellformed(s, "the database has no fault");
	store_close(s);
	return done_testing();
}
