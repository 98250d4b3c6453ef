/*
 * ascii_test.c -- the classes of all 256 bytes, compared with <ctype.h> in the
 * locale "C".
 */
#include <ctype.h>

#include "base/text/ascii.h"
#include "tests/lib/tap.h"

static bool
ascii_test_agrees(int byte)
{
	char c = (char)byte;

	return ascii_is_digit(c) == (isdigit(byte) != 0) &&
	       ascii_is_lower(c) == (islower(byte) != 0) &&
	       ascii_is_upper(c) == (isupper(byte) != 0) &&
	       ascii_is_letter(c) == (isalpha(byte) != 0) &&
	       ascii_is_alnum(c) == (isalnum(byte) != 0) &&
	       ascii_is_hex(c) == (isxdigit(byte) != 0) &&
	       ascii_is_space(c) == (isspace(byte) != 0) &&
	       ascii_lower(c) == (char)tolower(byte);
}

static void
ascii_test_classes(void)
{
	int n_wrong = 0;

	for (int byte = 0; byte < 256; byte++)
		n_wrong += !ascii_test_agrees(byte);
	ok(n_wrong == 0, "the classes of all bytes are those of ctype.h");
}

static void
ascii_test_hex_value(void)
{
	static const char digits[] = "0123456789abcdef";

	for (int i = 0; i < 16; i++)
		ok(ascii_hex_value(digits[i]) == i,
		    "ascii_hex_value() returns the value of %c", digits[i]);
	ok(ascii_hex_value('A') == 10 && ascii_hex_value('F') == 15,
	    "hexadecimal digits in capitals");
	ok(ascii_hex_value('g') == -1 && ascii_hex_value('/') == -1 &&
		ascii_hex_value((char)0xB0) == -1,
	    "ascii_hex_value() returns -1 for bytes that are not digits");
}

int
main(void)
{
	ascii_test_classes();
	ascii_test_hex_value();
	return done_testing();
}
