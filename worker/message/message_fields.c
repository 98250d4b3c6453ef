/*
 * message_fields.c -- writes and reads the structs of a reply by their tables.
 *
 * The writer gets a table (message_fields.h) and a struct, and writes the
 * fields of the struct in the order of the table. The reader gets a table and a
 * frame, and fills a struct after it has checked every value. Failures: a value
 * is refused. The reader's `failed` is then set, and the worker that wrote the
 * frame is ended.
 *
 * Texts of a document may contain control characters: a JSON feed may contain
 * ESC, and U+009B starts an escape sequence in some terminals. Control
 * characters are removed here, so that readers of the database need not do it.
 * Marks of writing direction are preserved, because Arabic and Hebrew texts
 * need these marks. The commands remove these marks when they print a text.
 */
#include "worker/message/message_fields.h"

#include <string.h>

#include "base/limits.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/article/html_check.h"
#include "cuter/cuter.h"
#include "worker/message/message_values.h"

/* This number is added to a zone, because the encoding has no negative numbers.
 */
#define ZONE_BIAS        65536
#define ZONE_MOST        (15 * 60)
#define TEXT_LEAST_BYTES 4 /* size of the length prefix */

/* ---- values in a struct ---- */

static void *
message_fields_field_in(void *record, size_t at)
{
	return (char *)record + at;
}

static const void *
message_fields_field_of(const void *record, size_t at)
{
	return (const char *)record + at;
}

/* gcc and clang represent these enums as unsigned. */
static unsigned
message_fields_enum_of(const void *record, size_t at)
{
	unsigned value;

	memcpy(&value, message_fields_field_of(record, at), sizeof(value));
	return value;
}

static void
message_fields_enum_set(void *record, size_t at, unsigned value)
{
	memcpy(message_fields_field_in(record, at), &value, sizeof(value));
}

_Static_assert(sizeof(enum cuter_source) == sizeof(unsigned), "enums");

/* ---- texts ---- */

/* Returns the number of bytes of the control character (C0, DEL, C1) at i; 0:
 * there is none. */
static size_t
message_fields_control_bytes(struct slice text, size_t i)
{
	unsigned char c = (unsigned char)text.p[i];

	if (c == 0xC2 && i + 1 < text.len &&
	    (unsigned char)text.p[i + 1] < 0xA0)
		return 2;
	return c < 0x20 || c == 0x7F ? 1 : 0;
}

/* Returns the replacement of a control character: the same character, a space,
 * a line end, or '\0' to remove the character. */
static char
message_fields_control_as(struct slice text, size_t i, bool paragraphs)
{
	char c = text.p[i];

	if (c != '\n' && c != '\t' && c != '\r')
		return '\0';
	if (!paragraphs)
		return ' ';
	if (c != '\r')
		return c;
	return i + 1 < text.len && text.p[i + 1] == '\n' ? '\0' : '\n';
}

static struct slice
message_fields_clean(struct arena *arena, struct slice text, bool paragraphs)
{
	size_t i = 0, n = 0;
	char *clean;

	while (i < text.len &&
	       (message_fields_control_bytes(text, i) == 0 ||
		   (paragraphs && (text.p[i] == '\n' || text.p[i] == '\t'))))
		i++;
	if (i == text.len)
		return text;
	clean = arena_alloc(arena, text.len);
	memcpy(clean, text.p, i);
	n = i;
	while (i < text.len) {
		size_t took = message_fields_control_bytes(text, i);
		char as = took > 0
			      ? message_fields_control_as(text, i, paragraphs)
			      : text.p[i];

		if (as != '\0')
			clean[n++] = as;
		i += took > 0 ? took : 1;
	}
	return (struct slice){ clean, n };
}

struct slice
message_read_line(struct wire_reader *r, struct arena *arena, size_t max_bytes)
{
	return message_fields_clean(
	    arena, message_read_text(r, max_bytes), false);
}

static struct slice
message_fields_read_language(struct wire_reader *r, size_t max_bytes)
{
	struct slice code = message_read_text(r, max_bytes);

	for (size_t i = 0; i < code.len; i++) {
		char c = code.p[i];

		if (!ascii_is_alnum(c) && c != '-' && c != '_')
			return SLICE_NONE;
	}
	return code;
}

static struct slice
message_fields_read_html(struct wire_reader *r, size_t max_bytes)
{
	struct slice html = wire_read_text(r);

	if (html.len > max_bytes) /* HTML must not be truncated, because the
				     result would be invalid */
		return SLICE_NONE;
	if (!article_html_check(html))
		r->failed = true;
	return html;
}

static struct slice
message_fields_read_some_bytes(struct wire_reader *r, size_t max_bytes)
{
	struct slice bytes = wire_read_bytes(r);

	return bytes.len <= max_bytes ? bytes : SLICE_NONE;
}

/* ---- numbers ---- */

static unsigned
message_fields_read_flags(struct wire_reader *r, size_t known)
{
	uint32_t flags = wire_read_u32(r);

	if ((flags & ~known) == 0)
		return flags;
	r->failed = true;
	return 0;
}

/* Writes a zone in minutes east of UTC. The reader replaces offsets above
 * ZONE_MOST by CUTER_ZONE_NONE. */
static void
message_fields_put_zone(struct buf *b, int zone)
{
	wire_put_u32(b, (uint32_t)(zone + ZONE_BIAS));
}

static int
message_fields_read_zone(struct wire_reader *r)
{
	uint32_t biased = wire_read_u32(r);
	int zone =
	    biased <= 2 * ZONE_BIAS ? (int)biased - ZONE_BIAS : CUTER_ZONE_NONE;

	return zone >= -ZONE_MOST && zone <= ZONE_MOST ? zone : CUTER_ZONE_NONE;
}

/* ---- lists ---- */

static struct slice *
message_fields_read_lines(struct wire_reader *r, struct arena *arena,
    const struct message_field *field, size_t *ret_n)
{
	size_t n = wire_read_count(r, field->max, TEXT_LEAST_BYTES);
	struct slice *items = NULL;

	if (n > 0)
		items = arena_array(arena, n, sizeof(*items));
	for (size_t i = 0; i < n; i++)
		items[i] = message_read_line(r, arena, field->max_bytes);
	*ret_n = n;
	return items;
}

static struct slice *
message_fields_read_urls(struct wire_reader *r, struct arena *arena,
    const struct message_field *field, size_t *ret_n)
{
	size_t n = wire_read_count(r, field->max, TEXT_LEAST_BYTES), n_kept = 0;
	struct slice *items = NULL;

	if (n > 0)
		items = arena_array(arena, n, sizeof(*items));
	for (size_t i = 0; i < n; i++) {
		struct slice url = message_read_url(r);

		if (url.p != NULL)
			items[n_kept++] = url;
	}
	*ret_n = n_kept;
	return n_kept > 0 ? items : NULL;
}

static void *
message_fields_read_records(struct wire_reader *r, struct arena *arena,
    const struct message_field *field, size_t *ret_n)
{
	const struct message_record *record = field->record;
	size_t n = wire_read_count(r, field->max, record->least_bytes);
	size_t n_kept = 0;
	char *items = NULL;

	if (n > 0)
		items = arena_array(arena, n, record->bytes);
	for (size_t i = 0; i < n && !r->failed; i++) {
		char *item = items + n_kept * record->bytes;
		const struct slice *url;

		memset(item, 0, record->bytes);
		message_read_record(r, arena, record, item);
		url = record->url_at != SIZE_MAX
			  ? message_fields_field_of(item, record->url_at)
			  : NULL;
		n_kept += url == NULL || url->p != NULL;
	}
	*ret_n = n_kept;
	return items;
}

static void
message_fields_put_records(struct buf *b, const struct message_field *field,
    const char *items, size_t n)
{
	n = message_put_count(b, n, field->max);
	for (size_t i = 0; i < n && !buf_failed(b); i++)
		message_put_record(
		    b, field->record, items + i * field->record->bytes);
}

/* ---- one field ---- */

static void
message_fields_put_list(struct buf *b, const struct message_field *field,
    const void *items, size_t n)
{
	if (field->kind == MESSAGE_RECORDS)
		message_fields_put_records(b, field, items, n);
	else
		message_put_texts(b, items, n, field->max);
}

static void
message_fields_put_array(
    struct buf *b, const struct message_field *field, const char *items)
{
	for (size_t i = 0; i < field->max; i++)
		message_put_record(
		    b, field->record, items + i * field->record->bytes);
}

static void
message_fields_put_field(
    struct buf *b, const struct message_field *field, const void *from)
{
	const void *at = message_fields_field_of(from, field->at);

	switch (field->kind) {
	case MESSAGE_LINE:
	case MESSAGE_PARAGRAPHS:
	case MESSAGE_URL:
	case MESSAGE_LANGUAGE:
	case MESSAGE_HTML:
	case MESSAGE_BYTES:
		wire_put_slice(b, *(const struct slice *)at);
		break;
	case MESSAGE_LINES:
	case MESSAGE_URLS:
	case MESSAGE_RECORDS:
		message_fields_put_list(b, field, *(const void *const *)at,
		    *(const size_t *)message_fields_field_of(
			from, field->n_at));
		break;
	case MESSAGE_BOOL:
		wire_put_u8(b, *(const bool *)at);
		break;
	case MESSAGE_ENUM:
		wire_put_u8(
		    b, (uint8_t)message_fields_enum_of(from, field->at));
		break;
	case MESSAGE_FLAGS:
		wire_put_u32(b, *(const unsigned *)at & (unsigned)field->max);
		break;
	case MESSAGE_DATE:
		message_put_date(b, *(const int64_t *)at);
		break;
	case MESSAGE_ZONE:
		message_fields_put_zone(b, *(const int *)at);
		break;
	case MESSAGE_NUMBER:
		message_put_number(b, *(const int64_t *)at, field->least);
		break;
	case MESSAGE_SIZE:
		message_put_number(
		    b, (int64_t) * (const size_t *)at, field->least);
		break;
	case MESSAGE_SHARE:
		message_put_share(b, *(const double *)at);
		break;
	case MESSAGE_U32:
		wire_put_u32(b, *(const uint32_t *)at);
		break;
	case MESSAGE_ARRAY:
		message_fields_put_array(b, field, at);
		break;
	case MESSAGE_KIND_COUNT:
		break;
	}
}

static struct slice
message_fields_read_slice(struct wire_reader *r, struct arena *arena,
    const struct message_field *field)
{
	size_t max = field->max_bytes;

	switch (field->kind) {
	case MESSAGE_PARAGRAPHS:
		return message_fields_clean(
		    arena, message_read_text(r, max), true);
	case MESSAGE_URL:
		return message_read_url(r);
	case MESSAGE_LANGUAGE:
		return message_fields_read_language(r, max);
	case MESSAGE_HTML:
		return message_fields_read_html(r, max);
	case MESSAGE_BYTES:
		return message_fields_read_some_bytes(r, max);
	default:
		return message_read_line(r, arena, max);
	}
}

static void
message_fields_read_list(struct wire_reader *r, struct arena *arena,
    const struct message_field *field, void *ret)
{
	void **items = message_fields_field_in(ret, field->at);
	size_t *n = message_fields_field_in(ret, field->n_at);

	if (field->kind == MESSAGE_RECORDS)
		*items = message_fields_read_records(r, arena, field, n);
	else if (field->kind == MESSAGE_URLS)
		*items = message_fields_read_urls(r, arena, field, n);
	else
		*items = message_fields_read_lines(r, arena, field, n);
}

static void
message_fields_read_array(struct wire_reader *r, struct arena *arena,
    const struct message_field *field, char *ret)
{
	for (size_t i = 0; i < field->max; i++)
		message_read_record(
		    r, arena, field->record, ret + i * field->record->bytes);
}

static void
message_fields_read_field(struct wire_reader *r, struct arena *arena,
    const struct message_field *field, void *ret)
{
	void *at = message_fields_field_in(ret, field->at);

	switch (field->kind) {
	case MESSAGE_LINE:
	case MESSAGE_PARAGRAPHS:
	case MESSAGE_URL:
	case MESSAGE_LANGUAGE:
	case MESSAGE_HTML:
	case MESSAGE_BYTES:
		*(struct slice *)at =
		    message_fields_read_slice(r, arena, field);
		break;
	case MESSAGE_LINES:
	case MESSAGE_URLS:
	case MESSAGE_RECORDS:
		message_fields_read_list(r, arena, field, ret);
		break;
	case MESSAGE_BOOL:
		*(bool *)at = message_read_bool(r);
		break;
	case MESSAGE_ENUM:
		message_fields_enum_set(
		    ret, field->at, message_read_enum(r, (unsigned)field->max));
		break;
	case MESSAGE_FLAGS:
		*(unsigned *)at = message_fields_read_flags(r, field->max);
		break;
	case MESSAGE_DATE:
		*(int64_t *)at = message_read_date(r);
		break;
	case MESSAGE_ZONE:
		*(int *)at = message_fields_read_zone(r);
		break;
	case MESSAGE_NUMBER:
		*(int64_t *)at = message_read_number(r, field->least);
		break;
	case MESSAGE_SIZE:
		*(size_t *)at = (size_t)message_read_number(r, field->least);
		break;
	case MESSAGE_SHARE:
		*(double *)at = message_read_share(r);
		break;
	case MESSAGE_U32:
		*(uint32_t *)at = wire_read_u32(r);
		break;
	case MESSAGE_ARRAY:
		message_fields_read_array(r, arena, field, at);
		break;
	case MESSAGE_KIND_COUNT:
		break;
	}
}

/* ---- structs ---- */

void
message_put_record(
    struct buf *b, const struct message_record *record, const void *from)
{
	for (size_t i = 0; i < record->n; i++)
		message_fields_put_field(b, &record->fields[i], from);
}

void
message_read_record(struct wire_reader *r, struct arena *arena,
    const struct message_record *record, void *ret)
{
	for (size_t i = 0; i < record->n; i++)
		message_fields_read_field(r, arena, &record->fields[i], ret);
}
