/*
 * charset.h -- finds a charset by its name and converts its bytes to UTF-8.
 *
 * Single-byte charsets are decoded with tables, UTF-8, UTF-16 and UTF-32 with
 * code, East Asian charsets with iconv.  If several charsets are declared, the
 * callers decide which one is used (crawler/feed/decode/feed_charset.c,
 * cuter/tree).
 */
#ifndef BASE_TEXT_CHARSET_H
#define BASE_TEXT_CHARSET_H

#include <iconv.h>

#include "base/buf.h"

#define CHARSET_NAME_BYTES 40 /* longer labels are unknown */
#define CHARSETS_OPEN_MAX  24

enum charset_kind {
	CHARSET_UTF8,
	CHARSET_UTF16,
	CHARSET_UTF32,
	CHARSET_TABLE,
	CHARSET_ICONV
};

struct charset {
	enum charset_kind kind;
	bool big_endian;       /* used only for UTF-16 and UTF-32 */
	const uint16_t *upper; /* used only for tables: the code points of the
				  bytes 0x80..0xff */
	char name[CHARSET_NAME_BYTES];
};

/* The converters of iconv, each opened on first use. iconv loads converters as
 * shared objects, so a process opens all of them before it loses the permission
 * to open files.  Forked children inherit them. */
struct charsets {
	size_t n;
	struct charset_converter {
		char name[CHARSET_NAME_BYTES];
		iconv_t to_utf8;
	} open[CHARSETS_OPEN_MAX];
};

void charsets_init(struct charsets *);
void charsets_release(struct charsets *);
/* Opens the converters for all charsets of charset_find() and for others that
 * occur in feeds.  A charset whose converter is not installed stays unknown. */
void charsets_open_all(struct charsets *);

/* Looks up a label by the WHATWG Encoding Standard, section 4.2, with the
 * differences that charset_label.c describes.  Ignores case, and white space
 * around the label.  ret->name is the charset's name in this program.  Returns
 * false for an unknown label. */
bool charset_find(struct charsets *, struct slice label, struct charset *ret);
/* Like charset_find(), but also accepts other names that iconv knows. Of these,
 * names of UTF-7, UTF-16, UTF-32 and UCS are refused, because a text in which
 * an ASCII label was readable has none of these charsets. */
bool charset_find_any(
    struct charsets *, struct slice label, struct charset *ret);
/* Finds the charset by a byte-order mark at the start of bytes; *ret_length is
 * the mark's length in bytes.  Returns false if there is no mark. */
bool charset_find_mark(
    struct slice bytes, struct charset *ret, size_t *ret_length);

/* How invalid bytes are decoded.  A single invalid byte in UTF-8 is always read
 * as windows-1252, its most frequent source; an invalid byte in another charset
 * becomes U+FFFD. */
enum charset_option {
	CHARSET_SPLIT_BROKEN =
	    1, /* each byte of a truncated UTF-8 sequence is decoded like an
		  invalid byte; else one U+FFFD replaces the sequence */
	CHARSET_DROP_CUT =
	    2 /* a character that is incomplete at the end of the bytes is
		 dropped; without this option it is decoded like invalid bytes.
		 A single byte of UTF-8 is never dropped. In UTF-16 and UTF-32
		 the character is always dropped */
};

/* Appends bytes to `out` as valid UTF-8.  For most charsets the UTF-8 text is
 * at most three times as long as the bytes.  The text is truncated when `out`
 * is full.  Returns false, with nothing appended, if there is no converter or
 * its output is not UTF-8.  O(bytes). */
bool charset_decode(struct charsets *, const struct charset *,
    struct slice bytes, unsigned options, struct buf *out);

/* Reads two surrogates at the start of the bytes, each of which is encoded like
 * a character of UTF-8, as Java and MySQL write them (CESU-8, Unicode Technical
 * Report 26).  Returns the number of bytes, 0 if there is no such pair. */
size_t charset_read_cesu8(struct slice, uint32_t *ret_rune);

/* Returns the code point of a byte in windows-1252. For the five unassigned
 * bytes, this is the C1 control with the same value. */
uint32_t charset_windows_1252(unsigned char);

#endif
