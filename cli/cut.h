/*
 * cut.h -- the parts of `gleaner cut`: reading a page, showing an article,
 * many pages at once.
 */
#ifndef CLI_CUT_H
#define CLI_CUT_H

#include "cli/cli.h"
#include "cuter/cuter.h"

#define CUT_PAGE_BYTES (64LL * 1024 * 1024) /* unpacked; larger is no page */

enum cut_format {
	CUT_TEXT,
	CUT_JSON,
	CUT_MARKDOWN,
	CUT_HTML,
	CUT_XML,
	CUT_FORMAT_COUNT
};

/* cut_read.c: the bytes of a page.  `out` is cleared first. */

/* A file, plain or gzipped, or "-" for standard input. */
int cut_read_file(const char *path, struct buf *out, struct err *e);
/* By HTTP, on a loop of its own.  The effective address and the Content-Type
 * go to the other two. */
int cut_read_url(struct cli *, const char *url, struct buf *out,
    struct buf *ret_url, struct buf *ret_content_type, struct err *e);

/* cut_format.c */
void cut_write(struct buf *out, enum cut_format, const struct cuter_article *,
    struct slice url);

/* cut_batch.c: JSON lines in, JSON lines out, in their order, by `jobs`
 * processes; a page at which one dies costs that page. */
struct cut_memories;
struct cut_batch {
	const char *root; /* relative files stand here; NULL: "." */
	enum cuter_parser parser;
	const char *method;              /* NULL: the default */
	struct cuter_site *site;         /* NULL: each page stands alone */
	const struct cuter_model *model; /* NULL: the one built in */
	bool no_lead;
	bool site_memory; /* pages of a host learn from those before */
	bool evidence;    /* in the answer, too: for confidence.py */
	int64_t jobs;
};
int cut_run_batch(struct cli *, const struct cut_batch *, FILE *in);
/* cut_memory.c: the memories of the sites whose pages come along.  A host that
 * comes when CUT_MEMORIES are there has them all forgotten. */
#define CUT_MEMORIES 4096 /* LIMIT_SITE_MEMORY each */
struct cut_memories;
struct cut_memories *cut_memories_new(void); /* NULL: no memory */
void cut_memories_free(struct cut_memories *);
/* Of the host of that address; "" at first, SLICE_NONE where there is no host.
 * Valid until the next call. */
struct slice cut_memory_of(struct cut_memories *, struct slice url);
void cut_memory_learn(
    struct cut_memories *, struct slice url, const struct cuter_article *);

/* cut_line.c: one line of it, in the process that works.  `out` is one line
 * of JSON without its end, whatever the line was.  Memories may be NULL. */
void cut_answer_line(const struct cut_batch *, struct cuter *,
    struct cut_memories *, struct slice line, struct buf *page,
    struct buf *out);
/* cut_site.c: the pages in a folder (root), which are one site's: each is read
 * twice, first to learn from all, then to be cut.  A line of JSON each, by
 * their names. */
int cut_run_site(struct cli *, const struct cut_batch *);
/* The line for a page that could not be cut. */
void cut_answer_error(struct slice line, const char *why, struct buf *out);

#endif
