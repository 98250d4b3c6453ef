/*
 * methods.c -- the table of methods.
 */
#include "cuter/methods/methods.h"

static const char *const names[] = { "cuter", NULL };
static method_judge *const judges[] = { method_cuter };

_Static_assert(
    sizeof(names) / sizeof(names[0]) == sizeof(judges) / sizeof(judges[0]) + 1,
    "a name for each method");

method_judge *
method_find(const char *name)
{
	if (name == NULL)
		return judges[0];
	for (size_t i = 0; names[i] != NULL; i++)
		if (strcmp(name, names[i]) == 0)
			return judges[i];
	return NULL;
}

const char *const *
cuter_methods(void)
{
	return names;
}
