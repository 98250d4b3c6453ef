/* Tests that store_check() finds the faults that the test makes. */
#include <fcntl.h>

#include "store/fixture_test.h"

static struct fixture_feed f;

static void
check_test_collect(const char *line, void *arg)
{
	char *all = arg;
	size_t n = strlen(all);

	snprintf(all + n, 4096 - n, "%s\n", line);
}

static struct store *
check_test_fill(const char *name)
{
	struct store *s = fixture_open(name, STORE_DAEMON);
	struct err e = ERR_INIT;

	feed_begin(&f, "E");
	feed_add(&f, "1", NULL, "One", "First words.");
	feed_add(&f, "2", "https://example.org/2", "Two", "Second words.");
	feed_add(&f, "3", "https://example.org/3", "Three", "Third words.");
	poll(s, put_feed_at(s, "https://example.org/rss"), &f, NOW);
	store_story(s, article_at(s, "https://example.org/2"), "Two", "A page.",
	    NOW, &e);
	return s;
}

static void
check_test_finds(const char *what, const char *damage, const char *words)
{
	static int n;
	char name[32], all[4096] = "";
	struct store *s;
	struct err e = ERR_INIT;
	int64_t n_faults = -1;

	snprintf(name, sizeof(name), "check%d.db", n++);
	s = check_test_fill(name);
	is_wellformed(s, "no faults in a new database");
	sqlite3_db_config(s->db, SQLITE_DBCONFIG_ENABLE_FKEY, 0, NULL);
	ok(do_sql(s, damage), "%s", what);
	is_done(store_check(s, check_test_collect, all, &n_faults, &e), &e,
	    "the check runs");
	if (!ok(n_faults > 0 && strstr(all, words) != NULL,
		"the check finds: %s", words))
		printf("# %s\n", all);
	store_close(s);
}

/* Runs the command that the check's message recommends. */
static void
check_test_rebuild(void)
{
	struct store *s = check_test_fill("rebuild.db");

	do_sql(s, "UPDATE article SET body = 'Other words' WHERE url IS NULL");
	ok(do_sql(s, "INSERT INTO article_fts(article_fts) VALUES('rebuild')"),
	    "the index is rebuilt");
	ok(do_sql(
	       s, "INSERT INTO article_stem(article_stem) VALUES('rebuild')"),
	    "the index of English stems is rebuilt");
	is_wellformed(s, "no faults after that");
	is_int(ask(s, "SELECT count(*) FROM article_fts "
		      "WHERE article_fts MATCH 'other'"),
	    1, "the index contains the current texts");
	store_close(s);
}

static void
check_test_damaged_file(void)
{
	struct store *s = check_test_fill("damaged.db");
	struct err e = ERR_INIT;
	char all[4096] = "", noise[64];
	int64_t n_faults = -1, n_pages;
	int fd;

	do_sql(s, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 "
		  "FROM n WHERE i < 2000) INSERT INTO host "
		  "(host, pause_until_at, failures) SELECT 'host' || i, 1, 1 "
		  "FROM n");
	n_pages = ask(s, "PRAGMA page_count");
	store_close(s);
	memset(noise, 0xa5, sizeof(noise));
	fd = open(fixture_path("damaged.db"), O_RDWR);
	if (pwrite(fd, noise, sizeof(noise), (n_pages - 1) * 4096) < 0)
		perror("pwrite");
	close(fd);
	s = fixture_open("damaged.db", STORE_READ);
	is_done(store_check(s, check_test_collect, all, &n_faults, &e), &e,
	    "a damaged file is checked");
	ok(n_faults > 0, "the faults are reported");
	store_close(s);
}

/* Writes zeros to the last overflow page of a body. */
static void
check_test_zeros(void)
{
	static char zeros[4096];
	struct store *s = check_test_fill("zeros.db");
	struct err e = ERR_INIT;
	char all[4096] = "";
	int64_t n_faults = -1, last;
	uint32_t suspect;
	int fd;

	do_sql(s, "UPDATE article SET body = replace(hex(zeroblob(6000)), "
		  "'00', 'ab') WHERE url IS NULL");
	do_sql(s, "INSERT INTO article_fts(article_fts) VALUES('rebuild')");
	do_sql(s, "INSERT INTO article_stem(article_stem) VALUES('rebuild')");
	last = ask(s, "SELECT pageno FROM dbstat WHERE name = 'article' "
		      "AND pagetype = 'overflow' ORDER BY path DESC");
	do_sql(s, "PRAGMA wal_checkpoint(TRUNCATE)");
	ok(!store_check_damage(s, &e), "the file is not damaged");
	store_scan(s, 1, 10000, &suspect);
	is_int(suspect, 0, "no page looks damaged");
	fd = open(fixture_path("zeros.db"), O_RDWR);
	ok(last > 2 && pwrite(fd, zeros, 4096, (last - 1) * 4096) == 4096,
	    "zeros are written to page %d", (int)last);
	ok(store_check_damage(s, &e), "the damage is found");
	is_text(slice_of(strstr(e.text, "is damaged")),
	    "is damaged (zeros were written to a text of table article)",
	    "the error names the table");
	store_scan(s, 1, 10000, &suspect);
	is_int(suspect, last, "the page looks damaged");
	store_close(s);
	close(fd);
	s = fixture_open("zeros.db", STORE_READ);
	is_done(store_check(s, check_test_collect, all, &n_faults, &e), &e,
	    "the file is checked");
	ok(n_faults > 0, "the fault is reported");
	store_close(s);
	ok(store_open(fixture_path("zeros.db"), STORE_DAEMON, &s, &e) ==
		ERR_REFUSED,
	    "a daemon does not start with the file");
}

int
main(void)
{
	struct store *s;
	int64_t n_faults = -1;
	struct err e = ERR_INIT;

	fixture_begin();
	check_test_finds("a lost change", "DELETE FROM change",
	    "the change log does not list it");
	check_test_finds("a lost entry", "DELETE FROM entry WHERE guid = '3'",
	    "no entry announces it");
	check_test_finds("a lost article",
	    "DELETE FROM article WHERE url IS NULL",
	    "points to a row of article");
	check_test_finds("a text changed without the index",
	    "UPDATE article SET body = 'Other words' WHERE url IS NULL",
	    "full-text index");
	check_test_finds("a surplus change",
	    "INSERT INTO change (article_id, revision, kind, at) "
	    "SELECT article_id, revision, kind, at FROM change LIMIT 1",
	    "published as new 2 times");
	check_test_finds("a surplus revision",
	    "UPDATE article SET revision = 5 "
	    "WHERE revision > 0",
	    "has revision 5");
	check_test_finds("a cursor after the newest change",
	    "INSERT INTO consumer (name, seq, made_at) VALUES ('c', 99, 1)",
	    "beyond the newest change");
	check_test_finds("a lease before the cursor",
	    "INSERT INTO consumer (name, seq, made_at, delivered_seq) "
	    "VALUES ('l', 1, 1, 1); INSERT INTO lease (consumer, after_seq, "
	    "upto_seq, deliveries, lease_ms, taken_ms, expires_ms) "
	    "VALUES ('l', 0, 1, 1, 1, 1, 1)",
	    "has a lease of the changes 1 to 1");
	check_test_finds("an entry with a tombstone",
	    "INSERT INTO tombstone VALUES (1, '1', 1)",
	    "was purged and is back");
	check_test_rebuild();
	check_test_damaged_file();
	check_test_zeros();
	s = fixture_open("check0.db", STORE_READ);
	is_done(
	    store_check(s, NULL, NULL, &n_faults, &e), &e, "a read-only check");
	ok(n_faults > 0, "a read-only check finds the faults");
	store_close(s);
	return done_testing();
}
