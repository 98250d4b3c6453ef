/*
 * warc.c -- writes pages as WARC 1.1 (ISO 28500:2017), one gzip member per
 * record.
 *
 * The stored body has no transfer and content encodings. The headers that
 * describe these encodings and the encoded length are therefore renamed to
 * X-Archive-Orig-…, and Content-Length is the length of the stored body. So the
 * header fields of a record agree with its body.
 */
#include "cli/print/warc.h"

#include <sys/random.h>

#include <libdeflate.h>

#include "base/array.h"
#include "base/date/date.h"
#include "base/limits.h"

#define GZIP_LEVEL 6 /* the size is that of zlib's default level */

static int
warc_deflate_whole(struct buf *out, struct slice bytes, struct err *e)
{
	struct libdeflate_compressor *compressor =
	    libdeflate_alloc_compressor(GZIP_LEVEL);
	size_t bound, n = 0;

	if (compressor != NULL) {
		bound = libdeflate_gzip_compress_bound(compressor, bytes.len);
		if (buf_reserve(out, bound))
			n = libdeflate_gzip_compress(compressor, bytes.p,
			    bytes.len, out->p + out->len, bound);
	}
	libdeflate_free_compressor(compressor);
	if (n == 0)
		return err_set(e, ERR_MEMORY, "no memory to pack a record");
	out->len += n;
	out->p[out->len] = '\0';
	return 0;
}

/* Appends a UUID of version 4 (RFC 9562). */
static int
warc_append_record_id(struct buf *out, struct err *e)
{
	unsigned char b[16];

	if (getrandom(b, sizeof b, 0) != sizeof b)
		return err_errno(e, "getrandom");
	b[6] = (unsigned char)((b[6] & 0x0f) | 0x40);
	b[8] = (unsigned char)((b[8] & 0x3f) | 0x80);
	buf_append_string(out, "WARC-Record-ID: <urn:uuid:");
	for (size_t i = 0; i < sizeof b; i++)
		buf_printf(out, "%s%02x",
		    i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", b[i]);
	buf_append_string(out, ">\r\n");
	return 0;
}

/* Appends the head, the block and two empty lines to out, compressed. */
static int
warc_put_record(struct buf *out, const char *type, const char *content_type,
    struct slice uri, int64_t at, struct slice block, struct err *e)
{
	struct buf record;
	char date[DATE_TEXT_BYTES];
	int rc;

	buf_init(&record, WARC_MAX_BYTES);
	date_format_rfc3339(at, date);
	buf_printf(&record, "WARC/1.1\r\nWARC-Type: %s\r\n", type);
	rc = warc_append_record_id(&record, e);
	buf_printf(&record, "WARC-Date: %s\r\n", date);
	if (uri.len > 0) {
		buf_append_string(&record, "WARC-Target-URI: ");
		for (size_t i = 0; i < uri.len; i++)
			if ((unsigned char)uri.p[i] <= ' ' || uri.p[i] == 0x7f)
				buf_printf(
				    &record, "%%%02X", (unsigned char)uri.p[i]);
			else
				buf_append_char(&record, uri.p[i]);
		buf_append_string(&record, "\r\n");
	}
	buf_printf(&record, "Content-Type: %s\r\nContent-Length: %zu\r\n\r\n",
	    content_type, block.len);
	buf_append_slice(&record, block);
	buf_append_string(&record, "\r\n\r\n");
	if (rc == 0 && buf_failed(&record))
		rc = err_set(e, ERR_MEMORY, "no memory for a record");
	if (rc == 0)
		rc = warc_deflate_whole(out, buf_slice(&record), e);
	buf_release(&record);
	return rc;
}

int
warc_info(struct buf *out, int64_t now_at, struct err *e)
{
	return warc_put_record(out, "warcinfo", "application/warc-fields",
	    SLICE_NONE, now_at,
	    SLICE("software: gleaner/" GLEANER_VERSION "\r\n"
		  "format: WARC File Format 1.1\r\n"),
	    e);
}

/* Returns true if the header describes the transferred bytes. */
static bool
warc_is_of_transfer(struct slice line)
{
	static const char *const names[] = { "content-encoding",
		"content-length", "transfer-encoding" };
	struct slice name =
	    slice_trim(slice_sub(line, 0, slice_find_char(line, ':', 0)));

	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		if (slice_equal_nocase(name, slice_of(names[i])))
			return true;
	return false;
}

static void
warc_append_headers(struct buf *out, struct slice headers)
{
	struct slice line;

	while (headers.len > 0 && slice_next(&headers, '\n', &line)) {
		line = slice_trim(line);
		if (slice_find_char(line, ':', 0) == SLICE_NOT_FOUND)
			continue;
		if (warc_is_of_transfer(line))
			buf_append_string(out, "X-Archive-Orig-");
		buf_append_slice(out, line);
		buf_append_string(out, "\r\n");
	}
}

int
warc_response(struct buf *out, const struct page_row *page, struct err *e)
{
	struct buf block;
	int rc;

	buf_init(&block, WARC_MAX_BYTES);
	buf_append_string(&block, "HTTP/1.1 200 OK\r\n");
	warc_append_headers(&block, page->headers);
	buf_printf(&block, "Content-Length: %zu\r\n\r\n", page->body.len);
	buf_append_slice(&block, page->body);
	rc = buf_failed(&block)
		 ? err_set(e, ERR_MEMORY, "no memory for a page")
		 : warc_put_record(out, "response",
		       "application/http; msgtype=response", page->url,
		       page->fetched_at, buf_slice(&block), e);
	buf_release(&block);
	return rc;
}
