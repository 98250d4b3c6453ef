/*
 * completion_fish.c -- the completion script for fish.
 *
 * Each completion has a condition: the words of the command that the line
 * contains so far.
 */
#include <string.h>

#include "cli/help/completion.h"
#include "cli/help/help.h"
#include "cli/help/topics.h"

static const char head[] =
    "# Completion of gleaner for fish; made by `gleaner completion fish`.\n"
    "\n"
    "# True if the words of the line before the cursor are this command. A\n"
    "# command has one word, or is one of the pairs.\n"
    "function __gleaner_at\n"
    "\tset -l words\n"
    "\tset -l skip 0\n"
    "\tfor word in (commandline -opc)[2..-1]\n"
    "\t\tif test $skip = 1\n"
    "\t\t\tset skip 0\n"
    "\t\t\tcontinue\n"
    "\t\tend\n"
    "\t\tswitch $word\n"
    "\t\t\tcase -c --config --db\n"
    "\t\t\t\tset skip 1\n"
    "\t\t\tcase '-*'\n"
    "\t\t\tcase '*'\n"
    "\t\t\t\tset -a words $word\n"
    "\t\tend\n"
    "\tend\n"
    "\tif contains -- \"$words[1..2]\" $__gleaner_pairs\n"
    "\t\ttest \"$words[1..2]\" = \"$argv[1]\"\n"
    "\telse\n"
    "\t\ttest \"$words[1]\" = \"$argv[1]\"\n"
    "\tend\n"
    "end\n"
    "\n"
    "# Names that the database or the configuration contains.\n"
    "function __gleaner_names\n"
    "\tset -l words (commandline -opc)\n"
    "\tset -l place\n"
    "\tfor i in (seq 2 (math (count $words) - 1))\n"
    "\t\tif contains -- $words[$i] -c --config --db\n"
    "\t\t\tset -a place $words[$i..(math $i + 1)]\n"
    "\t\tend\n"
    "\tend\n"
    "\t$words[1] $place completion --words $argv[1] 2>/dev/null\n"
    "end\n"
    "\n"
    "complete -c gleaner -f\n";

/* Writes a text inside '…'. */
static void
completion_fish_put_text(struct buf *out, const char *text)
{
	buf_append_char(out, '\'');
	for (; *text != '\0'; text++) {
		if (*text == '\'' || *text == '\\')
			buf_append_char(out, '\\');
		buf_append_char(out, *text == '\n' ? ' ' : *text);
	}
	buf_append_char(out, '\'');
}

static void
completion_fish_put_names(struct buf *out, const char *kind)
{
	buf_printf(out, " -a '(__gleaner_names %s)'", kind);
}

static void
completion_fish_put_value(struct buf *out, const struct option_row *row)
{
	if (row->value == NULL)
		return;
	if (completion_is_file(row->value)) {
		buf_append_string(out, " -r -F");
		return;
	}
	buf_append_string(out, " -x");
	if (row->kind == OPTION_CHOICE) {
		buf_append_string(out, " -a '");
		for (size_t i = 0; row->choices[i] != NULL; i++)
			buf_printf(
			    out, "%s%s", i > 0 ? " " : "", row->choices[i]);
		buf_append_char(out, '\'');
	} else if (completion_is_folder(row->value)) {
		buf_append_string(out, " -a '(__fish_complete_directories)'");
	} else if (completion_kind_of_option(row) != NULL) {
		completion_fish_put_names(out, completion_kind_of_option(row));
	}
}

/* `command`: name of the command; NULL: the option belongs to every command. */
static void
completion_fish_put_option(
    struct buf *out, const char *command, const struct option_row *row)
{
	buf_append_string(out, "complete -c gleaner");
	if (command != NULL)
		buf_printf(out, " -n '__gleaner_at \"%s\"'", command);
	if (row->letter != 0)
		buf_printf(out, " -s %c", row->letter);
	buf_printf(out, " -l %s", row->name);
	completion_fish_put_value(out, row);
	buf_append_string(out, " -d ");
	completion_fish_put_text(out, row->help);
	buf_append_char(out, '\n');
}

static void
completion_fish_put_operands(struct buf *out, const struct command *command)
{
	const char *kind = completion_kind_of_operands(command);
	bool is_file = completion_is_file(command->operands);

	if (kind == NULL && !is_file && !completion_is_words(command->operands))
		return;
	buf_printf(
	    out, "complete -c gleaner -n '__gleaner_at \"%s\"'", command->name);
	if (kind != NULL) {
		completion_fish_put_names(out, kind);
	} else if (is_file) {
		buf_append_string(out, " -F");
	} else {
		buf_append_string(out, " -a '");
		completion_put_words(out, command->operands);
		buf_append_char(out, '\'');
	}
	buf_append_char(out, '\n');
}

static void
completion_fish_put_command(
    struct cli *cli, const struct option_row *row, void *arg)
{
	for (; row != NULL && row->name != NULL; row++)
		completion_fish_put_option(arg, cli->command->name, row);
	completion_fish_put_operands(arg, cli->command);
}

/* Writes the completion of the last word of each command. Its condition is the
 * first word of the command, if the command has two words. A first word such as
 * "feed", which only begins other commands, has no help text. */
static void
completion_fish_put_words(struct buf *out, const struct command *table)
{
	for (const struct command *row = table; row->name != NULL; row++) {
		size_t n = completion_first_word(row->name);
		bool is_group = row->name[n] != '\0';

		if (is_group && !completion_has_earlier(table, row))
			buf_printf(out,
			    "complete -c gleaner -n '__gleaner_at \"\"' "
			    "-a %.*s\n",
			    (int)n, row->name);
		buf_printf(out,
		    "complete -c gleaner -n '__gleaner_at \"%.*s\"' -a %s -d ",
		    is_group ? (int)n : 0, row->name,
		    is_group ? row->name + n + 1 : row->name);
		completion_fish_put_text(out, row->summary);
		buf_append_char(out, '\n');
	}
}

/* Writes a list of the commands that have two words. */
static void
completion_fish_put_pairs(struct buf *out, const struct command *table)
{
	buf_append_string(out, "set -g __gleaner_pairs");
	for (const struct command *row = table; row->name != NULL; row++)
		if (strchr(row->name, ' ') != NULL)
			buf_printf(out, " '%s'", row->name);
	buf_append_char(out, '\n');
}

static void
completion_fish_put_topics(struct buf *out)
{
	for (size_t i = 0; topics_get(i) != NULL; i++) {
		buf_printf(out,
		    "complete -c gleaner -n '__gleaner_at \"help\"' -a %s -d ",
		    topics_get(i)->name);
		completion_fish_put_text(out, topics_get(i)->summary);
		buf_append_char(out, '\n');
	}
}

void
completion_fish(struct buf *out, const struct cli *cli)
{
	buf_append_string(out, head);
	completion_fish_put_pairs(out, cli->commands);
	completion_fish_put_words(out, cli->commands);
	buf_append_string(out,
	    "complete -c gleaner -n '__gleaner_at \"\"' -a help -d "
	    "'the commands, or one'\n");
	completion_fish_put_topics(out);
	commands_describe(cli, completion_fish_put_command, out);
	for (const struct option_row *row = options_global; row->name != NULL;
	     row++)
		completion_fish_put_option(out, NULL, row);
	buf_append_string(
	    out, "complete -c gleaner -l version -d 'the version'\n");
}
