/*
 * cut_xml.c -- the standalone form of CUTER: "It receives a universal XML
 * format as its input and it produces XML output" (Adam, Bouras, Poulopoulos,
 * CUTER, section III).
 *
 * In:  <page><url/><title/><summary/><html/></page>, any number of them.
 * Out: <cuter><page>…</page>…</cuter>: the article of each page and, in
 * <nodes>, every text run, image and player with its class. A page that cannot
 * be cut has an <error>.
 *
 * One separate process reads the whole input and answers one page per question.
 * If a page crashes this process, no further page is read.
 */
#include "cli/cut/cut_xml.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/cut/isolated.h"
#include "cuter/methods/papers.h"

static const char *const whys[] = {
	[XML_CUT_OFF] = "the input ends inside a <page>",
	[XML_TOO_LARGE] = "a <page> is too large",
	[XML_CHARSET] = "the document's encoding is not supported; use UTF-8",
	[XML_UNREADABLE] = "the input could not be read",
};

static void
cut_xml_put_node(struct buf *out, const struct cuter_node *node)
{
	buf_printf(out, "    <node n=\"%u\" class=\"%s\" element=\"%s\"",
	    node->number, cuter_class_name(node->class), node->element);
	if (node->kind != CUTER_KIND_NONE)
		buf_printf(out, " kind=\"%s\"", cuter_kind_name(node->kind));
	if (node->in_body)
		buf_append_string(out, " body=\"yes\"");
	if (node->is_scored)
		buf_printf(out, " score=\"%.2f\"", node->score);
	buf_append_string(out, " reason=\"");
	cut_put_escaped(out, slice_of(node->reason));
	if (node->url.len > 0) {
		buf_append_string(out, "\" url=\"");
		cut_put_escaped(out, node->url);
	}
	buf_append_string(out, "\">");
	cut_put_escaped(out, node->text);
	buf_append_string(out, "</node>\n");
}

static void
cut_xml_put_page(
    struct buf *out, const struct cuter_article *a, struct slice url)
{
	buf_printf(out,
	    "<page class=\"%s\" confidence=\"%.3f\" origin=\"%s\">\n",
	    cuter_page_class_name(a->page_class), a->confidence,
	    cuter_origin_name(a->origin));
	cut_put_article(out, a, url);
	buf_append_string(out, "  <nodes>\n");
	for (size_t i = 0; i < a->n_nodes; i++)
		cut_xml_put_node(out, &a->nodes[i]);
	buf_append_string(out, "  </nodes>\n</page>\n");
}

static void
cut_xml_put_error(struct buf *out, struct slice url, struct slice why)
{
	buf_append_string(out, "<page>\n");
	cut_put_element(out, "url", url);
	cut_put_element(out, "error", why);
	buf_append_string(out, "</page>\n");
}

static void
cut_xml_put_failure(struct buf *out, struct slice url, const char *why)
{
	buf_clear(out);
	buf_append_char(out, ISOLATED_FAILED);
	cut_xml_put_error(out, url, slice_of(why));
}

static void
cut_xml_put_answer(struct buf *out, struct cuter *cuter,
    const struct cut_batch *options, const struct xml_reader *r)
{
	const struct cuter_options cut = { .method = options->method,
		.methods = papers_methods,
		.model = options->model,
		.no_lead = options->no_lead,
		.nodes = true };
	const struct cuter_input input = {
		.bytes = buf_slice(&r->field[XML_HTML]),
		.content_type = SLICE("text/html; charset=utf-8"),
		.url = slice_trim(buf_slice(&r->field[XML_URL])),
		.hint_title = buf_slice(&r->field[XML_TITLE]),
		.hint_summary = buf_slice(&r->field[XML_SUMMARY]),
	};
	struct cuter_article article;
	struct err e = ERR_INIT;

	if (cuter_cut(cuter, &input, &cut, &article, &e) != 0) {
		cut_xml_put_failure(out, input.url, e.text);
		return;
	}
	buf_append_char(out, ISOLATED_DONE);
	cut_xml_put_page(out, &article, input.url);
	if (buf_failed(out))
		cut_xml_put_failure(out, input.url, "the answer is too long");
}

/* ---- in the sandbox ---- */

/* State of the reader process, which also reads the input. */
struct converting {
	const struct cut_batch *options;
	FILE *in;
	struct xml_reader *xml;
};

/* Answers with the next page, or with ISOLATED_NOTHING and the reason why there
 * is no page. At the end of the input the reason is empty. */
static void
cut_xml_answer_next(const struct reader_tools *tools, struct slice question,
    struct buf *out, void *arg)
{
	struct converting *c = arg;
	enum xml_result result = XML_UNREADABLE;

	(void)question;
	if (c->xml == NULL && (c->xml = calloc(1, sizeof(*c->xml))) != NULL)
		xml_reader_init(c->xml, c->in);
	if (c->xml != NULL)
		result = xml_read_page(c->xml);
	if (result == XML_PAGE) {
		cut_xml_put_answer(out, tools->cuter, c->options, c->xml);
		return;
	}
	buf_append_char(out, ISOLATED_NOTHING);
	if (whys[result] != NULL)
		buf_append_string(out, whys[result]);
}

/* ---- in the command ---- */

/* Requests the next page. Returns false if there is no page or after a failure;
 * *ret is then the reason. At the end of the input *ret is empty. */
static bool
cut_xml_ask_next(
    struct reader *reader, enum isolated_result *ret_result, struct slice *ret)
{
	struct slice answer;

	if (!reader_ask(reader, SLICE("")) || !reader_wait(reader, &answer))
		*ret = slice_of(reader->why);
	else if (!isolated_read(answer, ret_result, ret))
		*ret = SLICE(
		    "the process that reads documents sent an invalid answer");
	else
		return *ret_result != ISOLATED_NOTHING;
	return false;
}

static int
cut_xml_run(struct cli *cli, struct reader *reader)
{
	enum isolated_result result;
	int code = CLI_OK;
	struct slice text;
	struct buf out;

	buf_init(&out, 2 * LIMIT_REPLY_BYTES + KIB);
	buf_append_string(
	    &out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cuter>\n");
	while (cut_xml_ask_next(reader, &result, &text)) {
		if (result == ISOLATED_FAILED)
			code = CLI_FAILED;
		buf_append_slice(&out, text);
		if (cli_write(cli, &out) != 0) {
			buf_release(&out);
			return CLI_FAILED;
		}
	}
	if (text.len > 0) {
		code = cli_fail(cli, "%.*s", SLICE_ARG(text));
		cut_xml_put_error(&out, SLICE_NONE, text);
	}
	buf_append_string(&out, "</cuter>\n");
	if (cli_write(cli, &out) != 0)
		code = CLI_FAILED;
	buf_release(&out);
	return code;
}

/* A descriptor of a terminal usually permits writing, too. The terminal is
 * opened again for reading only, so that the sandboxed process cannot write to
 * it. */
static FILE *
cut_xml_open_read_only(FILE *in)
{
	FILE *own = isatty(fileno(in)) ? fopen("/dev/tty", "re") : NULL;

	return own != NULL ? own : in;
}

int
cut_run_xml(struct cli *cli, const struct cut_batch *options, FILE *in)
{
	struct converting c = { .options = options,
		.in = cut_xml_open_read_only(in) };
	/* There is no deadline, because the input may arrive slowly. */
	const struct reader_options order = { .answer = cut_xml_answer_next,
		.arg = &c,
		.memory_bytes = LIMIT_READER_MEMORY,
		.question_bytes = KIB,
		.answer_bytes = 2 * LIMIT_REPLY_BYTES,
		.keep_fd = fileno(c.in) };
	struct reader reader = { 0 };
	int code = isolated_start(cli, &reader, &order);

	if (code == CLI_OK)
		code = cut_xml_run(cli, &reader);
	reader_stop(&reader);
	if (c.in != in)
		fclose(c.in);
	return cli_finish(cli, code);
}
