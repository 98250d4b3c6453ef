/*
 * charset.h -- from a charset's name to text: its bytes as UTF-8.
 *
 * Single-byte charsets are read by tables, UTF-8, UTF-16 and UTF-32 by code,
 * those of East Asia by iconv.  Which witness of a charset is believed is for
 * the rooms to say.
 */
#ifndef BASE_CHARSET_H
#define BASE_CHARSET_H

#include <iconv.h>

#include "base/buf.h"

#define CHARSET_NAME_BYTES 40 /* a longer label is none */
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
	bool big_endian;       /* of UTF-16 and UTF-32 */
	const uint16_t *upper; /* of a table: what bytes 0x80..0xff are */
	char name[CHARSET_NAME_BYTES];
};

/* iconv's converters, each opened when it is first wanted and kept.  They are
 * shared objects, so who will be forbidden to open files opens them all
 * before; what is open in one process is open in those that it forks. */
struct charsets {
	size_t n;
	struct charset_converter {
		char name[CHARSET_NAME_BYTES];
		iconv_t to_utf8;
	} open[CHARSETS_OPEN_MAX];
};

void charsets_init(struct charsets *);
void charsets_release(struct charsets *);
/* Opens all that charset_find() may need and what else was seen in feeds.
 * What the machine lacks stays unknown. */
void charsets_open_all(struct charsets *);

/* What a label means on the web (WHATWG Encoding Standard, 4.2, and some that
 * it lacks), in any case, with white space around it.  name becomes the one
 * of many that we use.  False: it means nothing. */
bool charset_find(struct charsets *, struct slice label, struct charset *ret);
/* The same, and whatever else iconv knows by that name; but for the charsets
 * in which the label itself could not have been read, like UTF-7. */
bool charset_find_any(
    struct charsets *, struct slice label, struct charset *ret);
/* By the byte-order mark that bytes begin with, of *ret_length bytes. */
bool charset_find_mark(
    struct slice bytes, struct charset *ret, size_t *ret_length);

/* What becomes of bytes that are no character.  Always: a lone byte in UTF-8
 * is windows-1252, which is where it mostly came from; in other charsets it
 * is U+FFFD. */
enum charset_option {
	CHARSET_SPLIT_BROKEN = 1, /* so are the bytes of a broken sequence of
				     UTF-8; without: one U+FFFD */
	CHARSET_DROP_CUT = 2      /* a character that the end cuts off goes;
				     without: U+FFFD */
};

/* Appends bytes as valid UTF-8, of hardly any charset more than three times as
 * many.  When out is full the text ends there.  False, with nothing appended,
 * if there is no converter or none that makes UTF-8.  O(bytes). */
bool charset_decode(struct charsets *, const struct charset *,
    struct slice bytes, unsigned options, struct buf *out);

/* What a byte is in windows-1252; 0x81 and the four others that it lacks are
 * C1 controls. */
uint32_t charset_windows_1252(unsigned char);

#endif
