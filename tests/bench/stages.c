/*
 * stages.c -- measures the stages of a harvest one after the other, each with
 * all pages at once, so that no stage waits for another.
 *
 *     bench-stages DB HOSTS FILE...   pages, not compressed
 *
 * In:  pages, which are given to HOSTS hosts in turn, and the path of a
 *      database that does not exist yet.
 * Out: a line for each stage: microseconds of CPU time for a page, pages a
 *      second of CPU time, pages a second of elapsed time.
 *
 *      extract   the worker's part without the process: cuter_cut(), and
 *                writing the reply
 *      message   reading and checking the reply, and writing it again
 *      prepare   compression and the sketch of the text (page_prepare.h)
 *      store     the transactions, with synchronous at FULL
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/buf.h"
#include "base/limits.h"
#include "base/memory/large_pages.h"
#include "store/page/page_prepare.h"
#include "store/store.h"
#include "worker/message/message.h"

/* Pages of a transaction: LIMIT_BATCH_ROWS allows 250 operations of 2 rows,
 * and a page has two operations. */
#define BATCH 125

struct stage_page {
	char url[64], host_key[64];
	struct slice raw;
	struct buf frame;
	struct arena arena;
	struct reply reply;
	struct page_prepared prepared;
	int64_t id;
};

struct stage_clock {
	struct timespec cpu, wall;
};

static struct stage_page *pages;
static size_t n_pages;

static void
stages_die(const char *what, const struct err *e)
{
	fprintf(stderr, "bench-stages: %s: %s\n", what, e->text);
	exit(1);
}

static struct stage_clock
stages_begin(void)
{
	struct stage_clock c;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &c.cpu);
	clock_gettime(CLOCK_MONOTONIC, &c.wall);
	return c;
}

static double
stages_since(const struct timespec *from, clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (double)(now.tv_sec - from->tv_sec) +
	       (double)(now.tv_nsec - from->tv_nsec) / 1e9;
}

static void
stages_end(const char *name, const struct stage_clock *begun)
{
	double cpu = stages_since(&begun->cpu, CLOCK_THREAD_CPUTIME_ID),
	       wall = stages_since(&begun->wall, CLOCK_MONOTONIC),
	       n = (double)n_pages;

	printf("%-8s %8.0f us CPU a page %8.0f pages/s of CPU %8.0f pages/s "
	       "elapsed\n",
	    name, cpu / n * 1e6, n / cpu, n / wall);
	fflush(stdout);
}

static void
stages_read(struct stage_page *page, const char *path, size_t host)
{
	FILE *f = fopen(path, "rb");
	struct buf raw;
	size_t n;

	buf_init(&raw, LIMIT_RAW_BYTES);
	if (f == NULL) {
		perror(path);
		exit(1);
	}
	do {
		if (!buf_reserve(&raw, 64 * KIB))
			exit(1);
		n = fread(raw.p + raw.len, 1, 64 * KIB, f);
		raw.len += n;
	} while (n > 0);
	fclose(f);
	page->raw = buf_slice(&raw); /* not freed */
	snprintf(page->host_key, sizeof(page->host_key), "h%zu.test", host);
	snprintf(page->url, sizeof(page->url), "https://h%zu.test/%td", host,
	    page - pages);
}

/* ---- stages ---- */

static void
stages_extract(struct cuter *cuter, struct stage_page *page)
{
	struct cuter_input input = { .bytes = page->raw,
		.url = slice_of(page->url) };
	struct reply reply = { .kind = JOB_PAGE };
	struct err e = ERR_INIT;

	if (cuter_cut(cuter, &input, NULL, &reply.article, &e) != 0)
		stages_die("extract", &e);
	buf_init(&page->frame, LIMIT_REPLY_BYTES);
	if (!reply_write(&page->frame, &reply))
		exit(1);
}

static void
stages_message(struct stage_page *page)
{
	struct buf frame;

	if (!reply_load(&page->arena, buf_slice(&page->frame), &page->reply))
		exit(1);
	buf_init(&frame, LIMIT_REPLY_BYTES);
	if (!reply_write(&frame, &page->reply))
		exit(1);
	buf_release(&frame);
}

static void
stages_prepare(
    struct page_cache *cache, struct page_zstd *zstd, struct stage_page *page)
{
	struct err e = ERR_INIT;

	if (page_prepare(cache, zstd,
		&(struct page_source){ .host_key = slice_of(page->host_key),
		    .raw = page->raw,
		    .text = page->reply.article.body,
		    .language = page->reply.article.language,
		    .makes_tokens = true,
		    .now = time(NULL) },
		&page->prepared, &e) != 0)
		stages_die("prepare", &e);
}

static void
stages_put(struct store *store, const struct stage_page *page, int64_t now)
{
	const struct article_update update = { .id = page->id,
		.status = ARTICLE_DONE,
		.fetched_at = now,
		.retry_at = DATE_NONE,
		.url = slice_of(page->url),
		.final_url = slice_of(page->url),
		.article = &page->reply.article,
		.revisits = { .after_s = { 3600, 86400 }, .n = 2 },
		.raw = page->raw,
		.raw_headers = SLICE("Content-Type: text/html\r\n"),
		.raw_content_type = SLICE("text/html"),
		.prepared = &page->prepared };
	struct err e = ERR_INIT;
	struct buf memory;

	buf_init(&memory, LIMIT_SITE_MEMORY);
	if (store_site_memory_get(store, page->id, &memory, &e) != 0 ||
	    store_article_put(store, &update, now, &e) != 0)
		stages_die("article", &e);
	buf_release(&memory);
}

static void
stages_store(struct store *store, int64_t now)
{
	struct err e = ERR_INIT;

	for (size_t i = 0; i < n_pages; i++) {
		if (i % BATCH == 0 && store_begin_together(store, &e) != 0)
			stages_die("begin", &e);
		stages_put(store, &pages[i], now);
		if ((i % BATCH == BATCH - 1 || i + 1 == n_pages) &&
		    store_commit(store, &e) != 0)
			stages_die("commit", &e);
	}
}

/* ---- rows of the articles ---- */

static void
stages_announce_host(
    struct store *store, size_t host, size_t hosts, int64_t now)
{
	static struct feed_entry entries[4096];
	struct feed feed = { .format = FEED_RSS20,
		.title = SLICE("Bench"),
		.updated_at = DATE_NONE,
		.published_at = DATE_NONE,
		.ttl_minutes = -1,
		.sy_frequency = -1,
		.entries = entries };
	struct poll_update update = { .poll = { .at = now,
					  .http_status = 200,
					  .outcome = SLICE("ok") },
		.next_poll_at = now + 1800,
		.feed = &feed,
		.fetch_articles = true,
		.max_age_s = INT64_MAX };
	struct feed_subscription said = { .fetch_articles = true };
	struct poll_stored stored;
	struct err e = ERR_INIT;
	char url[64];
	bool is_new;

	for (size_t i = host; i < n_pages && feed.n_entries < 4096; i += hosts)
		entries[feed.n_entries++] =
		    (struct feed_entry){ .id = slice_of(pages[i].url),
			    .link = slice_of(pages[i].url),
			    .title = slice_of(pages[i].url),
			    .published_at = now,
			    .updated_at = DATE_NONE };
	snprintf(url, sizeof(url), "https://h%zu.test/feed", host);
	said.url = slice_of(url);
	if (store_feed_put(
		store, &said, now, &update.poll.feed_id, &is_new, &e) != 0 ||
	    store_poll_put(store, &update, now, &stored, &e) != 0)
		stages_die("feed", &e);
}

static int
stages_note_id(const struct pending_article *row, void *arg)
{
	size_t *n = arg;
	size_t number = strtoul(strrchr(row->url.p, '/') + 1, NULL, 10);

	if (number < n_pages && pages[number].id == 0) {
		pages[number].id = row->id;
		(*n)++;
	}
	return 0;
}

static void
stages_announce(struct store *store, size_t hosts, int64_t now)
{
	const struct article_window all = { .own = 1 << 20,
		.foreign = 1 << 20,
		.per_feed = 1 << 20,
		.per_foreign = 1 << 20 };
	struct err e = ERR_INIT;
	size_t n = 0;

	if (store_begin_together(store, &e) != 0)
		stages_die("begin", &e);
	for (size_t host = 0; host < hosts; host++)
		stages_announce_host(store, host, hosts, now);
	if (store_article_pending(
		store, now + 1, &all, stages_note_id, &n, &e) < 0 ||
	    n != n_pages || store_commit(store, &e) != 0)
		stages_die("pending", &e);
}

int
main(int argc, char **argv)
{
	int64_t now = (int64_t)time(NULL);
	struct page_cache *cache;
	struct stage_clock begun;
	struct page_zstd zstd;
	struct store *store;
	struct cuter *cuter;
	struct err e = ERR_INIT;
	size_t hosts = argc > 3 ? strtoul(argv[2], NULL, 10) : 0;

	large_pages_reserve(LARGE_PAGES_DAEMON); /* as gleanerd does */
	if (hosts == 0) {
		fprintf(stderr, "usage: bench-stages DB HOSTS FILE...\n");
		return 2;
	}
	n_pages = (size_t)argc - 3;
	pages = calloc(n_pages, sizeof(*pages));
	for (size_t i = 0; i < n_pages; i++)
		stages_read(&pages[i], argv[i + 3], i % hosts);
	if (store_open(argv[1], STORE_DAEMON, &store, &e) != 0 ||
	    cuter_new(&cuter, &e) != 0 || page_cache_new(&cache, &e) != 0)
		stages_die(argv[1], &e);
	stages_announce(store, hosts, now);
	page_zstd_init(&zstd);

	begun = stages_begin();
	for (size_t i = 0; i < n_pages; i++)
		stages_extract(cuter, &pages[i]);
	stages_end("extract", &begun);
	begun = stages_begin();
	for (size_t i = 0; i < n_pages; i++)
		stages_message(&pages[i]);
	stages_end("message", &begun);
	begun = stages_begin();
	for (size_t i = 0; i < n_pages; i++)
		stages_prepare(cache, &zstd, &pages[i]);
	stages_end("prepare", &begun);
	begun = stages_begin();
	stages_store(store, now);
	stages_end("store", &begun);
	store_close(store);
	return 0;
}
