/*
 * completion_bash.c -- the completion script for bash.
 *
 * The script needs only bash. Its four tables (commands, the options of each
 * command, the values of each option, the operands of each command) are made
 * from the program's tables.
 */
#include <string.h>

#include "cli/help/completion.h"
#include "cli/help/help.h"
#include "cli/help/topics.h"

static const char head[] =
    "# Completion of gleaner for bash; made by `gleaner completion bash`.\n"
    "\n";

static const char tail[] =
    "\n"
    "# The command that the line names, into `command`; else what may be\n"
    "# completed in its place, into `command` with a ? before.\n"
    "_gleaner_command() {\n"
    "\tlocal i word group=\n"
    "\tcommand='?'\n"
    "\tfor ((i = 1; i < COMP_CWORD; i++)); do\n"
    "\t\tword=${COMP_WORDS[i]}\n"
    "\t\tcase $word in\n"
    "\t\t-c | --config | --db) ((i++)) ;;\n"
    "\t\t-*) ;;\n"
    "\t\t*)\n"
    "\t\t\tif [ \"$group\" ]; then\n"
    "\t\t\t\tcommand=$group\n"
    "\t\t\t\tcase \" $(_gleaner_words \"$group\") \" in\n"
    "\t\t\t\t*\" $word \"*) command=\"$group $word\" ;;\n"
    "\t\t\t\tesac\n"
    "\t\t\t\treturn\n"
    "\t\t\telif [ \"$(_gleaner_words \"$word\")\" ]; then\n"
    "\t\t\t\tgroup=$word\n"
    "\t\t\t\tcommand=\"?$word\"\n"
    "\t\t\telse\n"
    "\t\t\t\tcommand=$word\n"
    "\t\t\t\treturn\n"
    "\t\t\tfi ;;\n"
    "\t\tesac\n"
    "\tdone\n"
    "}\n"
    "\n"
    "# Names that the database or the configuration contains. The words of\n"
    "# bash are parted at : and =, so the word is taken from the line, and\n"
    "# the replies are without the part before the last of these signs.\n"
    "_gleaner_names() {\n"
    "\tlocal line=${COMP_LINE:0:COMP_POINT} word before i reply\n"
    "\tlocal place=()\n"
    "\tfor ((i = 1; i < COMP_CWORD - 1; i++)); do\n"
    "\t\tcase ${COMP_WORDS[i]} in\n"
    "\t\t-c | --config | --db)\n"
    "\t\t\tplace+=(\"${COMP_WORDS[i]}\" \"${COMP_WORDS[i + 1]}\") ;;\n"
    "\t\tesac\n"
    "\tdone\n"
    "\tword=${line##*[[:space:]]}\n"
    "\tword=${word#--*=}\n"
    "\tbefore=${word%\"${word##*[:=]}\"}\n"
    "\twhile IFS= read -r reply; do\n"
    "\t\t[ \"${reply#\"$word\"}\" = \"$reply\" ] && [ \"$word\" ] ||\n"
    "\t\t\tCOMPREPLY+=(\"${reply#\"$before\"}\")\n"
    "\tdone < <(\"${COMP_WORDS[0]}\" \"${place[@]}\" completion \\\n"
    "\t\t--words \"$1\" 2>/dev/null)\n"
    "}\n"
    "\n"
    "_gleaner() {\n"
    "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
    "\tlocal command values IFS=$' \\t\\n'\n"
    "\t# bash parts --name=value at the sign.\n"
    "\tif [ \"$cur\" = '=' ]; then\n"
    "\t\tcur=\n"
    "\telif [ \"$prev\" = '=' ] && ((COMP_CWORD > 1)); then\n"
    "\t\tprev=${COMP_WORDS[COMP_CWORD-2]}\n"
    "\tfi\n"
    "\tCOMPREPLY=()\n"
    "\t_gleaner_command\n"
    "\tvalues=$(_gleaner_values \"${command#\\?}\" \"$prev\")\n"
    "\tcase $values in\n"
    "\t@file) mapfile -t COMPREPLY < <(compgen -f -- \"$cur\") ;;\n"
    "\t@folder) mapfile -t COMPREPLY < <(compgen -d -- \"$cur\") ;;\n"
    "\t@none) ;;\n"
    "\t@*) _gleaner_names \"${values#@}\" ;;\n"
    "\t?*) mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$cur\") ;;\n"
    "\t*)\n"
    "\t\tcase $command$cur in\n"
    "\t\t*-*) ;;\n"
    "\t\t\\?*)\n"
    "\t\t\tmapfile -t COMPREPLY < <(compgen -W \\\n"
    "\t\t\t\t\"$(_gleaner_words \"${command#\\?}\")\" -- \"$cur\")\n"
    "\t\t\tvalues=$(_gleaner_operands \"${command#\\?}\")\n"
    "\t\t\tcase $values in\n"
    "\t\t\t@file) ;;\n"
    "\t\t\t@*) _gleaner_names \"${values#@}\" ;;\n"
    "\t\t\tesac\n"
    "\t\t\treturn ;;\n"
    "\t\tesac\n"
    "\t\tif [ \"${cur#-}\" != \"$cur\" ]; then\n"
    "\t\t\tmapfile -t COMPREPLY < <(compgen -W \\\n"
    "\t\t\t\t\"$(_gleaner_options \"${command#\\?}\")\" -- \"$cur\")\n"
    "\t\telse\n"
    "\t\t\tvalues=$(_gleaner_operands \"$command\")\n"
    "\t\t\tcase $values in\n"
    "\t\t\t@file) mapfile -t COMPREPLY < \\\n"
    "\t\t\t\t<(compgen -f -- \"$cur\") ;;\n"
    "\t\t\t@*) _gleaner_names \"${values#@}\" ;;\n"
    "\t\t\t?*) mapfile -t COMPREPLY < \\\n"
    "\t\t\t\t<(compgen -W \"$values\" -- \"$cur\") ;;\n"
    "\t\t\tesac\n"
    "\t\tfi ;;\n"
    "\tesac\n"
    "}\n"
    "complete -o filenames -F _gleaner gleaner\n";

/* Returns true for the first two-word command of a group, such as "feed add".
 * The first word alone may be a command, too. */
static bool
completion_bash_begins_group(
    const struct command *table, const struct command *row)
{
	size_t n = completion_first_word(row->name);

	for (; row->name[n] == ' ' && table != row; table++)
		if (strncmp(table->name, row->name, n + 1) == 0)
			return false;
	return row->name[n] == ' ';
}

/* Writes the shell function _gleaner_words: with '' it lists first words, with
 * "feed" it lists the second words of commands that begin with "feed". */
static void
completion_bash_put_words(struct buf *out, const struct command *table)
{
	buf_append_string(
	    out, "_gleaner_words() {\n\tcase $1 in\n\t'') echo '");
	for (const struct command *row = table; row->name != NULL; row++)
		if (!completion_has_earlier(table, row))
			buf_printf(out, "%.*s ",
			    (int)completion_first_word(row->name), row->name);
	buf_append_string(out, "help' ;;\n");
	for (const struct command *row = table; row->name != NULL; row++) {
		size_t n = completion_first_word(row->name);

		if (!completion_bash_begins_group(table, row))
			continue;
		buf_printf(out, "\t%.*s) echo '", (int)n, row->name);
		for (const struct command *in = row; in->name != NULL; in++)
			if (strncmp(in->name, row->name, n + 1) == 0)
				buf_printf(out, "%s ", in->name + n + 1);
		buf_append_string(out, "' ;;\n");
	}
	buf_append_string(out, "\tesac\n}\n");
}

static void
completion_bash_put_names(struct buf *out, const struct option_row *row)
{
	for (; row != NULL && row->name != NULL; row++)
		buf_printf(out, "--%s ", row->name);
}

static void
completion_bash_put_options(
    struct cli *cli, const struct option_row *options, void *arg)
{
	struct buf *out = arg;

	buf_printf(out, "\t'%s') echo '", cli->command->name);
	completion_bash_put_names(out, options);
	completion_bash_put_names(out, options_global);
	buf_append_string(out, "' ;;\n");
}

/* Writes the values of an option as a case of _gleaner_values. The words come
 * from the program's tables and contain no quotation marks. */
static void
completion_bash_put_values(
    struct buf *out, const char *command, const struct option_row *row)
{
	if (row->value == NULL)
		return;
	buf_printf(out, "\t'%s --%s'", command, row->name);
	if (row->letter != 0)
		buf_printf(out, " | '%s -%c'", command, row->letter);
	buf_append_string(out, ") echo '");
	if (row->kind == OPTION_CHOICE)
		for (size_t i = 0; row->choices[i] != NULL; i++)
			buf_printf(
			    out, "%s%s", i > 0 ? " " : "", row->choices[i]);
	else if (completion_is_file(row->value))
		buf_append_string(out, "@file");
	else if (completion_is_folder(row->value))
		buf_append_string(out, "@folder");
	else if (completion_kind_of_option(row) != NULL)
		buf_printf(out, "@%s", completion_kind_of_option(row));
	else
		buf_append_string(out, "@none");
	buf_append_string(out, "' ;;\n");
}

static void
completion_bash_put_values_of_command(
    struct cli *cli, const struct option_row *row, void *arg)
{
	for (; row != NULL && row->name != NULL; row++)
		completion_bash_put_values(arg, cli->command->name, row);
}

/* Operands such as "bash|zsh" are completed as words, and "FILE|URL|-" as the
 * name of a file. */
static void
completion_bash_put_operands(struct buf *out, const struct command *row)
{
	const char *kind = completion_kind_of_operands(row);

	if (kind != NULL) {
		buf_printf(out, "\t'%s') echo '@%s' ;;\n", row->name, kind);
	} else if (completion_is_file(row->operands)) {
		buf_printf(out, "\t'%s') echo '@file' ;;\n", row->name);
	} else if (completion_is_words(row->operands)) {
		buf_printf(out, "\t'%s') echo '", row->name);
		completion_put_words(out, row->operands);
		buf_append_string(out, "' ;;\n");
	}
}

void
completion_bash(struct buf *out, const struct cli *cli)
{
	buf_append_string(out, head);
	completion_bash_put_words(out, cli->commands);
	buf_append_string(out, "_gleaner_options() {\n\tcase $1 in\n");
	commands_describe(cli, completion_bash_put_options, out);
	buf_append_string(out, "\t*) echo '");
	completion_bash_put_names(out, options_global);
	buf_append_string(out, "--version' ;;\n\tesac\n}\n"
			       "_gleaner_values() {\n\tcase \"$1 $2\" in\n");
	commands_describe(cli, completion_bash_put_values_of_command, out);
	buf_append_string(out, "\t*' -c' | *' --config' | *' --db') "
			       "echo '@file' ;;\n\tesac\n}\n"
			       "_gleaner_operands() {\n\tcase $1 in\n");
	for (const struct command *row = cli->commands; row->name != NULL;
	     row++)
		completion_bash_put_operands(out, row);
	buf_append_string(out, "\thelp) _gleaner_words ''; echo 'topics");
	for (size_t i = 0; topics_get(i) != NULL; i++)
		buf_printf(out, " %s", topics_get(i)->name);
	buf_append_string(out, "' ;;\n\tesac\n}\n");
	buf_append_string(out, tail);
}
