/*
 * completion_zsh.c -- the completion script for zsh.
 *
 * Each command is a case with specifications for _arguments:
 * '--name[help]:value:action'. The help texts are those of --help.
 */
#include <string.h>

#include "cli/help/completion.h"
#include "cli/help/help.h"
#include "cli/help/topics.h"

static const char head[] =
    "#compdef gleaner\n"
    "# Completion of gleaner for zsh; made by `gleaner completion zsh`.\n"
    "\n"
    "# Names that the database or the configuration contains. _arguments puts\n"
    "# options of compadd before the kind of the names. The words of the line\n"
    "# before the command are not in $words here.\n"
    "_gleaner_names() {\n"
    "\tlocal -a names place\n"
    "\tlocal -i i\n"
    "\tlocal program=${${(Q)_gleaner_line[1]}/#\\~\\//$HOME/} word\n"
    "\tfor ((i = 2; i <= $#_gleaner_line; i++)); do\n"
    "\t\tword=${(Q)_gleaner_line[i]}\n"
    "\t\tcase $word in\n"
    "\t\t-c | --config | --db)\n"
    "\t\t\tplace+=($word ${${(Q)_gleaner_line[i+1]}/#\\~\\//$HOME/}) ;;\n"
    "\t\t--config=* | --db=*)\n"
    "\t\t\tplace+=(${word%%=*} ${${word#*=}/#\\~\\//$HOME/}) ;;\n"
    "\t\tesac\n"
    "\tdone\n"
    "\tnames=(${(f)\"$($program $place completion \\\n"
    "\t\t--words ${argv[-1]} 2>/dev/null)\"})\n"
    "\tcompadd \"${(@)argv[1,-2]}\" -a names\n"
    "}\n"
    "\n";

static const char tail[] =
    "\n"
    "_gleaner() {\n"
    "\tlocal context state state_descr line\n"
    "\ttypeset -A opt_args\n"
    "\tlocal -a _gleaner_line\n"
    "\t_gleaner_line=(\"${(@)words[1,CURRENT-1]}\")\n"
    "\t# Options after the command belong to the command.\n"
    "\t_arguments -C -A '-*' $_gleaner_global \\\n"
    "\t\t'--version[the version]' \\\n"
    "\t\t'1:command:->command' '*::operand:->operands'\n"
    "\tcase $state in\n"
    "\tcommand) _describe command _gleaner_commands ;;\n"
    "\toperands) _gleaner_of \"$line[1]\" ;;\n"
    "\tesac\n"
    "}\n"
    "\n"
    "# The file is a function of $fpath, or is sourced.\n"
    "if [ \"$funcstack[1]\" = _gleaner ]; then\n"
    "\t_gleaner \"$@\"\n"
    "else\n"
    "\tcompdef _gleaner gleaner\n"
    "fi\n";

/* Writes text inside '…'. Quotation marks and characters that have a meaning in
 * a specification are escaped. */
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
	} else if (completion_kind_of_option(row) != NULL) {
		buf_printf(
		    out, "_gleaner_names %s", completion_kind_of_option(row));
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
	const char *kind = completion_kind_of_operands(command);

	if (command->most == 0)
		return;
	buf_printf(out, "\t\t'%s:", command->most == 1 ? "1" : "*");
	completion_zsh_put_text(out, command->operands);
	buf_append_char(out, ':');
	if (kind != NULL) {
		buf_printf(out, "_gleaner_names %s", kind);
	} else if (completion_is_file(command->operands)) {
		buf_append_string(out, "_files");
	} else if (completion_is_words(command->operands)) {
		buf_append_char(out, '(');
		completion_put_words(out, command->operands);
		buf_append_char(out, ')');
	}
	buf_append_string(out, "' \\\n");
}

static bool
completion_zsh_is_of_group(
    const struct command *row, const char *group, size_t n)
{
	return strncmp(row->name, group, n) == 0 && row->name[n] == ' ';
}

static bool
completion_zsh_is_group(const struct command *table, const char *name)
{
	while (table->name != NULL &&
	       !completion_zsh_is_of_group(table, name, strlen(name)))
		table++;
	return table->name != NULL;
}

/* Writes the `case` of a command in the shell function _gleaner_of. If other
 * commands begin with the command's name, its `case` is "NAME .", because
 * "NAME" is the `case` of the group. */
static void
completion_zsh_put_case(
    struct cli *cli, const struct option_row *row, void *arg)
{
	struct buf *out = arg;

	buf_printf(out, "\t'%s%s')\n\t\t_arguments \\\n", cli->command->name,
	    completion_zsh_is_group(cli->commands, cli->command->name) ? " ."
								       : "");
	for (; row != NULL && row->name != NULL; row++)
		completion_zsh_put_option(out, row, " \\\n");
	completion_zsh_put_operands(out, cli->command);
	buf_append_string(out, "\t\t$_gleaner_global ;;\n");
}

static void
completion_zsh_put_summary(
    struct buf *out, const char *name, size_t n, const char *summary)
{
	buf_printf(out, "\t'%.*s:", (int)n, name);
	completion_zsh_put_text(out, summary);
	buf_append_string(out, "'\n");
}

/* Writes 'word:summary' for each second word of a group. A group consists of
 * the commands with the same first word. */
static void
completion_zsh_put_second_words(
    struct buf *out, const struct command *row, const char *group, size_t n)
{
	for (; row->name != NULL; row++)
		if (completion_zsh_is_of_group(row, group, n))
			completion_zsh_put_summary(out, row->name + n + 1,
			    strlen(row->name + n + 1), row->summary);
}

/* Writes 'word:summary' for each first word. A group has the summary of its
 * first command. */
static void
completion_zsh_put_first_words(struct buf *out, const struct command *table)
{
	for (const struct command *row = table; row->name != NULL; row++)
		if (!completion_has_earlier(table, row))
			completion_zsh_put_summary(out, row->name,
			    completion_first_word(row->name), row->summary);
}

/* Writes the names that the second word of a group may be, if the group is a
 * command with operands, too. */
static void
completion_zsh_put_group_names(
    struct buf *out, const struct command *table, const char *name)
{
	const char *kind;

	while (table->name != NULL && strcmp(table->name, name) != 0)
		table++;
	kind = table->name != NULL ? completion_kind_of_operands(table) : NULL;
	if (kind != NULL)
		buf_printf(out, "\n\t\t\t_gleaner_names %s", kind);
}

/* Writes the `case` of a group. The second word is completed as a command of
 * the group. If the second word is not a command of the group, it is completed
 * as an operand of the command "NAME .". */
static void
completion_zsh_put_group(
    struct buf *out, const struct command *table, const char *name, size_t n)
{
	buf_printf(out,
	    "\t%.*s)\n"
	    "\t\t_arguments -C '1:command:->command' "
	    "'*::operand:->operands'\n"
	    "\t\tcase $state in\n"
	    "\t\tcommand) _describe command _gleaner_%.*s",
	    (int)n, name, (int)n, name);
	completion_zsh_put_group_names(out, table, name);
	buf_printf(out,
	    " ;;\n"
	    "\t\toperands) _gleaner_of \"%.*s ${${(M)line[1]:#(",
	    (int)n, name);
	for (bool is_first = true; table->name != NULL; table++) {
		if (!completion_zsh_is_of_group(table, name, n))
			continue;
		buf_printf(
		    out, "%s%s", is_first ? "" : "|", table->name + n + 1);
		is_first = false;
	}
	buf_append_string(out, ")}:-.}\" ;;\n\t\tesac ;;\n");
}

/* If `lists` is true, writes a list of the second words of each group.
 * Otherwise writes the `case` of each group. */
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
			completion_zsh_put_group(out, table, group, n);
			continue;
		}
		buf_printf(out, "_gleaner_%s=(\n", group);
		completion_zsh_put_second_words(out, table, group, n);
		buf_append_string(out, ")\n");
	}
}

void
completion_zsh(struct buf *out, const struct cli *cli)
{
	buf_append_string(out, head);
	buf_append_string(out, "_gleaner_commands=(\n");
	completion_zsh_put_first_words(out, cli->commands);
	buf_append_string(out, "\t'help:the commands, or one'\n)\n"
			       "_gleaner_topics=(\n");
	for (size_t i = 0; topics_get(i) != NULL; i++)
		buf_printf(out, "\t'%s:%s'\n", topics_get(i)->name,
		    topics_get(i)->summary);
	buf_append_string(out, "\t'topics:the names of the topics'\n)\n");
	completion_zsh_put_groups(out, cli->commands, true);
	buf_append_string(out, "_gleaner_global=(\n");
	for (const struct option_row *row = options_global; row->name != NULL;
	     row++)
		completion_zsh_put_option(out, row, "\n");
	buf_append_string(out, ")\n\n_gleaner_of() {\n\tcase $1 in\n");
	completion_zsh_put_groups(out, cli->commands, false);
	commands_describe(cli, completion_zsh_put_case, out);
	buf_append_string(out, "\thelp) _describe command _gleaner_commands\n"
			       "\t\t_describe topic _gleaner_topics ;;"
			       "\n\tesac\n}\n");
	buf_append_string(out, tail);
}
