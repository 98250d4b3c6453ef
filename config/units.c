/*
 * units.c -- durations and sizes: numbers with units, by tables.
 */
#include "config/units.h"

#include <inttypes.h>

#include "base/array.h"
#include "base/text/ascii.h"

struct unit {
	const char *name;
	int64_t worth;
};

/* The units are sorted from the largest to the smallest. */
static const struct unit durations[] = {
	{ "w", 7 * 24 * 3600 * 1000LL },
	{ "d", 24 * 3600 * 1000LL },
	{ "h", 3600 * 1000LL },
	{ "m", 60 * 1000LL },
	{ "s", 1000 },
	{ "ms", 1 },
};
static const struct unit sizes[] = {
	{ "GiB", 1LL << 30 },
	{ "MiB", 1LL << 20 },
	{ "KiB", 1LL << 10 },
	{ "B", 1 },
};

/* Returns the length of the digits, or of the other characters, at the start of
 * s. */
static size_t
units_run_length(struct slice s, bool digits)
{
	size_t n = 0;

	while (n < s.len && ascii_is_digit(s.p[n]) == digits)
		n++;
	return n;
}

/* Reads "15m" from *rest.  `from` is the first allowed unit; it is set to the
 * unit after the one that was read. */
static bool
units_take_part(struct slice *rest, const struct unit *units, size_t n_units,
    size_t *from, int64_t *ret_value)
{
	size_t n = units_run_length(*rest, true), unit_length;
	struct slice unit = slice_sub(*rest, n, rest->len);

	unit_length = units_run_length(unit, false);
	unit = slice_sub(unit, 0, unit_length);
	if (n == 0 || !slice_to_int64(slice_sub(*rest, 0, n), ret_value))
		return false;
	*rest = slice_sub(*rest, n + unit_length, rest->len);
	for (size_t i = *from; i < n_units; i++) {
		if (!slice_equal(unit, slice_of(units[i].name)))
			continue;
		*from = i + 1;
		return !__builtin_mul_overflow(
		    *ret_value, units[i].worth, ret_value);
	}
	return false;
}

bool
duration_read(struct slice s, int64_t *ret_ms)
{
	int64_t sum = 0, part;
	size_t from = 0;

	if (s.len == 0)
		return false;
	while (s.len > 0)
		if (!units_take_part(
			&s, durations, ARRAY_LENGTH(durations), &from, &part) ||
		    __builtin_add_overflow(sum, part, &sum))
			return false;
	*ret_ms = sum;
	return true;
}

bool
size_read(struct slice s, int64_t *ret_bytes)
{
	size_t from = 0;
	int64_t value;

	if (s.len > 0 && units_run_length(s, true) == s.len)
		return slice_to_int64(s, ret_bytes);
	if (!units_take_part(&s, sizes, ARRAY_LENGTH(sizes), &from, &value) ||
	    s.len > 0)
		return false;
	*ret_bytes = value;
	return true;
}

static void
units_write_in(
    struct buf *out, int64_t value, const struct unit *units, size_t n)
{
	size_t i = 0;

	while (i + 1 < n && (value == 0 || value % units[i].worth != 0))
		i++;
	buf_printf(out, "%" PRId64 "%s", value / units[i].worth, units[i].name);
}

/* Weeks are read but not written, because 365 days are clearer than 52 weeks
 * and a day. */
void
duration_write(struct buf *out, int64_t ms)
{
	if (ms == 0)
		buf_append_string(out, "0s");
	else
		units_write_in(
		    out, ms, durations + 1, ARRAY_LENGTH(durations) - 1);
}

void
size_write(struct buf *out, int64_t bytes)
{
	units_write_in(out, bytes, sizes, ARRAY_LENGTH(sizes));
}
