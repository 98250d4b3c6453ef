/*
 * cut_site.c -- extracts the pages of one site. The extraction of each page
 * uses counts of the content of all pages.
 *
 * The normal case: list the pages of the folder by name → count the content of
 * each page → extract each page and write a line of JSON.
 *
 * Failure modes: the folder cannot be read. The counts exceed their limit: the
 * line of each page then has an "error". A page crashes the reader process: the
 * counts are lost, and the command fails.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/text/json_writer.h"
#include "cli/cut/cut.h"
#include "cli/cut/isolated.h"
#include "cli/term/progress.h"
#include "cuter/methods/papers.h"

/* Enough for a file name that is written twice and escaped. */
#define LINE_BYTES (64 * KIB)

/* State of the command. */
struct site {
	struct cli *cli;
	const struct cut_batch *batch;
	struct reader reader;
	struct dirent **pages; /* owned, with its elements; from scandir() */
	int n;
	struct buf line, raw, question, answer;
	struct progress progress;
};

/* State of the reader process. */
struct learning {
	struct cut_batch batch; /* a copy of the command's struct cut_batch; its
				   member `site` contains the counts */
	struct buf unpacked;
};

/* ---- in the sandbox ---- */

/* Counts the page of a question.  An empty question ends the counting.  There
 * are then no counts if the command could read no page, because it sends only
 * pages that it could read. */
static void
cut_site_answer(const struct reader_tools *tools, struct slice question,
    struct buf *out, void *arg)
{
	struct learning *learning = arg;
	struct err e = ERR_INIT;

	if (question.len == 0) {
		buf_append_char(out, ISOLATED_DONE);
		if (learning->batch.site != NULL)
			cuter_site_learned(learning->batch.site);
		return;
	}
	if (learning->batch.site == NULL) {
		buf_init(&learning->unpacked, CUT_PAGE_BYTES);
		if (cuter_site_new(&learning->batch.site, &e) != 0) {
			cut_answer_error(SLICE(""), e.text, out);
			return;
		}
	}
	cut_answer_line(
	    &learning->batch, tools, NULL, question, &learning->unpacked, out);
}

/* ---- in the command ---- */

static int
cut_site_is_page(const struct dirent *entry)
{
	struct slice name = slice_of(entry->d_name);

	return slice_ends(name, SLICE(".html")) ||
	       slice_ends(name, SLICE(".htm")) ||
	       slice_ends(name, SLICE(".html.gz"));
}

/* Compares names in the same way in every locale. */
static int
cut_site_by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int
cut_site_complain(struct site *s, const char *name, const char *why)
{
	return cli_fail(s->cli, "%s: %s", name, why);
}

/* Writes the page's line of JSON to s->answer. *failed: the line contains
 * "error". */
static int
cut_site_cut_page(struct site *s, const char *name, bool *failed)
{
	enum isolated_result result;
	struct json_writer w;
	struct slice text;

	progress_step(&s->progress, 1);
	buf_clear(&s->line);
	buf_clear(&s->question);
	buf_clear(&s->answer);
	json_writer_init(&w, &s->line);
	json_write_object(&w, NULL);
	json_write_text(&w, "id", slice_of(name));
	json_write_text(&w, "file", slice_of(name));
	json_write_end_object(&w);
	if (cut_ask_line(s->batch, buf_slice(&s->line), &s->raw, &s->question,
		&s->answer)) {
		if (buf_failed(&s->line) || buf_failed(&s->question))
			return cut_site_complain(s, name, "out of memory");
		if (!reader_ask(&s->reader, buf_slice(&s->question)) ||
		    !reader_wait(&s->reader, &text))
			return cut_site_complain(s, name, s->reader.why);
		buf_append_slice(&s->answer, text);
	}
	if (!isolated_read(buf_slice(&s->answer), &result, &text))
		return cut_site_complain(s, name,
		    "the process that reads documents sent an invalid answer");
	*failed |= result == ISOLATED_FAILED;
	return CLI_OK;
}

static int
cut_site_learn(struct site *s)
{
	struct slice text;
	bool failed =
	    false; /* ignored, because the second pass reports the error again
		    */

	for (int i = 0; i < s->n; i++)
		if (cut_site_cut_page(s, s->pages[i]->d_name, &failed) !=
		    CLI_OK)
			return CLI_FAILED;
	if (!reader_ask(&s->reader, SLICE("")) ||
	    !reader_wait(&s->reader, &text))
		return cut_site_complain(s, s->batch->root, s->reader.why);
	return CLI_OK;
}

static int
cut_site_run(struct site *s)
{
	struct buf line;
	bool failed = false;
	int code;

	/* Each page is read twice: once to count its content and once to
	 * extract its article. */
	progress_begin(&s->progress, s->cli, "page readings", 2 * s->n);
	code = cut_site_learn(s);
	buf_init(&line, LIMIT_REPLY_BYTES);
	for (int i = 0; i < s->n && code == CLI_OK; i++) {
		code = cut_site_cut_page(s, s->pages[i]->d_name, &failed);
		if (code != CLI_OK)
			break;
		buf_append_slice(
		    &line, slice_sub(buf_slice(&s->answer), 1, s->answer.len));
		buf_append_char(&line, '\n');
		code = cli_write(s->cli, &line);
	}
	progress_end(&s->progress);
	buf_release(&line);
	if (code != CLI_OK || failed)
		return cli_finish(s->cli, CLI_FAILED);
	return cli_finish(s->cli, CLI_OK);
}

/* Returns CLI_NOTHING if the folder contains no page. */
static int
cut_site_find_pages(struct site *s)
{
	s->n = scandir(
	    s->batch->root, &s->pages, cut_site_is_page, cut_site_by_name);
	if (s->n < 0) {
		s->n = 0;
		return cli_fail(
		    s->cli, "%s: %s", s->batch->root, strerror(errno));
	}
	if (s->n > LIMIT_SITE_PAGES)
		return cli_fail(s->cli, "%s: more than %d pages",
		    s->batch->root, LIMIT_SITE_PAGES);
	if (s->n > 0)
		return CLI_OK;
	cli_note(s->cli, "%s: contains no *.html, *.htm or *.html.gz",
	    s->batch->root);
	return CLI_NOTHING;
}

int
cut_run_site(struct cli *cli, const struct cut_batch *batch)
{
	struct learning learning = { .batch = *batch };
	const struct reader_options order = { .answer = cut_site_answer,
		.arg = &learning,
		.memory_bytes = LIMIT_READER_MEMORY,
		.question_bytes = CUT_QUESTION_BYTES,
		.answer_bytes = LIMIT_REPLY_BYTES,
		.deadline_ms = LIMIT_READER_WALL_MS,
		.keep_fd = -1 };
	struct site s = { .cli = cli, .batch = batch };
	int code = cut_site_find_pages(&s);

	buf_init(&s.line, LINE_BYTES);
	buf_init(&s.raw, CUT_PAGE_BYTES);
	buf_init(&s.question, CUT_QUESTION_BYTES);
	buf_init(&s.answer, LIMIT_REPLY_BYTES);
	if (code == CLI_OK)
		code = isolated_start(cli, &s.reader, &order);
	if (code == CLI_OK)
		code = cut_site_run(&s);
	reader_stop(&s.reader);
	buf_release(&s.line);
	buf_release(&s.raw);
	buf_release(&s.question);
	buf_release(&s.answer);
	for (int i = 0; i < s.n; i++)
		free(s.pages[i]);
	free(s.pages);
	return code;
}
