/*
 * err_test.c -- codes and texts of struct err.
 */
#include <errno.h>

#include "base/err.h"
#include "base/text/utf8.h"
#include "tests/lib/tap.h"

static void
err_test_set_and_wrap(void)
{
	struct err e = ERR_INIT;

	is_int(err_set(&e, ERR_LIMIT, "%d feeds", 7), ERR_LIMIT,
	    "err_set returns the code");
	is_text(slice_of(e.text), "7 feeds", "err_set() keeps the text");
	is_int(err_wrap(&e, "file %s", "a.opml"), ERR_LIMIT,
	    "err_wrap keeps the code");
	is_text(slice_of(e.text), "file a.opml: 7 feeds",
	    "err_context() puts the context before the text");
	err_set(&e, ERR_CONFIG, "%s again", e.text);
	is_text(slice_of(e.text), "file a.opml: 7 feeds again",
	    "the old text can be an argument");
	is_int(err_set(NULL, ERR_MEMORY, "x"), ERR_MEMORY,
	    "err_set() accepts NULL as the error");
	is_int(err_wrap(NULL, "x"), ERR_IO, "NULL wraps to ERR_IO");
}

static void
err_test_errno(void)
{
	struct err e = ERR_INIT;

	errno = ENOSPC;
	is_int(err_errno(&e, "write %s", "x.db"), ERR_IO,
	    "err_errno() returns ERR_IO");
	is_text(slice_of(e.text), "write x.db: No space left on device",
	    "the text ends with the result of strerror()");
	is_int(errno, ENOSPC, "err_errno() does not change errno");
}

static void
err_test_foreign_text(void)
{
	struct err e = ERR_INIT;
	char long_text[2 * ERR_TEXT_BYTES];

	err_set(&e, ERR_IO, "a\nb\033[31m\x80\xC3\xA9 caf\xC3\xA9");
	is_text(slice_of(e.text), "a b [31m?\xC3\xA9 caf\xC3\xA9",
	    "controls and invalid UTF-8 are replaced");
	for (size_t i = 0; i + 1 < sizeof(long_text); i += 2)
		memcpy(long_text + i, "\xC3\xA9", 2);
	long_text[sizeof(long_text) - 1] = '\0';
	err_set(&e, ERR_IO, "%s", long_text);
	ok(strlen(e.text) >= ERR_TEXT_BYTES - 4 && utf8_valid(slice_of(e.text)),
	    "a long text is truncated between code points");
	for (size_t before = 0; before < 4; before++) {
		memset(long_text, 'x', before);
		for (size_t i = before; i + 4 < sizeof(long_text); i += 4)
			memcpy(long_text + i, "\xF0\x9F\x98\x80", 5);
		err_set(&e, ERR_IO, "%s", long_text);
		ok(utf8_valid(slice_of(e.text)),
		    "characters of four bytes after %zu letters", before);
	}
	err_set(&e, ERR_IO, "a\xEF\xBF\xBD\xF0\x9F\x98");
	is_text(slice_of(e.text), "a\xEF\xBF\xBD",
	    "U+FFFD is kept, and an incomplete character is removed");
	err_wrap(&e, "context");
	ok(strncmp(e.text, "context: ", 9) == 0 && utf8_valid(slice_of(e.text)),
	    "repeated contexts are truncated at the size of the text, and "
	    "UTF-8 stays valid");
}

int
main(void)
{
	err_test_set_and_wrap();
	err_test_errno();
	err_test_foreign_text();
	return done_testing();
}
