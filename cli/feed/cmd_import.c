/*
 * cmd_import.c -- gleaner import FILE.opml
 *
 * Invalid outlines are reported and left out; the others are added in one
 * transaction.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/io/input.h"
#include "base/limits.h"
#include "base/table.h"
#include "base/text/utf8.h"
#include "cli/feed/feed_find.h"
#include "cli/feed/feeds.h"
#include "cli/term/progress.h"
#include "config/config.h"
#include "config/opml/opml.h"

static const struct option_row options[] = { { 0 } };

#define TAGS_BYTES    (1 * MIB)
#define OUTLINE_BYTES (1 * MIB)

struct import {
	struct cli *cli;
	struct store *store;
	bool fetch_articles;
	int64_t n_added, n_known, n_faulty;
	struct feed_forms forms;
	struct opml_repairs repairs;
	struct table listed; /* key: normal form of the feed's address; value:
				struct listed */
	struct buf outline;
	struct progress progress;
	struct err *e;
};

static int
cmd_import_read_file(struct cli *cli, const char *path, struct buf *ret)
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
		n = input_read_stream(file, ret->p + ret->len, 64 * KIB);
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

/* ---- tags ---- */

/* A feed in the file, with the tags that were read so far. */
struct listed {
	char *key;
	struct buf tags; /* separated by \n */
};

static bool
cmd_import_has_tag(struct slice lines, struct slice tag)
{
	struct slice line;

	while (slice_next(&lines, '\n', &line))
		if (slice_equal(line, tag))
			return true;
	return false;
}

static void
cmd_import_add_tag(struct buf *lines, const char *text)
{
	struct slice tag;
	struct buf clean;

	buf_init(&clean, TAGS_BYTES);
	text_clean(&clean, slice_of(text));
	tag = utf8_prefix(buf_slice(&clean), LIMIT_TAG_BYTES);
	if (tag.len > 0 && !cmd_import_has_tag(buf_slice(lines), tag)) {
		if (lines->len > 0)
			buf_append_char(lines, '\n');
		buf_append_slice(lines, tag);
	}
	buf_carry_failure(lines, &clean);
	buf_release(&clean);
}

/* Takes ownership of the key. Returns NULL if out of memory. */
static struct listed *
cmd_import_listed_new(struct import *import, char *key)
{
	struct listed *listed = calloc(1, sizeof(*listed));

	if (listed == NULL || key == NULL ||
	    table_put(&import->listed, slice_of(key), listed) != 0) {
		free(listed);
		free(key);
		return NULL;
	}
	listed->key = key;
	buf_init(&listed->tags, TAGS_BYTES);
	return listed;
}

static void
cmd_import_release_listed(struct import *import)
{
	struct slice key;
	size_t at = 0;
	void *value;

	while (table_next(&import->listed, &at, &key, &value)) {
		struct listed *listed = value;

		buf_release(&listed->tags);
		free(listed->key);
		free(listed);
	}
	table_release(&import->listed);
}

/* Many programs write a feed that is in several folders once into each folder.
 * All these folders become tags of the feed. Returns NULL if out of memory. */
static const struct buf *
cmd_import_join_tags(
    struct import *import, const struct opml_feed *feed, const char *form)
{
	struct listed *listed = table_get(&import->listed, slice_of(form));

	if (listed == NULL &&
	    (listed = cmd_import_listed_new(import, strdup(form))) == NULL)
		return NULL;
	for (size_t i = 0; i < feed->n_tags; i++)
		cmd_import_add_tag(&listed->tags, feed->tags[i]);
	return listed->tags.no_memory ? NULL : &listed->tags;
}

static void
cmd_import_put_other(struct buf *out, const char *name, const char *value)
{
	if (out->len > 0)
		buf_append_char(out, '\n');
	buf_printf(out, "%s=%s", name, value);
}

/* Returns lines name=value: the address of the site (htmlUrl), and the
 * attributes of the outline that OPML does not define. `export` writes all
 * these attributes again, except htmlUrl if a poll has read another address of
 * the site from the feed. */
static struct slice
cmd_import_join_others(struct buf *out, const struct opml_feed *feed)
{
	buf_clear(out);
	if (feed->html_url != NULL)
		cmd_import_put_other(out, OPML_HTML_URL, feed->html_url);
	for (size_t i = 0; i < feed->n_others; i++)
		cmd_import_put_other(
		    out, feed->others[i].name, feed->others[i].value);
	return out->len > 0 ? buf_slice(out) : SLICE_NONE;
}

static int
cmd_import_put(
    struct import *import, const struct feed_subscription *subscription)
{
	bool is_new;
	int64_t id;
	int rc = store_feed_put(import->store, subscription,
	    import->cli->now_at, &id, &is_new, import->e);

	if (rc == 0 && is_new)
		import->n_added++;
	else if (rc == 0)
		import->n_known++;
	return rc;
}

/* Adds a feed of the file to the database. `form`: the normal form of its
 * address. */
static int
cmd_import_feed(
    struct import *import, const struct opml_feed *feed, const char *form)
{
	struct feed_subscription subscription = {
		.url = feed_forms_get(&import->forms, slice_of(form)),
		.outline = cmd_import_join_others(&import->outline, feed),
		.fetch_articles = import->fetch_articles,
	};
	const struct buf *tags;

	tags = cmd_import_join_tags(import, feed, form);
	if (tags == NULL || import->outline.no_memory)
		return err_set(import->e, ERR_MEMORY, "out of memory");
	if (tags->len > 0)
		subscription.tags = buf_slice(tags);
	/* Some programs write the URL as the title if the feed has no title. */
	if (feed->title != NULL && strcmp(feed->title, feed->url) != 0)
		subscription.title =
		    utf8_prefix(slice_of(feed->title), LIMIT_TITLE_BYTES);
	return cmd_import_put(import, &subscription);
}

static int
cmd_import_visit(const struct opml_feed *feed, void *arg)
{
	struct import *import = arg;
	char *form;
	int rc;

	progress_step(&import->progress, 1);
	if (!feed_url_check(import->cli, feed->url)) {
		cli_note(import->cli, "the feed in line %d was left out",
		    feed->line);
		import->n_faulty++;
		return 0;
	}
	form = feed_form(feed->url);
	if (form == NULL)
		return err_set(import->e, ERR_MEMORY, "out of memory");
	rc = cmd_import_feed(import, feed, form);
	free(form);
	return rc;
}

/* Estimates the number of feeds in the file, for the progress line. */
static int64_t
cmd_import_count_feeds(struct slice bytes)
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
cmd_import_all(struct import *import, struct slice bytes)
{
	int rc = feed_forms_load(&import->forms, import->store, import->e);

	if (rc == 0)
		rc = store_begin(import->store, import->e);
	progress_begin(&import->progress, import->cli, "feeds",
	    cmd_import_count_feeds(bytes));
	if (rc == 0)
		rc = opml_read(bytes, cmd_import_visit, import,
		    &import->repairs, import->e);
	progress_end(&import->progress);
	if (rc == 0)
		rc = store_commit(import->store, import->e);
	if (rc != 0)
		store_rollback(import->store);
	feed_forms_release(&import->forms);
	return rc;
}

static int
cmd_import_report(const struct import *import)
{
	struct buf line;

	if (import->repairs.n > 0)
		cli_note(import->cli,
		    "line %d: an ampersand that is not written as &amp; was "
		    "accepted (number of such ampersands in the file: %lld)",
		    import->repairs.line, (long long)import->repairs.n);
	buf_init(&line, 64 * KIB);
	buf_printf(&line, "%lld added, %lld known, %lld faulty\n",
	    (long long)import->n_added, (long long)import->n_known,
	    (long long)import->n_faulty);
	cli_write(import->cli, &line);
	buf_release(&line);
	if (import->n_added + import->n_known > 0)
		return CLI_OK;
	return cli_nothing(import->cli, import->n_faulty > 0
					    ? "every feed in the file is faulty"
					    : "the file lists no feed");
}

/* Reports the type of a file that is not OPML, and how the user can get an OPML
 * file. */
static int
cmd_import_complain(struct cli *cli, const char *file, const struct err *e)
{
	if (strstr(e->text, OPML_IS_HTML) != NULL)
		return cli_fail(cli,
		    "%s: %s, expected OPML: the file that another feed reader "
		    "exports. `gleaner discover URL` finds the feeds of a web "
		    "page",
		    file, e->text);
	if (e->code != ERR_CONFIG)
		return cli_fail(cli, "%s: %s", file, e->text);
	return cli_fail(cli,
	    "%s: %s, expected OPML: the file that another feed reader exports",
	    file, e->text);
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
	table_init(&import.listed);
	buf_init(&import.outline, OUTLINE_BYTES);
	import.e = &e;
	code = cmd_import_read_file(cli, argv[0], &bytes);
	if (code == CLI_OK)
		code = cli_store_open(cli, CLI_MAKE, &import.store);
	if (code == CLI_OK) {
		if (cli->config != NULL)
			import.fetch_articles = cli->config->articles.fetch;
		rc = cmd_import_all(&import, buf_slice(&bytes));
		store_close(import.store);
		code = rc == 0 ? cmd_import_report(&import)
			       : cmd_import_complain(cli, argv[0], &e);
		if (import.n_added > 0 && rc == 0)
			feeds_changed(cli);
	}
	buf_release(&import.outline);
	cmd_import_release_listed(&import);
	buf_release(&bytes);
	return cli_finish(cli, code);
}
