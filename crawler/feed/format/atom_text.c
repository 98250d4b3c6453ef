/*
 * atom_text.c -- the meaning of Atom's type and mode attributes for a text.
 *
 * Source: RFC 4287, sections 3.1.1 (text constructs) and 4.1.3.3 (content);
 * Atom 0.3 (type is a media type, mode is xml, escaped or base64); RFC 4648.
 */
#include "crawler/feed/format/atom_text.h"

#include "base/text/utf8.h"

static bool
atom_text_is_html(struct slice type)
{
	return slice_equal_nocase(type, SLICE("html")) ||
	       slice_starts_nocase(type, SLICE("text/html")) ||
	       slice_starts_nocase(type, SLICE("text/x-html"));
}

static bool
atom_text_is_xhtml(struct slice type)
{
	return slice_equal_nocase(type, SLICE("xhtml")) ||
	       slice_starts_nocase(type, SLICE("application/xhtml"));
}

static bool
atom_text_is_xml(struct slice type)
{
	return slice_ends_nocase(type, SLICE("+xml")) ||
	       slice_ends_nocase(type, SLICE("/xml"));
}

static bool
atom_text_is_text(struct slice type)
{
	/* a value without "/", such as "plain", is not a media type and means
	 * text */
	return slice_find_char(type, '/', 0) == SLICE_NOT_FOUND ||
	       slice_starts_nocase(type, SLICE("text/"));
}

static bool
atom_text_is_binary(struct slice type)
{
	return slice_starts_nocase(type, SLICE("image/")) ||
	       slice_starts_nocase(type, SLICE("audio/")) ||
	       slice_starts_nocase(type, SLICE("video/")) ||
	       slice_starts_nocase(type, SLICE("font/"));
}

static void
atom_text_read_atom10(struct slice type, struct atom_text *ret)
{
	ret->markup = MARKUP_NEVER;
	if (atom_text_is_html(type)) {
		ret->markup = MARKUP_ALWAYS;
	} else if (atom_text_is_xhtml(type) || atom_text_is_xml(type)) {
		ret->markup = MARKUP_ALWAYS;
		ret->is_tree = true;
	} else if (!atom_text_is_text(type)) {
		ret->is_base64 = true;
	}
}

static void
atom_text_read_atom03(
    struct slice type, struct slice mode, struct atom_text *ret)
{
	ret->markup = atom_text_is_html(type) || atom_text_is_xhtml(type) ||
			      atom_text_is_xml(type)
			  ? MARKUP_ALWAYS
			  : MARKUP_NEVER;
	if (slice_equal_nocase(mode, SLICE("base64")))
		ret->is_base64 = true;
	else if (!slice_equal_nocase(mode, SLICE("escaped")))
		ret->is_tree = ret->markup == MARKUP_ALWAYS;
}

void
atom_text_type(
    struct slice type, struct slice mode, bool is_atom03, struct atom_text *ret)
{
	type = slice_trim(type);
	mode = slice_trim(mode);
	*ret = (struct atom_text){ .markup = MARKUP_NEVER };
	if (is_atom03 || mode.len > 0)
		atom_text_read_atom03(type, mode, ret);
	else
		atom_text_read_atom10(type, ret);
	ret->is_binary = atom_text_is_binary(type) && !ret->is_tree;
}

static int
atom_text_base64_value(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	if (c == '+' || c == '-')
		return 62;
	return c == '/' || c == '_' ? 63 : -1;
}

/* Adds the number of "=" in `rest`, which begins at the first "=", to *n.  True
 * if `rest` contains only "=" and white space. */
static bool
atom_text_is_padding(struct slice rest, size_t *n)
{
	for (size_t i = 0; i < rest.len; i++) {
		if ((unsigned char)rest.p[i] > ' ' && rest.p[i] != '=')
			return false;
		*n += rest.p[i] == '=';
	}
	return true;
}

struct slice
base64_decode(struct arena *arena, struct slice text)
{
	char *out = arena_alloc(arena, text.len / 4 * 3 + 4);
	struct slice decoded = { out, 0 };
	uint32_t bits = 0;
	int n_bits = 0;
	size_t i, n = 0;

	for (i = 0; i < text.len && text.p[i] != '='; i++) {
		int value = atom_text_base64_value(text.p[i]);

		if (value < 0) {
			if ((unsigned char)text.p[i] > ' ')
				return text;
			continue;
		}
		n++;
		bits = bits << 6 | (uint32_t)value;
		n_bits += 6;
		if (n_bits >= 8) {
			n_bits -= 8;
			out[decoded.len++] = (char)(bits >> n_bits & 0xff);
		}
	}
	if (!atom_text_is_padding(slice_sub(text, i, text.len), &n))
		return text;
	if (utf8_valid(decoded))
		return decoded;
	return n % 4 == 0 ? SLICE_NONE
			  : text; /* the length is not a multiple of four: the
				     text looks like base64 by chance */
}
