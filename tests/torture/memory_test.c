/*
 * memory_test.c -- lets the nth allocation of each run fail. n grows by STRIDE
 * from run to run (17 if the variable is not set). The result must be a clean
 * error or the right answer, never a crash, a leak or a partial answer.
 *
 * This project's code, with the allocator that tidy uses, and SQLite use
 * memory.c. libxml2 and tidy end the worker if they get no memory, which
 * worker/worker_test.c tests. The test counts memory that is not freed.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/array.h"
#include "base/limits.h"
#include "config/config.h"
#include "config/opml/opml.h"
#include "config/testing.h"
#include "store/store.h"
#include "tests/lib/pages.h"
#include "tests/lib/tap.h"
#include "tests/torture/memory.h"
#include "worker/message/message.h"

/* ---- trials: 0 right, < 0 a clean error, > 0 a wrong answer ---- */

enum { RIGHT = 0, WRONG = 1 };

static struct buf page, document;

static int
memory_test_told(int rc, const struct err *e)
{
	if (e->text[0] == '\0')
		printf("# %d without a word\n", rc);
	return e->text[0] != '\0' ? rc : WRONG;
}

/* Returns true if the feed has its title and all entries with their fields. */
static bool
memory_test_is_whole(const struct feed *feed)
{
	for (size_t i = 0; i < feed->n_entries; i++) {
		const struct feed_entry *e = &feed->entries[i];

		if (e->id.len == 0 ||
		    !slice_starts(e->title, SLICE("Title &")) ||
		    e->link.len == 0 || e->text.len == 0 ||
		    e->categories.n != 1)
			return false;
	}
	return feed->n_entries == 40 &&
	       slice_equal(feed->title, SLICE("A feed"));
}

static int
memory_test_try_feed(void)
{
	struct feed_input in = { .bytes = buf_slice(&document),
		.base_url = SLICE("https://example.org/feed") };
	struct arena arena, again;
	struct reply sent = { .kind = JOB_FEED, .id = 1 }, got;
	struct err e = ERR_INIT;
	struct buf frame;
	int rc;

	buf_init(&frame, LIMIT_REPLY_BYTES);
	arena_init(&again, MIB);
	arena_init(&arena, feed_arena_bytes(in.bytes));
	rc = feed_read(&arena, &in, &sent.feed, &e);
	if (rc != 0)
		rc = memory_test_told(rc, &e);
	else if (sent.feed.n_entries != 40 && !sent.feed.complete)
		rc = ERR_MEMORY; /* marked as truncated */
	else if (sent.feed.n_entries != 40)
		rc = WRONG;
	else if (!reply_write(&frame, &sent))
		rc = ERR_MEMORY;
	else if (!reply_load(&again, buf_slice(&frame), &got))
		rc = ERR_MEMORY;
	else
		rc = memory_test_is_whole(&got.feed) ? RIGHT : WRONG;
	arena_release(&arena);
	arena_release(&again);
	buf_release(&frame);
	return rc;
}

/* Compares title, authors, media and usage with those of the first call, by
 * their lengths or numbers. */
static bool
memory_test_is_as_before(const struct cuter_article *a)
{
	static size_t title_len, n_authors, n_media, usage_len;

	if (title_len == 0) {
		title_len = a->title.len;
		n_authors = a->n_authors;
		n_media = a->n_media;
		usage_len = a->usage.len;
	}
	return a->title.len > 0 && a->title.len == title_len &&
	       a->n_authors == n_authors && a->n_media == n_media &&
	       a->usage.len == usage_len;
}

static int
memory_test_cut(enum cuter_parser parser)
{
	struct cuter_options options = { .parser = parser };
	struct cuter_input in = { .bytes = buf_slice(&page),
		.url = SLICE("https://example.org/a") };
	struct cuter_article article;
	struct cuter *cuter = NULL;
	struct err e = ERR_INIT;
	int rc = cuter_new(&cuter, &e);

	if (rc == 0)
		rc = cuter_cut(cuter, &in, &options, &article, &e);
	if (rc != 0)
		rc = memory_test_told(rc, &e);
	else if (slice_find(article.body, SLICE("Paragraph 3 tells"), 0) ==
		     SLICE_NOT_FOUND ||
		 !memory_test_is_as_before(&article))
		rc = WRONG;
	cuter_free(cuter);
	return rc;
}

static int
memory_test_try_page_tidy(void)
{
	return memory_test_cut(CUTER_PARSER_TIDY);
}

static int
memory_test_try_page_plain(void)
{
	return memory_test_cut(CUTER_PARSER_PLAIN);
}

static int
memory_test_try_config(void)
{
	static const char text[] =
	    "contact: me@example.org\n"
	    "poll: { interval: 1h, min: 5m }\n"
	    "feeds:\n"
	    "  - https://example.org/a\n"
	    "  - { url: https://example.org/b, title: B, tags: [x, y] }\n";
	struct config *config = NULL;
	struct err e = ERR_INIT;
	struct buf faults;
	int rc;

	buf_init(&faults, MIB);
	rc = config_read("f", SLICE(text), &config, &faults, &e);
	if (rc != 0)
		rc = memory_test_told(rc, &e);
	else if (config->n_feeds != 2)
		rc = WRONG;
	config_free(config);
	buf_release(&faults);
	return rc;
}

static int
memory_test_count(const struct opml_feed *feed, void *arg)
{
	(void)feed;
	++*(int *)arg;
	return 0;
}

static int
memory_test_try_opml(void)
{
	static const char text[] =
	    "<opml version='2.0'><body><outline text='Group'>"
	    "<outline text='A' xmlUrl='https://example.org/a'/>"
	    "<outline text='B' xmlUrl='https://example.org/b'/>"
	    "</outline></body></opml>";
	struct err e = ERR_INIT;
	int n = 0, rc = opml_read(SLICE(text), memory_test_count, &n, NULL, &e);

	if (rc != 0)
		return memory_test_told(rc, &e);
	return n == 2 ? RIGHT : WRONG;
}

static char directory[] = "/tmp/gleaner-memory.XXXXXX";
static char path[64];
static struct buf made; /* an empty database */

#define DATABASE_BYTES (4 * MIB) /* more than an empty database has */

static void
memory_test_remove_database(void)
{
	static const char *const ends[] = { "", "-wal", "-shm", ".lock", ".new",
		".new-journal", ".new-wal", ".new-shm" };
	char name[128];

	for (size_t i = 0; i < ARRAY_LENGTH(ends); i++) {
		snprintf(name, sizeof(name), "%s%s", path, ends[i]);
		unlink(name);
	}
}

static int
memory_test_find(const struct search_hit *hit, void *arg)
{
	(void)hit;
	++*(int *)arg;
	return 0;
}

static int
memory_test_try_make(void)
{
	struct store *s = NULL;
	struct err e = ERR_INIT;
	int rc = store_open(path, STORE_DAEMON, &s, &e);

	if (rc != 0)
		rc = memory_test_told(rc, &e);
	store_close(s);
	memory_test_remove_database();
	return rc;
}

static bool
memory_test_write_database(void)
{
	FILE *f = fopen(path, "we");
	bool is_written =
	    f != NULL && fwrite(made.p, 1, made.len, f) == made.len;

	return f != NULL && fclose(f) == 0 && is_written;
}

static int
memory_test_try_store(void)
{
	struct feed_subscription said = { .url = SLICE("https://e.org/rss"),
		.fetch_articles = false };
	struct feed_entry entry = { .id = SLICE("1"),
		.link = SLICE("https://e.org/1"),
		.title = SLICE("A ferry"),
		.content = SLICE("The ferry returns."),
		.text = SLICE("The ferry returns."),
		.published_at = DATE_NONE,
		.updated_at = DATE_NONE };
	struct feed feed = { .format = FEED_RSS20,
		.complete = true,
		.updated_at = DATE_NONE,
		.published_at = DATE_NONE,
		.ttl_minutes = -1,
		.sy_frequency = -1,
		.entries = &entry,
		.n_entries = 1 };
	struct poll_update update = {
		.poll = { .at = 1000, .outcome = SLICE("ok") },
		.next_poll_at = 2000,
		.feed = &feed,
		.max_age_s = INT64_MAX,
	};
	struct poll_stored stored;
	struct store *s = NULL;
	struct err e = ERR_INIT;
	bool is_new;
	int n = 0, rc;

	if (!memory_test_write_database())
		return WRONG;
	rc = store_open(path, STORE_DAEMON, &s, &e);
	if (rc == 0)
		rc = store_feed_put(
		    s, &said, 1000, &update.poll.feed_id, &is_new, &e);
	if (rc == 0)
		rc = store_poll_put(s, &update, 1000, &stored, &e);
	if (rc == 0)
		rc = store_search(
		    s, SLICE("ferry"), NULL, memory_test_find, &n, &e);
	if (rc != 0)
		rc = memory_test_told(rc, &e);
	else if (n != 1)
		rc = WRONG;
	store_close(s);
	memory_test_remove_database();
	return rc;
}

static const struct {
	const char *name;
	int (*run)(void);
	int slower; /* the stride is multiplied by this factor */
} trials[] = {
	{ "a feed is read, written to a message and read from it",
	    memory_test_try_feed, 1 },
	{ "a page is extracted after tidy", memory_test_try_page_tidy, 1 },
	{ "a page is extracted after the plain parser",
	    memory_test_try_page_plain, 1 },
	{ "a configuration is read", memory_test_try_config, 1 },
	{ "an OPML document is read", memory_test_try_opml, 1 },
	{ "a database is created", memory_test_try_make, 151 },
	{ "a database is used", memory_test_try_store, 11 },
};

/* ---- all n ---- */

static long stride = 17;

/* Returns the number of clean failures; adds the number of other failures to
 * *ret_bad. */
static int
memory_test_try_all(size_t i, bool lasts, int *ret_bad)
{
	int n_clean = 0;

	memory.failed = true;
	for (long n = 1; memory.failed; n += stride * trials[i].slower) {
		int rc;

		memory.n_asked = 0;
		memory.fails_at = n;
		memory.lasts = lasts;
		memory.failed = false;
		rc = trials[i].run();
		memory.fails_at = 0;
		n_clean += rc < 0;
		if (rc > 0 || (rc < 0 && !memory.failed)) {
			printf("# %s: request %ld\n",
			    rc > 0 ? "a wrong answer" : "failed for nothing",
			    n);
			++*ret_bad;
		}
	}
	return n_clean;
}

static void
memory_test_try_one(size_t i)
{
	int n_bad = 0, n_clean;
	long before, after;

	is_int(trials[i].run(), RIGHT, trials[i].name);
	n_clean = memory_test_try_all(i, true, &n_bad);
	before = memory.n_live;
	n_clean += memory_test_try_all(i, false, &n_bad);
	after = memory.n_live;
	is_int(
	    n_bad, 0, "each failed allocation is reported, or has no effect");
	ok(n_clean > 0, "%d failed allocations are reported", n_clean);
	ok(after <= before, "no memory is leaked (%ld pieces, then %ld)",
	    before, after);
}

/* Makes a page that names its publisher and licence. */
static void
memory_test_make_signed_page(void)
{
	static const char headline[] = "</h1>";
	struct buf plain;
	size_t at;

	buf_init(&plain, MIB);
	make_page(&plain, 10000);
	at = slice_find(buf_slice(&plain), SLICE(headline), 0) +
	     sizeof(headline) - 1;
	buf_append_string(&page, "<meta name=robots content=noai>");
	buf_append(&page, plain.p, at);
	buf_append_string(&page, "<p class=byline>By Ada Field</p>");
	buf_append(&page, plain.p + at, plain.len - at);
	buf_release(&plain);
}

static void
memory_test_make_documents(void)
{
	buf_init(&page, MIB);
	memory_test_make_signed_page();
	buf_init(&document, MIB);
	buf_append_string(
	    &document, "<rss version='2.0'><channel><title>A feed</title>");
	for (int i = 0; i < 40; i++)
		buf_printf(&document,
		    "<item><guid>%d</guid><title>Title &amp; %d</title>"
		    "<link>https://example.org/%d</link><description>&lt;p>"
		    "Some words of it & more.&lt;/p></description>"
		    "<category>one</category></item>",
		    i, i, i);
	buf_append_string(&document, "</channel></rss>");
}

/* Makes the database that memory_test_try_store() uses. */
static bool
memory_test_make_database(void)
{
	struct store *s = NULL;
	struct err e = ERR_INIT;
	FILE *f;
	int rc = store_open(path, STORE_DAEMON, &s, &e);

	store_close(s);
	buf_init(&made, DATABASE_BYTES + 1);
	if (rc == 0 && buf_reserve(&made, DATABASE_BYTES) &&
	    (f = fopen(path, "re")) != NULL) {
		made.len = fread(made.p, 1, DATABASE_BYTES, f);
		fclose(f);
	}
	memory_test_remove_database();
	return made.len > 0 && made.len < DATABASE_BYTES;
}

int
main(void)
{
	const char *given = getenv("STRIDE");

	if (given != NULL)
		stride = strtol(given, NULL, 10);
	printf("# STRIDE=%ld\n", stride);
	if (mkdtemp(directory) == NULL)
		return 1;
	snprintf(path, sizeof(path), "%s/m.db", directory);
	memory_begin();
	memory_test_make_documents();
	ok(memory_test_make_database(), "an empty database is read");
	for (size_t i = 0; i < ARRAY_LENGTH(trials); i++)
		memory_test_try_one(i);
	buf_release(&page);
	buf_release(&document);
	buf_release(&made);
	sqlite3_shutdown();
	memory_test_remove_database();
	rmdir(directory);
	return done_testing();
}
