/*
 * markup.c -- escapes text, and recognises hidden elements and the addresses of
 * images.
 */
#include "cuter/tree/markup.h"

#include "base/text/ascii.h"

#define TEMPLATE_NAME 31 /* a longer name in braces is the id of a file */

static void
markup_write_escaped_rune(struct buf *out, uint32_t rune)
{
	switch (rune) {
	case '<':
		buf_append(out, "&lt;", 4);
		break;
	case '>':
		buf_append(out, "&gt;", 4);
		break;
	case '&':
		buf_append(out, "&amp;", 5);
		break;
	case '"':
		buf_append(out, "&quot;", 6);
		break;
	case 0:
		break;
	default:
		buf_append_rune(out, rune);
	}
}

static const bool needs_escape[256] = {
	['&'] = true, ['<'] = true, ['>'] = true, ['"'] = true, ['\0'] = true
};

void
markup_write_escaped(
    struct buf *out, struct slice s, enum reference_place place)
{
	size_t start = 0, i = 0;

	for (;;) {
		uint32_t runes[2] = { 0, 0 };
		size_t took = 1;

		while (i < s.len && !needs_escape[(unsigned char)s.p[i]])
			i++;
		if (i == s.len)
			break;
		runes[0] = (unsigned char)s.p[i];
		if (s.p[i] == '&') {
			took = reference_decode(
			    slice_sub(s, i, s.len), place, runes);
			if (took == 0)
				took = 1;
		}
		buf_append(out, s.p + start, i - start);
		markup_write_escaped_rune(out, runes[0]);
		if (runes[1] != 0)
			markup_write_escaped_rune(out, runes[1]);
		i += took;
		start = i;
	}
	buf_append(out, s.p + start, s.len - start);
}

/* Returns true if a style has "display", then colons and spaces, then a word
 * that begins with "none". */
static bool
markup_style_hides(struct slice style)
{
	size_t at = 0;

	while ((at = slice_find_nocase(style, SLICE("display"), at)) !=
	       SLICE_NOT_FOUND) {
		at += strlen("display");
		while (at < style.len &&
		       (style.p[at] == ' ' || style.p[at] == ':'))
			at++;
		if (slice_starts_nocase(
			slice_sub(style, at, style.len), SLICE("none")))
			return true;
	}
	return false;
}

bool
markup_is_hidden(const struct scan *s)
{
	if (scan_has(s, ATTR_HIDDEN) &&
	    !slice_equal_nocase(s->attr[ATTR_HIDDEN], SLICE("until-found")) &&
	    !slice_equal_nocase(s->attr[ATTR_HIDDEN], SLICE("false")))
		return true;
	if (scan_has(s, ATTR_ARIA_HIDDEN) &&
	    slice_equal_nocase(s->attr[ATTR_ARIA_HIDDEN], SLICE("true")))
		return true;
	return scan_has(s, ATTR_STYLE) &&
	       markup_style_hides(s->attr[ATTR_STYLE]);
}

/* True if s begins with the brace, literally or as "%7B" or "%7D". *ret_bytes
 * is the length of the brace in s. */
static bool
markup_is_brace(struct slice s, char brace, size_t *ret_bytes)
{
	*ret_bytes = s.len > 0 && s.p[0] == brace ? 1 : 3;
	return *ret_bytes == 1 ||
	       slice_starts_nocase(
		   s, brace == '{' ? SLICE("%7B") : SLICE("%7D"));
}

static bool
markup_is_name(char c, bool is_first)
{
	return ascii_is_letter(c) || c == '_' ||
	       (!is_first && (ascii_is_digit(c) || c == '.'));
}

/* True for "width}": a name that is followed by a brace. False for JSON and for
 * "{4A1D-...}", both of which occur in addresses. */
static bool
markup_is_name_in_braces(struct slice s)
{
	size_t n = 0, bytes;

	while (
	    n < s.len && n <= TEMPLATE_NAME && markup_is_name(s.p[n], n == 0))
		n++;
	return n > 0 && n <= TEMPLATE_NAME &&
	       markup_is_brace(slice_sub(s, n, s.len), '}', &bytes);
}

/* True for "/i/{width}/a.jpg", "${base}/a.jpg", "{{ image.src }}": a template
 * that a script should have filled in. */
static bool
markup_is_template(struct slice url)
{
	for (size_t i = 0; i < url.len; i++) {
		struct slice rest = slice_sub(url, i, url.len);
		size_t bytes;

		if ((url.p[i] != '{' && url.p[i] != '%') ||
		    !markup_is_brace(rest, '{', &bytes))
			continue;
		rest = slice_sub(rest, bytes, rest.len);
		if (slice_ends_nocase(slice_sub(url, 0, i), SLICE("$")) ||
		    slice_ends_nocase(slice_sub(url, 0, i), SLICE("%24")) ||
		    markup_is_brace(rest, '{', &bytes) ||
		    markup_is_name_in_braces(rest))
			return true;
	}
	return false;
}

bool
markup_is_placeholder(struct slice url)
{
	return url.len == 0 || slice_starts_nocase(url, SLICE("data:")) ||
	       slice_starts_nocase(url, SLICE("about:")) ||
	       slice_starts_nocase(url, SLICE("blob:")) ||
	       markup_is_template(url);
}

/* White space of HTML, and NUL. */
static const bool ends_url[256] = { ['\0'] = true,
	[' '] = true,
	['\t'] = true,
	['\r'] = true,
	['\n'] = true,
	['\f'] = true };

struct slice
markup_best_candidate(struct slice srcset)
{
	struct slice best = SLICE_NONE;
	double best_size = -1;
	size_t at = 0;

	/* A candidate consists of a URL, white space and a descriptor. The
	 * text is not split at commas, because URLs may contain commas. */
	while (at < srcset.len) {
		struct slice url, size;
		double value = 1;
		size_t start;

		while (
		    at < srcset.len && (ends_url[(unsigned char)srcset.p[at]] ||
					   srcset.p[at] == ','))
			at++;
		start = at;
		while (
		    at < srcset.len && !ends_url[(unsigned char)srcset.p[at]])
			at++;
		url = slice_sub(srcset, start, at);
		start = at;
		if (url.len > 0 && url.p[url.len - 1] == ',') {
			url.len--;
		} else {
			at = slice_find_char(srcset, ',', at);
			if (at == SLICE_NOT_FOUND)
				at = srcset.len;
		}
		size = slice_trim(slice_sub(srcset, start, at));
		if (size.len > 1 && size.len < 12) {
			int64_t number;

			if (slice_to_int64(
				slice_sub(size, 0, size.len - 1), &number))
				value = (double)number;
		}
		if (value > best_size && !markup_is_placeholder(url)) {
			best = url;
			best_size = value;
		}
	}
	return best;
}

static bool
markup_has_file_name(struct slice url)
{
	size_t at;

	url = slice_sub(url, 0, slice_find_char(url, '?', 0));
	at = url.len;
	while (at > 0 && url.p[at - 1] != '/' && url.p[at - 1] != '.')
		at--;
	return at > 0 && url.p[at - 1] == '.';
}

bool
markup_is_page_about(struct slice lazy, struct slice src)
{
	return !markup_is_placeholder(src) && markup_has_file_name(src) &&
	       !markup_has_file_name(lazy);
}
