/*
 * completion_zsh.c -- the completion script for zsh.
 *
 * Each command is a case with specifications for _arguments:
 * '--name[help]:value:action'. The help texts are those of --help.
 */
#include <string.h>

#include "cli/help/completion.h"
#include "cli/help/help.h"

static const char head[] =
    "#compdef gleaner\n"
    "# Completion of gleaner for zsh; made by `gleaner completion zsh`.\n"
    "\n";

static const char tail[] = "\n"
			   "_gleaner() {\n"
			   "\tlocal context state state_descr line\n"
			   "\ttypeset -A opt_args\n"
			   "\t_arguments -C $_gleaner_global \\\n"
			   "\t\t'--version[the version]' \\\n"
			   "\t\t'1:command:->command' '*::operand:->operands'\n"
			   "\tcase $state in\n"
			   "\tcommand) _describe command _gleaner_commands ;;\n"
			   "\toperands) _gleaner_of \"$line[1]\" ;;\n"
			   "\tesac\n"
			   "}\n"
			   "\n"
			   "_gleaner \"$@\"\n";

/* Text inside '…': without quotation marks and without characters that have a
 * meaning in a specification. */
static void
completion_zsh_put_text(struct buf *out, const char *text)
{
	for (; *text != '\0'; text++) {
		if (*text == '\'')
			buf_append_string(out, "'\\'");
		else if (strchr("[]:\\", *text) != NULL)
			buf_append_char(out, '\\');
		buf_append_char(out, *text == '\n' ? ' ' : *text);
	}
}

static void
completion_zsh_put_action(struct buf *out, const struct option_row *row)
{
	if (row->value == NULL)
		return;
	buf_append_char(out, ':');
	completion_zsh_put_text(out, row->value);
	buf_append_char(out, ':');
	if (row->kind == OPTION_CHOICE) {
		buf_append_char(out, '(');
		for (size_t i = 0; row->choices[i] != NULL; i++)
			buf_printf(
			    out, "%s%s", i > 0 ? " " : "", row->choices[i]);
		buf_append_char(out, ')');
	} else if (completion_is_file(row->value)) {
		buf_append_string(out, "_files");
	} else if (completion_is_folder(row->value)) {
		buf_append_string(out, "_files -/");
	}
}

static void
completion_zsh_put_option(
    struct buf *out, const struct option_row *row, const char *end)
{
	const char *again = row->kind == OPTION_LIST ? "*" : "";

	if (row->letter != 0) {
		buf_printf(out, "\t\t'%s-%c[", again, row->letter);
		completion_zsh_put_text(out, row->help);
		buf_append_char(out, ']');
		completion_zsh_put_action(out, row);
		buf_printf(out, "'%s", end);
	}
	buf_printf(out, "\t\t'%s--%s%s[", again, row->name,
	    row->value != NULL ? "=" : "");
	completion_zsh_put_text(out, row->help);
	buf_append_char(out, ']');
	completion_zsh_put_action(out, row);
	buf_printf(out, "'%s", end);
}

static void
completion_zsh_put_operands(struct buf *out, const struct command *command)
{
	const char *operands = command->operands;

	if (command->most == 0)
		return;
	buf_printf(out, "\t\t'%s:", command->most == 1 ? "1" : "*");
	completion_zsh_put_text(out, operands);
	buf_append_char(out, ':');
	if (completion_is_file(operands)) {
		buf_append_string(out, "_files");
	} else if (operands[0] >= 'a' && operands[0] <= 'z') {
		buf_append_char(out, '(');
		for (; *operands != '\0'; operands++)
			buf_append_char(
			    out, *operands == '|' ? ' ' : *operands);
		buf_append_char(out, ')');
	}
	buf_append_string(out, "' \\\n");
}

static void
completion_zsh_put_case(
    struct cli *cli, const struct option_row *row, void *arg)
{
	struct buf *out = arg;

	buf_printf(out, "\t'%s')\n\t\t_arguments \\\n", cli->command->name);
	for (; row != NULL && row->name != NULL; row++)
		completion_zsh_put_option(out, row, " \\\n");
	completion_zsh_put_operands(out, cli->command);
	buf_append_string(out, "\t\t$_gleaner_global ;;\n");
}

static bool
completion_zsh_is_of_group(
    const struct command *row, const char *group, size_t n)
{
	return strncmp(row->name, group, n) == 0 && row->name[n] == ' ';
}

/* Writes 'name:summary' of the commands in a group, or of the first words. */
static void
completion_zsh_put_list(
    struct buf *out, const struct command *row, const char *group)
{
	size_t n = strlen(group);

	for (; row->name != NULL; row++) {
		const char *name = row->name;

		if (n > 0 ? !completion_zsh_is_of_group(row, group, n)
			  : strchr(name, ' ') != NULL)
			continue;
		buf_printf(out, "\t'%s:", n > 0 ? name + n + 1 : name);
		completion_zsh_put_text(out, row->summary);
		buf_append_string(out, "'\n");
	}
}

/* The second word of a group is completed like the first word. */
static void
completion_zsh_put_group(struct buf *out, const char *name, size_t n)
{
	buf_printf(out,
	    "\t%.*s)\n"
	    "\t\t_arguments -C '1:command:->command' "
	    "'*::operand:->operands'\n"
	    "\t\tcase $state in\n"
	    "\t\tcommand) _describe command _gleaner_%.*s ;;\n"
	    "\t\toperands) _gleaner_of \"%.*s $line[1]\" ;;\n"
	    "\t\tesac ;;\n",
	    (int)n, name, (int)n, name, (int)n, name);
}

/* Writes each group once. */
static void
completion_zsh_put_groups(
    struct buf *out, const struct command *table, bool lists)
{
	char group[64] = "";

	for (const struct command *row = table; row->name != NULL; row++) {
		size_t n = strcspn(row->name, " ");

		if (row->name[n] == '\0' || n >= sizeof group ||
		    completion_zsh_is_of_group(row, group, strlen(group)))
			continue;
		memcpy(group, row->name, n);
		group[n] = '\0';
		if (!lists) {
			completion_zsh_put_group(out, group, n);
			continue;
		}
		buf_printf(out, "_gleaner_%s=(\n", group);
		completion_zsh_put_list(out, table, group);
		buf_append_string(out, ")\n");
	}
}

void
completion_zsh(struct buf *out, const struct cli *cli)
{
	buf_append_string(out, head);
	buf_append_string(out, "_gleaner_commands=(\n");
	completion_zsh_put_list(out, cli->commands, "");
	buf_append_string(out, "\t'feed:subscriptions'\n"
			       "\t'help:the commands, or one'\n)\n");
	completion_zsh_put_groups(out, cli->commands, true);
	buf_append_string(out, "_gleaner_global=(\n");
	for (const struct option_row *row = options_global; row->name != NULL;
	     row++)
		completion_zsh_put_option(out, row, "\n");
	buf_append_string(out, ")\n\n_gleaner_of() {\n\tcase $1 in\n");
	completion_zsh_put_groups(out, cli->commands, false);
	commands_describe(cli, completion_zsh_put_case, out);
	buf_append_string(out, "\thelp) _describe command _gleaner_commands ;;"
			       "\n\tesac\n}\n");
	buf_append_string(out, tail);
}
