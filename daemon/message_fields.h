/*
 * message_fields.h -- a struct of a reply as a table of its fields.
 *
 * message_article.c and message_feed.c have the tables; message_fields.c
 * writes and reads any struct by its table.  A row says what a value of the
 * field may be, so that no field reaches the hub unchecked; message_text_test.c
 * tries each row.
 */
#ifndef DAEMON_MESSAGE_FIELDS_H
#define DAEMON_MESSAGE_FIELDS_H

#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "daemon/wire.h"

/* "Removed" and "absent" is for what an honest worker may pass on from a
 * document; "refused" ends the worker, because no honest worker writes it. */
enum message_kind {
	MESSAGE_LINE,       /* slice: UTF-8 up to max_bytes.  Controls are
			       removed, line ends and tabs become spaces */
	MESSAGE_PARAGRAPHS, /* slice: the same, but \n and \t stay */
	MESSAGE_URL,        /* slice: absent unless it may be fetched */
	MESSAGE_LANGUAGE,   /* slice: absent unless letters, digits, - and _ */
	MESSAGE_HTML,       /* slice: refused unless article_html_check();
			       absent over max_bytes */
	MESSAGE_BYTES,      /* slice of any bytes: absent over max_bytes */
	MESSAGE_LINES,      /* list of lines: refused over max items */
	MESSAGE_URLS,       /* list of URLs; those not fetchable left out */
	MESSAGE_BOOL,       /* bool: refused unless 0 or 1 */
	MESSAGE_ENUM,       /* enum: refused unless below max */
	MESSAGE_FLAGS,      /* unsigned: refused with other bits than max has */
	MESSAGE_DATE,       /* int64_t: refused unless DATE_NONE or 1970..9999 */
	MESSAGE_ZONE,       /* int, minutes: CUTER_ZONE_NONE unless a zone */
	MESSAGE_NUMBER,     /* int64_t: refused below least */
	MESSAGE_SIZE,       /* size_t, likewise */
	MESSAGE_SHARE,      /* double: refused unless 0 .. 1 */
	MESSAGE_U32,        /* uint32_t: any */
	MESSAGE_RECORDS,    /* list of structs: refused over max items */
	MESSAGE_ARRAY,      /* max structs, one after the other */
	MESSAGE_KIND_COUNT
};

struct message_record;

struct message_field {
	const char *name;
	enum message_kind kind;
	size_t at;    /* offset of the value; of a list, of its pointer */
	size_t n_at;  /* of a list: offset of its number of items, a size_t */
	size_t max;   /* items, values of an enum, bits of flags */
	size_t max_bytes;                    /* of a text */
	int64_t least;                       /* of a number */
	const struct message_record *record; /* of the items */
};

struct message_record {
	const struct message_field *fields;
	size_t n;
	size_t bytes;       /* sizeof the struct */
	size_t least_bytes; /* that it takes in a frame, at least */
	/* An item with this URL absent is left out of its list;
	 * SIZE_MAX: none is. */
	size_t url_at;
};

/* Rows of a table: FIELD_LINE(struct x, member, bytes). */
#define MESSAGE_ROW(type, member, kind_, ...)                                  \
	{                                                                      \
		.name = #member, .kind = (kind_), .at = offsetof(type, member), \
		__VA_ARGS__                                                    \
	}
#define MESSAGE_LIST(type, items, n, kind_, max_, ...)                         \
	{                                                                      \
		.name = #items, .kind = (kind_), .at = offsetof(type, items),  \
		.n_at = offsetof(type, n), .max = (max_), __VA_ARGS__          \
	}

extern const struct message_record message_article, message_feed;

/* Writes the struct at `from`.  What the reader would refuse is brought into
 * its range: lists are cut, numbers and shares bounded. */
void message_put_record(
    struct buf *, const struct message_record *, const void *from);

/* Reads into the zeroed struct at `ret`.  A value that is refused makes the
 * reader fail.  Texts are borrowed from the frame, or in the arena if something
 * was removed from them; lists are in the arena, whose `exhausted` must be
 * set.  O(bytes). */
void message_read_record(struct wire_reader *, struct arena *,
    const struct message_record *, void *ret);

/* A text from a worker, as MESSAGE_LINE. */
struct slice message_read_line(
    struct wire_reader *, struct arena *, size_t max_bytes);

#endif
