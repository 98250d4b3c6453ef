/*
 * tap.h -- unit tests with TAP output.
 *
 *	int
 *	main(void)
 *	{
 *		ok(slice_equal(a, b), "a equals b");
 *		is_text(got, "expected", "the text");
 *		is_int(got, 7, "the number");
 *		return done_testing();
 *	}
 */
#ifndef TESTS_LIB_TAP_H
#define TESTS_LIB_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/slice.h"

static int tap_run, tap_failed;

__attribute__((format(printf, 2, 3), unused)) static bool
ok(bool held, const char *name, ...)
{
	va_list ap;

	va_start(ap, name);
	printf("%sok %d - ", held ? "" : "not ", ++tap_run);
	vprintf(name, ap);
	putchar('\n');
	va_end(ap);
	if (!held)
		tap_failed++;
	fflush(stdout);
	return held;
}

__attribute__((unused)) static bool
is_int(int64_t got, int64_t expected, const char *name)
{
	bool held = ok(got == expected, "%s", name);

	if (!held)
		printf("#      got %lld\n# expected %lld\n", (long long)got,
		    (long long)expected);
	return held;
}

__attribute__((unused)) static bool
is_slice(struct slice got, struct slice expected, const char *name)
{
	bool held =
	    ok(got.len == expected.len &&
		    (got.len == 0 || memcmp(got.p, expected.p, got.len) == 0) &&
		    (got.p == NULL) == (expected.p == NULL),
		"%s", name);

	if (!held)
		printf("#      got %s%.*s\n# expected %s%.*s\n",
		    got.p ? "" : "(none)", SLICE_ARG(got),
		    expected.p ? "" : "(none)", SLICE_ARG(expected));
	return held;
}

/* If `expected` is NULL, `got` must be absent, too. */
__attribute__((unused)) static bool
is_text(struct slice got, const char *expected, const char *name)
{
	return is_slice(got, slice_of(expected), name);
}

__attribute__((unused)) static int
done_testing(void)
{
	printf("1..%d\n", tap_run);
	if (tap_failed)
		printf("# %d of %d failed\n", tap_failed, tap_run);
	return tap_failed ? 1 : 0;
}

#endif
