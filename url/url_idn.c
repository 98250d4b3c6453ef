/*
 * url_idn.c -- converts internationalised host names to ASCII.
 *
 * In:  a host name in UTF-8.
 * Out: the same in letters, digits and hyphens; other labels as Punycode (RFC
 * 3492).
 *
 * libcurl can do this with libidn2, but converts from the charset of the
 * process's locale, which is "C" in the daemon and its workers.  Missing here:
 * Unicode normalisation (hosts in feeds are composed already) and the mapping
 * tables of UTS 46; a name that needs them fails in DNS.
 */
#include "url/url_idn.h"

#include "base/text/ascii.h"
#include "base/text/utf8.h"

/* RFC 3492, section 5 */
#define PUNY_BASE         36u
#define PUNY_T_MIN        1u
#define PUNY_T_MAX        26u
#define PUNY_SKEW         38u
#define PUNY_DAMP         700u
#define PUNY_INITIAL_BIAS 72u
#define PUNY_INITIAL_N    128u

struct host_text {
	char *p; /* LIMIT_HOST_BYTES + 1 */
	size_t len;
	bool over;
};

static void
url_idn_put(struct host_text *out, char c)
{
	if (out->len >= LIMIT_HOST_BYTES)
		out->over = true;
	else
		out->p[out->len++] = c;
}

static char
url_idn_puny_digit(uint32_t value)
{
	return (char)(value < 26 ? 'a' + value : '0' + (value - 26));
}

static uint32_t
url_idn_puny_adapt(uint32_t delta, uint32_t n_points, bool first)
{
	uint32_t k = 0;

	delta = first ? delta / PUNY_DAMP : delta / 2;
	delta += delta / n_points;
	while (delta > (PUNY_BASE - PUNY_T_MIN) * PUNY_T_MAX / 2) {
		delta /= PUNY_BASE - PUNY_T_MIN;
		k += PUNY_BASE;
	}
	return k + (PUNY_BASE - PUNY_T_MIN + 1) * delta / (delta + PUNY_SKEW);
}

static void
url_idn_puny_put_delta(struct host_text *out, uint32_t delta, uint32_t bias)
{
	for (uint32_t k = PUNY_BASE;; k += PUNY_BASE) {
		uint32_t t = k <= bias                ? PUNY_T_MIN
			     : k >= bias + PUNY_T_MAX ? PUNY_T_MAX
						      : k - bias;

		if (delta < t)
			break;
		url_idn_put(
		    out, url_idn_puny_digit(t + (delta - t) % (PUNY_BASE - t)));
		delta = (delta - t) / (PUNY_BASE - t);
	}
	url_idn_put(out, url_idn_puny_digit(delta));
}

/* Source: RFC 3492, section 6.3.  The sums cannot overflow: n <=
 * LIMIT_LABEL_BYTES points below 0x110000. */
static void
url_idn_puny_encode(struct host_text *out, const uint32_t *points, size_t n)
{
	uint32_t next = PUNY_INITIAL_N, delta = 0, bias = PUNY_INITIAL_BIAS;
	uint32_t n_basic = 0, n_done;

	for (size_t i = 0; i < n; i++)
		if (points[i] < 0x80) {
			url_idn_put(out, (char)points[i]);
			n_basic++;
		}
	if (n_basic > 0)
		url_idn_put(out, '-');
	n_done = n_basic;
	while (n_done < n) {
		uint32_t smallest = UINT32_MAX;

		for (size_t i = 0; i < n; i++)
			if (points[i] >= next && points[i] < smallest)
				smallest = points[i];
		delta += (smallest - next) * (n_done + 1);
		next = smallest;
		for (size_t i = 0; i < n; i++) {
			if (points[i] < next)
				delta++;
			if (points[i] != next)
				continue;
			url_idn_puny_put_delta(out, delta, bias);
			bias = url_idn_puny_adapt(
			    delta, n_done + 1, n_done == n_basic);
			delta = 0;
			n_done++;
		}
		delta++;
		next++;
	}
}

static bool
url_idn_is_host_byte(uint32_t c)
{
	return ascii_is_alnum((char)c) || c == '-' || c == '_';
}

/* Invisible characters are refused: they would make two hosts look the same. */
static bool
url_idn_is_invisible(uint32_t c)
{
	return rune_is_space(c) || c == RUNE_BAD || (c >= 0x80 && c < 0xa1) ||
	       c == 0xad || (c >= 0x200b && c <= 0x200f) ||
	       (c >= 0x202a && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) ||
	       c == 0xfeff || (c >= 0xe0000 && c <= 0xe0fff);
}

/* The first mappings of UTS 46: case and full-width forms. */
static uint32_t
url_idn_fold(uint32_t c)
{
	if (c >= 0xff01 && c <= 0xff5e)
		c -= 0xff01 - 0x21;
	return c >= 'A' && c <= 'Z' ? c + 0x20 : rune_lower(c);
}

/* Appends a label; false if it is invalid. */
static bool
url_idn_put_label(struct host_text *out, const uint32_t *points, size_t n)
{
	size_t from = out->len;
	bool ascii = true;

	if (n == 0 || n > LIMIT_LABEL_BYTES)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (points[i] < 0x80 ? !url_idn_is_host_byte(points[i])
				     : url_idn_is_invisible(points[i]))
			return false;
		if (points[i] >= 0x80)
			ascii = false;
	}
	if (ascii) {
		for (size_t i = 0; i < n; i++)
			url_idn_put(out, (char)points[i]);
	} else {
		for (const char *p = "xn--"; *p != '\0'; p++)
			url_idn_put(out, *p);
		url_idn_puny_encode(out, points, n);
	}
	return !out->over && out->len - from <= LIMIT_LABEL_BYTES;
}

static bool
url_idn_is_dot(uint32_t c)
{
	/* RFC 3490, 3.1 */
	return c == '.' || c == 0x3002 || c == 0xff0e || c == 0xff61;
}

bool
url_host_to_ascii(struct slice host, char out[LIMIT_HOST_BYTES + 1])
{
	struct host_text text = { out, 0, false };
	uint32_t points[LIMIT_LABEL_BYTES], rune;
	size_t n = 0;

	for (size_t at = 0; at < host.len;) {
		at += utf8_decode(host.p + at, host.len - at, &rune);
		if (url_idn_is_dot(rune)) {
			if (!url_idn_put_label(&text, points, n))
				return false;
			if (at < host.len) /* removes the final dot of a fully
					      qualified name */
				url_idn_put(&text, '.');
			n = 0;
		} else if (n == LIMIT_LABEL_BYTES) {
			return false;
		} else {
			points[n++] = url_idn_fold(rune);
		}
	}
	if (n > 0 ? !url_idn_put_label(&text, points, n) : text.len == 0)
		return false;
	text.p[text.len] = '\0';
	return !text.over;
}
