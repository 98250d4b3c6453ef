/*
 * url_plain.c -- telling by one look that an address is in its normal form.
 *
 * An article's address is resolved, made a key, asked for its host: CURLU
 * takes 2 us each time, and mostly gives back what it was given.  What is told
 * here must hold of CURLU and of what url.c and url_idn.c do before it;
 * url_plain_test.c asks both of many addresses.
 */
#include "crawler/url_plain.h"

#include "config/limits.h"

static bool
is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Length of the host at the beginning of s, 0: not a plain one.  A digit in
 * front may be the beginning of an IPv4 address, in whatever notation. */
static size_t
host_length(struct slice s)
{
	size_t i = 0, label = 0;

	if (s.len == 0 || !is_lower(s.p[0]))
		return 0;
	for (; i < s.len && s.p[i] != '/'; i++) {
		if (s.p[i] == '.') {
			if (label == 0)
				return 0;
			label = 0;
		} else if (!is_lower(s.p[i]) && !is_digit(s.p[i]) &&
			   s.p[i] != '-') {
			return 0;
		} else if (++label > LIMIT_LABEL_BYTES) {
			return 0;
		}
	}
	return i <= LIMIT_HOST_BYTES && i < s.len && label > 0 ? i : 0;
}

/* Bytes that nobody encodes, less those that lead elsewhere. */
static bool
is_plain_byte(char c)
{
	return c > 0x20 && c < 0x7f && strchr("\"#%<>\\^`{|}", c) == NULL;
}

bool
url_plain_read(struct slice url, struct url_plain *ret)
{
	static const struct slice schemes[] = { SLICE("https"), SLICE("http") };
	struct slice rest = SLICE_NONE, tail;
	size_t question, length;

	for (size_t i = 0; i < 2 && rest.p == NULL; i++) {
		rest = slice_sub(url, schemes[i].len, url.len);
		if (!slice_starts(url, schemes[i]) ||
		    !slice_starts(rest, SLICE("://")))
			rest = SLICE_NONE;
		ret->scheme = schemes[i];
	}
	if (rest.p == NULL || url.len > LIMIT_URL_BYTES)
		return false;
	rest = slice_sub(rest, strlen("://"), rest.len);
	if ((length = host_length(rest)) == 0)
		return false;
	ret->host = slice_sub(rest, 0, length);
	tail = slice_sub(rest, length, rest.len);
	for (size_t i = 0; i < tail.len; i++)
		if (!is_plain_byte(tail.p[i]))
			return false;
	question = slice_find_char(tail, '?', 0);
	ret->path = slice_sub(tail, 0, question);
	ret->query = question == SLICE_NOT_FOUND
			 ? SLICE_NONE
			 : slice_sub(tail, question + 1, tail.len);
	return slice_find(ret->path, SLICE("/."), 0) == SLICE_NOT_FOUND &&
	       (question == SLICE_NOT_FOUND || ret->query.len > 0);
}
