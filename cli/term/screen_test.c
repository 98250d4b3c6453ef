/*
 * screen_test.c -- the keys of a terminal.
 */
#include <string.h>

#include "base/array.h"
#include "cli/term/screen.h"
#include "tests/lib/tap.h"

static void
screen_test_keys(void)
{
	static const struct {
		const char *bytes, *name;
		int key;
		size_t length;
	} rows[] = {
		{ "q", "a letter", 'q', 1 },
		{ " j", "the first of two keys", ' ', 1 },
		{ "\r", "return", SCREEN_ENTER, 1 },
		{ "\n", "line feed", SCREEN_ENTER, 1 },
		{ "\x7f", "backspace", SCREEN_BACK, 1 },
		{ "\b", "control-H", SCREEN_BACK, 1 },
		{ "\x04", "control-D", SCREEN_END, 1 },
		{ "\xc3\xa4", "a byte of UTF-8", SCREEN_OTHER, 1 },
		{ "\x1b[A", "arrow up", SCREEN_UP, 3 },
		{ "\x1bOA", "arrow up, application mode", SCREEN_UP, 3 },
		{ "\x1b[Bq", "arrow down before q", SCREEN_DOWN, 3 },
		{ "\x1b[5~", "page up", SCREEN_PAGE_UP, 4 },
		{ "\x1b[6~", "page down", SCREEN_PAGE_DOWN, 4 },
		{ "\x1b[H", "home", SCREEN_FIRST, 3 },
		{ "\x1b[4~", "end", SCREEN_LAST, 4 },
		{ "\x1b[1;5C", "an unknown sequence", SCREEN_OTHER, 6 },
		{ "\x1bx", "alt-x", SCREEN_OTHER, 2 },
		{ "\x1b", "escape, perhaps a sequence", SCREEN_OTHER, 0 },
		{ "\x1b[", "two bytes of a sequence", SCREEN_OTHER, 0 },
		{ "\x1b[1;", "four bytes of a sequence", SCREEN_OTHER, 0 },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		size_t length;
		int key =
		    screen_key(rows[i].bytes, strlen(rows[i].bytes), &length);

		ok(length == rows[i].length &&
			(length == 0 || key == rows[i].key),
		    "%s", rows[i].name);
	}
}

int
main(void)
{
	screen_test_keys();
	return done_testing();
}
