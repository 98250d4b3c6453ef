/*
 * feed_charset.c -- determines the charset of a feed and decodes it.
 *
 * feed_charset.h lists the places in which a charset is declared, the most
 * reliable first. Standards: XML 1.0, appendix F; RFC 7303, except its ASCII
 * default for text/xml, which no reader applies.
 */
#include "crawler/feed/decode/feed_charset.h"

#include "base/array.h"
#include "base/text/utf8.h"

#define DECLARATION_BYTES 1024 /* an XML declaration starts within these */
#define MIXED_PART        4
#define WIDE_BYTES        8 /* bytes that show UTF-16 without a signature */
/* A document that declares an 8-bit charset is UTF-8 if it has more than this
 * number of valid characters for each invalid byte. */
#define GOOD_FOR_BAD 4
/* A document that declares a multi-byte charset is UTF-8 if it has at least
 * this number of valid characters and no invalid byte. */
#define ENOUGH_GOOD 8

/* A label of UTF-16 is refused: a document in UTF-16 has a byte-order mark or
 * zero bytes, which were tested before.  ASCII, which servers declare by
 * default, is read as UTF-8 if the bytes are valid UTF-8. */
static bool
feed_charset_find_label(
    struct charsets *charsets, struct slice label, struct charset *ret)
{
	static const struct slice ascii[] = { SLICE("us-ascii"), SLICE("ascii"),
		SLICE("ansi_x3.4-1968") };
	struct charset found;

	for (size_t i = 0; i < ARRAY_LENGTH(ascii); i++)
		if (slice_equal_nocase(slice_trim(label), ascii[i]))
			label = SLICE("utf-8");
	if (!charset_find_any(charsets, label, &found) ||
	    found.kind == CHARSET_UTF16)
		return false;
	*ret = found;
	return true;
}

/* Returns the value of a header's parameter: "text/xml; charset='x'" gives x.
 */
static struct slice
feed_charset_parameter(struct slice header, struct slice name)
{
	struct slice rest = header, part, value;
	size_t at;
	char quote;

	while (slice_next(&rest, ';', &part)) {
		part = slice_trim(part);
		if (!slice_starts_nocase(part, name))
			continue;
		value = slice_trim(slice_sub(part, name.len, part.len));
		/* also matches "charset:iso-8859-1" */
		if (value.len == 0 || (value.p[0] != '=' && value.p[0] != ':'))
			continue;
		value = slice_trim(slice_sub(value, 1, value.len));
		if (value.len == 0)
			return value;
		quote = value.p[0];
		if (quote != '"' && quote != '\'')
			return value;
		at = slice_find_char(value, quote, 1);
		return slice_sub(value, 1, at);
	}
	return SLICE_NONE;
}

/* Returns the encoding in an XML declaration near the start, else SLICE_NONE.
 */
static struct slice
feed_charset_find_declaration(struct slice bytes)
{
	struct slice head = slice_sub(bytes, 0, DECLARATION_BYTES);
	size_t from = slice_find(head, SLICE("<?xml"), 0), at, end;

	if (from == SLICE_NOT_FOUND)
		return SLICE_NONE;
	end = slice_find(head, SLICE("?>"), from);
	head = slice_sub(head, from, end);
	at = slice_find_nocase(head, SLICE("encoding"), 0);
	if (at == SLICE_NOT_FOUND)
		return SLICE_NONE;
	for (at += 8; at < head.len && strchr(" \t\r\n=", head.p[at]); at++)
		;
	if (at >= head.len || (head.p[at] != '"' && head.p[at] != '\''))
		return SLICE_NONE;
	end = slice_find_char(head, head.p[at], at + 1);
	return slice_sub(head, at + 1, end);
}

/* Signatures of documents without a byte-order mark: "<" or "{" with zero
 * bytes, and "<?xm" in EBCDIC. A signature precedes its prefixes. */
static const struct {
	struct slice bytes;
	struct charset charset;
} signatures[] = {
	{ SLICE("\0\0\0<"), { CHARSET_UTF32, true, NULL, "utf-32be" } },
	{ SLICE("<\0\0\0"), { CHARSET_UTF32, false, NULL, "utf-32le" } },
	{ SLICE("\0<\0"), { CHARSET_UTF16, true, NULL, "utf-16be" } },
	{ SLICE("<\0"), { CHARSET_UTF16, false, NULL, "utf-16le" } },
	{ SLICE("\0{\0"), { CHARSET_UTF16, true, NULL, "utf-16be" } },
	{ SLICE("{\0"), { CHARSET_UTF16, false, NULL, "utf-16le" } },
	{ SLICE("\x4c\x6f\xa7\x94"), { CHARSET_ICONV, false, NULL, "cp037" } },
};

/* True if the bytes begin with ASCII characters in UTF-16: each second byte is
 * zero, from the byte at `zero_at` (0 or 1). */
static bool
feed_charset_is_wide(struct slice bytes, size_t zero_at)
{
	if (bytes.len < WIDE_BYTES)
		return false;
	for (size_t i = 0; i < WIDE_BYTES; i += 2)
		if (bytes.p[i + zero_at] != 0 ||
		    bytes.p[i + 1 - zero_at] == 0 ||
		    (bytes.p[i + 1 - zero_at] & 0x80) != 0)
			return false;
	return true;
}

/* Finds the signature at the start of the bytes.  In UTF-16, white space or "["
 * may be before the signature. */
static bool
feed_charset_find_signature(struct slice bytes, struct charset *ret)
{
	static const struct charset wide[2] = { { CHARSET_UTF16, true, NULL,
						    "utf-16be" },
		{ CHARSET_UTF16, false, NULL, "utf-16le" } };

	for (size_t i = 0; i < ARRAY_LENGTH(signatures); i++)
		if (slice_starts(bytes, signatures[i].bytes)) {
			*ret = signatures[i].charset;
			return true;
		}
	for (size_t zero_at = 0; zero_at < 2; zero_at++)
		if (feed_charset_is_wide(bytes, zero_at)) {
			*ret = wide[zero_at];
			return true;
		}
	return false;
}

/* Counts of the valid and invalid non-ASCII characters of a document that is
 * read as UTF-8. */
struct utf8_count {
	size_t good, bad;
};

static struct utf8_count
feed_charset_count_utf8(struct slice bytes)
{
	struct utf8_count ret = { 0, 0 };
	size_t taken, pair;
	uint32_t rune;

	for (size_t i = 0; i < bytes.len; i += taken) {
		taken = 1;
		if ((unsigned char)bytes.p[i] < 0x80)
			continue;
		taken = utf8_decode(bytes.p + i, bytes.len - i, &rune);
		pair = rune == RUNE_BAD
			   ? charset_read_cesu8(
				 slice_sub(bytes, i, bytes.len), &rune)
			   : 0;
		taken = pair > 0 ? pair : taken;
		if (rune == RUNE_BAD)
			ret.bad++;
		else
			ret.good++;
	}
	return ret;
}

/* Returns the charset of a document that is not valid UTF-8 and declares no
 * other charset. If the result is UTF-8, the decoder reads each invalid byte as
 * windows-1252.
 *
 * The result is UTF-8 if most non-ASCII characters are valid UTF-8. If the
 * guess is windows-1252, more than one valid character for each MIXED_PART
 * invalid ones is enough. If fewer characters are valid, they can be valid by
 * chance: in windows-1252, an accented letter, a no-break space and a quotation
 * mark in a French text are bytes of valid UTF-8. */
static struct slice
feed_charset_guess_or_utf8(struct slice bytes)
{
	static const struct slice utf8 = SLICE("utf-8");
	struct utf8_count count = feed_charset_count_utf8(bytes);
	const char *guess;

	if (count.good > count.bad)
		return utf8;
	guess = charset_guess(bytes);
	return count.good * MIXED_PART > count.bad &&
		       strcmp(guess, "windows-1252") == 0
		   ? utf8
		   : slice_of(language_charset(bytes, guess));
}

/* True if the bytes contain the escape sequences that begin and end a text in
 * JIS X 0208 (RFC 1468).  All bytes of ISO-2022-JP are ASCII, so that the
 * document would otherwise be read as UTF-8. */
static bool
feed_charset_is_iso_2022_jp(struct slice bytes)
{
	static const struct slice starts[] = { SLICE("\x1b$B"),
		SLICE("\x1b$@") };

	for (size_t i = 0; i < ARRAY_LENGTH(starts); i++) {
		size_t at = slice_find(bytes, starts[i], 0);

		if (at != SLICE_NOT_FOUND &&
		    slice_find(bytes, SLICE("\x1b("), at) != SLICE_NOT_FOUND)
			return true;
	}
	return false;
}

/* Removes a last character that is incomplete because the document is
 * truncated. */
static struct slice
feed_charset_without_cut(struct slice bytes)
{
	size_t n = 0;

	while (n < 3 && n < bytes.len &&
	       ((unsigned char)bytes.p[bytes.len - 1 - n] & 0xc0) == 0x80)
		n++;
	if (n == bytes.len || (unsigned char)bytes.p[bytes.len - 1 - n] < 0xc0)
		return bytes;
	return slice_sub(bytes, 0, bytes.len - 1 - n);
}

/* True if the bytes are UTF-8, although the document declares the charset
 * `declared`.  Some servers declare one charset for all files (Apache's
 * AddDefaultCharset).  A few invalid bytes, for example of a character that a
 * publisher has cut, do not matter for an 8-bit charset: texts in such a
 * charset have few sequences that are valid UTF-8.  A few characters of GBK or
 * Shift_JIS can be valid UTF-8 by chance, but not a text of many characters. */
static bool
feed_charset_is_utf8_after_all(enum charset_kind declared, struct slice bytes,
    bool is_utf8, bool is_of_header)
{
	struct utf8_count count;

	if (declared != CHARSET_TABLE && declared != CHARSET_ICONV)
		return false;
	if (declared == CHARSET_TABLE && is_utf8 && !is_of_header)
		return true;
	count = feed_charset_count_utf8(bytes);
	if (declared == CHARSET_ICONV)
		return count.bad == 0 && count.good >= ENOUGH_GOOD;
	/* `is_utf8` is also true if the only non-ASCII character is a truncated
	 * one at the end. Such a document is not read as UTF-8. */
	return count.good > count.bad * (is_utf8 ? 1 : GOOD_FOR_BAD);
}

/* Compares the declared charset with the bytes.  UTF-8 is read as UTF-8 even if
 * another charset is declared.  If UTF-8 is declared and most bytes are not
 * valid UTF-8, the guessed charset is used. */
static void
feed_charset_choose(struct charsets *charsets, struct slice bytes,
    struct slice content_type, struct charset *ret)
{
	static const struct charset utf8 = { .kind = CHARSET_UTF8,
		.name = "utf-8" };
	struct slice label =
	    feed_charset_parameter(content_type, SLICE("charset"));
	bool is_utf8 =
	    utf8_valid(bytes) || utf8_valid(feed_charset_without_cut(bytes));

	if (feed_charset_find_label(charsets, label, ret)) {
		if (ret->kind != CHARSET_UTF8) {
			if (feed_charset_is_utf8_after_all(
				ret->kind, bytes, is_utf8, true))
				*ret = utf8;
			return;
		}
		/* The header is more reliable than the declaration (RFC 7303,
		 * section 3), and the bytes agree with it. */
		if (is_utf8 && feed_charset_count_utf8(bytes).good > 0)
			return;
	}
	label = feed_charset_find_declaration(bytes);
	if (feed_charset_find_label(charsets, label, ret)) {
		if (feed_charset_is_utf8_after_all(
			ret->kind, bytes, is_utf8, false))
			*ret = utf8;
		if (ret->kind != CHARSET_UTF8)
			return;
		label = SLICE_NONE;
	}
	if (is_utf8 && slice_find_char(bytes, '\x1b', 0) != SLICE_NOT_FOUND &&
	    feed_charset_is_iso_2022_jp(bytes) &&
	    feed_charset_find_label(charsets, SLICE("iso-2022-jp"), ret))
		return;
	if (is_utf8 || label.len > 0 ||
	    !feed_charset_find_label(
		charsets, feed_charset_guess_or_utf8(bytes), ret))
		*ret = utf8;
}

/* An EBCDIC document names its variant in the XML declaration, which is
 * readable after decoding it with a basic EBCDIC table. */
static void
feed_charset_find_ebcdic(struct charsets *charsets, struct slice bytes,
    struct buf *scratch, struct charset *charset)
{
	struct charset said;
	struct slice label;

	if (!charset_decode(charsets, charset,
		slice_sub(bytes, 0, DECLARATION_BYTES), 0, scratch))
		return;
	label = feed_charset_find_declaration(buf_slice(scratch));
	if (!slice_starts_nocase(label, SLICE("utf")) &&
	    feed_charset_find_label(charsets, label, &said) &&
	    said.kind == CHARSET_ICONV)
		*charset = said;
	buf_clear(scratch);
}

struct slice
feed_to_utf8(struct arena *arena, struct charsets *charsets, struct slice bytes,
    struct slice content_type, struct buf *scratch, struct charset *ret)
{
	static const unsigned options = CHARSET_SPLIT_BROKEN | CHARSET_DROP_CUT;
	size_t mark = 0;

	buf_clear(scratch);
	if (!charset_find_mark(bytes, ret, &mark) &&
	    !feed_charset_find_signature(bytes, ret))
		feed_charset_choose(charsets, bytes, content_type, ret);
	bytes = slice_sub(bytes, mark, bytes.len);
	if (ret->kind == CHARSET_ICONV && strcmp(ret->name, "cp037") == 0)
		feed_charset_find_ebcdic(charsets, bytes, scratch, ret);
	if (ret->kind == CHARSET_UTF8 && utf8_valid(bytes))
		return bytes;
	if (ret->kind == CHARSET_UTF8 &&
	    utf8_valid(feed_charset_without_cut(bytes)))
		return feed_charset_without_cut(bytes);
	if (!charset_decode(charsets, ret, bytes, options, scratch)) {
		*ret =
		    (struct charset){ .kind = CHARSET_UTF8, .name = "utf-8" };
		charset_decode(charsets, ret, bytes, options, scratch);
	}
	if (scratch->no_memory)
		arena_give_up(arena);
	return arena_copy(arena, buf_slice(scratch));
}
