/*
 * completion.c -- functions that the completion scripts of all shells share.
 */
#include "cli/help/completion.h"

#include <string.h>

#include "base/array.h"

bool
completion_is_file(const char *value)
{
	return value != NULL && strstr(value, "FILE") != NULL;
}

bool
completion_is_folder(const char *value)
{
	return value != NULL && strcmp(value, "DIR") == 0;
}

const char *const completion_kinds[] = { "feeds", "tags", "consumers",
	"profiles", NULL };

const char *
completion_kind_of_option(const struct option_row *row)
{
	static const struct {
		const char *name, *kind;
	} rows[] = {
		{ "feed", "feeds" },
		{ "tag", "tags" },
		{ "consumer", "consumers" },
		{ "dead", "consumers" },
		{ "profile", "profiles" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows) && row->value != NULL; i++)
		if (strcmp(rows[i].name, row->name) == 0)
			return rows[i].kind;
	return NULL;
}

const char *
completion_kind_of_operands(const struct command *row)
{
	static const struct {
		const char *name, *kind;
	} rows[] = {
		{ "feed explain", "feeds" },
		{ "feed remove", "feeds" },
		{ "feed pause", "feeds" },
		{ "feed resume", "feeds" },
		{ "feed poll", "feeds" },
		{ "profile", "profiles" },
		{ "profile explain", "profiles" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		if (strcmp(rows[i].name, row->name) == 0)
			return rows[i].kind;
	return NULL;
}

bool
completion_is_words(const char *operands)
{
	return operands[0] >= 'a' && operands[0] <= 'z';
}

void
completion_put_words(struct buf *out, const char *operands)
{
	for (; *operands != '\0'; operands++)
		buf_append_char(out, *operands == '|' ? ' ' : *operands);
}

size_t
completion_first_word(const char *name)
{
	return strcspn(name, " ");
}

bool
completion_has_earlier(const struct command *table, const struct command *row)
{
	size_t n = completion_first_word(row->name);

	for (; table != row; table++)
		if (completion_first_word(table->name) == n &&
		    strncmp(table->name, row->name, n) == 0)
			return true;
	return false;
}
