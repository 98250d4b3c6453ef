/*
 * cmd_import.c -- gleaner import FILE.opml
 *
 * Faulty outlines are told and left out; the others go in, in one
 * transaction.
 */
#include <errno.h>
#include <string.h>

#include "cli/feeds.h"
#include "cli/progress.h"
#include "config/config.h"
#include "config/limits.h"
#include "config/opml.h"

static const struct option_row options[] = { { 0 } };

#define TAGS_BYTES (1 * MIB)

struct import {
	struct cli *cli;
	struct store *store;
	bool fetch_articles;
	int64_t n_added, n_known, n_faulty;
	struct buf tags, outline;
	struct progress progress;
	struct err *e;
};

static int
read_file(struct cli *cli, const char *path, struct buf *ret)
{
	bool is_stdin = strcmp(path, "-") == 0;
	FILE *file = is_stdin ? cli->in : fopen(path, "re");
	bool failed;
	size_t n;

	if (file == NULL)
		return cli_fail(cli, "%s: %s", path, strerror(errno));
	do {
		if (!buf_reserve(ret, 64 * KIB))
			break;
		n = fread(ret->p + ret->len, 1, 64 * KIB, file);
		ret->len += n;
		ret->p[ret->len] = '\0';
	} while (n > 0);
	failed = ferror(file) != 0;
	if (!is_stdin)
		fclose(file);
	if (failed)
		return cli_fail(cli, "%s: cannot be read", path);
	if (buf_failed(ret))
		return cli_fail(cli, "%s: larger than %lld MiB", path,
		    (long long)(LIMIT_OPML_BYTES / MIB));
	return CLI_OK;
}

/* The way of folders, one tag a line. */
static struct slice
join_tags(struct buf *out, const struct opml_feed *feed)
{
	buf_clear(out);
	for (size_t i = 0; i < feed->n_tags; i++) {
		if (out->len > 0)
			buf_append_char(out, '\n');
		text_clean(out, slice_of(feed->tags[i]));
	}
	return out->len > 0 ? buf_slice(out) : SLICE_NONE;
}

/* What OPML has no word for, name=value, one a line: `export` gives it back. */
static struct slice
join_others(struct buf *out, const struct opml_feed *feed)
{
	buf_clear(out);
	for (size_t i = 0; i < feed->n_others; i++) {
		if (out->len > 0)
			buf_append_char(out, '\n');
		buf_printf(
		    out, "%s=%s", feed->others[i].name, feed->others[i].value);
	}
	return out->len > 0 ? buf_slice(out) : SLICE_NONE;
}

static int
visit(const struct opml_feed *feed, void *arg)
{
	struct import *import = arg;
	struct feed_subscription subscription = {
		.url = slice_of(feed->url),
		.tags = join_tags(&import->tags, feed),
		.outline = join_others(&import->outline, feed),
		.fetch_articles = import->fetch_articles,
	};
	bool is_new;
	int64_t id;
	int rc;

	progress_step(&import->progress, 1);
	if (import->tags.no_memory || import->outline.no_memory)
		return err_set(import->e, ERR_MEMORY, "out of memory");
	/* Programs that know no title write the URL there, we do. */
	if (feed->title != NULL && strcmp(feed->title, feed->url) != 0)
		subscription.title = slice_of(feed->title);
	if (!feed_url_check(import->cli, feed->url)) {
		cli_note(import->cli, "left out: line %d", feed->line);
		import->n_faulty++;
		return 0;
	}
	rc = store_feed_put(import->store, &subscription, import->cli->now_at,
	    &id, &is_new, import->e);
	if (rc != 0)
		return rc;
	if (is_new)
		import->n_added++;
	else
		import->n_known++;
	return 0;
}

/* As many feeds as the file seems to have: for the time that is left. */
static int64_t
count_feeds(struct slice bytes)
{
	const struct slice name = SLICE("xmlUrl");
	int64_t n = 0;

	for (size_t at = 0;
	     (at = slice_find_nocase(bytes, name, at)) != SLICE_NOT_FOUND;
	     at += name.len)
		n++;
	return n;
}

static int
import_all(struct import *import, struct slice bytes)
{
	int rc = store_begin(import->store, import->e);

	progress_begin(
	    &import->progress, import->cli, "feeds", count_feeds(bytes));
	if (rc == 0)
		rc = opml_read(bytes, visit, import, import->e);
	progress_end(&import->progress);
	if (rc == 0)
		rc = store_commit(import->store, import->e);
	if (rc != 0)
		store_rollback(import->store);
	return rc;
}

static int
report(const struct import *import)
{
	struct buf line;

	buf_init(&line, 64 * KIB);
	buf_printf(&line, "%lld added, %lld known, %lld faulty\n",
	    (long long)import->n_added, (long long)import->n_known,
	    (long long)import->n_faulty);
	cli_write(import->cli, &line);
	buf_release(&line);
	return import->n_added + import->n_known > 0 ? CLI_OK : CLI_NOTHING;
}

int
cmd_import(struct cli *cli, int argc, char **argv)
{
	struct import import = { .cli = cli, .fetch_articles = true };
	struct err e = ERR_INIT;
	struct buf bytes;
	int code = options_parse(cli, options, NULL, &argc, argv), rc;

	if (code != CLI_GO_ON)
		return code;
	buf_init(&bytes, LIMIT_OPML_BYTES);
	buf_init(&import.tags, TAGS_BYTES);
	buf_init(&import.outline, TAGS_BYTES);
	import.e = &e;
	code = read_file(cli, argv[0], &bytes);
	if (code == CLI_OK)
		code = cli_store_open(cli, CLI_MAKE, &import.store);
	if (code == CLI_OK) {
		if (cli->config != NULL)
			import.fetch_articles = cli->config->articles.fetch;
		rc = import_all(&import, buf_slice(&bytes));
		store_close(import.store);
		code = rc == 0 ? report(&import)
			       : cli_fail(cli, "%s: %s", argv[0], e.text);
		if (import.n_added > 0 && rc == 0)
			feeds_changed(cli);
	}
	buf_release(&import.outline);
	buf_release(&import.tags);
	buf_release(&bytes);
	return cli_finish(cli, code);
}
