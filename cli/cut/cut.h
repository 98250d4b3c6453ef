/*
 * cut.h -- the parts of `gleaner cut`: reading a page, writing an article,
 * batches of pages.
 */
#ifndef CLI_CUT_CUT_H
#define CLI_CUT_CUT_H

#include "base/text/json_writer.h"
#include "cli/cli.h"
#include "cuter/cuter.h"
#include "cuter/segments/segments.h"
#include "enrich/enrichment.h"
#include "worker/reader/reader.h"

/* Largest size of an unpacked page; larger pages are refused. */
#define CUT_PAGE_BYTES (64LL * 1024 * 1024)

enum cut_format {
	CUT_TEXT,
	CUT_JSON,
	CUT_MARKDOWN,
	CUT_HTML,
	CUT_XML,
	CUT_FORMAT_COUNT
};

/* cut_read.c: fetches a page by HTTP in its own event loop. *ret_url receives
 * the effective address, *ret_content_type the Content-Type. Returns 0 or a
 * negative code. */
int cut_read_url(struct cli *, const char *url, struct buf *out,
    struct buf *ret_url, struct buf *ret_content_type, struct err *e);

/* cut_unpack.c: unpacks gzip; other bytes are returned unchanged. If the gzip
 * data are damaged, the bytes before the damage are returned, if there are any.
 * *ret is borrowed from `bytes` or `unpacked`. Returns 0 or a negative code. */
int cut_unpack(
    struct slice bytes, struct buf *unpacked, struct slice *ret, struct err *e);

/* cut_page.c: extracts one page in a separate process. */
struct cut_page {
	struct slice name; /* file name for error messages; the file may be
			      gzip. SLICE_NONE: the input is not a file */
	struct cuter_input input;
};
struct cut_page_options {
	struct cuter_options cuter; /* its member explain is not used */
	enum cut_format format;
	size_t sentences; /* largest number of sentences of a summary in JSON;
			     0: no summary */
	bool divides;     /* write the page's blocks instead of its article */
	enum cuter_segmenter segmenter;
};
/* Writes the article, or the blocks of a divided page, to *ret and, if
 * ret_explain is not NULL, the explanation of each node's class to
 * *ret_explain. *ret_nothing: no text was found. Returns CLI_OK, or CLI_FAILED
 * after an error message. */
int cut_page_isolated(struct cli *, const struct cut_page *,
    const struct cut_page_options *, bool *ret_nothing, struct buf *ret,
    struct buf *ret_explain);

/* cut_enrich.c: computes summary and keywords of an article. *ret is valid
 * until the enricher's next text. */
void cut_enrich(struct enricher *, const struct cuter_article *,
    size_t sentences, struct enrichment *ret);
/* Writes the enrichment as the members "extract" and "keywords". */
void cut_write_enrichment(struct json_writer *, const struct enrichment *);

/* cut_format.c: writes the article in the given format. The enrichment is used
 * only in JSON; NULL: the article has no enrichment. */
void cut_write(struct buf *out, enum cut_format, const struct cuter_article *,
    struct slice url, const struct enrichment *);
/* cut_segments.c: writes the blocks of a divided page as one line of JSON. */
void cut_write_segments(
    struct buf *out, enum cuter_segmenter, const struct cuter_segments *);

/* cut_batch.c: reads JSON lines and writes one JSON line for each, in the same
 * order. `jobs` processes extract the pages. If a process dies, only the page
 * that it was extracting has no article. */
#define CUT_QUESTION_BYTES (CUT_PAGE_BYTES + 32LL * 1024 * 1024)
struct cut_batch {
	const char *root; /* base of relative file names; NULL: "." */
	enum cuter_parser parser;
	const char *method;              /* NULL: the default */
	struct cuter_site *site;         /* NULL: pages are cut independently */
	const struct cuter_model *model; /* NULL: the built-in model */
	struct slice rules;              /* SLICE_NONE: none */
	bool no_lead;
	bool site_memory; /* learn from earlier pages of the same host */
	size_t sentences; /* largest number of sentences of a summary; 0: no
			     summary and no keywords */
	bool evidence;    /* also write the features that confidence.py reads */
	int64_t jobs;     /* number of processes */
};
/* Reads the lines of `in` and writes the answers to the standard output.
 * Returns the exit code. */
int cut_run_batch(struct cli *, const struct cut_batch *, FILE *in);
/* Reads the page that the line names, and writes the question for the reader
 * process. If this fails, writes the answer with the error to *answer and
 * returns false. `raw` is a buffer for the page. */
bool cut_ask_line(const struct cut_batch *, struct slice line, struct buf *raw,
    struct buf *question, struct buf *answer);

/* cut_sniff.c: names the file type in a few words ("a PDF document") if the
 * bytes are certainly not a page; otherwise returns NULL. The bytes must be
 * unpacked; content_type may be absent. */
const char *cut_sniff(struct slice bytes, struct slice content_type);

/* cut_sniff.c: returns true if the root element of the bytes is that of an RSS
 * or Atom feed. The bytes must be unpacked. */
bool cut_sniff_is_feed(struct slice bytes);

/* cut_memory.c: site memories of the hosts in the input. If CUT_MEMORIES
 * memories are stored and another one is needed, all of them are discarded. */
#define CUT_MEMORIES 4096 /* each has at most LIMIT_SITE_MEMORY bytes */
struct cut_memories;
struct cut_memories *cut_memories_new(void); /* NULL: out of memory */
/* Returns the memory of the URL's host: "" if nothing was learned yet,
 * SLICE_NONE if the URL has no host. Valid until the next call. */
struct slice cut_memory_of(struct cut_memories *, struct slice url);
/* Adds the observations of an article to the memory of the URL's host. */
void cut_memory_learn(struct cut_memories *, struct slice url,
    const struct cuter_article *, int64_t now_at);

/* cut_line.c: cuts the page of one line, in the reader process. Writes a result
 * (isolated.h) and one line of JSON without \n to `out`, also for invalid
 * lines. The memories are NULL if no site memory is used. */
void cut_answer_line(const struct cut_batch *, const struct reader_tools *,
    struct cut_memories *, struct slice question, struct buf *unpacked,
    struct buf *out);
/* cut_site.c: cuts the pages of one site in the folder `root`. Each page is
 * read twice: once to count the content that pages share, and once to extract
 * its article. Writes one line of JSON per page, ordered by file name. */
int cut_run_site(struct cli *, const struct cut_batch *);
/* cut_line.c: like cut_answer_line(), for a page that could not be cut. */
void cut_answer_error(struct slice line, const char *why, struct buf *out);

#endif
