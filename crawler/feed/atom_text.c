/*
 * atom_text.c -- what Atom's type and mode make of a text.
 *
 * After: RFC 4287, 3.1.1 (text constructs), 4.1.3.3 (content); Atom 0.3
 * (type a media type, mode xml, escaped or base64); RFC 4648.
 */
#include "crawler/feed/atom_text.h"

#include "base/utf8.h"

static bool
is_html(struct slice type)
{
	return slice_equal_nocase(type, SLICE("html")) ||
	       slice_starts_nocase(type, SLICE("text/html")) ||
	       slice_starts_nocase(type, SLICE("text/x-html"));
}

static bool
is_xhtml(struct slice type)
{
	return slice_equal_nocase(type, SLICE("xhtml")) ||
	       slice_starts_nocase(type, SLICE("application/xhtml"));
}

static bool
is_xml(struct slice type)
{
	return slice_ends_nocase(type, SLICE("+xml")) ||
	       slice_ends_nocase(type, SLICE("/xml"));
}

static bool
is_text(struct slice type)
{
	return type.len == 0 || slice_equal_nocase(type, SLICE("text")) ||
	       slice_starts_nocase(type, SLICE("text/"));
}

static void
read_atom10(struct slice type, struct atom_text *ret)
{
	ret->markup = MARKUP_NEVER;
	if (is_html(type)) {
		ret->markup = MARKUP_ALWAYS;
	} else if (is_xhtml(type) || is_xml(type)) {
		ret->markup = MARKUP_ALWAYS;
		ret->is_tree = true;
	} else if (!is_text(type)) {
		ret->is_base64 = true;
	}
}

static void
read_atom03(struct slice type, struct slice mode, struct atom_text *ret)
{
	ret->markup = is_html(type) || is_xhtml(type) || is_xml(type)
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
		read_atom03(type, mode, ret);
	else
		read_atom10(type, ret);
}

static int
base64_value(char c)
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

struct slice
base64_decode(struct arena *arena, struct slice text)
{
	char *out = arena_alloc(arena, text.len / 4 * 3 + 4);
	struct slice decoded = { out, 0 };
	uint32_t bits = 0;
	int n_bits = 0;

	for (size_t i = 0; i < text.len && text.p[i] != '='; i++) {
		int value = base64_value(text.p[i]);

		if (value < 0) {
			if ((unsigned char)text.p[i] > ' ')
				return text;
			continue;
		}
		bits = bits << 6 | (uint32_t)value;
		n_bits += 6;
		if (n_bits >= 8) {
			n_bits -= 8;
			out[decoded.len++] = (char)(bits >> n_bits & 0xff);
		}
	}
	return utf8_valid(decoded) ? decoded : text;
}
