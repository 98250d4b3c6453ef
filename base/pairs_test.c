/* pairs_test.c -- writes and reads lines of key=value pairs. */
#include "base/pairs.h"
#include "tests/lib/tap.h"

static struct buf line, value;

static void
pairs_test_value_is(const char *key, struct slice expected, const char *name)
{
	buf_clear(&value);
	ok(pairs_get_text(buf_slice(&line), key, &value) &&
		slice_equal(buf_slice(&value), expected),
	    "%s", name);
}

int
main(void)
{
	static const char bytes[] = { 0, '\n', ' ', '%', '=', 0x7f, (char)0xc3,
		(char)0xa9, 'a' };
	const struct slice all = { bytes, sizeof(bytes) };
	int64_t n = 7;

	buf_init(&line, 1024);
	buf_init(&value, 1024);
	pairs_put_text(&line, "name", all);
	pairs_put_int(&line, "seq", -12);
	pairs_put_text(&line, "empty", SLICE(""));
	is_text(buf_slice(&line),
	    "name=%00%0A%20%25=%7F%C3%A9a seq=-12 empty=", "a line of pairs");
	pairs_test_value_is("name", all, "a decoded value has any bytes");
	pairs_test_value_is("empty", SLICE(""), "an empty value");
	ok(!pairs_get_text(buf_slice(&line), "nam", &value),
	    "the beginning of a key is not the key");
	ok(pairs_get_int(buf_slice(&line), "seq", -12, 0, &n) && n == -12,
	    "a number in the range is read");
	n = 7;
	ok(!pairs_get_int(buf_slice(&line), "seq", -11, 0, &n) && n == 7,
	    "a number out of range is refused");
	ok(!pairs_get_int(buf_slice(&line), "name", 0, 9, &n),
	    "a text is not read as a number");
	buf_clear(&line);
	buf_append_string(&line, "a=% b=%4 c=%zz d=%41%4");
	pairs_test_value_is("a", SLICE("%"), "a lone percent sign");
	pairs_test_value_is("b", SLICE("%4"), "one digit");
	pairs_test_value_is("c", SLICE("%zz"), "no digits");
	pairs_test_value_is("d", SLICE("A%4"),
	    "a percent sign with one digit at the end is kept");
	buf_release(&line);
	buf_release(&value);
	return done_testing();
}
