/*
 * long_options.c -- see long_options.h.
 */
#include "base/io/long_options.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Returns the option that the word names.  The name is the text between the two
 * dashes and "=".  Returns NULL if no option has this name. */
static const struct option *
long_options_find(const char *word, const struct option *options)
{
	const char *name = word + 2;
	size_t length = strcspn(name, "=");

	for (; options->name != NULL; options++)
		if (strncmp(options->name, name, length) == 0 &&
		    options->name[length] == '\0')
			return options;
	return NULL;
}

/* Returns whether the next word is the argument of the last letter of `word`,
 * such as -Vc. */
static bool
long_options_letter_takes_next(const char *word, const char *letters)
{
	for (word++; *word != '\0'; word++) {
		const char *letter = strchr(letters, *word);

		if (letter != NULL && *word != ':' && letter[1] == ':')
			return word[1] == '\0';
	}
	return false;
}

const char *
long_options_find_unknown(int argc, char *const argv[], const char *letters,
    const struct option *options)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		const struct option *option;

		if (strncmp(argv[i], "--", 2) != 0) {
			if (argv[i][0] == '-' &&
			    long_options_letter_takes_next(argv[i], letters))
				i++;
			continue;
		}
		option = long_options_find(argv[i], options);
		if (option == NULL)
			return argv[i];
		if (option->has_arg == required_argument &&
		    strchr(argv[i], '=') == NULL)
			i++;
	}
	return NULL;
}
