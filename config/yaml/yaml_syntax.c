/*
 * yaml_syntax.c -- explains libyaml's errors to an operator (yaml_syntax.h).
 *
 * libyaml's errors name tokens and block mappings.  The table translates them
 * into mistakes that an operator can find in the file, such as a wrong
 * indentation.
 */
#include "config/yaml/yaml_syntax.h"

#include <string.h>

#include "base/array.h"

static const struct {
	const char *problem; /* the message of libyaml, or its beginning */
	const char *what;
	const char *expected; /* text before the line number of the context */
	const char
	    *suffix; /* text after the line number; NULL: no line is named */
} rows[] = {
	{ "did not find expected key", "an indentation that fits no key above",
	    "as many spaces as before the other keys of the map that begins in "
	    "line ",
	    "" },
	{ "did not find expected '-' indicator",
	    "an indentation that fits no item above",
	    "as many spaces as before the other items of the list that begins "
	    "in line ",
	    ", and two more before the keys of an item" },
	{ "mapping values are not allowed in this context",
	    "a \":\" where no key is allowed",
	    "a \":\" after the key above, the indentation of that key, or "
	    "quotes around a value that has \": \" in it",
	    NULL },
	{ "did not find expected ',' or '}'", "a \"{\" without its \"}\"",
	    "\",\" or \"}\" for the one in line ", "" },
	{ "did not find expected ',' or ']'", "a \"[\" without its \"]\"",
	    "\",\" or \"]\" for the one in line ", "" },
	{ "found unexpected end of stream", "a quoted text without its end",
	    "a closing quote for the one in line ", "" },
	{ "found character that cannot start any token",
	    "a character that no value can begin with",
	    "quotes around the value", NULL },
	{ "could not find expected ':'", "a line without \":\"",
	    "KEY: VALUE after line ", "" },
	{ "did not find expected <document start>",
	    "an indentation that fits no line above",
	    "no spaces before the outermost keys", NULL },
};

void
yaml_syntax_tell(struct fault_list *faults, struct place place,
    const char *problem, const char *context, size_t context_line)
{
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		if (strncmp(
			problem, rows[i].problem, strlen(rows[i].problem)) != 0)
			continue;
		if (rows[i].suffix == NULL)
			fault_add(faults, place, "%s, expected %s",
			    rows[i].what, rows[i].expected);
		else
			fault_add(faults, place, "%s, expected %s%zu%s",
			    rows[i].what, rows[i].expected, context_line,
			    rows[i].suffix);
		return;
	}
	if (context != NULL)
		fault_add(faults, place, "%s (%s in line %zu), expected YAML",
		    problem, context, context_line);
	else
		fault_add(faults, place, "%s, expected YAML", problem);
}
