/*
 * polls.c -- measures the cost of a poll in the store, without a network and
 * without workers.
 *
 *     bench-polls [--batch N] [--feeds N] [--first N] [--links] [--english]
 *                 [--enrich] DB KIND POLLS
 *
 * In:  a database, which is created if it does not exist; new, same or 304;
 *      and the number of polls, which are given to the feeds in turn.
 * Out: one line: CPU microseconds of the store and bytes written, both for
 *      one poll.
 *
 * KIND: new   20 items, which the feed did not have before
 *       same  20 items, which the feed has
 *       304   no document
 * A batch of polls is one transaction, as in the daemon.  With --links each
 * item has a link, and its page is to be fetched.  With --english the
 * feed says that its language is English, so that the texts are also indexed by
 * their stems.  With --enrich they get keywords, categories and summaries, as
 * in a daemon with the default configuration.  The texts of items are words
 * with the frequencies of a natural language.  Items have numbers, from which
 * their texts are made.
 * --first: the number of the first new item; default: a number that depends on
 * the time, so that a later run on the same database has other items.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/memory/large_pages.h"
#include "store/enrich/enrichments.h"
#include "store/store.h"

#define FEEDS_MAX    10000
#define ITEMS        20
#define ITEM_BYTES   512
#define TITLE_WORDS  9
#define TEXT_WORDS   32
#define VOCABULARY   60000
#define POLL_GAP_S   1
#define KEYWORDS     10 /* the default of enrich.keywords */
#define SENTENCES    3  /* the default of enrich.sentences */
#define NUMBER_BYTES 64

struct bench {
	struct store *store;
	int64_t feed_ids[FEEDS_MAX];
	int64_t n_feeds, batch, polls;
	bool has_links, has_items, is_new, is_english, is_enriched;
	uint64_t item; /* number of the last new item */
	int64_t now;
	double cpu_us; /* CPU time of the calls of the store */
};

static char bench_texts[ITEMS][3][ITEM_BYTES];

static void
polls_die(const char *what, const struct err *e)
{
	fprintf(stderr, "bench-polls: %s: %s\n", what, e->text);
	exit(1);
}

/* splitmix64 */
static uint64_t
polls_throw(uint64_t *die)
{
	uint64_t z = *die += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

static double
polls_cpu_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

/* ---- items ---- */

/* Writes words with the frequencies of a natural language, as in writer.c. */
static struct slice
polls_words(char text[ITEM_BYTES], uint64_t *die, int n)
{
	static const char *const syllables[] = { "ba", "den", "fo", "gri",
		"hal", "ju", "kes", "lo", "mi", "nor", "pa", "qui", "ras",
		"sto", "ti", "ven" };
	struct buf out;
	struct slice ret = { text, 0 };

	buf_init(&out, ITEM_BYTES);
	for (int i = 0; i < n; i++) {
		double x = (double)(polls_throw(die) % (1 << 20)) / (1 << 20);
		uint64_t word = (uint64_t)(x * x * x * VOCABULARY);

		if (i > 0)
			buf_append_char(&out, ' ');
		do {
			buf_append_string(&out, syllables[word % 16]);
			word /= 16;
		} while (word > 0);
	}
	ret.len = out.len;
	memcpy(text, out.p, out.len);
	buf_release(&out);
	return ret;
}

static struct feed_entry
polls_item(const struct bench *b, size_t i, uint64_t number)
{
	char *address = bench_texts[i][0];
	uint64_t die = number;

	snprintf(address, ITEM_BYTES, "https://feed%llu.example.org/%llu/%llu",
	    (unsigned long long)(number % 97), (unsigned long long)number / 9,
	    (unsigned long long)number);
	return (struct feed_entry){ .id = slice_of(
					address + (b->has_links ? 0 : 8)),
		.link = b->has_links ? slice_of(address) : SLICE_NONE,
		.title = polls_words(bench_texts[i][1], &die, TITLE_WORDS),
		.summary = polls_words(bench_texts[i][2], &die, TEXT_WORDS),
		.published_at = b->now - (int64_t)i * 60,
		.updated_at = DATE_NONE };
}

static void
polls_put(struct bench *b, int64_t n)
{
	struct feed_entry entries[ITEMS];
	struct feed feed = { .format = FEED_RSS20,
		.complete = true,
		.title = SLICE("A feed"),
		.description = SLICE("Of a bench"),
		.language = b->is_english ? SLICE("en") : SLICE_NONE,
		.updated_at = DATE_NONE,
		.published_at = DATE_NONE,
		.ttl_minutes = -1,
		.sy_frequency = -1,
		.entries = entries,
		.n_entries = ITEMS };
	struct poll_update update = {
		.poll = { .feed_id = b->feed_ids[n % b->n_feeds],
		    .at = b->now,
		    .http_status = b->has_items ? 200 : 304,
		    .outcome = b->has_items ? SLICE("ok") : SLICE("unchanged"),
		    .bytes = 8000,
		    .elapsed_ms = 20 },
		.next_poll_at = b->now + 1800,
		.next_poll_by = SLICE("interval"),
		.next_poll_terms = SLICE("interval 1800"),
		.is_answer = true,
		.leaves_validators = !b->has_items,
		.feed = b->has_items ? &feed : NULL,
		.fetch_articles = b->has_links,
		.max_age_s = INT64_MAX
	};
	struct poll_stored stored;
	struct err e = ERR_INIT;

	for (size_t i = 0; i < ITEMS && b->has_items; i++)
		entries[i] = polls_item(b, i,
		    b->is_new ? ++b->item
			      : (uint64_t)(n % b->n_feeds) * ITEMS + i + 1);
	b->cpu_us -= polls_cpu_us();
	if (store_poll_put(b->store, &update, b->now, &stored, &e) != 0)
		polls_die("poll", &e);
	b->cpu_us += polls_cpu_us();
}

/* ---- batches ---- */

static void
polls_put_batch(struct bench *b, int64_t first, int64_t n)
{
	struct err e = ERR_INIT;

	b->now += POLL_GAP_S;
	if (store_begin_together(b->store, &e) != 0)
		polls_die("begin", &e);
	for (int64_t i = first; i < first + n; i++)
		polls_put(b, i);
	b->cpu_us -= polls_cpu_us();
	if (store_commit(b->store, &e) != 0)
		polls_die("commit", &e);
	b->cpu_us += polls_cpu_us();
}

static void
polls_put_all(struct bench *b, int64_t n)
{
	for (int64_t i = 0; i < n; i += b->batch)
		polls_put_batch(b, i, n - i < b->batch ? n - i : b->batch);
}

static void
polls_subscribe(struct bench *b)
{
	struct err e = ERR_INIT;

	if (store_begin(b->store, &e) != 0)
		polls_die("begin", &e);
	for (int64_t i = 0; i < b->n_feeds; i++) {
		struct feed_subscription said = { .fetch_articles =
						      b->has_links };
		char url[NUMBER_BYTES];
		bool is_new;

		snprintf(url, sizeof(url), "https://example.org/feed/%lld",
		    (long long)i);
		said.url = slice_of(url);
		if (store_feed_put(b->store, &said, b->now, &b->feed_ids[i],
			&is_new, &e) != 0)
			polls_die("feed", &e);
	}
	if (store_commit(b->store, &e) != 0)
		polls_die("commit", &e);
}

static long long
polls_bytes_written(void)
{
	char line[NUMBER_BYTES];
	long long n = 0;
	FILE *f = fopen("/proc/self/io", "r");

	while (f != NULL && fgets(line, sizeof(line), f) != NULL)
		if (sscanf(line, "wchar: %lld", &n) == 1)
			break;
	if (f != NULL)
		fclose(f);
	return n;
}

static void
polls_measure(struct bench *b)
{
	long long bytes;

	/* The first poll of each feed stores the items of `same`. */
	if (!b->is_new && b->has_items)
		polls_put_all(b, b->n_feeds);
	bytes = polls_bytes_written();
	b->cpu_us = 0;
	polls_put_all(b, b->polls);
	bytes = polls_bytes_written() - bytes;
	printf("%8.1f us CPU a poll %10.0f bytes written\n",
	    b->cpu_us / (double)b->polls, (double)bytes / (double)b->polls);
}

/* Switches the enrichment on, with the defaults of the configuration. */
static void
polls_enrich(struct bench *b)
{
	static struct frequency_table table;
	struct err e = ERR_INIT;

	if (store_set_enrich(b->store, KEYWORDS, SENTENCES, &table, &e) != 0)
		polls_die("enrich", &e);
	store_set_categories(b->store, true);
}

static int64_t
polls_number(const char *text, int64_t most)
{
	int64_t n;

	if (slice_to_int64(slice_of(text), &n) && n > 0 && n <= most)
		return n;
	fprintf(stderr, "bench-polls: not a number from 1 to %lld: %s\n",
	    (long long)most, text);
	exit(2);
}

static int
polls_usage(void)
{
	fprintf(stderr,
	    "usage: bench-polls [--batch N] [--feeds N] [--first N] "
	    "[--links] [--english] [--enrich] "
	    "DB new|same|304 POLLS\n");
	return 2;
}

int
main(int argc, char **argv)
{
	static const struct option options[] = { { "batch", 1, NULL, 'b' },
		{ "feeds", 1, NULL, 'f' }, { "first", 1, NULL, 'i' },
		{ "links", 0, NULL, 'l' }, { "english", 0, NULL, 'n' },
		{ "enrich", 0, NULL, 'e' }, { 0 } };
	static struct bench b = { .batch = 25, .n_feeds = 1000 };
	struct err e = ERR_INIT;
	int64_t first = 0;
	int option;

	large_pages_reserve(LARGE_PAGES_DAEMON); /* as gleanerd does */
	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == 'b')
			b.batch = polls_number(optarg, INT32_MAX);
		else if (option == 'f')
			b.n_feeds = polls_number(optarg, FEEDS_MAX);
		else if (option == 'i')
			first = polls_number(optarg, INT64_MAX);
		else if (option == 'l')
			b.has_links = true;
		else if (option == 'n')
			b.is_english = true;
		else if (option == 'e')
			b.is_enriched = true;
		else
			return polls_usage();
	}
	if (argc - optind != 3)
		return polls_usage();
	b.is_new = strcmp(argv[optind + 1], "new") == 0;
	b.has_items = strcmp(argv[optind + 1], "304") != 0;
	b.polls = polls_number(argv[optind + 2], INT32_MAX);
	b.now = (int64_t)time(NULL);
	b.item = first > 0 ? (uint64_t)first - 1 : (uint64_t)b.now << 24;
	if (store_open(argv[optind], STORE_DAEMON, &b.store, &e) != 0)
		polls_die(argv[optind], &e);
	polls_subscribe(&b);
	if (b.is_enriched)
		polls_enrich(&b);
	polls_measure(&b);
	store_close(b.store);
	return 0;
}
