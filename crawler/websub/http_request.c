/*
 * http_request.c -- reads the requests that hubs send to the callbacks.
 *
 * In:  the head of a request; the bytes of a body in chunks.
 * Out: method, path, query, the fields that WebSub uses, the length of the
 *      body; or the status of the error.
 *
 * Source: RFC 9112.  Obsolete line folding, two lengths that differ, a length
 * together with a coding, and other codings than chunked are refused, because
 * a proxy may read them in another way.
 */
#include "crawler/websub/http_request.h"

#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"

/* ---- the head ---- */

size_t
http_request_head_bytes(struct slice received)
{
	size_t at = slice_find(received, SLICE("\r\n\r\n"), 0);
	size_t bare = slice_find(received, SLICE("\n\n"), 0);

	if (bare != SLICE_NOT_FOUND && (at == SLICE_NOT_FOUND || bare < at))
		return bare + 2;
	return at == SLICE_NOT_FOUND ? 0 : at + 4;
}

struct http_fields {
	struct http_request *request;
	bool has_length, has_coding, has_host, is_1_0;
};

static void
http_request_take_length(struct http_fields *f, struct slice value)
{
	int64_t bytes;

	if (!slice_to_int64(value, &bytes) || bytes < 0 || value.p[0] == '+' ||
	    (f->has_length && bytes != f->request->body_bytes))
		f->request->status = 400;
	else
		f->request->body_bytes = bytes;
	f->has_length = true;
}

static void
http_request_take_coding(struct http_fields *f, struct slice value)
{
	if (f->has_coding || !slice_equal_nocase(value, SLICE("chunked")))
		f->request->status = 501;
	f->has_coding = f->request->is_chunked = true;
}

static void
http_request_take_type(struct http_fields *f, struct slice value)
{
	f->request->content_type = value;
}

/* If there are two signatures, none is used, because a choice would be
 * arbitrary. */
static void
http_request_take_signature(struct http_fields *f, struct slice value)
{
	f->request->signature =
	    f->request->signature.p == NULL ? value : SLICE("");
}

static void
http_request_take_expect(struct http_fields *f, struct slice value)
{
	f->request->expects = slice_equal_nocase(value, SLICE("100-continue"));
	if (!f->request->expects)
		f->request->status = 417;
}

static void
http_request_take_host(struct http_fields *f, struct slice value)
{
	(void)value;
	if (f->has_host)
		f->request->status = 400;
	f->has_host = true;
}

static const struct {
	struct slice name;
	void (*take)(struct http_fields *, struct slice value);
} http_request_fields[] = {
	{ SLICE("content-length"), http_request_take_length },
	{ SLICE("transfer-encoding"), http_request_take_coding },
	{ SLICE("content-type"), http_request_take_type },
	{ SLICE("x-hub-signature"), http_request_take_signature },
	{ SLICE("expect"), http_request_take_expect },
	{ SLICE("host"), http_request_take_host },
};

static void
http_request_take_field(struct http_fields *f, struct slice line)
{
	size_t colon = slice_find_char(line, ':', 0);
	struct slice name = slice_sub(line, 0, colon);

	/* no white space around the name: sections 5.1 and 5.2 */
	if (colon == SLICE_NOT_FOUND || colon == 0 ||
	    slice_trim(name).len != name.len) {
		f->request->status = 400;
		return;
	}
	for (size_t i = 0; i < ARRAY_LENGTH(http_request_fields); i++)
		if (slice_equal_nocase(name, http_request_fields[i].name))
			http_request_fields[i].take(f,
			    slice_trim(slice_sub(line, colon + 1, line.len)));
}

/* Reads a request line such as "POST /websub/x HTTP/1.1". */
static bool
http_request_take_start(struct http_fields *f, struct slice line)
{
	struct slice method, target, version;

	if (!slice_next(&line, ' ', &method) ||
	    !slice_next(&line, ' ', &target) ||
	    !slice_next(&line, ' ', &version) || line.p != NULL ||
	    !slice_starts(target, SLICE("/")) ||
	    !slice_starts(version, SLICE("HTTP/1.")))
		return false;
	f->is_1_0 = slice_equal(version, SLICE("HTTP/1.0"));
	f->request->is_post = slice_equal(method, SLICE("POST"));
	if (!f->request->is_post && !slice_equal(method, SLICE("GET")))
		f->request->status = 405;
	slice_next(&target, '?', &f->request->path);
	f->request->query = target;
	return true;
}

static bool
http_request_has_zero(struct slice head)
{
	return slice_find_char(head, '\0', 0) != SLICE_NOT_FOUND;
}

void
http_request_read(struct slice head, struct http_request *ret)
{
	struct http_fields f = { .request = ret };
	struct slice line;

	*ret = (struct http_request){ .status = 200 };
	if (http_request_has_zero(head) || !slice_next(&head, '\n', &line) ||
	    !http_request_take_start(&f, slice_trim(line))) {
		ret->status = 400;
		return;
	}
	while (slice_next(&head, '\n', &line) && slice_trim(line).len > 0)
		http_request_take_field(
		    &f, slice_ends(line, SLICE("\r"))
			    ? slice_sub(line, 0, line.len - 1)
			    : line);
	if (f.has_length && f.has_coding)
		ret->status = 400;
	if (!f.is_1_0 && !f.has_host)
		ret->status = 400;
	if (f.is_1_0 && f.has_coding)
		ret->status = 400;
	if (ret->status == 200 && ret->is_post && !f.has_length &&
	    !f.has_coding)
		ret->status = 411;
}

/* ---- chunks ---- */

enum {
	CHUNK_SIZE,      /* digits of the size */
	CHUNK_EXTENSION, /* the text after the size, up to the line end */
	CHUNK_DATA,
	CHUNK_DATA_END, /* the line end after the data */
	CHUNK_TRAILER,  /* trailer fields, until an empty line */
	CHUNK_DONE
};

/* Longest line with a size and extensions; no hub sends extensions. */
#define CHUNK_LINE_BYTES 256

static void
http_request_chunks_end_size(struct http_chunks *c)
{
	c->state = c->left > 0 ? CHUNK_DATA : CHUNK_TRAILER;
	c->line_bytes = 0;
}

/* Reads a byte of the line with the size.  Returns false if it is malformed. */
static bool
http_request_chunks_take_size(struct http_chunks *c, char byte)
{
	int digit = ascii_hex_value(byte);

	if (++c->line_bytes > CHUNK_LINE_BYTES)
		return false;
	if (c->state == CHUNK_SIZE && digit >= 0 && c->left <= INT32_MAX) {
		c->left = c->left * 16 + digit;
		return true;
	}
	if (c->state == CHUNK_SIZE &&
	    (c->line_bytes == 1 || digit >= 0 ||
		(byte != ';' && byte != '\r' && byte != '\n' && byte != ' ' &&
		    byte != '\t')))
		return false;
	c->state = CHUNK_EXTENSION;
	if (byte == '\n')
		http_request_chunks_end_size(c);
	return true;
}

static bool
http_request_chunks_take_data_end(struct http_chunks *c, char byte)
{
	if (byte == '\r' && c->line_bytes++ == 0)
		return true;
	if (byte != '\n')
		return false;
	*c = (struct http_chunks){ .state = CHUNK_SIZE };
	return true;
}

static bool
http_request_chunks_take_trailer(struct http_chunks *c, char byte)
{
	if (++c->trailer_bytes > LIMIT_WEBSUB_HEAD)
		return false;
	if (byte == '\n') {
		if (c->line_bytes == 0)
			c->state = CHUNK_DONE;
		c->line_bytes = 0;
	} else if (byte != '\r') {
		c->line_bytes++;
	}
	return true;
}

static bool
http_request_chunks_take(struct http_chunks *c, char byte)
{
	if (c->state == CHUNK_DATA_END)
		return http_request_chunks_take_data_end(c, byte);
	if (c->state == CHUNK_TRAILER)
		return http_request_chunks_take_trailer(c, byte);
	return http_request_chunks_take_size(c, byte);
}

static struct slice
http_request_chunks_take_piece(struct http_chunks *c, struct slice *rest)
{
	size_t n = (int64_t)rest->len < c->left ? rest->len : (size_t)c->left;
	struct slice piece = slice_sub(*rest, 0, n);

	*rest = slice_sub(*rest, n, rest->len);
	c->left -= (int64_t)n;
	if (c->left == 0)
		c->state = CHUNK_DATA_END;
	return piece;
}

enum http_chunks_result
http_chunks_read(
    struct http_chunks *c, struct slice *rest, struct slice *ret_piece)
{
	*ret_piece = SLICE("");
	while (rest->len > 0 && c->state != CHUNK_DONE) {
		char byte = rest->p[0];

		if (c->state == CHUNK_DATA) {
			*ret_piece = http_request_chunks_take_piece(c, rest);
			return HTTP_CHUNKS_MORE;
		}
		*rest = slice_sub(*rest, 1, rest->len);
		if (!http_request_chunks_take(c, byte))
			return HTTP_CHUNKS_BAD;
	}
	return c->state == CHUNK_DONE ? HTTP_CHUNKS_END : HTTP_CHUNKS_MORE;
}
