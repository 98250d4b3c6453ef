/*
 * snippet.c -- makes an excerpt of a text around a word, for scripts without
 * spaces.  FTS5's snippet() does not support these scripts.
 */
#include "store/search/snippet.h"

#include "base/limits.h"
#include "base/text/utf8.h"

#define RUNES_BEFORE 24
#define RUNES_AFTER  56
/* Only the first TEXT_BYTES of a text are searched, and only for terms of at
 * most QUERY_BYTES.  The time to search a hostile text is proportional to the
 * product of both lengths. */
#define TEXT_BYTES  (64 * KIB)
#define QUERY_BYTES 128

/* Returns the number of bytes at the start of text that match `found`; 0: no
 * match. */
static size_t
snippet_match_at(struct slice text, struct slice found)
{
	size_t at = 0, k = 0;

	while (k < found.len) {
		uint32_t a, b;

		if (at >= text.len)
			return 0;
		at += utf8_decode(text.p + at, text.len - at, &a);
		k += utf8_decode(found.p + k, found.len - k, &b);
		if (rune_lower(a) != rune_lower(b))
			return 0;
	}
	return at;
}

static bool
snippet_find(
    struct slice text, struct slice found, size_t *ret_at, size_t *ret_n)
{
	for (size_t at = 0; found.len > 0 && at < text.len;) {
		struct slice rest = slice_sub(text, at, text.len);
		uint32_t rune;

		*ret_n = snippet_match_at(rest, found);
		if (*ret_n > 0) {
			*ret_at = at;
			return true;
		}
		at += utf8_decode(rest.p, rest.len, &rune);
	}
	return false;
}

static size_t
snippet_back(struct slice text, size_t at, int n_runes)
{
	for (; at > 0 && n_runes > 0; n_runes--)
		do
			at--;
		while (at > 0 && ((unsigned char)text.p[at] & 0xC0) == 0x80);
	return at;
}

static size_t
snippet_forth(struct slice text, size_t at, int n_runes)
{
	uint32_t rune;

	for (; at < text.len && n_runes > 0; n_runes--)
		at += utf8_decode(text.p + at, text.len - at, &rune);
	return at;
}

void
snippet_make(struct buf *out, struct slice text, struct slice found)
{
	size_t at = 0, n = 0, from, to;
	bool is_found = snippet_find(utf8_prefix(text, TEXT_BYTES),
	    utf8_prefix(found, QUERY_BYTES), &at, &n);

	from = snippet_back(text, at, RUNES_BEFORE);
	to = snippet_forth(text, at + n, RUNES_AFTER);
	if (from > 0)
		buf_append_string(out, "…");
	buf_append_slice(out, slice_sub(text, from, at));
	if (is_found) {
		buf_append_char(out, '\x02');
		buf_append_slice(out, slice_sub(text, at, at + n));
		buf_append_char(out, '\x03');
	}
	buf_append_slice(out, slice_sub(text, at + n, to));
	if (to < text.len)
		buf_append_string(out, "…");
}
