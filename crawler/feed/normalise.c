/*
 * normalise.c -- normalises text.
 *
 * In:  UTF-8, after markup was removed.
 * Out: C1 controls U+0080..9F read as windows-1252; other controls and
 *      invisible characters (soft hyphen, zero-width characters, BOM) removed,
 *      except joiners that belong to a word or an emoji;
 *      runs of white space as one space, none at the ends; Form C.
 *
 * Runs of ASCII are copied. At the end of a text, libunistring converts the
 * text to Form C, but only if it contains a character that Form C may change.
 * Most texts contain no such character.
 */
#include "crawler/feed/normalise.h"

#include <stdlib.h>
#include <unictype.h>
#include <uninorm.h>

#include "base/block.h"
#include "base/text/charset.h"
#include "base/text/utf8.h"

/* True for printable ASCII except the space. */
static inline bool
normalise_is_plain(char c)
{
	return c > ' ' && c < 0x7f;
}

/* True if each of the sixteen bytes at p is a plain character, or a space that
 * is followed by a plain character. The caller makes sure that p has at least
 * seventeen bytes. */
static inline bool
normalise_is_plain_block(const char *p)
{
	block b = block_load(p), next = block_load(p + 1);
	block high = b | next;

	return !block_any(block_below(b, ' ') | block_equal(b, 0x7f) |
			  (high & block_of(0x80)) |
			  (block_equal(b, ' ') & (block_below(next, ' ' + 1) |
						     block_equal(next, 0x7f))));
}

void
text_writer_init(struct text_writer *w, struct buf *out, bool keep_lines)
{
	buf_clear(out);
	w->out = out;
	w->gap = TEXT_GAP_NONE;
	w->keep_lines = keep_lines;
	w->may_change = false;
}

static inline void
normalise_write_gap(struct text_writer *w)
{
	if (w->gap == TEXT_GAP_NONE)
		return;
	if (w->out->len > 0) {
		bool breaks = w->keep_lines && w->gap > TEXT_GAP_SPACE;

		buf_append_char(w->out, breaks ? '\n' : ' ');
		if (breaks && w->gap == TEXT_GAP_PARAGRAPH)
			buf_append_char(w->out, '\n');
	}
	w->gap = TEXT_GAP_NONE;
}

/* True if Form C may change the character, or join it with the character before
 * it. A character that is joined with the one before it is a mark or a
 * conjoining jamo. */
static bool
normalise_may_change(uint32_t rune)
{
	ucs4_t parts[UC_DECOMPOSITION_MAX_LENGTH];
	int n;

	/* Form C does not change these frequent characters: Latin, Cyrillic,
	 * dashes and quotes, kana, ideographs, Hangul syllables. */
	if (rune < 0x300 || (rune >= 0x400 && rune < 0x483) ||
	    (rune >= 0x48a && rune < 0x530) ||
	    (rune >= 0x2010 && rune <= 0x2027) ||
	    (rune >= 0x3041 && rune <= 0x3096) ||
	    (rune >= 0x30a1 && rune <= 0x30fa) ||
	    (rune >= 0x4e00 && rune <= 0x9fff) ||
	    (rune >= 0xac00 && rune <= 0xd7a3))
		return false;
	if ((rune >= 0x1160 && rune <= 0x11ff) ||
	    uc_is_general_category_withtable(rune, UC_CATEGORY_MASK_M))
		return true;
	n = uc_canonical_decomposition(rune, parts);
	return n == 1 || (n == 2 && uc_composition(parts[0], parts[1]) != rune);
}

/* Converts the whole text to Form C. */
static void
normalise_compose(struct buf *out)
{
	bool failed = out->failed;
	size_t n;
	uint8_t *composed = u8_normalize(
	    UNINORM_NFC, (const uint8_t *)out->p, out->len, NULL, &n);

	if (composed == NULL) {
		out->failed = out->no_memory = true;
		return;
	}
	buf_clear(out);
	buf_append_slice(
	    out, utf8_prefix((struct slice){ (const char *)composed, n },
		     out->max_bytes));
	out->failed |= failed;
	free(composed);
}

static bool
normalise_is_invisible(uint32_t rune)
{
	return rune < 0x20 || rune == 0x7f || rune == 0xad ||
	       (rune >= 0x200b && rune <= 0x200d) || rune == 0x2060 ||
	       rune == 0xfeff || (rune & 0xfffe) == 0xfffe;
}

/* Returns the last character that was written; RUNE_BAD if a gap or nothing
 * precedes the next character. */
static uint32_t
normalise_last_rune(const struct text_writer *w)
{
	size_t from = w->out->len;
	uint32_t rune = RUNE_BAD;

	if (w->gap != TEXT_GAP_NONE || from == 0)
		return RUNE_BAD;
	do
		from--;
	while (from > 0 && ((unsigned char)w->out->p[from] & 0xc0) == 0x80);
	utf8_decode(w->out->p + from, w->out->len - from, &rune);
	return rune;
}

/* True if the next character is a joiner that is part of a word or an emoji: it
 * follows a character that is neither of Latin, Greek, Cyrillic or Armenian nor
 * a mark of their letters, nor general punctuation.  Persian, the scripts of
 * India, and emoji of several characters are wrong without their joiners.
 * Newsletters hide texts with many joiners between spaces. */
static bool
normalise_is_joiner(const struct text_writer *w, uint32_t rune)
{
	uint32_t last;

	if (rune != 0x200c && rune != 0x200d)
		return false;
	last = normalise_last_rune(w);
	return last >= 0x590 && (last < 0x2000 || last > 0x206f) &&
	       last != RUNE_BAD;
}

void
text_write_rune(struct text_writer *w, uint32_t rune)
{
	if (rune >= 0x80 && rune < 0xa0) {
		rune = charset_windows_1252((unsigned char)rune);
		if (rune < 0xa0)
			return;
	}
	if (rune_is_space(rune) || (rune >= 0x1c && rune <= 0x1f)) {
		text_write_gap(w, TEXT_GAP_SPACE);
		return;
	}
	if (normalise_is_invisible(rune) && !normalise_is_joiner(w, rune))
		return;
	if (rune >= 0x300 && !w->may_change)
		w->may_change = normalise_may_change(rune);
	normalise_write_gap(w);
	buf_append_rune(w->out, rune);
}

/* Returns the end of the ASCII text at `at` that can be copied: plain words
 * with single spaces between them. */
static size_t
normalise_plain_end(struct slice text, size_t at)
{
	while (at < text.len) {
		if (text.len - at > BLOCK_BYTES &&
		    normalise_is_plain_block(text.p + at))
			at += BLOCK_BYTES;
		else if (normalise_is_plain(text.p[at]))
			at++;
		else if (text.p[at] == ' ' && at + 1 < text.len &&
			 normalise_is_plain(text.p[at + 1]))
			at += 2;
		else
			break;
	}
	return at;
}

void
text_write(struct text_writer *w, struct slice text)
{
	size_t i = 0, end;
	uint32_t rune;

	while (i < text.len) {
		if (normalise_is_plain(text.p[i])) {
			end = normalise_plain_end(text, i);
			normalise_write_gap(w);
			buf_append(w->out, text.p + i, end - i);
			i = end;
		} else if (text.p[i] == ' ') {
			text_write_gap(w, TEXT_GAP_SPACE);
			i++;
		} else {
			i += utf8_decode(text.p + i, text.len - i, &rune);
			text_write_rune(w, rune);
		}
	}
}

void
text_writer_end(struct text_writer *w)
{
	if (w->may_change && w->out->len > 0 && !w->out->no_memory)
		normalise_compose(w->out);
}

static inline bool
normalise_is_ascii_block(const char *p)
{
	return !block_any(block_load(p) & block_of(0x80));
}

/* Counts the Latin-1 bytes of the text; false if a character is above U+00FF or
 * all are ASCII. */
static bool
normalise_is_latin1_only(struct slice text, size_t *ret_bytes)
{
	size_t above = 0;

	for (size_t i = 0; i < text.len;) {
		unsigned char c = (unsigned char)text.p[i];

		if (text.len - i >= BLOCK_BYTES &&
		    normalise_is_ascii_block(text.p + i)) {
			i += BLOCK_BYTES;
			continue;
		}
		if (c > 0xc3)
			return false;
		above += c >= 0xc0;
		i++;
	}
	*ret_bytes = text.len - above;
	return above > 0;
}

struct slice
text_fix_double_encoding(struct arena *arena, struct slice text)
{
	size_t n, at = 0;
	struct slice result;
	char *bytes;

	if (!normalise_is_latin1_only(text, &n))
		return text;
	bytes = arena_alloc(arena, n + 1);
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.p[i];

		if (c >= 0xc0 && i + 1 < text.len)
			c = (unsigned char)((c & 3) << 6 |
					    (text.p[++i] & 0x3f));
		bytes[at++] = (char)c;
	}
	result = (struct slice){ bytes, at };
	return utf8_valid(result) ? result : text;
}
