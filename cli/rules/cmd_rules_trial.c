/*
 * cmd_rules_trial.c -- gleaner rules test HOST: applies the rules of a site to
 * its stored pages.
 *
 * The normal case: the command lists the newest stored pages of the host. For
 * each page it starts two sandboxed processes. One process extracts the page
 * without the rules, the other with the rules. Each process answers with the
 * number of words, the state of the rules, and a line for each rule that found
 * something. The command shows a row for each page. Nothing is stored.
 *
 * Failures: if the rules need too much time for a page, its process is killed,
 * and the row of the page has the state "failed".
 */
#include <stdlib.h>
#include <string.h>

#include "base/limits/limits_rules.h"
#include "cli/cut/isolated.h"
#include "cli/print/json_row.h"
#include "cli/rules/rule_file.h"
#include "cli/term/table.h"
#include "config/config.h"
#include "crawler/access.h"
#include "cuter/cuter.h"
#include "store/store.h"
#include "url/site/url_site.h"
#include "url/url.h"
#include "worker/message/wire.h"

#define PAGES_DEFAULT 20
#define ANSWER_BYTES  MIB
#define LINES_BYTES   (64 * KIB)
#define ARENA_BYTES   (256 * KIB)

struct rules_values {
	const char *file;
};
#define VALUE(member) offsetof(struct rules_values, member)

static const struct option_row options[] = {
	{ .name = "rules",
	    .kind = OPTION_TEXT,
	    .value = "FILE",
	    .offset = VALUE(file),
	    .help = "apply the rules in FILE instead of those of the "
		    "configuration" },
	OPTIONS_OF_LISTINGS_WITH("read at most N pages (default: 20)"),
	{ 0 },
};

static const struct table_column columns[] = {
	{ .title = "ID", .right = true },
	{ .title = "BEFORE", .right = true },
	{ .title = "AFTER", .right = true },
	{ .title = "RULES" },
	{ .title = "FOUND", .shrinks = 12, .weight = 2 },
	{ .title = "URL", .shrinks = 20, .weight = 2 },
	{ .title = NULL },
};

/* The state of the command. */
struct rules_trial {
	struct cli *cli;
	struct store *store;
	struct access *access;
	struct buf file; /* the text of the file of --rules */
	bool has_file;
	struct slice host; /* HOST of the command line: a host, or a domain
			      whose hosts are all included */
	struct text_table table;
	int64_t n, most, n_applied;
	int code;
};

/* The result of one page. `lines`: a line for each rule that found something.
 */
struct rules_result {
	int64_t before, after;
	const char *state;
	struct slice why, lines;
};

/* ---- in the sandbox ---- */

/* Extracts the page. The answer for a page that cannot be extracted has 0
 * words. */
static void
cmd_rules_trial_cut(const struct reader_tools *tools,
    const struct cuter_input *in, struct slice rules, struct buf *out)
{
	const struct cuter_options how = { .rules = rules };
	struct cuter_article a = { 0 };
	struct err e = ERR_INIT;

	if (cuter_cut(tools->cuter, in, &how, &a, &e) != 0) {
		buf_printf(
		    out, "0 %s\n%s\n", rules.p != NULL ? "failed" : "", e.text);
		return;
	}
	buf_printf(out, "%u %s\n%.*s\n",
	    a.origin == CUTER_ORIGIN_FEED ? 0 : a.word_count,
	    cuter_rule_state_name(a.rule), SLICE_ARG(a.rule_why));
	for (size_t i = 0; i < a.n_rule_lines; i++)
		if (a.rule_lines[i].n_found > 0)
			buf_printf(out, "%u %s %u\n", a.rule_lines[i].number,
			    a.rule_lines[i].command, a.rule_lines[i].n_found);
}

static void
cmd_rules_trial_answer(const struct reader_tools *tools, struct slice question,
    struct buf *out, void *arg)
{
	struct cuter_input in = { 0 };
	struct wire_reader r;
	struct slice rules;

	(void)arg;
	wire_read_init(&r, question);
	rules = wire_read_bytes(&r);
	in.url = wire_read_bytes(&r);
	in.content_type = wire_read_bytes(&r);
	in.bytes = wire_read_bytes(&r);
	buf_append_char(out, ISOLATED_DONE);
	if (rules.len == 0)
		rules = SLICE_NONE;
	cmd_rules_trial_cut(tools, &in, rules, out);
}

/* ---- in the command ---- */

static const char *
cmd_rules_trial_state(struct slice name)
{
	for (int i = 0; i < CUTER_RULE_STATE_COUNT; i++) {
		const char *known =
		    cuter_rule_state_name((enum cuter_rule_state)i);

		if (slice_equal(name, slice_of(known)))
			return known;
	}
	return cuter_rule_state_name(CUTER_RULE_FAILED);
}

/* Sends the question to a new process, so that no page can affect another one.
 */
static bool
cmd_rules_trial_ask(struct rules_trial *t, struct slice rules,
    const struct cuter_input *in, struct buf *ret, const char **ret_why)
{
	const struct reader_options order = { .answer = cmd_rules_trial_answer,
		.memory_bytes = LIMIT_READER_MEMORY,
		.question_bytes = LIMIT_READER_BYTES,
		.answer_bytes = ANSWER_BYTES,
		.deadline_ms = LIMIT_WORKER_WALL_MS,
		.keep_fd = -1 };
	struct reader reader = { 0 };
	enum isolated_result result;
	struct slice answer, text;
	struct buf question;
	bool good = false;

	buf_init(&question, (size_t)order.question_bytes);
	wire_put_slice(&question, rules);
	wire_put_slice(&question, in->url);
	wire_put_slice(&question, in->content_type);
	wire_put_slice(&question, in->bytes);
	*ret_why = "the page cannot be read";
	if (!buf_failed(&question) &&
	    isolated_start(t->cli, &reader, &order) == CLI_OK) {
		if (reader_ask(&reader, buf_slice(&question)) &&
		    reader_wait(&reader, &answer) &&
		    isolated_read(answer, &result, &text)) {
			buf_append_slice(ret, text);
			good = true;
		} else {
			*ret_why = "the expressions need too much time";
		}
	}
	reader_stop(&reader);
	buf_release(&question);
	return good;
}

/* Parses an answer: a line "WORDS STATE", a line with the reason, and a line
 * for each rule that found something. */
static void
cmd_rules_trial_parse(struct slice answer, int64_t *ret_words,
    const char **ret_state, struct slice *ret_why, struct slice *ret_lines)
{
	struct slice first = SLICE_NONE, words = SLICE_NONE;

	*ret_words = 0;
	slice_next(&answer, '\n', &first);
	slice_next(&first, ' ', &words);
	if (!slice_to_int64(words, ret_words) || *ret_words < 0)
		*ret_words = 0;
	*ret_state = cmd_rules_trial_state(first);
	*ret_why = SLICE_NONE;
	slice_next(&answer, '\n', ret_why);
	*ret_lines = answer;
}

static void
cmd_rules_trial_put_json(
    struct buf *out, int64_t id, struct slice url, const struct rules_result *r)
{
	struct slice lines = r->lines, line, number, command;
	struct json_writer json;
	int64_t n;

	json_writer_init(&json, out);
	json_write_object(&json, NULL);
	json_write_int(&json, "id", id);
	json_write_text(&json, "url", url);
	json_write_int(&json, "before", r->before);
	json_write_int(&json, "after", r->after);
	json_write_text(&json, "state", slice_of(r->state));
	json_write_text_or_null(&json, "why", r->why);
	json_write_array(&json, "lines");
	while (slice_next(&lines, '\n', &line)) {
		if (!slice_next(&line, ' ', &number) ||
		    !slice_next(&line, ' ', &command) ||
		    !slice_to_int64(number, &n))
			continue;
		json_write_object(&json, NULL);
		json_write_int(&json, "line", n);
		json_write_text(&json, "command", command);
		n = 0;
		slice_to_int64(line, &n);
		json_write_int(&json, "found", n);
		json_write_end_object(&json);
	}
	json_write_end_array(&json);
	json_write_end_object(&json);
	buf_append_char(out, '\n');
}

static int
cmd_rules_trial_put(struct rules_trial *t, int64_t id, struct slice url,
    const struct rules_result *r)
{
	struct slice rest = r->lines, line;
	struct buf out;
	int code;

	buf_init(&out, JSON_ROW_MAX_BYTES);
	if (t->cli->json) {
		cmd_rules_trial_put_json(&out, id, url, r);
		code = cli_write(t->cli, &out);
	} else {
		while (slice_next(&rest, '\n', &line))
			buf_printf(&out, "%s%.*s", out.len > 0 ? ", " : "",
			    SLICE_ARG(line));
		text_table_number(&t->table, id);
		text_table_number(&t->table, r->before);
		text_table_number(&t->table, r->after);
		text_table_text(&t->table, slice_of(r->state));
		text_table_text(
		    &t->table, r->why.len > 0 ? r->why : buf_slice(&out));
		text_table_text(&t->table, url);
		code = text_table_end_row(&t->table);
	}
	buf_release(&out);
	return code;
}

static int
cmd_rules_trial_page(struct rules_trial *t, int64_t id, struct slice url,
    struct slice rules, const struct cuter_input *in)
{
	struct rules_result r = { .state = "failed" };
	struct slice why, lines;
	const char *failure, *state;
	struct buf before, after;
	int code;

	buf_init(&before, LINES_BYTES);
	buf_init(&after, ANSWER_BYTES);
	if (cmd_rules_trial_ask(t, SLICE(""), in, &before, &failure))
		cmd_rules_trial_parse(
		    buf_slice(&before), &r.before, &state, &why, &lines);
	if (cmd_rules_trial_ask(t, rules, in, &after, &failure))
		cmd_rules_trial_parse(
		    buf_slice(&after), &r.after, &r.state, &r.why, &r.lines);
	else
		r.why = slice_of(failure);
	t->n_applied +=
	    strcmp(r.state, cuter_rule_state_name(CUTER_RULE_APPLIED)) == 0;
	code = cmd_rules_trial_put(t, id, url, &r);
	buf_release(&before);
	buf_release(&after);
	return code;
}

/* ---- the pages ---- */

/* Returns the rules for a page; SLICE_NONE: the page is not of the host, or has
 * no rules. */
static struct slice
cmd_rules_trial_rules(const struct rules_trial *t, struct slice url)
{
	const struct config_rules *rules = NULL;
	struct slice ret = SLICE_NONE;
	char text[LIMIT_URL_BYTES + 1];
	struct url_site site;
	struct arena arena;
	jmp_buf exhausted;

	if (url.len == 0 || url.len >= sizeof(text))
		return ret;
	memcpy(text, url.p, url.len);
	text[url.len] = '\0';
	arena_init(&arena, ARENA_BYTES);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) == 0 && url_site_read(&arena, url, &site) &&
	    (slice_equal(site.host, t->host) ||
		slice_equal(site.domain, t->host))) {
		rules = access_rules(t->access, text);
		if (t->has_file)
			ret = buf_slice(&t->file);
		else if (rules != NULL)
			ret = (struct slice){ rules->text, rules->bytes };
	}
	arena_release(&arena);
	return ret;
}

static int
cmd_rules_trial_visit(int64_t id, struct slice url, void *arg)
{
	struct rules_trial *t = arg;
	struct slice rules = cmd_rules_trial_rules(t, url);
	char *bytes = NULL, *type = NULL;
	struct cuter_input in = { .url = url, .now_at = t->cli->now_at };
	struct err e = ERR_INIT;

	if (rules.p == NULL || t->n == t->most)
		return 0;
	if (store_page_get(t->store, id, &bytes, &in.bytes.len, &type, &e) != 0)
		return 0; /* the page was deleted meanwhile, or cannot be
			     unpacked */
	in.bytes.p = bytes;
	in.content_type = slice_of(type);
	t->n++;
	t->code = cmd_rules_trial_page(t, id, url, rules, &in);
	free(bytes);
	free(type);
	return t->code;
}

/* Reads HOST as the host of a URL, into memory of the arena. */
static bool
cmd_rules_trial_read_host(struct arena *arena, const char *text,
    struct slice *ret_host, struct slice *ret_domain)
{
	struct slice url = arena_format(arena, "http://%s/", text);
	struct url_site site;
	jmp_buf exhausted;

	arena->exhausted = &exhausted;
	if (setjmp(exhausted) != 0 || !url_site_read(arena, url, &site))
		return false;
	*ret_host = site.host;
	*ret_domain = site.domain.p != NULL ? site.domain : site.host;
	return true;
}

static int
cmd_rules_trial_run(
    struct rules_trial *t, const char *host, struct slice domain)
{
	struct err e = ERR_INIT;
	int rc;

	text_table_init(&t->table, t->cli, columns);
	rc = store_page_of_host(
	    t->store, domain, LIMIT_RULES_TRIED, cmd_rules_trial_visit, t, &e);
	text_table_release(&t->table);
	if (rc < 0)
		return cli_fail_err(t->cli, &e);
	if (rc > 0)
		return rc;
	if (t->n == 0)
		return cli_nothing(t->cli,
		    "no stored page of %s has rules; name a file with --rules "
		    "FILE, or with the key `rules` of `sites`; "
		    "`articles.raw: keep` stores pages",
		    host);
	return t->n_applied > 0 ? CLI_OK : CLI_NOTHING;
}

static int
cmd_rules_trial_open(struct rules_trial *t, const char *file)
{
	struct err e = ERR_INIT;
	int code = cli_config(t->cli);

	buf_init(&t->file, RULE_FILE_BUF_BYTES);
	t->has_file = file != NULL;
	if (code == CLI_OK && t->has_file)
		code = rule_file_read(t->cli, file, &t->file);
	if (code == CLI_OK && !t->has_file && t->cli->config == NULL)
		code = cli_usage(t->cli,
		    "no configuration was found; name it with -c FILE, or "
		    "name a file of rules with --rules");
	if (code == CLI_OK && t->cli->config != NULL &&
	    access_new(t->cli->config->sites, t->cli->config->n_sites,
		&t->access, &e) != 0)
		code = cli_fail_err(t->cli, &e);
	if (code == CLI_OK)
		code = cli_store_open(t->cli, CLI_READ, &t->store);
	return code;
}

int
cmd_rules_trial(struct cli *cli, int argc, char **argv)
{
	struct rules_trial t = { .cli = cli };
	struct rules_values values = { 0 };
	struct slice domain = SLICE_NONE;
	struct arena arena;
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	arena_init(&arena, ARENA_BYTES);
	t.most = cli->limit > 0 ? cli->limit : PAGES_DEFAULT;
	code = cmd_rules_trial_open(&t, values.file);
	if (code == CLI_OK &&
	    !cmd_rules_trial_read_host(&arena, argv[0], &t.host, &domain))
		code = cli_usage(cli, "\"%s\" is not a host", argv[0]);
	if (code == CLI_OK)
		code = cmd_rules_trial_run(&t, argv[0], domain);
	if (t.store != NULL)
		store_close(t.store);
	access_free(t.access);
	buf_release(&t.file);
	arena_release(&arena);
	return cli_finish(cli, code);
}
