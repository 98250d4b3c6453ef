/*
 * options.c -- parses a command line with a table of options.
 *
 * In:  a command's arguments and its table of options.
 * Out: values in the caller's struct, and the operands at the front of argv.
 *
 * Unlike getopt_long, options cannot be abbreviated: a script with --li would
 * break when an option --lift is added. The error message for a misspelt option
 * suggests a similar one.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/help/help.h"

#define WORD_CHARS     64 /* for a longer option no suggestion is made */
#define CANDIDATES_MAX 64

/* Options that are allowed before and after the name of the command. */
enum { GLOBAL_CONFIG, GLOBAL_DATABASE, GLOBAL_HELP };
const struct option_row options_global[] = {
	{ .name = "config",
	    .letter = 'c',
	    .kind = OPTION_TEXT,
	    .offset = GLOBAL_CONFIG,
	    .value = "FILE",
	    .help = "the daemon's configuration" },
	{ .name = "db",
	    .kind = OPTION_TEXT,
	    .offset = GLOBAL_DATABASE,
	    .value = "FILE",
	    .help = "the database, instead of that of the configuration" },
	{ .name = "help",
	    .letter = 'h',
	    .kind = OPTION_FLAG,
	    .offset = GLOBAL_HELP,
	    .help = "this text" },
	{ 0 },
};

/* ----------------------------------------------------------------- values */

static bool
options_share_parse(const char *text, double *ret)
{
	char *end;
	double share;

	/* Without this check strtod would accept 0x1, 1e-1 and infinity. */
	if (text[0] == '\0' || text[strspn(text, "0123456789.")] != '\0')
		return false;
	errno = 0;
	share = strtod(text, &end);
	if (*end != '\0' || errno != 0 || !(share >= 0 && share <= 1))
		return false;
	*ret = share;
	return true;
}

static int
options_complain_of_int(
    struct cli *cli, const struct option_row *row, const char *text)
{
	if (row->max > 0)
		return cli_usage(cli,
		    "--%s takes a number from %lld to %lld, not \"%s\"",
		    row->name, (long long)row->min, (long long)row->max, text);
	return cli_usage(cli, "--%s takes a number, at least %lld, not \"%s\"",
	    row->name, (long long)row->min, text);
}

static int
options_complain_of_choice(
    struct cli *cli, const struct option_row *row, const char *text)
{
	struct buf names;
	const char *meant;
	size_t n = 0;
	int code;

	buf_init(&names, 4096);
	for (; row->choices[n] != NULL; n++)
		buf_printf(&names, "%s%s", n > 0 ? ", " : "", row->choices[n]);
	meant = near_miss(text, row->choices, n);
	code = cli_usage(cli, "--%s must be one of %s, not \"%s\"%s%s%s",
	    row->name, names.p, text, meant != NULL ? "; did you mean " : "",
	    meant != NULL ? meant : "", meant != NULL ? "?" : "");
	buf_release(&names);
	return code;
}

static int
options_set_int(struct cli *cli, const struct option_row *row, const char *text,
    int64_t *ret)
{
	int64_t n;

	if (!slice_to_int64(slice_of(text), &n) || n < row->min ||
	    (row->max > 0 && n > row->max))
		return options_complain_of_int(cli, row, text);
	*ret = n;
	return CLI_GO_ON;
}

static int
options_set_choice(
    struct cli *cli, const struct option_row *row, const char *text, int *ret)
{
	for (int i = 0; row->choices[i] != NULL; i++)
		if (strcmp(row->choices[i], text) == 0) {
			*ret = i;
			return CLI_GO_ON;
		}
	return options_complain_of_choice(cli, row, text);
}

static int
options_set_list(struct cli *cli, const struct option_row *row,
    const char *text, struct option_list *list)
{
	if (list->n == CLI_LIST_MAX)
		return cli_usage(cli, "--%s was given more than %d times",
		    row->name, CLI_LIST_MAX);
	list->items[list->n++] = text;
	return CLI_GO_ON;
}

static int
options_set_duration(struct cli *cli, const struct option_row *row,
    const char *text, int64_t *ret_s)
{
	int64_t seconds;

	if (!duration_parse(text, &seconds))
		return cli_usage(cli,
		    "--%s takes a duration such as 90s, 15m, 2h or 7d, not "
		    "\"%s\"",
		    row->name, text);
	if (row->max > 0 && seconds > row->max)
		return cli_usage(cli, "--%s must be at most %lldd, not \"%s\"",
		    row->name, (long long)(row->max / 86400), text);
	*ret_s = seconds;
	return CLI_GO_ON;
}

/* `text` is NULL for options without a value. */
static int
options_set_value(struct cli *cli, const struct option_row *row,
    const char *text, void *place)
{
	switch (row->kind) {
	case OPTION_FLAG:
		*(bool *)place = true;
		return CLI_GO_ON;
	case OPTION_JSON:
		cli->json = true;
		return CLI_GO_ON;
	case OPTION_LIMIT:
		return options_set_int(cli, row, text, &cli->limit);
	case OPTION_TEXT:
		*(const char **)place = text;
		return CLI_GO_ON;
	case OPTION_INT:
		return options_set_int(cli, row, text, place);
	case OPTION_SHARE:
		if (options_share_parse(text, place))
			return CLI_GO_ON;
		return cli_usage(cli,
		    "--%s takes a number from 0 to 1, not \"%s\"", row->name,
		    text);
	case OPTION_TIME:
		if (time_parse(text, cli->now_at, place))
			return CLI_GO_ON;
		return cli_usage(cli,
		    "--%s takes 2026-11-20, 2026-11-20T17:48:18Z or a "
		    "duration before now such as 2h or 7d, not \"%s\"",
		    row->name, text);
	case OPTION_DURATION:
		return options_set_duration(cli, row, text, place);
	case OPTION_CHOICE:
		return options_set_choice(cli, row, text, place);
	case OPTION_LIST:
		return options_set_list(cli, row, text, place);
	}
	return CLI_GO_ON;
}

static bool
options_takes_value(const struct option_row *row)
{
	return row->kind != OPTION_FLAG && row->kind != OPTION_JSON;
}

/* ------------------------------------------------------------------ words */

/* The state of parsing the words. */
struct walk {
	struct cli *cli;
	const struct option_row *own; /* the command's table; NULL: none */
	void *values;
	int argc, at;
	char **argv;
	bool help;
};

static const struct option_row *
options_find_long(
    const struct option_row *table, const char *name, size_t length)
{
	for (; table != NULL && table->name != NULL; table++)
		if (strlen(table->name) == length &&
		    memcmp(table->name, name, length) == 0)
			return table;
	return NULL;
}

static const struct option_row *
options_find_short(const struct option_row *table, char letter)
{
	for (; table != NULL && table->name != NULL; table++)
		if (table->letter == letter)
			return table;
	return NULL;
}

static size_t
options_collect_names(
    const struct option_row *table, const char **names, size_t n)
{
	for (; table != NULL && table->name != NULL; table++)
		if (n < CANDIDATES_MAX)
			names[n++] = table->name;
	return n;
}

static int
options_complain_of_unknown(struct walk *walk, const char *name, size_t length)
{
	const char *names[CANDIDATES_MAX], *meant;
	char word[WORD_CHARS + 1];
	size_t n;

	n = options_collect_names(walk->own, names, 0);
	n = options_collect_names(options_global, names, n);
	if (length < sizeof word) {
		memcpy(word, name, length);
		word[length] = '\0';
		meant = near_miss(word, names, n);
		if (meant != NULL)
			return cli_usage(walk->cli,
			    "unknown option --%s; did you mean --%s?", word,
			    meant);
	}
	return cli_usage(walk->cli, "unknown option --%.*s", (int)length, name);
}

static int
options_set_global(
    struct walk *walk, const struct option_row *row, const char *text)
{
	switch (row->offset) {
	case GLOBAL_CONFIG:
		walk->cli->config_given = text;
		break;
	case GLOBAL_DATABASE:
		walk->cli->database_given = text;
		break;
	case GLOBAL_HELP:
		walk->help = true;
		break;
	}
	return CLI_GO_ON;
}

/* `text` is the value attached to the option. NULL: the value is the next
 * word. */
static int
options_set_option(
    struct walk *walk, const struct option_row *row, bool own, const char *text)
{
	if (!options_takes_value(row)) {
		if (text != NULL)
			return cli_usage(
			    walk->cli, "--%s takes no value", row->name);
	} else if (text == NULL) {
		if (walk->at == walk->argc)
			return cli_usage(walk->cli, "--%s needs a value: %s",
			    row->name, row->value);
		text = walk->argv[walk->at++];
	}
	if (!own)
		return options_set_global(walk, row, text);
	return options_set_value(walk->cli, row, text,
	    walk->values == NULL ? NULL : (char *)walk->values + row->offset);
}

static int
options_read_long(struct walk *walk, const char *word)
{
	size_t length = strcspn(word, "=");
	const char *text = word[length] == '=' ? word + length + 1 : NULL;
	const struct option_row *row =
	    options_find_long(walk->own, word, length);

	if (row != NULL)
		return options_set_option(walk, row, true, text);
	row = options_find_long(options_global, word, length);
	if (row != NULL)
		return options_set_option(walk, row, false, text);
	return options_complain_of_unknown(walk, word, length);
}

/* Parses -c FILE, -cFILE, -h, and several flags in one word. */
static int
options_read_short(struct walk *walk, const char *word)
{
	for (; *word != '\0'; word++) {
		const struct option_row *row =
		    options_find_short(walk->own, *word);
		bool own = row != NULL;
		int code;

		if (!own)
			row = options_find_short(options_global, *word);
		if (row == NULL)
			return cli_usage(walk->cli, "unknown option -%c%s",
			    *word,
			    walk->own != NULL
				? " (-- ends options, if it was meant as text)"
				: "");
		if (options_takes_value(row))
			return options_set_option(
			    walk, row, own, word[1] != '\0' ? word + 1 : NULL);
		code = options_set_option(walk, row, own, NULL);
		if (code != CLI_GO_ON)
			return code;
	}
	return CLI_GO_ON;
}

static int
options_check_operands(struct cli *cli, int n, char **operands)
{
	const struct command *command = cli->command;

	if (n < command->least)
		return cli_usage(cli,
		    command->least == 1 ? "%s is missing"
					: "an operand is missing, expected %s",
		    command->operands);
	if (command->most >= 0 && n > command->most) {
		if (command->most == 0)
			return cli_usage(
			    cli, "unexpected operand \"%s\"", operands[0]);
		return cli_usage(
		    cli, "too many operands: \"%s\"", operands[command->most]);
	}
	return CLI_GO_ON;
}

int
options_parse(struct cli *cli, const struct option_row *table, void *values,
    int *argc, char **argv)
{
	struct walk walk = {
		.cli = cli,
		.own = table,
		.values = values,
		.argc = *argc,
		.argv = argv,
	};
	int n_operands = 0, code = CLI_GO_ON;
	bool ended = false;

	if (cli->describe != NULL) {
		cli->describe(cli, table, cli->describe_arg);
		return CLI_OK;
	}
	while (walk.at < walk.argc && code == CLI_GO_ON) {
		char *word = argv[walk.at++];

		if (ended || word[0] != '-' || word[1] == '\0')
			argv[n_operands++] = word;
		else if (strcmp(word, "--") == 0)
			ended = true;
		else if (word[1] == '-')
			code = options_read_long(&walk, word + 2);
		else
			code = options_read_short(&walk, word + 1);
	}
	if (code != CLI_GO_ON)
		return code;
	if (walk.help)
		return help_of_command(cli, table);
	*argc = n_operands;
	return options_check_operands(cli, n_operands, argv);
}

void
commands_describe(const struct cli *cli, command_describe *describe, void *arg)
{
	const struct command *command = cli->commands;

	for (; command != NULL && command->name != NULL; command++) {
		char *argv[] = { NULL };
		struct cli described = {
			.command = command,
			.in = cli->in,
			.out = cli->out,
			.err = cli->err,
			.now_at = cli->now_at,
			.commands = cli->commands,
			.describe = describe,
			.describe_arg = arg,
		};

		command->run(&described, 0, argv);
	}
}

int
options_parse_global(
    struct cli *cli, int argc, char **argv, bool *ret_help, bool *ret_version)
{
	struct walk walk = { .cli = cli, .argc = argc, .argv = argv };

	while (walk.at < argc && argv[walk.at][0] == '-') {
		const char *word = argv[walk.at++];
		int code;

		if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
			*ret_version = true;
			continue;
		}
		if (strcmp(word, "--") == 0)
			break;
		if (strcmp(word, "--json") == 0 ||
		    strncmp(word, "--limit", 7) == 0) {
			cli_usage(cli, "%s must follow the command", word);
			return -1;
		}
		code = word[1] == '-' ? options_read_long(&walk, word + 2)
				      : options_read_short(&walk, word + 1);
		if (code != CLI_GO_ON)
			return -1;
	}
	*ret_help = walk.help;
	return walk.at;
}
