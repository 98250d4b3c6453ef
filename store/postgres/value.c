/*
 * value.c -- converts values to and from PostgreSQL; see value.h.
 */
#include "store/postgres/value.h"

#include <endian.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"

#define MICROSECONDS 1000000
/* 2000-01-01; PostgreSQL counts timestamps from this time. */
#define EPOCH_S 946684800
/* Later times become infinity, and earlier ones -infinity.  The limits are in
 * the years 294276 and 4714 BC. */
#define LATEST_S   (9223371331200LL + EPOCH_S)
#define EARLIEST_S (-211813488000LL + EPOCH_S)
/* Longer durations are shortened to this limit, because their sum with a time
 * could exceed the range of timestamps. */
#define LONGEST_S  (100000LL * 366 * 86400)
#define JSONB_MARK 1     /* version of the binary format */
#define BASE       10000 /* the base of the digits of a numeric */

/* ---- numbers of a fixed size ---- */

static void
value_put64(char *ret, uint64_t value)
{
	uint64_t wire = htobe64(value);

	memcpy(ret, &wire, sizeof(wire));
}

static uint64_t
value_get64(struct slice bytes)
{
	uint64_t wire = 0;

	if (bytes.len >= sizeof(wire))
		memcpy(&wire, bytes.p, sizeof(wire));
	return be64toh(wire);
}

static uint32_t
value_get32(struct slice bytes)
{
	uint32_t wire = 0;

	if (bytes.len >= sizeof(wire))
		memcpy(&wire, bytes.p, sizeof(wire));
	return be32toh(wire);
}

static uint16_t
value_get16(const char *p)
{
	uint16_t wire;

	memcpy(&wire, p, sizeof(wire));
	return be16toh(wire);
}

/* Rounds down, also if the number is negative. */
static int64_t
value_seconds_of(int64_t microseconds)
{
	return microseconds / MICROSECONDS - (microseconds % MICROSECONDS < 0);
}

static uint64_t
value_timestamp_of(int64_t at_s)
{
	if (at_s >= LATEST_S)
		return (uint64_t)INT64_MAX;
	if (at_s <= EARLIEST_S)
		return (uint64_t)INT64_MIN;
	return (uint64_t)((at_s - EPOCH_S) * MICROSECONDS);
}

static int64_t
value_time_of(int64_t timestamp)
{
	if (timestamp == INT64_MAX || timestamp == INT64_MIN)
		return timestamp;
	return value_seconds_of(timestamp) + EPOCH_S;
}

/* Writes an interval, which consists of microseconds, days and months; days and
 * months are 0. */
static void
value_put_interval(char *ret, int64_t duration_s)
{
	if (duration_s > LONGEST_S)
		duration_s = LONGEST_S;
	if (duration_s < -LONGEST_S)
		duration_s = -LONGEST_S;
	memset(ret, 0, 16);
	value_put64(ret, (uint64_t)(duration_s * MICROSECONDS));
}

static int64_t
value_interval_of(struct slice bytes)
{
	struct slice days = { bytes.p + 8, bytes.len - 8 };

	if (bytes.len < 16)
		return 0;
	return value_seconds_of((int64_t)value_get64(bytes)) +
	       86400 * (int64_t)(int32_t)value_get32(days);
}

static double
value_double_of(uint64_t bits)
{
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

static float
value_float_of(uint32_t bits)
{
	float value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

/* ---- parameters ---- */

static bool
value_of_small_int(int64_t value, size_t n_bytes, char *ret)
{
	uint64_t wire = htobe64((uint64_t)value);
	int64_t most = n_bytes == 2 ? INT16_MAX : INT32_MAX;

	if (value > most || value < -most - 1)
		return false;
	memcpy(ret, (const char *)&wire + sizeof(wire) - n_bytes, n_bytes);
	return true;
}

/* Sets the format and the length of a number that snprintf() has written as
 * text.  n is the result of snprintf().  Returns false if the text was
 * truncated. */
static bool
value_note_digits(struct value *ret_form, int n)
{
	ret_form->format = 0;
	ret_form->length = n;
	return n < VALUE_BYTES;
}

bool
value_of_int(Oid type, int64_t value, char *ret, struct value *ret_form)
{
	*ret_form = (struct value){ 8, 1 };
	switch (type) {
	case TYPE_INT8:
		value_put64(ret, (uint64_t)value);
		return true;
	case TYPE_INT4:
		ret_form->length = 4;
		return value_of_small_int(value, 4, ret);
	case TYPE_INT2:
		ret_form->length = 2;
		return value_of_small_int(value, 2, ret);
	case TYPE_BOOL:
		ret_form->length = 1;
		ret[0] = value != 0;
		return true;
	case TYPE_TIMESTAMPTZ:
	case TYPE_TIMESTAMP:
		value_put64(ret, value_timestamp_of(value));
		return true;
	case TYPE_INTERVAL:
		ret_form->length = 16;
		value_put_interval(ret, value);
		return true;
	case TYPE_FLOAT8:
	case TYPE_FLOAT4:
		return value_of_real(type, (double)value, ret, ret_form);
	default:
		return value_note_digits(
		    ret_form, snprintf(ret, VALUE_BYTES, "%" PRId64, value));
	}
}

bool
value_of_real(Oid type, double value, char *ret, struct value *ret_form)
{
	uint64_t wide;
	uint32_t narrow, wire;
	float single = (float)value;

	switch (type) {
	case TYPE_FLOAT8:
		memcpy(&wide, &value, sizeof(wide));
		value_put64(ret, wide);
		*ret_form = (struct value){ 8, 1 };
		return true;
	case TYPE_FLOAT4:
		memcpy(&narrow, &single, sizeof(narrow));
		wire = htobe32(narrow);
		memcpy(ret, &wire, sizeof(wire));
		*ret_form = (struct value){ 4, 1 };
		return true;
	case TYPE_INT8:
	case TYPE_INT4:
	case TYPE_INT2:
	case TYPE_BOOL:
	case TYPE_TIMESTAMPTZ:
	case TYPE_TIMESTAMP:
	case TYPE_INTERVAL:
		if (!(fabs(value) < 9e18))
			return false;
		return value_of_int(type, (int64_t)value, ret, ret_form);
	default:
		return value_note_digits(
		    ret_form, snprintf(ret, VALUE_BYTES, "%.15g", value));
	}
}

bool
value_is_plain_text(Oid type)
{
	return type == TYPE_TEXT || type == TYPE_VARCHAR ||
	       type == TYPE_BYTEA || type == TYPE_NAME || type == TYPE_JSON;
}

char *
value_of_text(Oid type, struct slice text, struct value *ret_form)
{
	char *copy = malloc(text.len + 2);

	if (copy == NULL)
		return NULL;
	*ret_form = (struct value){ (int)text.len, 0 };
	if (type == TYPE_JSONB) {
		copy[0] = JSONB_MARK;
		memcpy(copy + 1, text.p, text.len);
		*ret_form = (struct value){ (int)text.len + 1, 1 };
		return copy;
	}
	memcpy(copy, text.p, text.len);
	copy[text.len] = '\0';
	if ((type == TYPE_INT8_ARRAY || type == TYPE_INT4_ARRAY) &&
	    text.len >= 2 && copy[0] == '[' && copy[text.len - 1] == ']') {
		copy[0] = '{';
		copy[text.len - 1] = '}';
	}
	return copy;
}

/* ---- columns ---- */

/* Reads a numeric, which consists of the number of digits to the base 10 000,
 * the weight of the first digit, the sign, the number of decimals, and the
 * digits. */
static double
value_numeric_of(struct slice bytes)
{
	double value = 0;
	size_t n;
	int weight, sign;

	if (bytes.len < 8)
		return 0;
	n = value_get16(bytes.p);
	weight = (int16_t)value_get16(bytes.p + 2);
	sign = value_get16(bytes.p + 4);
	if (sign != 0 && sign != 0x4000) /* NaN, infinity */
		return NAN;
	for (size_t i = 0; i < n && 8 + 2 * i + 1 < bytes.len; i++)
		value += value_get16(bytes.p + 8 + 2 * i) *
			 pow(BASE, weight - (int)i);
	return sign != 0 ? -value : value;
}

/* Reads an integer without a double, in which integers above 2^53 would lose
 * digits. */
static int64_t
value_integer_of_numeric(struct slice bytes)
{
	int64_t value = 0;
	size_t n;
	int weight;

	if (bytes.len < 8)
		return 0;
	n = value_get16(bytes.p);
	weight = (int16_t)value_get16(bytes.p + 2);
	if (weight > 3)
		return (int64_t)fmin(
		    fmax(value_numeric_of(bytes), -9e18), 9e18);
	for (int i = 0; i <= weight; i++)
		value = BASE * value +
			((size_t)i < n && 8 + 2 * (size_t)i + 1 < bytes.len
				? value_get16(bytes.p + 8 + 2 * i)
				: 0);
	return value_get16(bytes.p + 4) == 0x4000 ? -value : value;
}

static int64_t
value_truncated(double value)
{
	return fabs(value) < 9e18 ? (int64_t)value : 0;
}

/* Reads a number at the beginning of a text, as SQLite does; 0 if there is
 * none. */
static double
value_number_of_text(struct slice text)
{
	char digits[64];
	size_t n =
	    text.len < sizeof(digits) - 1 ? text.len : sizeof(digits) - 1;

	memcpy(digits, text.p, n);
	digits[n] = '\0';
	return strtod(digits, NULL);
}

int64_t
value_read_int(Oid type, struct slice bytes)
{
	switch (type) {
	case TYPE_INT8:
		return (int64_t)value_get64(bytes);
	case TYPE_INT4:
		return (int32_t)value_get32(bytes);
	case TYPE_INT2:
		return bytes.len < 2 ? 0 : (int16_t)value_get16(bytes.p);
	case TYPE_BOOL:
		return bytes.len > 0 && bytes.p[0] != 0;
	case TYPE_TIMESTAMPTZ:
	case TYPE_TIMESTAMP:
		return value_time_of((int64_t)value_get64(bytes));
	case TYPE_INTERVAL:
		return value_interval_of(bytes);
	case TYPE_NUMERIC:
		return value_integer_of_numeric(bytes);
	default:
		return value_truncated(value_read_real(type, bytes));
	}
}

double
value_read_real(Oid type, struct slice bytes)
{
	switch (type) {
	case TYPE_FLOAT8:
		return value_double_of(value_get64(bytes));
	case TYPE_FLOAT4:
		return (double)value_float_of(value_get32(bytes));
	case TYPE_NUMERIC:
		return value_numeric_of(bytes);
	case TYPE_INT8:
	case TYPE_INT4:
	case TYPE_INT2:
	case TYPE_BOOL:
	case TYPE_TIMESTAMPTZ:
	case TYPE_TIMESTAMP:
	case TYPE_INTERVAL:
		return (double)value_read_int(type, bytes);
	case TYPE_TEXT:
	case TYPE_VARCHAR:
		return value_number_of_text(bytes);
	default:
		return 0;
	}
}

struct slice
value_read_text(Oid type, struct slice bytes, char ret_digits[VALUE_DIGITS])
{
	int n;

	switch (type) {
	case TYPE_JSONB:
		if (bytes.len == 0)
			return bytes;
		return (struct slice){ bytes.p + 1, bytes.len - 1 };
	case TYPE_INT8:
	case TYPE_INT4:
	case TYPE_INT2:
	case TYPE_BOOL:
	case TYPE_TIMESTAMPTZ:
	case TYPE_TIMESTAMP:
	case TYPE_INTERVAL:
		n = snprintf(ret_digits, VALUE_DIGITS, "%" PRId64,
		    value_read_int(type, bytes));
		break;
	case TYPE_FLOAT8:
	case TYPE_FLOAT4:
	case TYPE_NUMERIC:
		n = snprintf(ret_digits, VALUE_DIGITS, "%.15g",
		    value_read_real(type, bytes));
		break;
	default:
		return bytes;
	}
	return (struct slice){ ret_digits, (size_t)n };
}
