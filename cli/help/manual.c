/*
 * manual.c -- the manual pages.
 *
 * In:  docs/man (made into strings by docs/man/embed.awk): pages in mdoc(7),
 * with lines such as @commands@ in place of generated tables. Out: the same
 * pages with the tables inserted, so that the manual always describes the
 * commands, options and keys of this build.
 */
#include "cli/help/manual.h"

#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "cli/help/help.h"
#include "cli/help/topics.h"
#include "config/schema.h"

struct manual_page {
	const char *name;
	int section;
	const char *text;
};

#include "cli/help/manual.inc"

#define N_PAGES ARRAY_LENGTH(manual_pages)

const char *
manual_name(size_t n)
{
	return n < N_PAGES ? manual_pages[n].name : NULL;
}

int
manual_section(size_t n)
{
	return n < N_PAGES ? manual_pages[n].section : 0;
}

/* Writes a macro argument in quotes, so that "No" is not read as a macro. */
static void
manual_put_word(struct buf *out, const char *word)
{
	buf_append_string(out, " \"");
	roff_literal(out, slice_of(word));
	buf_append_char(out, '"');
}

/* ---------------------------------------------------------------- commands */

static void
manual_put_choices(struct buf *out, const struct option_row *row)
{
	buf_append_string(out, "One of");
	for (size_t i = 0; row->choices[i] != NULL; i++) {
		buf_append_string(out, "\n.Cm");
		manual_put_word(out, row->choices[i]);
		if (row->choices[i + 1] != NULL)
			buf_append_string(out, " ,");
	}
	buf_append_string(out, " .\n");
}

/* Converts the text of a table to a sentence. */
static void
manual_put_sentence(struct buf *out, const char *text, bool capital)
{
	struct buf sentence;

	buf_init(&sentence, 64 * KIB);
	buf_append_string(&sentence, text);
	if (sentence.len > 0) {
		char *first = sentence.p, last = sentence.p[sentence.len - 1];

		if (capital && ascii_is_lower(*first))
			*first = (char)(*first - 'a' + 'A');
		if (strchr(".?!", last) == NULL)
			buf_append_char(&sentence, '.');
	}
	roff_text(out, buf_slice(&sentence));
	buf_carry_failure(out, &sentence);
	buf_release(&sentence);
}

static void
manual_put_option(struct buf *out, const struct option_row *row)
{
	buf_append_string(out, ".It");
	if (row->letter != 0)
		buf_printf(out, " Fl %c ,", row->letter);
	buf_append_string(out, " Fl \\-");
	roff_literal(out, slice_of(row->name));
	if (row->value != NULL) {
		buf_append_string(out, " Ar");
		manual_put_word(out, row->value);
	}
	buf_append_char(out, '\n');
	if (row->kind == OPTION_CHOICE && !help_names_choices(row)) {
		manual_put_sentence(out, row->help, false);
		manual_put_choices(out, row);
	} else {
		roff_text(out, slice_of(row->help));
	}
}

static void
manual_put_options(struct buf *out, const struct option_row *row)
{
	if (row == NULL || row->name == NULL)
		return;
	buf_append_string(out, ".Bl -tag -width Ds\n");
	for (; row->name != NULL; row++)
		manual_put_option(out, row);
	buf_append_string(out, ".El\n");
}

/* Converts "URL…" to "URL ..." for mdoc. */
static void
manual_put_operands(struct buf *out, const char *operands)
{
	static const char more[] = "\xE2\x80\xA6"; /* U+2026 */
	struct slice name = slice_of(operands);
	size_t dots = slice_find(name, slice_of(more), 0);
	bool optional = name.len > 0 && name.p[0] == '[';

	if (name.len == 0)
		return;
	if (optional)
		name = slice_sub(name, 1, name.len - 1);
	buf_append_string(out, optional ? " Op Ar \"" : " Ar \"");
	roff_literal(out, slice_sub(name, 0, dots));
	buf_append_string(out, dots != SLICE_NOT_FOUND ? "\" ..." : "\"");
}

static void
manual_put_example(struct buf *out, const char *example)
{
	struct slice rest = slice_of(example), line;

	buf_append_string(out, ".Pp\n.Bd -literal -compact\n");
	while (slice_next(&rest, '\n', &line)) {
		buf_append_string(out, "$ gleaner ");
		roff_literal(out, line);
		buf_append_char(out, '\n');
	}
	buf_append_string(out, ".Ed\n");
}

/* Returns true if an earlier row has the same function. */
static bool
manual_is_alias(const struct cli *cli)
{
	const struct command *row = cli->commands;

	while (row->run != cli->command->run)
		row++;
	return row != cli->command;
}

static void
manual_put_command(struct cli *cli, const struct option_row *options, void *arg)
{
	const struct command *command = cli->command;
	struct buf *out = arg;
	struct slice rest = slice_of(command->name), word;

	buf_append_string(out, ".It Ic");
	while (slice_next(&rest, ' ', &word))
		buf_printf(out, " %.*s", SLICE_ARG(word));
	if (options != NULL && options->name != NULL)
		buf_append_string(out, " Oo Ar option ... Oc");
	manual_put_operands(out, command->operands);
	buf_append_char(out, '\n');
	manual_put_sentence(out, command->summary, true);
	if (command->more != NULL)
		roff_text(out, slice_of(command->more));
	if (!manual_is_alias(cli))
		manual_put_options(out, options);
	manual_put_example(out, command->example);
}

static void
manual_put_commands(struct buf *out, const struct cli *cli)
{
	commands_describe(cli, manual_put_command, out);
}

static void
manual_put_global_options(struct buf *out, const struct cli *cli)
{
	(void)cli;
	for (const struct option_row *row = options_global; row->name != NULL;
	     row++)
		manual_put_option(out, row);
}

/* -------------------------------------------------------------------- keys */

static void
manual_put_key(struct buf *out, const struct schema_key *key)
{
	struct buf range;

	if (key->type == SCHEMA_SECTION) {
		buf_printf(out, ".It Cm %s :\n", key->path);
		roff_text(out, slice_of(key->help));
		return;
	}
	buf_printf(
	    out, ".It Cm %s : Ar %s\n", key->path, schema_type_name(key));
	roff_text(out, slice_of(key->help));
	buf_init(&range, 4096);
	schema_range(key, &range);
	if (range.len > 0) {
		buf_append_string(out, ".br\nRange: ");
		roff_text(out, buf_slice(&range));
	}
	if (key->default_text != NULL) {
		buf_append_string(out, ".br\nDefault: \\fB");
		roff_literal(out, slice_of(key->default_text));
		buf_append_string(out, "\\fR\n");
	}
	buf_carry_failure(out, &range);
	buf_release(&range);
}

static void
manual_put_keys(struct buf *out, const struct cli *cli)
{
	(void)cli;
	for (size_t i = 0; i < schema_n_keys; i++)
		manual_put_key(out, &schema_keys[i]);
}

static void
manual_put_feed_keys(struct buf *out, const struct cli *cli)
{
	(void)cli;
	for (size_t i = 0; i < schema_n_feed_keys; i++)
		manual_put_key(out, &schema_feed_keys[i]);
}

static void
manual_put_site_keys(struct buf *out, const struct cli *cli)
{
	(void)cli;
	for (size_t i = 0; i < schema_n_site_keys; i++)
		manual_put_key(out, &schema_site_keys[i]);
}

static void
manual_put_profile_keys(struct buf *out, const struct cli *cli)
{
	(void)cli;
	for (size_t i = 0; i < schema_n_profile_keys; i++)
		manual_put_key(out, &schema_profile_keys[i]);
}

static void
manual_put_topics(struct buf *out, const struct cli *cli)
{
	(void)cli;
	for (size_t i = 0; topics_get(i) != NULL; i++) {
		buf_append_string(out, ".It Cm");
		manual_put_word(out, topics_get(i)->name);
		buf_append_char(out, '\n');
		manual_put_sentence(out, topics_get(i)->summary, true);
	}
}

/* ------------------------------------------------------------------- pages */

static const struct {
	const char *line;
	void (*put)(struct buf *out, const struct cli *);
} tables[] = {
	{ "@commands@", manual_put_commands },
	{ "@global-options@", manual_put_global_options },
	{ "@topics@", manual_put_topics },
	{ "@keys@", manual_put_keys },
	{ "@feed-keys@", manual_put_feed_keys },
	{ "@site-keys@", manual_put_site_keys },
	{ "@profile-keys@", manual_put_profile_keys },
};

static bool
manual_put_table(struct buf *out, const struct cli *cli, struct slice line)
{
	for (size_t i = 0; i < ARRAY_LENGTH(tables); i++)
		if (slice_equal(line, slice_of(tables[i].line))) {
			tables[i].put(out, cli);
			return true;
		}
	return false;
}

static void
manual_put_page(struct buf *out, const struct cli *cli, const char *text)
{
	struct slice rest = slice_of(text), line;

	while (rest.len > 0 && slice_next(&rest, '\n', &line))
		if (!manual_put_table(out, cli, line)) {
			buf_append_slice(out, line);
			buf_append_char(out, '\n');
		}
}

bool
manual_write(struct buf *out, const struct cli *cli, const char *name)
{
	for (size_t i = 0; i < N_PAGES; i++)
		if (strcmp(manual_pages[i].name, name) == 0) {
			manual_put_page(out, cli, manual_pages[i].text);
			return true;
		}
	return false;
}
