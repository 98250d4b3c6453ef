/*
 * cut_xml.c -- CUTER standing alone: "It receives a universal XML format as its
 * input and it produces XML output" (seed 002, section III).
 *
 * In:  <page><url/><title/><html/></page>, as many as there are.
 * Out: <cuter><page>…</page>…</cuter>: of each the article and, in <nodes>,
 *      every run of text, picture and player with what it was taken for.
 *      A page that cannot be cut has an <error>.
 */
#include "cli/cut_xml.h"

#include <stdlib.h>

#include "config/limits.h"

static const char *const whys[] = {
	[XML_CUT_OFF] = "the input ends within a <page>",
	[XML_TOO_LARGE] = "a <page> is too large",
	[XML_CHARSET] = "the document's encoding is not one that is read; "
			"UTF-8 is",
	[XML_UNREADABLE] = "the input could not be read",
};

static void
put_node(struct buf *out, const struct cuter_node *node)
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
put_page(struct buf *out, const struct cuter_article *a, struct slice url)
{
	buf_printf(out,
	    "<page class=\"%s\" confidence=\"%.3f\" origin=\"%s\">\n",
	    cuter_page_class_name(a->page_class), a->confidence,
	    cuter_origin_name(a->origin));
	cut_put_article(out, a, url);
	buf_append_string(out, "  <nodes>\n");
	for (size_t i = 0; i < a->n_nodes; i++)
		put_node(out, &a->nodes[i]);
	buf_append_string(out, "  </nodes>\n</page>\n");
}

static void
put_error(struct buf *out, struct slice url, const char *why)
{
	buf_append_string(out, "<page>\n");
	cut_put_element(out, "url", url);
	cut_put_element(out, "error", slice_of(why));
	buf_append_string(out, "</page>\n");
}

/* One page's answer into out; false when it is an error. */
static bool
answer(struct cuter *cuter, const struct cut_batch *options,
    const struct xml_reader *r, struct buf *out)
{
	const struct cuter_options cut = { .method = options->method,
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
		put_error(out, input.url, e.text);
		return false;
	}
	put_page(out, &article, input.url);
	if (!buf_failed(out))
		return true;
	buf_clear(out);
	put_error(out, input.url, "the answer is too long");
	return false;
}

static int
run(struct cli *cli, const struct cut_batch *options, struct cuter *cuter,
    struct xml_reader *r)
{
	enum xml_result result;
	int code = CLI_OK;
	struct buf out;

	buf_init(&out, 2 * LIMIT_REPLY_BYTES);
	buf_append_string(
	    &out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cuter>\n");
	while ((result = xml_read_page(r)) == XML_PAGE) {
		if (!answer(cuter, options, r, &out))
			code = CLI_FAILED;
		if (cli_write(cli, &out) != 0) {
			buf_release(&out);
			return CLI_FAILED;
		}
	}
	if (result != XML_END) {
		put_error(&out, SLICE_NONE, whys[result]);
		code = cli_fail(cli, "%s", whys[result]);
	}
	buf_append_string(&out, "</cuter>\n");
	if (cli_write(cli, &out) != 0)
		code = CLI_FAILED;
	buf_release(&out);
	return code;
}

int
cut_run_xml(struct cli *cli, const struct cut_batch *options, FILE *in)
{
	struct cuter *cuter = NULL;
	struct xml_reader *r;
	struct err e = ERR_INIT;
	int code;

	r = calloc(1, sizeof(*r));
	if (r == NULL)
		return cli_fail(cli, "out of memory");
	xml_reader_init(r, in);
	code = cuter_new(&cuter, &e) == 0 ? run(cli, options, cuter, r)
					  : cli_fail_err(cli, &e);
	cuter_free(cuter);
	xml_reader_release(r);
	free(r);
	return cli_finish(cli, code);
}
