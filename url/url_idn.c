/*
 * url_idn.c -- converts internationalised host names to ASCII.
 *
 * In:  a host name in UTF-8.
 * Out: the same name in letters, digits, hyphens and low lines; labels of other
 * scripts as Punycode.
 *
 * Labels that are ASCII are only written in lower case: DNS decides whether
 * they exist, and names such as "r3---sn.example" and "a_b.example" are in use.
 * libidn2 converts the other labels.  The functions of libidn2 for UTF-8 read
 * no locale and no file, so they work in the sandbox.
 *
 * Source: UTS 46, section 4, with the options of the URL Standard, section 3.3:
 * nontransitional, without the STD3 rules; forbidden ASCII characters are
 * refused after the mapping.
 */
#include "url/url_idn.h"

#include <idn2.h>

#include "base/array.h"
#include "base/text/ascii.h"

/* Size of the buffer for a label before the mapping. A mapped label has at most
 * LIMIT_LABEL_BYTES code points, each of at most 4 bytes. A longer label
 * is refused. */
#define LABEL_INPUT_BYTES (4 * LIMIT_LABEL_BYTES)

struct host_text {
	char *p; /* LIMIT_HOST_BYTES + 1 */
	size_t len;
};

/* Appends a label of ASCII in lower case.  False if the label is empty or too
 * long, the host becomes too long, or a byte cannot be in a host name. */
static bool
url_idn_put_label(struct host_text *out, struct slice label)
{
	size_t dot = out->len > 0 ? 1 : 0;

	if (label.len == 0 || label.len > LIMIT_LABEL_BYTES ||
	    out->len + dot + label.len > LIMIT_HOST_BYTES)
		return false;
	if (dot > 0)
		out->p[out->len++] = '.';
	for (size_t i = 0; i < label.len; i++) {
		char c = ascii_lower(label.p[i]);

		if (!ascii_is_alnum(c) && c != '-' && c != '_')
			return false;
		out->p[out->len++] = c;
	}
	return true;
}

/* True if nontransitional and transitional processing may differ for the label.
 * The label then contains one of the four deviation characters (UTS 46, table
 * 1) or the capital letter of one of them. */
static bool
url_idn_has_deviation(struct slice label)
{
	static const struct slice deviations[] = {
		SLICE("\xc3\x9f"),     /* U+00DF, sharp s */
		SLICE("\xe1\xba\x9e"), /* U+1E9E, capital sharp s */
		SLICE("\xcf\x82"),     /* U+03C2, final sigma */
		SLICE("\xe2\x80\x8c"), /* U+200C, zero width non-joiner */
		SLICE("\xe2\x80\x8d"), /* U+200D, zero width joiner */
	};

	for (size_t i = 0; i < ARRAY_LENGTH(deviations); i++)
		if (slice_find(label, deviations[i], 0) != SLICE_NOT_FOUND)
			return true;
	return false;
}

/* Appends a label that is not ASCII.  In addition to UTS 46, libidn2 refuses
 * symbols and emoji, as IDNA 2008 does, but only in nontransitional processing.
 * The URL Standard allows them, so such a label is processed again in
 * transitional mode, if both modes give the same result. */
static bool
url_idn_put_converted(struct host_text *out, struct slice label)
{
	char text[LABEL_INPUT_BYTES + 1];
	const uint8_t *input = (const uint8_t *)text;
	uint8_t *ascii = NULL;
	bool is_valid;
	int rc;

	if (label.len > LABEL_INPUT_BYTES ||
	    memchr(label.p, '\0', label.len) != NULL)
		return false;
	memcpy(text, label.p, label.len);
	text[label.len] = '\0';
	rc = idn2_lookup_u8(input, &ascii, IDN2_NONTRANSITIONAL);
	if (rc == IDN2_DISALLOWED && !url_idn_has_deviation(label))
		rc = idn2_lookup_u8(input, &ascii, IDN2_TRANSITIONAL);
	if (rc != IDN2_OK)
		return false;
	/* The mapping may produce a dot.  Such a dot is not a separator, so the
	 * label is refused. */
	is_valid = url_idn_put_label(out, slice_of((const char *)ascii));
	idn2_free(ascii);
	return is_valid;
}

/* Returns the length of the dot at the start of s, 0 if there is none.  UTS 46
 * maps the ideographic, the full-width and the half-width full stop to a dot.
 */
static size_t
url_idn_dot_length(struct slice s)
{
	static const struct slice dots[] = {
		SLICE("."), SLICE("\xe3\x80\x82"), /* U+3002 */
		SLICE("\xef\xbc\x8e"),             /* U+FF0E */
		SLICE("\xef\xbd\xa1"),             /* U+FF61 */
	};

	for (size_t i = 0; i < ARRAY_LENGTH(dots); i++)
		if (slice_starts(s, dots[i]))
			return dots[i].len;
	return 0;
}

/* Removes the first label and its dot from *rest. */
static struct slice
url_idn_take_label(struct slice *rest, bool *ret_ascii)
{
	struct slice label = { rest->p, 0 };
	size_t dot = 0;

	*ret_ascii = true;
	while (label.len < rest->len &&
	       (dot = url_idn_dot_length(
		    slice_sub(*rest, label.len, rest->len))) == 0) {
		if ((unsigned char)rest->p[label.len] >= 0x80)
			*ret_ascii = false;
		label.len++;
	}
	*rest = slice_sub(*rest, label.len + dot, rest->len);
	return label;
}

bool
url_host_to_ascii(struct slice host, char out[LIMIT_HOST_BYTES + 1])
{
	struct host_text text = { out, 0 };
	bool ascii;

	do {
		struct slice label = url_idn_take_label(&host, &ascii);

		if (!(ascii ? url_idn_put_label(&text, label)
			    : url_idn_put_converted(&text, label)))
			return false;
	} while (host.len > 0);
	text.p[text.len] = '\0';
	return true;
}
