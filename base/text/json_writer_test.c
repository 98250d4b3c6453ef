/*
 * json_writer_test.c -- each line of output is parsed again by jansson.
 */
#include <jansson.h>
#include <math.h>

#include "base/array.h"
#include "base/date/date.h"
#include "base/text/json_writer.h"
#include "base/text/utf8.h"
#include "tests/lib/tap.h"

static struct buf out;
static struct json_writer w;

static void
json_writer_test_begin(void)
{
	buf_clear(&out);
	json_writer_init(&w, &out);
}

static void
json_writer_test_structure(void)
{
	json_writer_test_begin();
	json_write_object(&w, NULL);
	json_write_text(&w, "a", SLICE("x"));
	json_write_array(&w, "list");
	json_write_int(&w, NULL, INT64_MIN);
	json_write_object(&w, NULL);
	json_write_end_object(&w);
	json_write_array(&w, NULL);
	json_write_null(&w, NULL);
	json_write_end_array(&w);
	json_write_end_array(&w);
	json_write_bool(&w, "t", true);
	json_write_bool(&w, "f", false);
	json_write_text_or_null(&w, "none", SLICE_NONE);
	json_write_text_or_null(&w, "empty", SLICE(""));
	json_write_text(&w, "blank", SLICE(""));
	json_write_raw(&w, "raw", SLICE("{\"k\":1}"));
	json_write_end_object(&w);
	is_text(buf_slice(&out),
	    "{\"a\":\"x\",\"list\":[-9223372036854775808,{},[null]],"
	    "\"t\":true,\"f\":false,\"none\":null,\"empty\":null,"
	    "\"blank\":\"\",\"raw\":{\"k\":1}}",
	    "commas, names and brackets");
	json_writer_test_begin();
	json_write_object(&w, NULL);
	json_write_end_object(&w);
	buf_append_char(&out, '\n');
	json_write_object(&w, NULL);
	json_write_end_object(&w);
	is_text(buf_slice(&out), "{}\n{}", "one writer writes several lines");
}

static void
json_writer_test_numbers(void)
{
	static const struct {
		double value;
		int digits;
		const char *text;
	} cases[] = {
		{ 0.5, 3, "0.5" },
		{ 0.123456, 3, "0.123" },
		{ 1.0, 3, "1" },
		{ 100.0, 0, "100" },
		{ 100.0, 2, "100" },
		{ -0.0001, 2, "0" },
		{ -2.5, 1, "-2.5" },
		{ 1e20, 1, "100000000000000000000" },
		{ 0.25, 99, "0.25" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		json_writer_test_begin();
		json_write_number(&w, NULL, cases[i].value, cases[i].digits);
		is_text(buf_slice(&out), cases[i].text,
		    "a number is written as JSON");
	}
	json_writer_test_begin();
	json_write_number(&w, NULL, (double)NAN, 2);
	json_write_number(&w, NULL, (double)INFINITY, 2);
	json_write_number(&w, NULL, -1e308, 17);
	is_text(slice_sub(buf_slice(&out), 0, 12), "nullnull-100",
	    "NaN and infinities are null; large numbers fit");
}

static void
json_writer_test_escapes(void)
{
	json_writer_test_begin();
	json_write_text(&w, NULL,
	    SLICE("\"\\/\b\f\n\r\t\001\033\x7F caf\xC3\xA9 \xC2\x9B"
		  "\xE2\x80\xA8\xE2\x80\xA9\xF0\x9F\x98\x80\x80\xE2\x82 \0."));
	is_text(buf_slice(&out),
	    "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001b\\u007f caf\xC3\xA9 "
	    "\\u009b\\u2028\\u2029\xF0\x9F\x98\x80\xEF\xBF\xBD\xEF\xBF\xBD "
	    "\\u0000.\"",
	    "special characters are escaped, and invalid UTF-8 is replaced");
}

/* Writes every code point and parses it with jansson. */
static void
json_writer_test_read_back(void)
{
	struct buf all;
	json_t *root;
	const char *got;
	size_t len;

	buf_init(&all, 8 << 20);
	for (uint32_t rune = 1; rune <= 0x10FFFF; rune++)
		buf_append_rune(&all, rune);
	json_writer_test_begin();
	json_write_array(&w, NULL);
	json_write_text(&w, NULL, buf_slice(&all));
	json_write_end_array(&w);
	ok(slice_find_char(buf_slice(&out), '\n', 0) == SLICE_NOT_FOUND,
	    "a value contains no line break");
	root = json_loadb(out.p, out.len, 0, NULL);
	ok(root != NULL, "jansson parses the written value");
	got = json_string_value(json_array_get(root, 0));
	len = json_string_length(json_array_get(root, 0));
	ok(slice_equal((struct slice){ got, len }, buf_slice(&all)),
	    "jansson returns every code point unchanged");
	json_decref(root);
	buf_release(&all);
}

static void
json_writer_test_dates(void)
{
	json_writer_test_begin();
	json_write_array(&w, NULL);
	json_write_date(&w, NULL, 1795283298);
	json_write_date(&w, NULL, DATE_NONE);
	json_write_end_array(&w);
	is_text(buf_slice(&out), "[\"2026-11-21T17:48:18Z\",null]",
	    "dates are written as text, and an unknown date as null");
}

int
main(void)
{
	buf_init(&out, 16 << 20);
	json_writer_test_structure();
	json_writer_test_numbers();
	json_writer_test_escapes();
	json_writer_test_read_back();
	json_writer_test_dates();
	buf_release(&out);
	return done_testing();
}
