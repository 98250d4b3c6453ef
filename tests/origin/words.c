/*
 * words.c -- words, strings, durations and sizes of a scenario.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/text/ascii.h"
#include "tests/origin/scenario.h"

struct slice
read_word(struct slice *rest)
{
	struct slice w;
	size_t n = 0;

	*rest = slice_trim(*rest);
	while (n < rest->len && rest->p[n] != ' ' && rest->p[n] != '\t')
		n++;
	w = slice_sub(*rest, 0, n);
	*rest = slice_trim(slice_sub(*rest, n, rest->len));
	return w;
}

bool
read_duration_ms(struct slice s, int64_t *ret)
{
	static const struct {
		const char *unit;
		double ms;
	} units[] = { { "ms", 1 }, { "s", 1e3 }, { "m", 6e4 }, { "h", 3.6e6 } };
	char *text = origin_copy(s), *end;
	double n = strtod(text, &end);
	bool good = end != text && n >= 0 && *end == '\0';

	for (size_t i = 0; i < ARRAY_LENGTH(units) && !good; i++)
		if (end != text && n >= 0 && strcmp(end, units[i].unit) == 0) {
			n *= units[i].ms;
			good = true;
		}
	free(text);
	if (good)
		*ret = (int64_t)n;
	return good;
}

bool
read_size(struct slice s, int64_t *ret)
{
	static const struct {
		const char *unit;
		int shift;
	} units[] = { { "GiB", 30 }, { "MiB", 20 }, { "KiB", 10 }, { "B", 0 } };
	int shift = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(units); i++)
		if (slice_ends(s, slice_of(units[i].unit))) {
			s.len -= strlen(units[i].unit);
			shift = units[i].shift;
			break;
		}
	if (!slice_to_int64(s, ret) || *ret < 0 || *ret > (INT64_MAX >> 31))
		return false;
	*ret <<= shift;
	return true;
}

bool
read_string(struct slice *rest, struct slice *ret)
{
	struct buf out;
	size_t i;

	if (rest->len == 0 || rest->p[0] != '"')
		return false;
	buf_init(&out, ORIGIN_MAX_BODY_BYTES);
	for (i = 1; i < rest->len && rest->p[i] != '"'; i++) {
		static const char from[] = "nrt0", to[] = "\n\r\t";
		const char *at;
		char c = rest->p[i];

		if (c != '\\' || i + 1 == rest->len) {
			buf_append_char(&out, c);
			continue;
		}
		c = rest->p[++i];
		at = c != '\0' ? strchr(from, c) : NULL;
		if (c == 'x' && i + 2 < rest->len &&
		    ascii_hex_value(rest->p[i + 1]) >= 0 &&
		    ascii_hex_value(rest->p[i + 2]) >= 0) {
			buf_append_char(
			    &out, (char)(ascii_hex_value(rest->p[i + 1]) << 4 |
					 ascii_hex_value(rest->p[i + 2])));
			i += 2;
		} else {
			buf_append_char(&out, at != NULL ? to[at - from] : c);
		}
	}
	if (i == rest->len) {
		buf_release(&out);
		return false;
	}
	*rest = slice_trim(slice_sub(*rest, i + 1, rest->len));
	*ret = (struct slice){ NULL, out.len };
	ret->p = buf_detach(&out);
	return true;
}
