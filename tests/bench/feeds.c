/*
 * feeds.c -- measures how fast feeds are read on one core.
 *
 *     bench-feeds DIR [SECONDS]
 *
 * Every file of DIR (of DIR/feeds, if this folder exists) is held in memory and
 * read repeatedly in three ways: as a feed; as a feed that is written as JSON,
 * as `gleaner parse-feed` does; and by libxml2 into a DOM with recovery, which
 * is the least that a reader based on libxml2 needs. A rate is computed from
 * the smallest CPU time (user and system) of all rounds, so that other
 * processes have little influence.
 */
#include <sys/stat.h>

#include <dirent.h>
#include <stdlib.h>
#include <time.h>

#include <libxml/parser.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/limits.h"
#include "crawler/feed/feed.h"

#define DOCUMENTS_MAX 100000

struct bench {
	struct slice *documents;
	size_t n, bytes;
	struct arena arena;
	struct charsets charsets;
	struct buf out;
};

static double
feeds_now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- documents ---- */

static void
feeds_add_file(struct bench *b, const char *path)
{
	struct stat st;
	FILE *in;
	char *bytes;
	size_t n;

	if (b->n == DOCUMENTS_MAX || stat(path, &st) != 0 ||
	    !S_ISREG(st.st_mode))
		return;
	in = fopen(path, "rb");
	bytes = malloc((size_t)st.st_size + 1);
	if (in == NULL || bytes == NULL) {
		perror(path);
		exit(1);
	}
	n = fread(bytes, 1, (size_t)st.st_size, in);
	fclose(in);
	b->documents[b->n++] = (struct slice){ bytes, n };
	b->bytes += n;
}

static void
feeds_add_directory(struct bench *b, const char *path)
{
	char name[4096];
	DIR *directory;
	struct dirent *entry;

	snprintf(name, sizeof(name), "%s/feeds", path);
	directory = opendir(name);
	if (directory == NULL) {
		snprintf(name, sizeof(name), "%s", path);
		directory = opendir(name);
	}
	if (directory == NULL) {
		perror(name);
		exit(1);
	}
	while ((entry = readdir(directory)) != NULL) {
		char file[sizeof(name) + sizeof(entry->d_name) + 1];

		snprintf(file, sizeof(file), "%s/%s", name, entry->d_name);
		feeds_add_file(b, file);
	}
	closedir(directory);
}

/* ---- measurements ---- */

static void
feeds_read_one(struct bench *b, struct slice document, struct feed *feed)
{
	struct feed_input in = { .bytes = document,
		.base_url = SLICE("https://example.org/dir/feed"),
		.charsets = &b->charsets };
	size_t cap = document.len * LIMIT_FEED_ARENA_FACTOR;

	arena_clear(&b->arena);
	b->arena.cap_bytes =
	    cap > LIMIT_FEED_ARENA_FLOOR ? cap : LIMIT_FEED_ARENA_FLOOR;
	if (feed_read(&b->arena, &in, feed, NULL) != 0)
		feed->n_entries = 0;
}

static size_t
feeds_run_read(struct bench *b, struct slice document)
{
	struct feed feed;

	feeds_read_one(b, document, &feed);
	return feed.n_entries;
}

static size_t
feeds_run_json(struct bench *b, struct slice document)
{
	struct json_writer w;
	struct feed feed;

	feeds_read_one(b, document, &feed);
	buf_clear(&b->out);
	json_writer_init(&w, &b->out);
	json_write_object(&w, NULL);
	feed_write_json(&w, &feed);
	json_write_end_object(&w);
	return feed.n_entries;
}

static void
feeds_say_nothing(void *context, xmlErrorPtr error)
{
	(void)context;
	(void)error;
}

static size_t
feeds_run_dom(struct bench *b, struct slice document)
{
	xmlDocPtr doc = xmlReadMemory(document.p, (int)document.len, NULL, NULL,
	    XML_PARSE_RECOVER | XML_PARSE_NONET | XML_PARSE_NOERROR |
		XML_PARSE_NOWARNING);

	(void)b;
	xmlFreeDoc(doc);
	return 0;
}

static const struct {
	const char *name;
	size_t (*run)(struct bench *, struct slice);
} runs[] = {
	{ "feeds read", feeds_run_read },
	{ "feeds read and written as JSON", feeds_run_json },
	{ "libxml2 alone, into a DOM", feeds_run_dom },
};

/* Reads all documents again and again until this number of seconds has passed.
 */
static void
feeds_measure(struct bench *b, size_t which, double seconds)
{
	double best = 1e9, spent = 0;
	size_t n_entries = 0;

	while (spent < seconds) {
		double start = feeds_now_s(), took;

		n_entries = 0;
		for (size_t i = 0; i < b->n; i++)
			n_entries += runs[which].run(b, b->documents[i]);
		took = feeds_now_s() - start;
		best = took < best ? took : best;
		spent += took;
	}
	printf("%-32s %8.1f MB/s %8.0f feeds/s", runs[which].name,
	    (double)b->bytes / 1e6 / best, (double)b->n / best);
	if (n_entries > 0)
		printf("   %zu entries", n_entries);
	putchar('\n');
	fflush(stdout);
}

int
main(int argc, char **argv)
{
	struct bench b = { 0 };
	double seconds = argc > 2 ? strtod(argv[2], NULL) : 3;

	if (argc < 2) {
		fprintf(stderr, "usage: bench-feeds DIR [SECONDS]\n");
		return 2;
	}
	xmlSetStructuredErrorFunc(NULL, feeds_say_nothing);
	b.documents = calloc(DOCUMENTS_MAX, sizeof(*b.documents));
	if (b.documents == NULL)
		return 1;
	feeds_add_directory(&b, argv[1]);
	arena_init(&b.arena, LIMIT_FEED_ARENA_FLOOR);
	charsets_init(&b.charsets);
	buf_init(&b.out, 512 * MIB);
	printf("%zu documents, %.1f MB\n", b.n, (double)b.bytes / 1e6);
	for (size_t i = 0; i < ARRAY_LENGTH(runs); i++)
		feeds_measure(&b, i, seconds);
	for (size_t i = 0; i < b.n; i++)
		free((void *)(uintptr_t)b.documents[i].p);
	free(b.documents);
	buf_release(&b.out);
	charsets_release(&b.charsets);
	arena_release(&b.arena);
	return 0;
}
