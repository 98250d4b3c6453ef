/*
 * library.c -- loads the library libpq; see library.h.
 */
#include "store/postgres/library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include "base/array.h"

#define LIBRARY "libpq.so.5" /* Debian: libpq5 */

static struct libpq library_functions;
static struct err library_failure;

static const struct {
	const char *name;
	size_t offset;
} library_names[] = {
#define LIBPQ_NAME(name) { #name, offsetof(struct libpq, name) },
	LIBPQ_FUNCTIONS(LIBPQ_NAME)
#undef LIBPQ_NAME
};

static void
library_load(void)
{
	void *handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);

	if (handle == NULL) {
		err_set(&library_failure, ERR_LIBRARY,
		    LIBRARY " cannot be loaded (%s): install the package "
			    "libpq5",
		    dlerror());
		return;
	}
	for (size_t i = 0; i < ARRAY_LENGTH(library_names); i++) {
		void *function = dlsym(handle, library_names[i].name);

		if (function == NULL) {
			err_set(&library_failure, ERR_LIBRARY,
			    LIBRARY " lacks %s: version 14 or later is needed",
			    library_names[i].name);
			return;
		}
		memcpy((char *)&library_functions + library_names[i].offset,
		    &function, sizeof(function));
	}
}

int
libpq_load(const struct libpq **ret, struct err *e)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, library_load);
	if (library_failure.code != ERR_NONE)
		return err_set(
		    e, library_failure.code, "%s", library_failure.text);
	*ret = &library_functions;
	return 0;
}
