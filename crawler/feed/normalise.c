/*
 * normalise.c -- text as it is kept.
 *
 * In:  UTF-8, as the feed or its markup had it.
 * Out: C1 controls U+0080..9F read as Windows-1252, other controls and
 *      invisible characters (soft hyphen, zero width, BOM) away, runs of
 *      white space one space, none at the ends, Form C.
 *
 * ASCII runs are copied as they are; only what Form C may change passes
 * through its tables.
 */
#include "crawler/feed/normalise.h"

#include "base/block.h"
#include "base/charset.h"
#include "base/utf8.h"

/* Printable ASCII without the space. */
static inline bool
is_plain(char c)
{
	return c > ' ' && c < 0x7f;
}

/* Whether sixteen bytes are plain or spaces before plain ones; p has one byte
 * more. */
static inline bool
is_plain_block(const char *p)
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
	w->n_segment = 0;
}

static void
flush_segment(struct text_writer *w)
{
	size_t n = nfc_compose(w->segment, w->n_segment);

	for (size_t i = 0; i < n; i++)
		buf_append_rune(w->out, w->segment[i]);
	w->n_segment = 0;
}

/* Brings what waits before the next character into the text. */
static inline void
flush(struct text_writer *w)
{
	if (w->n_segment > 0)
		flush_segment(w);
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

/* Takes the last character back out of the text, for a mark to join it. */
static void
reopen_segment(struct text_writer *w)
{
	size_t at = w->out->len;
	uint32_t rune;

	while (at > 0 && ((unsigned char)w->out->p[at - 1] & 0xc0) == 0x80)
		at--;
	if (at == 0 || w->gap != TEXT_GAP_NONE)
		return;
	at--;
	utf8_decode(w->out->p + at, w->out->len - at, &rune);
	w->out->len = at;
	w->out->p[at] = '\0';
	w->segment[w->n_segment++] = rune;
}

/* Marks without end are broken up as UAX 15's stream-safe format does. */
static void
write_special(struct text_writer *w, uint32_t rune)
{
	if (w->gap != TEXT_GAP_NONE)
		flush(w);
	if (w->n_segment == 0)
		reopen_segment(w);
	if (w->n_segment >= NFC_SEGMENT / 2)
		flush_segment(w);
	w->segment[w->n_segment++] = rune;
}

static bool
is_invisible(uint32_t rune)
{
	return rune < 0x20 || rune == 0x7f || rune == 0xad ||
	       (rune >= 0x200b && rune <= 0x200d) || rune == 0x2060 ||
	       rune == 0xfeff || (rune & 0xfffe) == 0xfffe;
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
	if (is_invisible(rune))
		return;
	if (rune >= 0x300 && nfc_is_special(rune)) {
		write_special(w, rune);
		return;
	}
	flush(w);
	buf_append_rune(w->out, rune);
}

/* Behind the ASCII text at `at`, single spaces between its words included:
 * what can be copied as it stands. */
static size_t
plain_end(struct slice text, size_t at)
{
	while (at < text.len) {
		if (text.len - at > BLOCK_BYTES && is_plain_block(text.p + at))
			at += BLOCK_BYTES;
		else if (is_plain(text.p[at]))
			at++;
		else if (text.p[at] == ' ' && at + 1 < text.len &&
			 is_plain(text.p[at + 1]))
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
		if (is_plain(text.p[i])) {
			end = plain_end(text, i);
			flush(w);
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
	if (w->n_segment > 0)
		flush_segment(w);
}

static inline bool
is_ascii_block(const char *p)
{
	return !block_any(block_load(p) & block_of(0x80));
}

/* Bytes of the Latin-1 text that UTF-8 encodes; false at a higher character
 * or where nothing is above ASCII. */
static bool
is_latin1_only(struct slice text, size_t *ret_bytes)
{
	size_t above = 0;

	for (size_t i = 0; i < text.len;) {
		unsigned char c = (unsigned char)text.p[i];

		if (text.len - i >= BLOCK_BYTES && is_ascii_block(text.p + i)) {
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
text_undouble(struct arena *arena, struct slice text)
{
	size_t n, at = 0;
	struct slice result;
	char *bytes;

	if (!is_latin1_only(text, &n))
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
