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

/* cut_read.c: a page by HTTP, on a loop of its own.  The effective address and
 * the Content-Type go to the other two. */
int cut_read_url(struct cli *, const char *url, struct buf *out,
    struct buf *ret_url, struct buf *ret_content_type, struct err *e);

/* cut_unpack.c: of bytes that are gzip's, what they were; of others
 * themselves.  What came before a fault counts, if anything did. */
int cut_unpack(
    struct slice bytes, struct buf *room, struct slice *ret, struct err *e);

/* cut_page.c: one page, in a process apart. */
struct cut_page {
	struct slice name; /* in complaints; and it may be packed, then.  NONE:
			      neither */
	struct cuter_input input;
};
struct cut_page_options {
	struct cuter_options cuter; /* its explain is not used */
	enum cut_format format;
};
/* In *ret what is to be shown, in *ret_explain, where that is not NULL, how
 * each node was judged.  CLI_OK, or CLI_FAILED after a complaint. */
int cut_page_apart(struct cli *, const struct cut_page *,
    const struct cut_page_options *, bool *ret_nothing, struct buf *ret,
    struct buf *ret_explain);

/* cut_format.c */
void cut_write(struct buf *out, enum cut_format, const struct cuter_article *,
    struct slice url);

/* cut_batch.c: JSON lines in, JSON lines out, in their order, by `jobs`
 * processes; a page at which one dies costs that page. */
#define CUT_QUESTION_BYTES (CUT_PAGE_BYTES + 32LL * 1024 * 1024)
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
/* The line and its page as one question.  False: the answer is there already,
 * and says why.  raw is room for the page. */
bool cut_ask_line(const struct cut_batch *, struct slice line, struct buf *raw,
    struct buf *question, struct buf *answer);

/* cut_sniff.c: what bytes are, in a few words ("a PDF document"), if they are
 * surely no page; else NULL.  They are unpacked; content_type may be absent. */
const char *cut_sniff(struct slice bytes, struct slice content_type);

/* cut_memory.c: the memories of the sites whose pages come along.  A host that
 * comes when CUT_MEMORIES are there has them all forgotten. */
#define CUT_MEMORIES 4096 /* LIMIT_SITE_MEMORY each */
struct cut_memories;
struct cut_memories *cut_memories_new(void); /* NULL: no memory */
void cut_memories_free(struct cut_memories *);
/* Of the host of that address; "" at first, SLICE_NONE where there is no host.
 * Valid until the next call. */
struct slice cut_memory_of(struct cut_memories *, struct slice url);
void cut_memory_learn(struct cut_memories *, struct slice url,
    const struct cuter_article *, int64_t now_at);

/* cut_line.c: one line of it, in the process that works.  `out` is a result
 * (apart.h) and one line of JSON without its end, whatever the line was.
 * Memories may be NULL. */
void cut_answer_line(const struct cut_batch *, struct cuter *,
    struct cut_memories *, struct slice question, struct buf *room,
    struct buf *out);
/* cut_site.c: the pages in a folder (root), which are one site's: each is read
 * twice, first to learn from all, then to be cut.  A line of JSON each, by
 * their names. */
int cut_run_site(struct cli *, const struct cut_batch *);
/* The same for a page that could not be cut. */
void cut_answer_error(struct slice line, const char *why, struct buf *out);

#endif
