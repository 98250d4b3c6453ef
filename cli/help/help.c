/*
 * help.c -- --help.
 *
 * All text comes from the tables of commands and options, so that the help
 * cannot differ from the program.
 */
#include "cli/help/help.h"

#include <ctype.h>
#include <string.h>

#include "base/limits.h"
#include "cli/help/topics.h"

#define HELP_BYTES (256 * KIB)
#define WIDE       28 /* columns of the left part of the help */
#define COLUMNS    80 /* columns of a line of the help */

static const char head[] =
    "usage: gleaner [-c FILE | --db FILE] COMMAND [OPTION…] [OPERAND…]\n\n"
    "Reads the articles of gleanerd and controls the daemon.\n\nCommands:\n";

static const char tail[] =
    "\n  help [COMMAND|TOPIC]      this text, the help of a command, or a "
    "topic\n"
    "  --version                 the version\n\nTopics:\n";

static const char end[] =
    "\n'gleaner COMMAND --help' shows a command's "
    "options and an example.\n-- ends options. Listings take --json (an "
    "object a line) and --limit N.\n\nThe database is --db FILE or "
    "--db postgresql://USER@HOST/NAME; else the\nvalue of `database` in -c "
    "FILE, in $GLEANER_CONFIG or in\n/etc/gleaner/gleaner.yaml; else "
    "var/gleaner.db "
    "here.\n\nExit codes: 0 "
    "done, 1 nothing found or failed, 2 usage.\n";

/* Appends `right`, wrapped, in the columns from WIDE on.  Its first line is in
 * the line of `left` if `left` is short. */
static void
help_put_line(struct buf *out, const char *left, const char *right)
{
	size_t columns = text_columns(slice_of(left)) + 2;
	struct buf lines;

	buf_init(&lines, HELP_BYTES);
	text_wrap(&lines, slice_of(right), WIDE, COLUMNS);
	buf_printf(out, "  %s", left);
	if (columns + 2 > WIDE) {
		buf_append_char(out, '\n');
		columns = 0;
	}
	buf_append_slice(out, slice_sub(buf_slice(&lines), columns, lines.len));
	buf_carry_failure(out, &lines);
	buf_release(&lines);
}

static void
help_put_command(struct buf *out, const struct command *command)
{
	struct buf left;

	buf_init(&left, HELP_BYTES);
	buf_printf(&left, "%s%s%s", command->name,
	    command->operands[0] != '\0' ? " " : "", command->operands);
	help_put_line(out, left.p, command->summary);
	buf_carry_failure(out, &left);
	buf_release(&left);
}

static int
help_print(struct cli *cli, struct buf *text)
{
	cli_write(cli, text);
	buf_release(text);
	return cli_finish(cli, CLI_OK);
}

static void
help_put_topics(struct buf *out)
{
	for (size_t i = 0; topics_get(i) != NULL; i++)
		help_put_line(out, topics_get(i)->name, topics_get(i)->summary);
}

int
help_of_topics(struct cli *cli)
{
	struct buf text;

	buf_init(&text, HELP_BYTES);
	buf_append_string(&text, "Topics of 'gleaner help TOPIC':\n");
	help_put_topics(&text);
	return help_print(cli, &text);
}

int
help_of_all(struct cli *cli, const struct command *table)
{
	struct buf text;

	buf_init(&text, HELP_BYTES);
	buf_append_string(&text, head);
	for (; table->name != NULL; table++)
		help_put_command(&text, table);
	buf_append_string(&text, tail);
	help_put_topics(&text);
	buf_append_string(&text, end);
	return help_print(cli, &text);
}

int
help_of_group(struct cli *cli, const struct command *table, const char *first)
{
	struct buf text;
	size_t length = strlen(first);

	buf_init(&text, HELP_BYTES);
	buf_printf(&text, "usage: gleaner %s COMMAND …\n\nCommands:\n", first);
	for (; table->name != NULL; table++)
		if (strncmp(table->name, first, length) == 0 &&
		    table->name[length] == ' ')
			help_put_command(&text, table);
	buf_printf(
	    &text, "\n'gleaner %s COMMAND --help' shows the details.\n", first);
	return help_print(cli, &text);
}

bool
help_names_choices(const struct option_row *row)
{
	for (size_t i = 0; row->choices[i] != NULL; i++)
		if (strstr(row->help, row->choices[i]) == NULL)
			return false;
	return true;
}

static void
help_put_choices(struct buf *out, const struct option_row *row)
{
	buf_append_string(out, " (");
	for (size_t i = 0; row->choices[i] != NULL; i++)
		buf_printf(out, "%s%s", i > 0 ? ", " : "", row->choices[i]);
	buf_append_char(out, ')');
}

static void
help_put_options(struct buf *out, const struct option_row *row)
{
	struct buf left, right;

	buf_init(&left, HELP_BYTES);
	buf_init(&right, HELP_BYTES);
	for (; row != NULL && row->name != NULL; row++) {
		if (row->letter != 0)
			buf_printf(&left, "-%c, ", row->letter);
		buf_printf(&left, "--%s%s%s", row->name,
		    row->value != NULL ? " " : "",
		    row->value != NULL ? row->value : "");
		buf_append_string(&right, row->help);
		if (row->kind == OPTION_CHOICE && !help_names_choices(row))
			help_put_choices(&right, row);
		help_put_line(out, left.p, right.p);
		buf_carry_failure(out, &left);
		buf_carry_failure(out, &right);
		buf_clear(&left);
		buf_clear(&right);
	}
	buf_release(&left);
	buf_release(&right);
}

static void
help_put_example(struct buf *out, const char *example)
{
	struct slice rest = slice_of(example), line;

	buf_append_string(out, "\nExample:\n");
	while (slice_next(&rest, '\n', &line))
		buf_printf(out, "  gleaner %.*s\n", SLICE_ARG(line));
}

int
help_of_command(struct cli *cli, const struct option_row *options)
{
	const struct command *command = cli->command;
	struct buf text;

	buf_init(&text, HELP_BYTES);
	buf_printf(&text, "usage: gleaner %s [OPTION…]%s%s\n\n%c%s.\n",
	    command->name, command->operands[0] != '\0' ? " " : "",
	    command->operands, toupper((unsigned char)command->summary[0]),
	    command->summary + 1);
	if (command->more != NULL)
		buf_printf(&text, "\n%s\n", command->more);
	buf_append_string(&text, "\nOptions:\n");
	help_put_options(&text, options);
	help_put_options(&text, options_global);
	help_put_example(&text, command->example);
	return help_print(cli, &text);
}
