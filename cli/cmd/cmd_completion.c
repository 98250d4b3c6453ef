/*
 * cmd_completion.c -- gleaner completion bash|zsh|fish
 *                     gleaner completion --words KIND
 *
 * The second form lists names for the scripts of the first form.
 */
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/table.h"
#include "cli/cli.h"
#include "cli/help/completion.h"
#include "config/config.h"
#include "store/store.h"

#define SCRIPT_BYTES (1 * MIB)
#define NAMES_BYTES  (64 * MIB) /* enough for a million feeds */
#define KIND_NONE    (-1)

/* In the order of completion_kinds. */
enum { KIND_FEEDS, KIND_TAGS, KIND_CONSUMERS, KIND_PROFILES };

struct completion_values {
	int kind; /* an index into completion_kinds */
};

static const struct option_row options[] = {
	{ .name = "words",
	    .kind = OPTION_CHOICE,
	    .offset = offsetof(struct completion_values, kind),
	    .value = "KIND",
	    .choices = completion_kinds,
	    .help = "list the names of this kind, one on each line, instead of "
		    "a script" },
	{ 0 },
};

static const struct {
	const char *name;
	void (*put)(struct buf *out, const struct cli *);
} shells[] = {
	{ "bash", completion_bash },
	{ "zsh", completion_zsh },
	{ "fish", completion_fish },
};

/* ---- names ---- */

struct names {
	int kind;
	struct buf out;
	struct table seen; /* the keys are the tags that were listed; the values
			      are not used */
};

/* Control characters are removed, so that each line is exactly one name. */
static void
cmd_completion_put_name(struct names *names, struct slice name)
{
	if (name.len == 0)
		return;
	text_clean(&names->out, name);
	buf_append_char(&names->out, '\n');
}

static int
cmd_completion_visit_feed(const struct feed_row *row, void *arg)
{
	struct names *names = arg;
	struct slice tags = row->tags, tag;

	if (names->kind == KIND_FEEDS) {
		cmd_completion_put_name(names, row->url);
		return 0;
	}
	while (tags.len > 0 && slice_next(&tags, '\n', &tag))
		if (tag.len > 0 && table_get(&names->seen, tag) == NULL &&
		    table_put(&names->seen, tag, names) == 0)
			cmd_completion_put_name(names, tag);
	return 0;
}

static int
cmd_completion_visit_consumer(const struct consumer_row *row, void *arg)
{
	cmd_completion_put_name(arg, row->name);
	return 0;
}

static int
cmd_completion_read_store(struct cli *cli, struct names *names)
{
	struct err e = ERR_INIT;
	struct store *store;
	int code = cli_store_open(cli, CLI_READ, &store), rc;

	if (code != CLI_OK)
		return code;
	rc = names->kind == KIND_CONSUMERS
		 ? store_consumer_lags(
		       store, cmd_completion_visit_consumer, names, &e)
		 : store_feed_list(store, cmd_completion_visit_feed, names, &e);
	store_close(store);
	return rc == 0 ? CLI_OK : cli_fail_err(cli, &e);
}

/* Lists the profiles of the configuration, if the configuration can be read. */
static void
cmd_completion_read_profiles(struct cli *cli, struct names *names)
{
	if (cli_config(cli) != CLI_OK || cli->config == NULL)
		return;
	for (size_t i = 0; i < cli->config->n_profiles; i++)
		cmd_completion_put_name(
		    names, slice_of(cli->config->profiles[i].name));
}

static int
cmd_completion_names(struct cli *cli, int kind)
{
	struct names names = { .kind = kind };
	int code = CLI_OK;

	buf_init(&names.out, NAMES_BYTES);
	table_init(&names.seen);
	if (kind == KIND_PROFILES)
		cmd_completion_read_profiles(cli, &names);
	else
		code = cmd_completion_read_store(cli, &names);
	if (code == CLI_OK)
		code = cli_write(cli, &names.out);
	table_release(&names.seen);
	buf_release(&names.out);
	return cli_finish(cli, code);
}

/* ---- scripts ---- */

static int
cmd_completion_script(struct cli *cli, const char *shell)
{
	for (size_t i = 0; i < ARRAY_LENGTH(shells); i++) {
		struct buf out;

		if (strcmp(shells[i].name, shell) != 0)
			continue;
		buf_init(&out, SCRIPT_BYTES);
		shells[i].put(&out, cli);
		cli_write(cli, &out);
		buf_release(&out);
		return cli_finish(cli, CLI_OK);
	}
	return cli_usage(
	    cli, "unknown shell \"%s\"; known are bash, zsh and fish", shell);
}

int
cmd_completion(struct cli *cli, int argc, char **argv)
{
	struct completion_values values = { .kind = KIND_NONE };
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	if (values.kind != KIND_NONE && argc == 0)
		return cmd_completion_names(cli, values.kind);
	if (values.kind != KIND_NONE || argc == 0)
		return cli_usage(
		    cli, "name either a shell or --words KIND, but not both");
	return cmd_completion_script(cli, argv[0]);
}
