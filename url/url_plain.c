/*
 * url_plain.c -- recognises URLs that are already in normal form.
 *
 * The URL of an article is resolved, normalised and split several times, and
 * usually needs no change.  The result of this file must agree with url.c and
 * with libcurl's CURLU; url_plain_test.c compares them for many URLs.
 */
#include "url/url_plain.h"

#include "base/limits.h"
#include "base/text/ascii.h"

/* Returns the length of the host at the start of s, 0 if it is not plain.  A
 * host that starts with a digit is not plain, because it may be an IPv4 address
 * in any notation. */
static size_t
url_plain_host_length(struct slice s)
{
	size_t i = 0, label = 0;

	if (s.len == 0 || !ascii_is_lower(s.p[0]))
		return 0;
	for (; i < s.len && s.p[i] != '/'; i++) {
		if (s.p[i] == '.') {
			if (label == 0)
				return 0;
			label = 0;
		} else if (!ascii_is_lower(s.p[i]) && !ascii_is_digit(s.p[i]) &&
			   s.p[i] != '-') {
			return 0;
		} else if (++label > LIMIT_LABEL_BYTES) {
			return 0;
		}
	}
	return i <= LIMIT_HOST_BYTES && i < s.len && label > 0 ? i : 0;
}

static const bool is_special[256] = { ['"'] = true, ['#'] = true, ['%'] = true,
	['<'] = true, ['>'] = true, ['\\'] = true, ['^'] = true, ['`'] = true,
	['{'] = true, ['|'] = true, ['}'] = true };

/* True for visible ASCII that is never encoded, except "#" and "%". */
static bool
url_plain_is_plain_byte(char c)
{
	return c > 0x20 && c < 0x7f && !is_special[(unsigned char)c];
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
	if ((length = url_plain_host_length(rest)) == 0)
		return false;
	ret->host = slice_sub(rest, 0, length);
	tail = slice_sub(rest, length, rest.len);
	for (size_t i = 0; i < tail.len; i++)
		if (!url_plain_is_plain_byte(tail.p[i]))
			return false;
	question = slice_find_char(tail, '?', 0);
	ret->path = slice_sub(tail, 0, question);
	ret->query = question == SLICE_NOT_FOUND
			 ? SLICE_NONE
			 : slice_sub(tail, question + 1, tail.len);
	return slice_find(ret->path, SLICE("/."), 0) == SLICE_NOT_FOUND &&
	       (question == SLICE_NOT_FOUND || ret->query.len > 0);
}
