/*
 * message_fields.h -- tables that describe the structs of a reply.
 *
 * message_article.c, message_enrich.c and message_feed.c contain the tables.
 * message_fields.c writes and reads any struct by its table. A row states which
 * values the field may have, so that the hub checks every field.
 * message_text_test.c tests each row.
 */
#ifndef WORKER_MESSAGE_MESSAGE_FIELDS_H
#define WORKER_MESSAGE_MESSAGE_FIELDS_H

#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "worker/message/wire.h"

/* A value is "removed" or "absent" if a correct worker may copy it from a
 * document. If it is "refused", the worker is ended, because a correct worker
 * never writes such a value. */
enum message_kind {
	MESSAGE_LINE,       /* slice: UTF-8 up to max_bytes.  Controls are
			       removed, line ends and tabs become spaces */
	MESSAGE_PARAGRAPHS, /* slice: like MESSAGE_LINE, but \n and \t are
			     * preserved */
	MESSAGE_URL,        /* slice: absent unless it is an http(s) URL */
	MESSAGE_LANGUAGE,   /* slice: absent if it has other characters than
			       letters, digits, - and _ */
	MESSAGE_HTML,  /* slice: refused unless article_html_check() accepts it;
			  absent over max_bytes */
	MESSAGE_BYTES, /* slice of any bytes: absent if over max_bytes */
	MESSAGE_LINES, /* list of lines: refused if longer than max */
	MESSAGE_URLS,  /* list of URLs; other texts are left out */
	MESSAGE_BOOL,  /* bool: refused if not 0 or 1 */
	MESSAGE_ENUM,  /* enum: refused if not below max */
	MESSAGE_FLAGS, /* unsigned: refused if bits outside of max are set */
	MESSAGE_DATE,  /* int64_t: refused if not DATE_NONE or in 1970..9999 */
	MESSAGE_ZONE,  /* int, minutes: CUTER_ZONE_NONE if not a valid zone */
	MESSAGE_NUMBER,  /* int64_t: refused below least */
	MESSAGE_SIZE,    /* size_t: refused below least */
	MESSAGE_SHARE,   /* double: refused if not in 0 .. 1 */
	MESSAGE_U32,     /* uint32_t: any value */
	MESSAGE_RECORDS, /* list of structs: refused if longer than max */
	MESSAGE_ARRAY,   /* max structs, stored in sequence */
	MESSAGE_KIND_COUNT
};

struct message_record;

struct message_field {
	const char *name;
	enum message_kind kind;
	size_t at;   /* offset of the value; lists: of its pointer */
	size_t n_at; /* lists: offset of the number of items, a size_t */
	size_t max;  /* lists: largest number of items; arrays: number of items;
			enums: number of values; flags: the allowed bits */
	size_t max_bytes;                    /* of a text */
	int64_t least;                       /* of a number */
	const struct message_record *record; /* of the items */
};

struct message_record {
	const struct message_field *fields;
	size_t n;
	size_t bytes;       /* sizeof the struct */
	size_t least_bytes; /* minimum size in a frame */
	/* Offset of a URL in an item. If the URL is absent, the item is left
	 * out of its list. SIZE_MAX: no item is left out. */
	size_t url_at;
};

/* Rows of a table: MESSAGE_ROW(struct x, member, kind, further members). */
#define MESSAGE_ROW(type, member, kind_, ...)                                  \
	{                                                                      \
		.name = #member, .kind = (kind_),                              \
		.at = offsetof(type, member), __VA_ARGS__                      \
	}
#define MESSAGE_LIST(type, items, n, kind_, max_, ...)                         \
	{                                                                      \
		.name = #items, .kind = (kind_), .at = offsetof(type, items),  \
		.n_at = offsetof(type, n), .max = (max_), __VA_ARGS__          \
	}

extern const struct message_record message_article, message_feed,
    message_enrichment;

/* Writes the struct at `from`. Values that the reader would refuse are changed
 * to valid ones: lists are truncated, numbers and shares are clamped. */
void message_put_record(
    struct buf *, const struct message_record *, const void *from);

/* Reads into the zeroed struct at `ret`. A refused value makes the reader fail.
 * Texts are borrowed from the frame, or allocated in the arena if something was
 * removed from them. Lists are in the arena, whose `exhausted` must be set.
 * O(bytes). */
void message_read_record(struct wire_reader *, struct arena *,
    const struct message_record *, void *ret);

/* Reads a text by the rules of MESSAGE_LINE. */
struct slice message_read_line(
    struct wire_reader *, struct arena *, size_t max_bytes);

#endif
