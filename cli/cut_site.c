/*
 * cut_site.c -- the pages of one site, each cut in the light of all.
 *
 * The happy path is: the folder's pages by name -> each is learned from -> each
 * is cut, a line of JSON.  It can fail by: a folder that cannot be read; a site
 * whose counts do not fit (each page then says so in "error").
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>

#include "base/json_writer.h"
#include "cli/cut.h"
#include "config/limits.h"

#define LINE_BYTES (64 * KIB) /* a file's name, twice, escaped */

struct site {
	struct cli *cli;
	struct cut_batch batch;
	struct cuter *cuter;
	struct dirent **pages; /* owned, and each; scandir's */
	int n;
	struct buf line, page, answer;
};

static int
is_page(const struct dirent *entry)
{
	struct slice name = slice_of(entry->d_name);

	return slice_ends(name, SLICE(".html")) ||
	       slice_ends(name, SLICE(".htm")) ||
	       slice_ends(name, SLICE(".html.gz"));
}

/* The same in every locale. */
static int
by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static void
cut_page(struct site *s, const struct dirent *entry)
{
	struct json_writer w;

	buf_clear(&s->line);
	json_writer_init(&w, &s->line);
	json_write_object(&w, NULL);
	json_write_text(&w, "id", slice_of(entry->d_name));
	json_write_text(&w, "file", slice_of(entry->d_name));
	json_write_end_object(&w);
	cut_answer_line(&s->batch, s->cuter, NULL, buf_slice(&s->line),
	    &s->page, &s->answer);
}

static int
run(struct site *s)
{
	for (int i = 0; i < s->n; i++)
		cut_page(s, s->pages[i]);
	cuter_site_learned(s->batch.site);
	for (int i = 0; i < s->n; i++) {
		cut_page(s, s->pages[i]);
		buf_append_char(&s->answer, '\n');
		if (cli_write(s->cli, &s->answer) != 0)
			return CLI_FAILED;
	}
	return cli_finish(s->cli, s->n > 0 ? CLI_OK : CLI_NOTHING);
}

static int
find_pages(struct site *s)
{
	s->n = scandir(s->batch.root, &s->pages, is_page, by_name);
	if (s->n < 0) {
		s->n = 0;
		return cli_fail(
		    s->cli, "%s: %s", s->batch.root, strerror(errno));
	}
	if (s->n > LIMIT_SITE_PAGES)
		return cli_fail(s->cli, "%s: more than %d pages", s->batch.root,
		    LIMIT_SITE_PAGES);
	if (s->n == 0)
		cli_note(
		    s->cli, "%s: no *.html and no *.html.gz", s->batch.root);
	return CLI_OK;
}

int
cut_run_site(struct cli *cli, const struct cut_batch *batch)
{
	struct site s = { .cli = cli, .batch = *batch };
	struct err e = ERR_INIT;
	int code = find_pages(&s);

	buf_init(&s.line, LINE_BYTES);
	buf_init(&s.page, CUT_PAGE_BYTES);
	buf_init(&s.answer, LIMIT_REPLY_BYTES);
	if (code == CLI_OK) {
		if (cuter_new(&s.cuter, &e) != 0 ||
		    cuter_site_new(&s.batch.site, &e) != 0)
			code = cli_fail_err(cli, &e);
		else
			code = run(&s);
	}
	cuter_site_free(s.batch.site);
	cuter_free(s.cuter);
	buf_release(&s.line);
	buf_release(&s.page);
	buf_release(&s.answer);
	for (int i = 0; i < s.n; i++)
		free(s.pages[i]);
	free(s.pages);
	return code;
}
