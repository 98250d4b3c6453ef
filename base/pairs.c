/*
 * pairs.c -- see pairs.h.
 */
#include "base/pairs.h"

#include <string.h>

#include "base/text/ascii.h"

static bool
pairs_must_encode(unsigned char byte)
{
	return byte <= ' ' || byte >= 0x7f || byte == '%';
}

void
pairs_put_text(struct buf *out, const char *key, struct slice value)
{
	if (out->len > 0)
		buf_append_char(out, ' ');
	buf_append_string(out, key);
	buf_append_char(out, '=');
	for (size_t i = 0; i < value.len; i++)
		if (pairs_must_encode((unsigned char)value.p[i]))
			buf_printf(out, "%%%02X", (unsigned char)value.p[i]);
		else
			buf_append_char(out, value.p[i]);
}

void
pairs_put_int(struct buf *out, const char *key, int64_t value)
{
	if (out->len > 0)
		buf_append_char(out, ' ');
	buf_printf(out, "%s=%lld", key, (long long)value);
}

/* Finds the value of `key`, still percent-encoded. */
static bool
pairs_find(struct slice line, const char *key, struct slice *ret)
{
	struct slice name = slice_of(key), pair;

	while (slice_next(&line, ' ', &pair))
		if (slice_starts(pair, name) && pair.len > name.len &&
		    pair.p[name.len] == '=') {
			*ret = slice_sub(pair, name.len + 1, pair.len);
			return true;
		}
	return false;
}

/* Returns the value of a hexadecimal digit, -1 for any other character. */
static int
pairs_hex_digit(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = strchr(digits, ascii_lower(c));

	return c != '\0' && at != NULL ? (int)(at - digits) : -1;
}

bool
pairs_get_text(struct slice line, const char *key, struct buf *ret)
{
	struct slice value;

	if (!pairs_find(line, key, &value))
		return false;
	for (size_t i = 0; i < value.len; i++) {
		int high = -1, low = -1;

		if (value.p[i] == '%' && i + 2 < value.len) {
			high = pairs_hex_digit(value.p[i + 1]);
			low = pairs_hex_digit(value.p[i + 2]);
		}
		if (high >= 0 && low >= 0) {
			buf_append_char(ret, (char)(high * 16 + low));
			i += 2;
		} else {
			buf_append_char(ret, value.p[i]);
		}
	}
	return true;
}

bool
pairs_get_int(
    struct slice line, const char *key, int64_t min, int64_t max, int64_t *ret)
{
	struct slice value;
	int64_t number;

	if (!pairs_find(line, key, &value) || !slice_to_int64(value, &number) ||
	    number < min || number > max)
		return false;
	*ret = number;
	return true;
}
