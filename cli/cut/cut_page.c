/*
 * cut_page.c -- one page, cut and formatted in a separate process.
 *
 * The process answers two questions: the first contains the page; the second is
 * empty and asks for the explanation of each node's class.
 */
#include "base/limits.h"
#include "cli/cut/cut.h"
#include "cli/cut/isolated.h"
#include "cuter/explain.h"
#include "worker/message/wire.h"

/* State of the reader process. */
struct cutting {
	const struct cut_page_options *options;
	bool explains;
	struct buf unpacked, explain;
};

static void
cut_page_put_question(struct buf *out, const struct cut_page *page)
{
	const struct cuter_input *in = &page->input;

	wire_put_slice(out, page->name);
	wire_put_slice(out, in->content_type);
	wire_put_slice(out, in->url);
	wire_put_slice(out, in->hint_title);
	wire_put_slice(out, in->hint_summary);
	wire_put_i64(out, in->now_at);
	wire_put_slice(out, in->bytes);
}

static void
cut_page_read_question(struct slice question, struct cut_page *ret)
{
	struct cuter_input *in = &ret->input;
	struct wire_reader r;

	*ret = (struct cut_page){ 0 };
	wire_read_init(&r, question);
	ret->name = wire_read_bytes(&r);
	in->content_type = wire_read_bytes(&r);
	in->url = wire_read_bytes(&r);
	in->hint_title = wire_read_bytes(&r);
	in->hint_summary = wire_read_bytes(&r);
	in->now_at = wire_read_i64(&r);
	in->bytes = wire_read_bytes(&r);
}

/* ---- in the sandbox ---- */

/* Unpacks the page. Refuses a file that is certainly not a page. */
static int
cut_page_open(struct cutting *cutting, struct cut_page *page, struct err *e)
{
	const char *what;
	int rc = 0;

	if (page->name.p != NULL)
		rc = cut_unpack(page->input.bytes, &cutting->unpacked,
		    &page->input.bytes, e);
	if (rc != 0)
		return err_wrap(e, "%.*s", SLICE_ARG(page->name));
	what = cut_sniff(page->input.bytes, page->input.content_type);
	if (what != NULL)
		return err_set(e, ERR_USAGE,
		    "%.*s: this is %s, expected an HTML page",
		    SLICE_ARG(
			page->name.p != NULL ? page->name : page->input.url),
		    what);
	if (cut_sniff_is_feed(page->input.bytes))
		return err_set(e, ERR_USAGE,
		    "%.*s is a feed: use gleaner parse-feed",
		    SLICE_ARG(
			page->name.p != NULL ? page->name : page->input.url));
	return 0;
}

static int
cut_page_cut(const struct reader_tools *tools, struct cutting *cutting,
    const struct cut_page *page, struct buf *out, struct err *e)
{
	struct cuter_options options = cutting->options->cuter;
	struct cuter_article article;
	struct enrichment found;
	size_t sentences = cutting->options->sentences;
	int rc;

	options.explain = cutting->explains ? &cutting->explain : NULL;
	rc = cuter_cut(tools->cuter, &page->input, &options, &article, e);
	if (rc != 0)
		return rc;
	buf_append_char(
	    out, article.body.len > 0 ? ISOLATED_DONE : ISOLATED_NOTHING);
	if (sentences > 0)
		cut_enrich(tools->enricher, &article, sentences, &found);
	cut_write(out, cutting->options->format, &article, page->input.url,
	    sentences > 0 ? &found : NULL);
	return 0;
}

static int
cut_page_divide(const struct reader_tools *tools,
    const struct cut_page_options *options, const struct cut_page *page,
    struct buf *out, struct err *e)
{
	const struct cuter_segmenting how = { .segmenter = options->segmenter,
		.parser = options->cuter.parser };
	struct cuter_segments found;
	int rc = cuter_segment(tools->cuter, &page->input, &how, &found, e);

	if (rc != 0)
		return rc;
	buf_append_char(out, found.n > 0 ? ISOLATED_DONE : ISOLATED_NOTHING);
	cut_write_segments(out, options->segmenter, &found);
	return 0;
}

static void
cut_page_answer(const struct reader_tools *tools, struct slice question,
    struct buf *out, void *arg)
{
	struct cutting *cutting = arg;
	struct err e = ERR_INIT;
	struct cut_page page;
	int rc;

	if (question.len == 0) {
		buf_append_char(out, ISOLATED_DONE);
		buf_append_slice(out, buf_slice(&cutting->explain));
		buf_carry_failure(out, &cutting->explain);
		return;
	}
	buf_init(&cutting->unpacked, CUT_PAGE_BYTES);
	buf_init(&cutting->explain, LIMIT_REPLY_BYTES);
	cut_page_read_question(question, &page);
	rc = cut_page_open(cutting, &page, &e);
	if (rc == 0 && cutting->options->divides)
		rc = cut_page_divide(tools, cutting->options, &page, out, &e);
	else if (rc == 0)
		rc = cut_page_cut(tools, cutting, &page, out, &e);
	if (rc != 0) {
		buf_append_char(out, ISOLATED_FAILED);
		buf_append_string(out, e.text);
	}
}

/* ---- in the command ---- */

static int
cut_page_ask_why(struct cli *cli, struct reader *reader, struct buf *ret)
{
	enum isolated_result result;
	struct slice text;

	if (!reader_ask(reader, SLICE("")) || !reader_wait(reader, &text))
		return cli_fail(cli, "%s", reader->why);
	if (!isolated_read(text, &result, &text) || result != ISOLATED_DONE)
		return cli_fail(cli,
		    "the process that reads documents sent an invalid "
		    "answer; please report this fault with the document");
	/* If a page has taken control of its reader process, the process may
	 * send anything. The explanation is an HTML page. It is accepted only
	 * if it begins with the security policy that forbids scripts in it. */
	if (!explain_begins(text))
		return cli_fail(cli, "the process that reads documents "
				     "did not send an explanation; please "
				     "report this fault with the document");
	buf_append_slice(ret, text);
	return CLI_OK;
}

int
cut_page_isolated(struct cli *cli, const struct cut_page *page,
    const struct cut_page_options *options, bool *ret_nothing, struct buf *ret,
    struct buf *ret_explain)
{
	struct cutting cutting = { .options = options,
		.explains = ret_explain != NULL };
	const struct reader_options order = { .answer = cut_page_answer,
		.arg = &cutting,
		.memory_bytes = LIMIT_READER_MEMORY,
		.question_bytes = LIMIT_READER_BYTES,
		.answer_bytes = LIMIT_READER_BYTES,
		/* Site rules may need more time than the extraction. */
		.deadline_ms = options->cuter.rules.p != NULL
				   ? LIMIT_WORKER_WALL_MS
				   : LIMIT_READER_WALL_MS,
		.keep_fd = -1 };
	struct reader reader = { 0 };
	enum isolated_result result;
	struct buf question;
	struct slice text;
	int code;

	buf_init(&question, (size_t)order.question_bytes);
	cut_page_put_question(&question, page);
	if (buf_failed(&question))
		code =
		    cli_fail(cli, question.no_memory ? "out of memory"
						     : "the page is too large");
	else
		code = isolated_ask(
		    cli, &order, buf_slice(&question), &reader, &result, &text);
	if (code == CLI_OK) {
		*ret_nothing = result == ISOLATED_NOTHING;
		buf_append_slice(ret, text);
		if (ret_explain != NULL)
			code = cut_page_ask_why(cli, &reader, ret_explain);
	}
	reader_stop(&reader);
	buf_release(&question);
	return code;
}
