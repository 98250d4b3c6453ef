/*
 * writer.c -- writes to a database as a daemon does, but without a network:
 * polls, articles, revisions and withdrawals, as fast as the store accepts
 * them.
 *
 *     store-writer [--batch N] [--enrich] [--gap SECONDS] [--revise PERCENT]
 *                  [--seed N] [--vocabulary N] [--words N] DB CHANGES
 *
 * In:  a database, which is created if it does not exist, and the number of
 *      entries that its change log is to have.
 * Out: the database.  On standard output a line after every tenth of the work:
 *      changes, milliseconds so far, CPU milliseconds of this process, bytes of
 *      the file.
 *
 * Each batch is one transaction: a poll with new entries, the text of each new
 * article, and new texts of earlier articles.  --enrich: texts get keywords and
 * categories.  --gap: time between two stories.  Words have the frequencies of
 * a natural language and depend on the seed.  A second run on the same database
 * needs another seed, because the seed is part of the addresses.  The process
 * may be killed at any moment and started again.
 */
#include <sys/stat.h>

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/memory/large_pages.h"
#include "store/store.h"

#define N_FEEDS   20
#define BATCH_MAX 512
/* Number of different words; a daily paper uses as many in a year. */
#define VOCABULARY 60000
#define TEXT_BYTES (256 * 1024)
/* With --enrich: the defaults of the daemon. */
#define N_KEYWORDS  10
#define N_SENTENCES 3
/* With --enrich: topics of articles of the same day. */
#define TOPICS_PER_DAY 20
/* One of so many changed articles is withdrawn. */
#define WITHDRAWN_OF 20

struct writer {
	struct store *store;
	const char *path;
	int64_t batch, revise_percent, words, changes, vocabulary;
	int64_t gap_s; /* seconds between two stories */
	bool enrich;
	uint64_t die;
	uint64_t seed;
	int64_t n_stories, first_at; /* first_at: time of the first story,
					chosen so that the last one is at the
					present time */
	int64_t feeds[N_FEEDS];
	int64_t known[BATCH_MAX * 8]; /* ids of articles that may be changed */
	size_t n_known;
};

struct pending {
	int64_t ids[BATCH_MAX];
	size_t n;
};

static void
writer_die_of(const char *what, const struct err *e)
{
	fprintf(stderr, "store-writer: %s: %s\n", what, e->text);
	exit(1);
}

/* splitmix64 */
static uint64_t
writer_throw(struct writer *writer)
{
	uint64_t z = writer->die += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

static uint64_t
writer_below(struct writer *writer, uint64_t n)
{
	return writer_throw(writer) % n;
}

/* ---- texts ---- */

/* Appends the nth word of the vocabulary, which consists of syllables. */
static void
writer_append_word(struct buf *out, uint64_t n)
{
	static const char *const syllables[] = { "ba", "den", "fo", "gri",
		"hal", "ju", "kes", "lo", "mi", "nor", "pa", "qui", "ras",
		"sto", "ti", "ven" };

	do {
		buf_append_string(out, syllables[n % 16]);
		n /= 16;
	} while (n > 0);
}

/* Appends n words.  Words with a high number are rare: the number is the cube
 * of a random number from 0 to 1, times the size of the vocabulary. */
static void
writer_append_words(struct writer *writer, struct buf *out, int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		double x = (double)writer_below(writer, 1 << 20) / (1 << 20);

		if (i > 0)
			buf_append_string(out, i % 60 == 0   ? ".\n\n"
					       : i % 12 == 0 ? ". "
							     : " ");
		x *= x * x;
		writer_append_word(
		    out, (uint64_t)(x * (double)writer->vocabulary));
	}
	buf_append_char(out, '.');
}

/* Appends a word that only the articles of this day contain, so that trends
 * find terms. */
static void
writer_append_topic(
    struct writer *writer, struct buf *title, struct buf *body, int64_t now)
{
	uint64_t topic =
	    (uint64_t)(writer->vocabulary + now / 86400 * TOPICS_PER_DAY);

	topic += writer_below(writer, TOPICS_PER_DAY);
	buf_append_char(title, ' ');
	writer_append_word(title, topic);
	for (int i = 0; i < 3; i++) {
		buf_append_char(body, ' ');
		writer_append_word(body, topic);
	}
}

/* ---- stored rows ---- */

static void
writer_store_text(struct writer *writer, int64_t id, int64_t now)
{
	static const char *const tags[] = { "politics", "sport", "culture",
		"weather" };
	struct slice tag = slice_of(tags[writer_below(writer, 4)]), author;
	struct cuter_media lead = { .url = SLICE("https://example.org/1.jpg"),
		.is_lead = true,
		.caption = SLICE("A picture") };
	char name[32];
	struct cuter_article article = { .published_at = now,
		.modified_at = DATE_NONE,
		.authors = &author,
		.n_authors = 1,
		.tags = &tag,
		.n_tags = 1,
		.media = &lead,
		.n_media = 1,
		.origin = CUTER_ORIGIN_PAGE,
		.word_count = writer->words };
	struct article_update update = { .id = id,
		.status = ARTICLE_DONE,
		.fetched_at = now,
		.retry_at = DATE_NONE,
		.article = &article };
	struct err e = ERR_INIT;
	struct buf title, body;

	/* Each statement draws one random number, because compilers may
	 * evaluate the parts of an initialiser in any order. */
	article.language =
	    writer_below(writer, 4) == 0 ? SLICE("de") : SLICE("en");
	article.confidence = (double)writer_below(writer, 1000) / 1000;
	snprintf(name, sizeof name, "%s Abelstrom",
	    writer_below(writer, 500) == 0 ? "Agda" : "Ivo");
	author = slice_of(name);
	buf_init(&title, TEXT_BYTES);
	buf_init(&body, TEXT_BYTES);
	writer_append_words(writer, &title, 8);
	writer_append_words(writer, &body, writer->words);
	if (writer->enrich)
		writer_append_topic(writer, &title, &body, now);
	article.title = buf_slice(&title);
	article.body = buf_slice(&body);
	if (store_article_put(writer->store, &update, now, &e) != 0)
		writer_die_of("article", &e);
	buf_release(&title);
	buf_release(&body);
}

static void
writer_withdraw(struct writer *writer, int64_t id, int64_t now)
{
	struct article_update update = { .id = id,
		.status = ARTICLE_GONE,
		.status_why = SLICE("410 Gone"),
		.fetched_at = now,
		.retry_at = DATE_NONE };
	struct err e = ERR_INIT;

	if (store_article_put(writer->store, &update, now, &e) != 0)
		writer_die_of("withdrawal", &e);
}

static int
writer_note_owed(const struct pending_article *row, void *arg)
{
	struct pending *pending = arg;

	pending->ids[pending->n++] = row->id;
	return pending->n == BATCH_MAX;
}

static int64_t
writer_story_time(const struct writer *writer)
{
	return writer->first_at + writer->n_stories * writer->gap_s;
}

/* Stores a poll of one feed with a batch of new entries. */
static void
writer_store_poll(struct writer *writer)
{
	static char urls[BATCH_MAX][64];
	static struct feed_entry entries[BATCH_MAX];
	int64_t now = writer_story_time(writer);
	struct feed feed = { .format = FEED_RSS20,
		.complete = true,
		.title = SLICE("Generated"),
		.language = SLICE("en"),
		.updated_at = DATE_NONE,
		.published_at = DATE_NONE,
		.ttl_minutes = -1,
		.sy_frequency = -1,
		.entries = entries,
		.n_entries = (size_t)writer->batch };
	struct poll_update update = {
		.poll = { .feed_id =
			      writer->feeds[writer_below(writer, N_FEEDS)],
		    .at = now,
		    .http_status = 200,
		    .outcome = SLICE("ok"),
		    .bytes = 1000,
		    .elapsed_ms = 20 },
		.next_poll_at = now + 1800,
		.feed = &feed,
		.fetch_articles = true,
		.max_age_s = INT64_MAX
	};
	struct poll_stored stored;
	struct err e = ERR_INIT;

	for (size_t i = 0; i < feed.n_entries; i++) {
		snprintf(urls[i], sizeof urls[i],
		    "https://%u.example.org/%llx/%lld",
		    (unsigned)writer_below(writer, 50),
		    (unsigned long long)writer->seed,
		    (long long)writer->n_stories++);
		entries[i] = (struct feed_entry){ .id = slice_of(urls[i]),
			.link = slice_of(urls[i]),
			.title = slice_of(urls[i]),
			.summary = SLICE("What the feed says."),
			.text = SLICE("What the feed says."),
			.published_at = now,
			.updated_at = DATE_NONE };
	}
	if (store_poll_put(writer->store, &update, now, &stored, &e) != 0)
		writer_die_of("poll", &e);
}

static void
writer_remember(struct writer *writer, int64_t id)
{
	size_t most = ARRAY_LENGTH(writer->known);

	if (writer->n_known < most)
		writer->known[writer->n_known++] = id;
	else
		writer->known[writer_below(writer, most)] = id;
}

static void
writer_store_batch(struct writer *writer)
{
	int64_t now = writer_story_time(writer);
	struct pending pending = { .n = 0 };
	struct err e = ERR_INIT;

	if (store_begin(writer->store, &e) != 0)
		writer_die_of("begin", &e);
	writer_store_poll(writer);
	const struct article_window all = { .own = BATCH_MAX,
		.foreign = BATCH_MAX,
		.per_feed = BATCH_MAX,
		.per_foreign = BATCH_MAX };

	if (store_article_pending(writer->store, now + 1, &all,
		writer_note_owed, &pending, &e) < 0)
		writer_die_of("owed", &e);
	for (size_t i = 0; i < pending.n; i++) {
		writer_store_text(writer, pending.ids[i], now);
		writer_remember(writer, pending.ids[i]);
	}
	for (int64_t i = 0; i < writer->batch * writer->revise_percent / 100;
	     i++) {
		int64_t id =
		    writer->known[writer_below(writer, writer->n_known)];

		if (writer_below(writer, WITHDRAWN_OF) == 0)
			writer_withdraw(writer, id, now);
		else
			writer_store_text(writer, id, now);
	}
	if (store_commit(writer->store, &e) != 0)
		writer_die_of("commit", &e);
}

/* ---- batches ---- */

static void
writer_subscribe(struct writer *writer)
{
	for (int i = 0; i < N_FEEDS; i++) {
		char url[64];
		struct feed_subscription said = {
			.tags = i % 2 == 0 ? SLICE("even") : SLICE("odd"),
			.fetch_articles = true
		};
		struct err e = ERR_INIT;
		bool is_new;

		snprintf(url, sizeof url, "https://example.org/feed/%d", i);
		said.url = slice_of(url);
		if (store_feed_put(writer->store, &said, writer->first_at,
			&writer->feeds[i], &is_new, &e) != 0)
			writer_die_of("feed", &e);
	}
}

static int64_t
writer_clock_ms(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void
writer_say(const struct writer *writer, int64_t seq, int64_t began_ms)
{
	struct stat st = { 0 };

	stat(writer->path, &st);
	printf("%lld changes %lld ms %lld cpu-ms %lld bytes\n", (long long)seq,
	    (long long)(writer_clock_ms(CLOCK_MONOTONIC) - began_ms),
	    (long long)writer_clock_ms(CLOCK_PROCESS_CPUTIME_ID),
	    (long long)st.st_size);
	fflush(stdout);
}

static void
writer_write_all(struct writer *writer)
{
	int64_t began_ms = writer_clock_ms(CLOCK_MONOTONIC), seq = 0,
		step = writer->changes / 10;
	int64_t next = 0;
	struct err e = ERR_INIT;

	while (store_last_seq(writer->store, &seq, &e) == 0 &&
	       seq < writer->changes) {
		if (seq >= next) {
			writer_say(writer, seq, began_ms);
			next = seq + step;
		}
		writer_store_batch(writer);
	}
	store_checkpoint(writer->store, &e);
	writer_say(writer, seq, began_ms);
}

static int64_t
writer_number(const char *text, int64_t most)
{
	int64_t n;

	if (slice_to_int64(slice_of(text), &n) && n >= 0 && n <= most)
		return n;
	fprintf(stderr, "store-writer: not a number up to %lld: %s\n",
	    (long long)most, text);
	exit(2);
}

int
main(int argc, char **argv)
{
	static const struct option options[] = { { "batch", 1, NULL, 'b' },
		{ "enrich", 0, NULL, 'e' }, { "gap", 1, NULL, 'g' },
		{ "revise", 1, NULL, 'r' }, { "seed", 1, NULL, 's' },
		{ "vocabulary", 1, NULL, 'v' }, { "words", 1, NULL, 'w' },
		{ 0 } };
	static struct writer writer = {
		.batch = 50, .words = 40, .vocabulary = VOCABULARY, .gap_s = 60
	};
	static struct frequency_table frequencies;
	struct err e = ERR_INIT;
	int64_t known = 0;
	int option;

	large_pages_reserve(LARGE_PAGES_DAEMON); /* as gleanerd does */
	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == 'b')
			writer.batch = writer_number(optarg, BATCH_MAX);
		else if (option == 'e')
			writer.enrich = true;
		else if (option == 'g')
			writer.gap_s = writer_number(optarg, 86400);
		else if (option == 'r')
			writer.revise_percent = writer_number(optarg, 10000);
		else if (option == 's')
			writer.seed =
			    (uint64_t)writer_number(optarg, INT64_MAX);
		else if (option == 'v')
			writer.vocabulary = writer_number(optarg, INT32_MAX);
		else if (option == 'w')
			writer.words = writer_number(optarg, 10000);
		else
			return 2;
	}
	if (argc - optind != 2 || writer.batch == 0) {
		fputs("usage: store-writer [--batch N] [--enrich] [--gap S] "
		      "[--revise PERCENT] [--seed N] [--vocabulary N] "
		      "[--words N] DB CHANGES\n",
		    stderr);
		return 2;
	}
	writer.path = argv[optind];
	writer.changes = writer_number(argv[optind + 1], INT64_MAX);
	writer.die = writer.seed;
	if (store_open(writer.path, STORE_DAEMON, &writer.store, &e) != 0 ||
	    store_last_seq(writer.store, &known, &e) != 0)
		writer_die_of(writer.path, &e);
	if (writer.enrich && store_set_enrich(writer.store, N_KEYWORDS,
				 N_SENTENCES, &frequencies, &e) != 0)
		writer_die_of("enrichment", &e);
	writer.first_at = (int64_t)time(NULL);
	if (known < writer.changes)
		writer.first_at -= (writer.changes - known) * writer.gap_s;
	writer_subscribe(&writer);
	writer_write_all(&writer);
	if (writer.enrich && store_enrich_flush(writer.store, &e) != 0)
		writer_die_of("enrichment", &e);
	store_close(writer.store);
	return 0;
}
