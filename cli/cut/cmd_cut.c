/*
 * cmd_cut.c -- gleaner cut FILE|URL|-: extracts the article of one page,
 * without a database. --batch: many pages; --site: the pages of one site;
 * --xml: the standalone form of CUTER.
 */
#include <errno.h>
#include <time.h>

#include "base/array.h"
#include "base/limits/limits_rules.h"
#include "cli/cli.h"
#include "cli/cut/cut_xml.h"
#include "cli/cut/document.h"
#include "cli/rules/rule_file.h"
#include "cuter/methods/papers.h"

#define OUT_BYTES (LIMIT_REPLY_BYTES)

static const char *const formats[] = { "text", "json", "markdown", "html",
	"xml", NULL };

static const char *const parsers[] = { "auto", "nested", "tidy", "libxml2",
	"plain", NULL }; /* enum cuter_parser */

static const char *const segmenters[] = { "dom", "fixed", "comb",
	NULL }; /* enum cuter_segmenter */

_Static_assert(ARRAY_LENGTH(segmenters) == CUTER_SEGMENTER_COUNT + 1,
    "one name per segmenter");
_Static_assert(
    ARRAY_LENGTH(parsers) == CUTER_PARSER_COUNT + 1, "one name per parser");
_Static_assert(
    ARRAY_LENGTH(formats) == CUT_FORMAT_COUNT + 1, "one name per format");

struct cut_values {
	const char *title, *url, *summary, *method, *explain, *root, *site,
	    *rules;
	int format, parser;
	int segments; /* enum cuter_segmenter; -1: not given */
	bool batch, no_lead, json, nodes, xml, site_memory;
	int64_t jobs, sentences;
};
#define VALUE(member) offsetof(struct cut_values, member)

static const struct option_row options[] = {
	{ .name = "title",
	    .kind = OPTION_TEXT,
	    .value = "T",
	    .offset = VALUE(title),
	    .help = "title of the article in the feed" },
	{ .name = "summary",
	    .kind = OPTION_TEXT,
	    .value = "S",
	    .offset = VALUE(summary),
	    .help = "summary of the article in the feed" },
	{ .name = "url",
	    .kind = OPTION_TEXT,
	    .value = "U",
	    .offset = VALUE(url),
	    .help = "address of the page; its relative links are resolved "
		    "against it" },
	{ .name = "format",
	    .kind = OPTION_CHOICE,
	    .value = "NAME",
	    .choices = formats,
	    .offset = VALUE(format),
	    .help = "text (the default), json, markdown, html, xml" },
	{ .name = "json",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(json),
	    .help = "the same as --format json" },
	{ .name = "method",
	    .kind = OPTION_TEXT,
	    .value = "NAME",
	    .offset = VALUE(method),
	    .help = "the method that classifies blocks (default: model); the "
		    "error message for an unknown NAME lists the methods" },
	{ .name = "parser",
	    .kind = OPTION_CHOICE,
	    .value = "NAME",
	    .choices = parsers,
	    .offset = VALUE(parser),
	    .help = "auto (the default: nested, and libxml2 for damaged "
		    "pages), nested, tidy, libxml2, plain" },
	{ .name = "no-lead",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(no_lead),
	    .help = "leave the standfirst out of the body" },
	{ .name = "nodes",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(nodes),
	    .help = "with --json: list every part of the page with its class, "
		    "kind and reason" },
	{ .name = "summary-sentences",
	    .kind = OPTION_INT,
	    .value = "N",
	    .min = 1,
	    .max = LIMIT_ENRICH_SENTENCES,
	    .offset = VALUE(sentences),
	    .help = "with --json or --batch: also write keywords, and a "
		    "summary of at most N sentences of the article" },
	{ .name = "segments",
	    .kind = OPTION_CHOICE,
	    .value = "NAME",
	    .choices = segmenters,
	    .offset = VALUE(segments),
	    .help = "divide the page into blocks for retrieval by the method "
		    "NAME (dom, fixed or comb), and write them as JSON" },
	{ .name = "rules",
	    .kind = OPTION_TEXT,
	    .value = "FILE",
	    .offset = VALUE(rules),
	    .help = "apply the site rules in FILE (docs/rules.md); also with "
		    "--batch" },
	{ .name = "explain",
	    .kind = OPTION_TEXT,
	    .value = "FILE",
	    .offset = VALUE(explain),
	    .help = "write an HTML page to FILE that shows the class of each "
		    "node and the reason" },
	{ .name = "batch",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(batch),
	    .help = "read JSON lines (id, file, url, hint_title, "
		    "hint_summary), write JSON lines" },
	{ .name = "xml",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(xml),
	    .help = "read XML (<page><url/><title/><html/></page>, one or "
		    "many), write XML with every node and its class" },
	{ .name = "root",
	    .kind = OPTION_TEXT,
	    .value = "DIR",
	    .offset = VALUE(root),
	    .help = "with --batch: folder that contains the named files" },
	{ .name = "jobs",
	    .kind = OPTION_INT,
	    .value = "N",
	    .min = 1,
	    .max = LIMIT_WORKERS,
	    .offset = VALUE(jobs),
	    .help = "with --batch: number of processes (default: 1)" },
	{ .name = "site-memory",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(site_memory),
	    .help = "with --batch: learn from earlier pages of the same host; "
		    "not together with --jobs" },
	{ .name = "site",
	    .kind = OPTION_TEXT,
	    .value = "DIR",
	    .offset = VALUE(site),
	    .help = "read the files *.html, *.htm and *.html.gz in DIR as "
		    "pages of one site, write JSON lines; --method is entropy "
		    "(the default), cst or ibdf" },
	{ 0 },
};

static int
cmd_cut_check_method(struct cli *cli, const char *name)
{
	const char *const *methods = papers_names();
	struct buf known;
	int code;

	if (name == NULL || cuter_has_method(name, papers_methods))
		return CLI_GO_ON;
	buf_init(&known, 4096);
	for (size_t i = 0; methods[i] != NULL; i++)
		buf_printf(&known, "%s%s", i > 0 ? ", " : "", methods[i]);
	code = cli_usage(cli,
	    "--method must be one of %s (with its options, docs/methods.md), "
	    "not \"%s\"",
	    known.p, name);
	buf_release(&known);
	return code;
}

/* Refuses options that have no effect with --segments, which divides one page
 * into blocks and does not extract an article. */
static int
cmd_cut_check_segments(struct cli *cli, const struct cut_values *values)
{
	if (values->segments < 0)
		return CLI_GO_ON;
	if (values->batch || values->xml || values->site != NULL ||
	    values->title != NULL || values->summary != NULL ||
	    values->method != NULL || values->explain != NULL ||
	    values->rules != NULL || values->nodes || values->no_lead ||
	    values->sentences > 0 ||
	    (values->format != CUT_TEXT && values->format != CUT_JSON))
		return cli_usage(cli,
		    "--segments can be combined only with --url, --parser and "
		    "--json");
	return CLI_GO_ON;
}

static int
cmd_cut_check(struct cli *cli, const struct cut_values *values, int argc)
{
	int code = cmd_cut_check_segments(cli, values);

	if (code != CLI_GO_ON)
		return code;
	if (!values->batch && (values->root != NULL || values->jobs != 1))
		return cli_usage(cli, "--root and --jobs require --batch");
	if (values->site_memory && (!values->batch || values->jobs != 1))
		return cli_usage(cli,
		    "--site-memory requires --batch and cannot be "
		    "combined with --jobs, because pages are learned from "
		    "in the order of the input");
	if (values->batch + values->xml + (values->site != NULL) > 1)
		return cli_usage(
		    cli, "--batch, --site and --xml cannot be combined");
	if ((values->batch || values->xml || values->site != NULL) &&
	    (values->title != NULL || values->url != NULL ||
		values->summary != NULL || values->explain != NULL ||
		values->format != CUT_TEXT))
		return cli_usage(cli,
		    "--batch, --site and --xml cannot be combined with "
		    "--title, --url, --summary, --explain or --format");
	if (values->json && values->format != CUT_TEXT &&
	    values->format != CUT_JSON)
		return cli_usage(cli,
		    "--json and --format %s cannot be combined",
		    formats[values->format]);
	if (values->sentences > 0 && !values->json && !values->batch &&
	    values->format != CUT_JSON)
		return cli_usage(
		    cli, "--summary-sentences requires --json or --batch");
	if (values->rules != NULL && (values->xml || values->site != NULL))
		return cli_usage(
		    cli, "--rules cannot be combined with --site or --xml");
	if (values->nodes && !values->json && values->format != CUT_JSON)
		return cli_usage(cli, "--nodes requires --json");
	if (!values->batch && !values->xml && values->site == NULL && argc == 0)
		return cli_usage(cli, "a file, a URL or - is missing");
	return cmd_cut_check_method(cli, values->method);
}

/* ---- a page ---- */

/* The data of one page. */
struct job {
	struct cli *cli;
	const struct cut_values *values;
	struct slice rules; /* SLICE_NONE: none */
	struct buf page, url, content_type, explain, out;
	struct slice name; /* name of the input; SLICE_NONE for a URL */
};

static void
cmd_cut_job_init(struct job *job)
{
	buf_init(&job->page, CUT_PAGE_BYTES);
	buf_init(&job->url, LIMIT_URL_BYTES);
	buf_init(&job->content_type, LIMIT_HEADERS_BYTES);
	buf_init(&job->explain, OUT_BYTES);
	buf_init(&job->out, OUT_BYTES);
}

static void
cmd_cut_job_release(struct job *job)
{
	buf_release(&job->page);
	buf_release(&job->url);
	buf_release(&job->content_type);
	buf_release(&job->explain);
	buf_release(&job->out);
}

static int
cmd_cut_write_explained(struct job *job)
{
	FILE *file = fopen(job->values->explain, "we");
	bool failed;

	if (file == NULL)
		return cli_fail(
		    job->cli, "%s: %s", job->values->explain, strerror(errno));
	failed = fwrite(job->explain.p, 1, job->explain.len, file) !=
		 job->explain.len;
	if (fclose(file) != 0 || failed || buf_failed(&job->explain))
		return cli_fail(job->cli, "%s: could not be written completely",
		    job->values->explain);
	return CLI_OK;
}

static int
cmd_cut_page(struct job *job)
{
	const struct cut_values *values = job->values;
	const struct cut_page page = {
		.name = job->name,
		.input = { .bytes = buf_slice(&job->page),
		    .content_type = buf_slice(&job->content_type),
		    .url = values->url != NULL ? slice_of(values->url)
					       : buf_slice(&job->url),
		    .hint_title = slice_of(values->title),
		    .hint_summary = slice_of(values->summary),
		    .now_at = time(NULL) },
	};
	const struct cut_page_options cut = {
		.cuter = { .parser = (enum cuter_parser)values->parser,
		    .methods = papers_methods,
		    .method = values->method,
		    .rules = job->rules,
		    .no_lead = values->no_lead,
		    .nodes = values->nodes },
		.format = (enum cut_format)values->format,
		.sentences = (size_t)values->sentences,
		.divides = values->segments >= 0,
		.segmenter = (enum cuter_segmenter)values->segments,
	};
	bool nothing;

	if (cut_page_isolated(job->cli, &page, &cut, &nothing, &job->out,
		values->explain != NULL ? &job->explain : NULL) != CLI_OK)
		return CLI_FAILED;
	if (values->explain != NULL && cmd_cut_write_explained(job) != CLI_OK)
		return CLI_FAILED;
	if (cli_write(job->cli, &job->out) != 0)
		return CLI_FAILED;
	if (nothing) {
		cli_note(job->cli, cut.divides
				       ? "no text was found on this page"
				       : "no article was found on this page");
		return cli_finish(job->cli, CLI_NOTHING);
	}
	return cli_finish(job->cli, CLI_OK);
}

static bool
cmd_cut_is_url(const char *operand)
{
	struct slice s = slice_of(operand);

	return slice_starts_nocase(s, SLICE("http://")) ||
	       slice_starts_nocase(s, SLICE("https://"));
}

static int
cmd_cut_one(struct cli *cli, const struct cut_values *values,
    struct slice rules, const char *operand)
{
	struct job job = { .cli = cli, .values = values, .rules = rules };
	struct err e = ERR_INIT;
	int rc, code;

	cli->sends_requests = cmd_cut_is_url(operand);
	code = cli->sends_requests ? cli_config(cli) : CLI_OK;
	if (code != CLI_OK)
		return code;
	cmd_cut_job_init(&job);
	if (cmd_cut_is_url(operand))
		rc = cut_read_url(
		    cli, operand, &job.page, &job.url, &job.content_type, &e);
	else
		rc = document_read(operand, -1, &job.page, &e);
	if (cmd_cut_is_url(operand) && rules.p == NULL)
		job.rules = rule_file_of_url(cli, buf_slice(&job.url));
	if (!cmd_cut_is_url(operand))
		job.name = slice_of(
		    strcmp(operand, "-") == 0 ? "standard input" : operand);
	code = rc == 0 ? cmd_cut_page(&job) : cli_fail_err(cli, &e);
	cmd_cut_job_release(&job);
	return code;
}

/* ---- many pages ---- */

static int
cmd_cut_many(struct cli *cli, const struct cut_values *values,
    struct slice rules, const char *operand)
{
	const struct cut_batch batch = {
		.root = values->root,
		.parser = (enum cuter_parser)values->parser,
		.method = values->method,
		.rules = rules,
		.no_lead = values->no_lead,
		.site_memory = values->site_memory,
		.sentences = (size_t)values->sentences,
		.jobs = values->jobs,
	};
	FILE *in = cli->in;
	int code;

	if (operand != NULL && strcmp(operand, "-") != 0) {
		in = fopen(operand, "re");
		if (in == NULL)
			return cli_fail(
			    cli, "%s: %s", operand, strerror(errno));
	}
	code = values->xml ? cut_run_xml(cli, &batch, in)
			   : cut_run_batch(cli, &batch, in);
	if (in != cli->in)
		fclose(in);
	return code;
}

static int
cmd_cut_site(struct cli *cli, const struct cut_values *values)
{
	const struct cut_batch batch = {
		.root = values->site,
		.parser = (enum cuter_parser)values->parser,
		.method = values->method != NULL ? values->method : "entropy",
		.no_lead = values->no_lead,
	};

	return cut_run_site(cli, &batch);
}

static int
cmd_cut_run(struct cli *cli, const struct cut_values *values,
    struct slice rules, const char *operand)
{
	if (values->site != NULL)
		return cmd_cut_site(cli, values);
	if (values->batch || values->xml)
		return cmd_cut_many(cli, values, rules, operand);
	return cmd_cut_one(cli, values, rules, operand);
}

int
cmd_cut(struct cli *cli, int argc, char **argv)
{
	struct cut_values values = { .jobs = 1, .segments = -1 };
	struct buf rules;
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	code = cmd_cut_check(cli, &values, argc);
	if (code != CLI_GO_ON)
		return code;
	if (values.json)
		values.format = CUT_JSON;
	buf_init(&rules, RULE_FILE_BUF_BYTES);
	code = values.rules != NULL ? rule_file_read(cli, values.rules, &rules)
				    : CLI_OK;
	if (code == CLI_OK)
		code = cmd_cut_run(cli, &values,
		    values.rules != NULL ? buf_slice(&rules) : SLICE_NONE,
		    argc > 0 ? argv[0] : NULL);
	buf_release(&rules);
	return code;
}
