/*
 * cuter_threads.c -- threads that extract pages at the same time, each with an
 * extractor of its own; for ThreadSanitizer (`make check-threads`).
 *
 *	cuter-threads THREADS PAGES FILE...
 *
 * First, one extractor extracts all files.  Then each thread makes its own
 * extractor, extracts PAGES pages (the files in turn, beginning at a file that
 * depends on the thread), and compares the text of each article with that of
 * the first extractor.  All threads also read one article of the first
 * extractor.  The exit code is 1 if a text differs.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuter/lib/cuter.h"

#define THREADS_MAX 64

struct file {
	char *bytes;
	size_t n;
	char *body; /* of its article */
};

struct worker {
	pthread_t thread;
	const struct file *files;
	size_t n_files, first, n_pages, n_different;
	const struct cuter_article *shared;
	char *shared_body;
};

static void
cuter_threads_die(const char *what)
{
	fprintf(stderr, "cuter-threads: %s\n", what);
	exit(1);
}

static struct cuter_article *
cuter_threads_extract(struct cuter_extractor *x, const struct file *file)
{
	struct cuter_extract_options options = CUTER_EXTRACT_OPTIONS_INIT;
	struct cuter_article *article;

	options.url = "https://example.org/story";
	options.flags = CUTER_EXTRACT_NODES;
	if (cuter_extract(x, file->bytes, file->n, &options, &article) !=
	    CUTER_OK)
		cuter_threads_die("no article");
	return article;
}

static struct cuter_extractor *
cuter_threads_new(void)
{
	struct cuter_extractor *x;

	if (cuter_extractor_new(NULL, &x) != CUTER_OK)
		cuter_threads_die("no extractor");
	return x;
}

static void *
cuter_threads_run(void *data)
{
	struct worker *w = data;
	struct cuter_extractor *x = cuter_threads_new();

	for (size_t i = 0; i < w->n_pages; i++) {
		const struct file *file =
		    &w->files[(w->first + i) % w->n_files];
		struct cuter_article *article = cuter_threads_extract(x, file);

		w->n_different +=
		    strcmp(cuter_article_body(article, NULL), file->body) != 0;
		w->n_different += strcmp(cuter_article_body(w->shared, NULL),
				      w->shared_body) != 0;
		cuter_article_free(article);
	}
	cuter_extractor_free(x);
	return NULL;
}

static void
cuter_threads_read(const char *path, struct file *file)
{
	FILE *f = fopen(path, "rb");
	size_t cap = 16 << 20;

	file->bytes = malloc(cap);
	if (f == NULL || file->bytes == NULL)
		cuter_threads_die(path);
	file->n = fread(file->bytes, 1, cap, f);
	fclose(f);
	file->bytes = realloc(file->bytes, file->n + 1);
}

static struct file *
cuter_threads_read_all(char **paths, size_t n, struct cuter_article **ret_last)
{
	struct file *files = calloc(n, sizeof(*files));
	struct cuter_extractor *x = cuter_threads_new();
	struct cuter_article *article = NULL;

	if (files == NULL)
		cuter_threads_die("out of memory");
	for (size_t i = 0; i < n; i++) {
		cuter_article_free(article);
		cuter_threads_read(paths[i], &files[i]);
		article = cuter_threads_extract(x, &files[i]);
		files[i].body = strdup(cuter_article_body(article, NULL));
	}
	cuter_extractor_free(x);
	*ret_last = article;
	return files;
}

/* Runs n threads.  Each gets a copy of `like`, with its own first file.
 * Returns the number of differences. */
static size_t
cuter_threads_start(size_t n, struct worker like)
{
	struct worker workers[THREADS_MAX];
	size_t n_different = 0;

	for (size_t i = 0; i < n; i++) {
		workers[i] = like;
		workers[i].first = i * like.n_files / n;
		if (pthread_create(&workers[i].thread, NULL, cuter_threads_run,
			&workers[i]) != 0)
			cuter_threads_die("no thread");
	}
	for (size_t i = 0; i < n; i++) {
		pthread_join(workers[i].thread, NULL);
		n_different += workers[i].n_different;
	}
	return n_different;
}

int
main(int argc, char **argv)
{
	struct cuter_article *shared;
	struct worker like = { 0 };
	size_t n_threads, n_different;
	struct file *files;

	if (argc < 4)
		cuter_threads_die("usage: THREADS PAGES FILE...");
	n_threads = strtoul(argv[1], NULL, 10);
	if (n_threads == 0 || n_threads > THREADS_MAX)
		cuter_threads_die("THREADS is 1 to 64");
	/* This call reads no pages. It tests that the threads can make the
	 * first extractors of the process at the same time. */
	cuter_threads_start(n_threads, like);
	like.n_pages = strtoul(argv[2], NULL, 10);
	like.n_files = (size_t)argc - 3;
	files = cuter_threads_read_all(argv + 3, like.n_files, &shared);
	like.files = files;
	like.shared = shared;
	like.shared_body = files[like.n_files - 1].body;
	n_different = cuter_threads_start(n_threads, like);
	cuter_article_free(shared);
	for (size_t i = 0; i < like.n_files; i++) {
		free(files[i].bytes);
		free(files[i].body);
	}
	free(files);
	printf("%zu threads, %zu pages each, %zu articles differ\n", n_threads,
	    like.n_pages, n_different);
	return n_different != 0;
}
