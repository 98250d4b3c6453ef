/*
 * value_test.c -- tests values in the formats of PostgreSQL.
 */
#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "store/postgres/value.h"
#include "tests/lib/tap.h"

/* The bytes that the server sends for `SELECT value`, in binary format. */
static const struct {
	const char *name;
	Oid type;
	const char *bytes;
	size_t n;
	int64_t as_int;
	const char *as_text;
} columns[] = {
	{ "bigint", TYPE_INT8, "\xff\xff\xff\xff\xff\xff\xff\xfe", 8, -2,
	    "-2" },
	{ "integer", TYPE_INT4, "\0\0\1\0", 4, 256, "256" },
	{ "smallint", TYPE_INT2, "\xff\xff", 2, -1, "-1" },
	{ "true", TYPE_BOOL, "\1", 1, 1, "1" },
	{ "1970-01-01", TYPE_TIMESTAMPTZ, "\xff\xfc\xa2\xfe\xc4\xc8\x20\x00", 8,
	    0, "0" },
	{ "2000-01-01", TYPE_TIMESTAMPTZ, "\0\0\0\0\0\0\0\0", 8, 946684800,
	    "946684800" },
	{ "a microsecond before 2000", TYPE_TIMESTAMPTZ,
	    "\xff\xff\xff\xff\xff\xff\xff\xff", 8, 946684799, "946684799" },
	{ "infinity", TYPE_TIMESTAMPTZ, "\x7f\xff\xff\xff\xff\xff\xff\xff", 8,
	    INT64_MAX, "9223372036854775807" },
	{ "1 day 1 s", TYPE_INTERVAL, "\0\0\0\0\0\x0f\x42\x40\0\0\0\1\0\0\0\0",
	    16, 86401, "86401" },
	{ "numeric 12345678", TYPE_NUMERIC, "\0\2\0\1\0\0\0\0\x04\xd2\x16\x2e",
	    12, 12345678, "12345678" },
	{ "numeric -70000", TYPE_NUMERIC, "\0\1\0\1\x40\0\0\0\0\7", 10, -70000,
	    "-70000" },
	{ "numeric 0", TYPE_NUMERIC, "\0\0\0\0\0\0\0\0", 8, 0, "0" },
	{ "jsonb", TYPE_JSONB, "\1{}", 3, 0, "{}" },
	{ "text", TYPE_TEXT, "12a", 3, 12, "12a" },
	{ "a truncated bigint", TYPE_INT8, "\1", 1, 0, "0" },
	{ "a truncated numeric", TYPE_NUMERIC, "\0\5\0\1", 4, 0, "0" },
};

static void
value_test_columns(void)
{
	char digits[VALUE_DIGITS];

	for (size_t i = 0; i < ARRAY_LENGTH(columns); i++) {
		struct slice bytes = { columns[i].bytes, columns[i].n };

		is_int(value_read_int(columns[i].type, bytes),
		    columns[i].as_int, columns[i].name);
		is_text(value_read_text(columns[i].type, bytes, digits),
		    columns[i].as_text, columns[i].name);
	}
}

static const struct {
	Oid type;
	int64_t value;
	bool is_valid;
	int64_t read; /* the number that is read from the column */
} numbers[] = {
	{ TYPE_INT8, INT64_MIN, true, INT64_MIN },
	{ TYPE_INT4, INT32_MIN, true, INT32_MIN },
	{ TYPE_INT4, (int64_t)INT32_MAX + 1, false, 0 },
	{ TYPE_INT2, -32768, true, -32768 },
	{ TYPE_INT2, 32768, false, 0 },
	{ TYPE_BOOL, 7, true, 1 },
	{ TYPE_TIMESTAMPTZ, 1700000000, true, 1700000000 },
	{ TYPE_TIMESTAMPTZ, -1, true, -1 },
	{ TYPE_TIMESTAMPTZ, INT64_MAX, true, INT64_MAX },
	{ TYPE_TIMESTAMPTZ, INT64_MIN, true, INT64_MIN },
	{ TYPE_INTERVAL, -5, true, -5 },
	{ TYPE_INTERVAL, INT64_MAX, true, 100000LL * 366 * 86400 },
	{ TYPE_FLOAT8, 1LL << 40, true, 1LL << 40 },
	{ TYPE_FLOAT4, -3, true, -3 },
	{ TYPE_TEXT, INT64_MIN, true, INT64_MIN },
};

static void
value_test_numbers(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++) {
		char bytes[VALUE_BYTES];
		struct value form = { 0 };
		bool is_valid = value_of_int(
		    numbers[i].type, numbers[i].value, bytes, &form);

		is_int(is_valid, numbers[i].is_valid,
		    "a number is valid if it is in the range of its type");
		if (is_valid && form.format == 1)
			is_int(
			    value_read_int(numbers[i].type,
				(struct slice){ bytes, (size_t)form.length }),
			    numbers[i].read,
			    "a number is read as it was written");
		else if (is_valid)
			is_int(strtoll(bytes, NULL, 10), numbers[i].read,
			    "the digits are those of the number");
	}
}

static void
value_test_reals(void)
{
	char bytes[VALUE_BYTES];
	struct value form;

	ok(value_of_real(TYPE_FLOAT8, -0.125, bytes, &form) &&
		fabs(value_read_real(TYPE_FLOAT8, (struct slice){ bytes, 8 }) +
		     0.125) < 1e-12,
	    "a double is written and read");
	ok(value_of_real(TYPE_NUMERIC, 0.5, bytes, &form) && form.format == 0 &&
		strcmp(bytes, "0.5") == 0,
	    "a numeric is sent as digits");
	ok(!value_of_real(TYPE_INT8, NAN, bytes, &form),
	    "NaN is not an integer");
	ok(fabs(value_read_real(TYPE_NUMERIC,
		    (struct slice){ "\0\1\xff\xff\0\0\0\1\x13\x88", 10 }) -
		0.5) < 1e-12,
	    "a numeric with decimals");
}

static void
value_test_texts(void)
{
	struct value form;
	char *list = value_of_text(TYPE_INT8_ARRAY, SLICE("[1,2]"), &form);
	char *json = value_of_text(TYPE_JSONB, SLICE("{}"), &form);

	is_text(slice_of(list), "{1,2}", "a list of numbers is an array");
	ok(form.format == 1 && form.length == 3 && memcmp(json, "\1{}", 3) == 0,
	    "jsonb begins with its version");
	free(list);
	free(json);
}

int
main(void)
{
	value_test_columns();
	value_test_numbers();
	value_test_reals();
	value_test_texts();
	return done_testing();
}
