/*
 * program.c -- see program.h.
 */
#include "base/io/program.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"

bool
program_find(const char *name, struct buf *ret_path)
{
	/* The second folder is for programs in bin and sbin. */
	static const char *const folders[] = { "", "../libexec/gleaner/" };
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self));
	const char *slash;

	if (n <= 0 || (size_t)n >= sizeof(self))
		return false;
	self[n] = '\0';
	slash = strrchr(self, '/');
	if (slash == NULL)
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(folders); i++) {
		buf_clear(ret_path);
		buf_append(ret_path, self, (size_t)(slash - self) + 1);
		buf_printf(ret_path, "%s%s", folders[i], name);
		if (!buf_failed(ret_path) && access(ret_path->p, X_OK) == 0)
			return true;
	}
	return false;
}
