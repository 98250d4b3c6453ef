/*
 * fetch_decode.c -- decodes the Content-Encoding of a body.
 *
 * In:  the body as it was sent, in pieces, and the codings that the head names.
 * Out: decoded pieces of at most PIECE_BYTES, for fetch_body_take().
 *
 * Decoding fails if the coding was not requested, if the data is invalid in the
 * coding, or if a limit is exceeded.
 *
 * Some servers declare gzip and do not compress the body, or name a charset as
 * coding. The declared coding is tried first, and the input is stored until the
 * first byte of output. If the data is invalid in the coding but is text, the
 * body is not decoded.
 *
 * libcurl is not used for decoding, because it decodes only the first member of
 * a gzip body, but a body may have many members (RFC 1952, 2.2; zstd: RFC 8878,
 * 3.1). Bytes after the last member that do not begin another member are
 * ignored, as browsers do. "deflate" is accepted with zlib's header and without
 * it (RFC 9110, 8.4.1.2), and with the header of gzip.
 *
 * At most LIMIT_ENCODINGS codings are decoded. The memory of a decoder is its
 * window: 32 KiB for gzip and deflate, at most 16 MiB for brotli (RFC 7932,
 * 9.1), at most 8 MiB for zstd (RFC 9659, 3). The input of each decoder may
 * exceed the limit of the body by at most LIMIT_CODED_FREE.
 */
#include <brotli/decode.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

#include "base/array.h"
#include "crawler/fetch/fetch_parts.h"

#define PIECE_BYTES     (16 * KIB)
#define ZSTD_WINDOW_LOG 23 /* RFC 9659, 3 */
#define HEAD_MAX_BYTES  4
/* Size of the buffer for the input that is stored until the first byte of
 * output. A deflate block begins with tables, which give no output; they are
 * shorter than this. */
#define PROBE_BYTES 256
#define TEXT_BYTES  64 /* bytes at the start that are tested for text */

enum decode_step {
	DECODE_MORE, /* all input was used */
	DECODE_FULL, /* the output is full; there may be more */
	DECODE_END,  /* the member has ended; input may be left */
	DECODE_BAD
};

enum decode_state {
	DECODE_BETWEEN, /* before the first member, or after a member */
	DECODE_WITHIN,
	DECODE_PLAIN,   /* the body does not have the coding */
	DECODE_IGNORING /* further bytes are ignored */
};

struct decoder {
	const struct coding *coding;
	enum decode_state state;
	bool has_member; /* a member was begun */
	union {
		z_stream zlib;
		ZSTD_DStream *zstd;
		BrotliDecoderState *brotli;
	};
	bool is_open;              /* the union holds a decoder */
	char head[HEAD_MAX_BYTES]; /* collected between members */
	size_t head_bytes;
	int64_t out_bytes;
	bool is_bad;             /* the data is invalid in the coding */
	char probe[PROBE_BYTES]; /* the input of earlier calls, as long as there
				    is no output */
	size_t probe_bytes;      /* above PROBE_BYTES: the input did not fit */
};

struct decode_io {
	const unsigned char *in;
	size_t in_left;
	unsigned char *out;
	size_t out_left;
};

/* A coding.  A member begins with head_bytes bytes that is_head accepts.  If
 * is_head is NULL, any bytes are accepted, and there is only one member. */
struct coding {
	struct slice name;
	size_t head_bytes;
	bool (*is_head)(const char *);
	bool (*open)(struct decoder *);
	enum decode_step (*step)(struct decoder *, struct decode_io *);
	void (*close)(struct decoder *);
};

/* ---- gzip and deflate ---- */

static bool
fetch_decode_gzip_is_head(const char *head)
{
	return memcmp(head, "\x1f\x8b\x08", 3) == 0; /* RFC 1952, 2.3.1 */
}

static bool
fetch_decode_gzip_open(struct decoder *d)
{
	return inflateInit2(&d->zlib, MAX_WBITS + 16) == Z_OK;
}

/* The first two bytes are CMF and FLG (RFC 1950, 2.2). If they are invalid, the
 * body is deflate without a header. The magic number of gzip is not valid
 * deflate, either: its lowest bits are the reserved block type (RFC 1951,
 * 3.2.3). */
static bool
fetch_decode_deflate_open(struct decoder *d)
{
	unsigned cmf = (unsigned char)d->head[0];
	unsigned flg = (unsigned char)d->head[1];
	bool is_zlib = (cmf & 0x0F) == Z_DEFLATED && cmf >> 4 <= 7 &&
		       (cmf * 256 + flg) % 31 == 0;

	if (cmf == 0x1f && flg == 0x8b)
		return fetch_decode_gzip_open(d);
	return inflateInit2(&d->zlib, is_zlib ? MAX_WBITS : -MAX_WBITS) == Z_OK;
}

static enum decode_step
fetch_decode_zlib_step(struct decoder *d, struct decode_io *io)
{
	z_stream *z = &d->zlib;
	int rc;

	z->next_in = (z_const Bytef *)(uintptr_t)io->in;
	z->avail_in = (uInt)io->in_left;
	z->next_out = io->out;
	z->avail_out = (uInt)io->out_left;
	rc = inflate(z, Z_NO_FLUSH);
	io->in = z->next_in;
	io->in_left = z->avail_in;
	io->out_left = z->avail_out;
	if (rc == Z_STREAM_END)
		return DECODE_END;
	if (rc != Z_OK && rc != Z_BUF_ERROR)
		return DECODE_BAD;
	return io->out_left == 0 ? DECODE_FULL : DECODE_MORE;
}

static void
fetch_decode_zlib_close(struct decoder *d)
{
	inflateEnd(&d->zlib);
}

/* ---- brotli ---- */

static bool
fetch_decode_brotli_open(struct decoder *d)
{
	d->brotli = BrotliDecoderCreateInstance(NULL, NULL, NULL);
	return d->brotli != NULL;
}

static enum decode_step
fetch_decode_brotli_step(struct decoder *d, struct decode_io *io)
{
	switch (BrotliDecoderDecompressStream(
	    d->brotli, &io->in_left, &io->in, &io->out_left, &io->out, NULL)) {
	case BROTLI_DECODER_RESULT_SUCCESS:
		return DECODE_END;
	case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT:
		return DECODE_MORE;
	case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT:
		return DECODE_FULL;
	case BROTLI_DECODER_RESULT_ERROR:
		break;
	}
	return DECODE_BAD;
}

static void
fetch_decode_brotli_close(struct decoder *d)
{
	BrotliDecoderDestroyInstance(d->brotli);
}

/* ---- zstd ---- */

/* True for the start of a frame or of a skippable frame (RFC 8878, 3.1.1 and
 * 3.1.2). */
static bool
fetch_decode_zstd_is_head(const char *head)
{
	return memcmp(head, "\x28\xb5\x2f\xfd", 4) == 0 ||
	       ((head[0] & 0xF0) == 0x50 &&
		   memcmp(head + 1, "\x2a\x4d\x18", 3) == 0);
}

static bool
fetch_decode_zstd_open(struct decoder *d)
{
	d->zstd = ZSTD_createDStream();
	if (d->zstd == NULL)
		return false;
	if (!ZSTD_isError(ZSTD_DCtx_setParameter(
		d->zstd, ZSTD_d_windowLogMax, ZSTD_WINDOW_LOG)))
		return true;
	ZSTD_freeDStream(d->zstd);
	return false;
}

static enum decode_step
fetch_decode_zstd_step(struct decoder *d, struct decode_io *io)
{
	ZSTD_inBuffer in = { io->in, io->in_left, 0 };
	ZSTD_outBuffer out = { io->out, io->out_left, 0 };
	size_t rc = ZSTD_decompressStream(d->zstd, &out, &in);

	io->in += in.pos;
	io->in_left -= in.pos;
	io->out_left -= out.pos;
	if (ZSTD_isError(rc))
		return DECODE_BAD;
	if (rc == 0)
		return DECODE_END;
	return io->out_left == 0 ? DECODE_FULL : DECODE_MORE;
}

static void
fetch_decode_zstd_close(struct decoder *d)
{
	ZSTD_freeDStream(d->zstd);
}

/* ---- the codings ---- */

static const struct coding codings[] = {
	{ SLICE("gzip"), 3, fetch_decode_gzip_is_head, fetch_decode_gzip_open,
	    fetch_decode_zlib_step, fetch_decode_zlib_close },
	{ SLICE("x-gzip"), 3, fetch_decode_gzip_is_head, fetch_decode_gzip_open,
	    fetch_decode_zlib_step, fetch_decode_zlib_close },
	{ SLICE("deflate"), 2, NULL, fetch_decode_deflate_open,
	    fetch_decode_zlib_step, fetch_decode_zlib_close },
	{ SLICE("br"), 0, NULL, fetch_decode_brotli_open,
	    fetch_decode_brotli_step, fetch_decode_brotli_close },
	{ SLICE("zstd"), 4, fetch_decode_zstd_is_head, fetch_decode_zstd_open,
	    fetch_decode_zstd_step, fetch_decode_zstd_close },
};

static const struct coding *
fetch_decode_find(struct slice name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(codings); i++)
		if (slice_equal_nocase(name, codings[i].name))
			return &codings[i];
	return NULL;
}

/* ---- members ---- */

/* The arguments of one call of fetch_decode_take(), for all its decoders. */
struct decode_run {
	struct fetch_decode *decode;
	struct fetch_body *body;
	int64_t wire_bytes;
	enum fetch_result *ret_result;
};

static const char *fetch_decode_pass(
    struct decode_run *run, size_t at, struct slice bytes);

/* Collects the bytes of a member's head. Returns true if a member begins. This
 * is so when the head is complete and valid. The head of the first member need
 * not be valid, because the decoder then reports the error. */
static bool
fetch_decode_take_head(struct decoder *d, struct slice *bytes)
{
	const struct coding *coding = d->coding;

	if (d->has_member && coding->is_head == NULL)
		d->state = DECODE_IGNORING;
	while (d->state == DECODE_BETWEEN && bytes->len > 0 &&
	       d->head_bytes < coding->head_bytes) {
		d->head[d->head_bytes++] = bytes->p[0];
		*bytes = slice_sub(*bytes, 1, bytes->len);
	}
	if (d->state == DECODE_BETWEEN && d->head_bytes < coding->head_bytes)
		return false;
	/* if the first member's head is invalid, the decoder reports the error
	 */
	if (d->state == DECODE_BETWEEN && d->has_member &&
	    !coding->is_head(d->head))
		d->state = DECODE_IGNORING;
	return d->state == DECODE_BETWEEN;
}

/* Opens a new decoder for each member.  Normal bodies have few members; for
 * hostile bodies, LIMIT_MEMBERS limits the number. */
static bool
fetch_decode_open(struct decoder *d)
{
	if (d->is_open)
		d->coding->close(d);
	memset(&d->zlib, 0, sizeof(d->zlib));
	d->is_open = d->coding->open(d);
	d->has_member = true;
	d->state = DECODE_WITHIN;
	return d->is_open;
}

/* Decodes bytes of the open member.  Returns NULL on success. *bytes is then
 * the rest of the input after the member, or empty if the member has not
 * ended. */
static const char *
fetch_decode_member(struct decode_run *run, size_t at, struct slice *bytes)
{
	struct decoder *d = &run->decode->decoders[at];
	unsigned char piece[PIECE_BYTES];
	enum decode_step step = DECODE_FULL;
	const char *why = NULL;

	while (why == NULL && (step == DECODE_FULL ||
				  (step == DECODE_MORE && bytes->len > 0))) {
		struct decode_io io = { (const unsigned char *)bytes->p,
			bytes->len, piece, sizeof(piece) };
		struct slice out;

		step = d->coding->step(d, &io);
		if (step == DECODE_MORE && io.in_left == bytes->len &&
		    io.out_left == sizeof(piece) && bytes->len > 0)
			step = DECODE_BAD; /* no progress */
		*bytes = slice_sub(*bytes, bytes->len - io.in_left, bytes->len);
		out = (struct slice){ (const char *)piece,
			sizeof(piece) - io.out_left };
		d->out_bytes += (int64_t)out.len;
		if (out.len > 0)
			why = fetch_decode_pass(run, at + 1, out);
	}
	if (why == NULL && step == DECODE_BAD) {
		d->is_bad = true;
		*run->ret_result =
		    run->body->bytes > 0 ? FETCH_TRUNCATED : FETCH_PROTOCOL;
		why = "the data of the body is invalid in its coding";
	}
	if (step == DECODE_END) {
		d->state = DECODE_BETWEEN;
		d->head_bytes = 0;
	}
	return why;
}

static const char *
fetch_decode_members(struct decode_run *run, size_t at, struct slice bytes)
{
	struct decoder *d = &run->decode->decoders[at];
	const char *why = NULL;

	while (why == NULL && bytes.len > 0 && d->state != DECODE_IGNORING) {
		if (d->state == DECODE_BETWEEN) {
			struct slice head;

			if (!fetch_decode_take_head(d, &bytes))
				continue;
			if (run->decode->n_members++ >= LIMIT_MEMBERS) {
				*run->ret_result = FETCH_TOO_LARGE;
				return "the body has too many members";
			}
			if (!fetch_decode_open(d)) {
				*run->ret_result = FETCH_PROTOCOL;
				return "no memory to decode the body";
			}
			head = (struct slice){ d->head, d->head_bytes };
			if (head.len > 0)
				why = fetch_decode_member(run, at, &head);
		}
		if (why == NULL && d->state == DECODE_WITHIN)
			why = fetch_decode_member(run, at, &bytes);
	}
	return why;
}

/* ---- bodies without the declared coding ---- */

/* True if the bytes contain no control characters except white space and the
 * escape character of ISO-2022-JP. */
static bool
fetch_decode_is_text(struct slice bytes)
{
	for (size_t i = 0; i < bytes.len; i++) {
		unsigned char c = (unsigned char)bytes.p[i];

		if ((c < 0x20 && strchr("\t\n\f\r\x1b", c) == NULL) ||
		    c == '\0' || c == 0x7f)
			return false;
	}
	return true;
}

/* Passes the stored input of earlier calls, and then the bytes, to the next
 * decoder without decoding them. */
static const char *
fetch_decode_pass_plain(struct decode_run *run, size_t at, struct slice bytes)
{
	struct decoder *d = &run->decode->decoders[at];
	struct slice earlier = { d->probe, d->probe_bytes };
	const char *why = NULL;

	d->state = DECODE_PLAIN;
	d->head_bytes = d->probe_bytes = 0;
	if (earlier.len > 0)
		why = fetch_decode_pass(run, at + 1, earlier);
	return why ? why : fetch_decode_pass(run, at + 1, bytes);
}

/* True if the decoder has failed before its first output, and the input is
 * text. */
static bool
fetch_decode_is_plain(const struct decoder *d, struct slice bytes)
{
	struct slice earlier = { d->probe, d->probe_bytes };

	return d->is_bad && d->out_bytes == 0 && earlier.len <= PROBE_BYTES &&
	       fetch_decode_is_text(earlier) &&
	       fetch_decode_is_text(slice_sub(bytes, 0, TEXT_BYTES));
}

static void
fetch_decode_keep_probe(struct decoder *d, struct slice bytes)
{
	size_t total = d->probe_bytes + bytes.len;

	if (total <= PROBE_BYTES)
		memcpy(d->probe + d->probe_bytes, bytes.p, bytes.len);
	d->probe_bytes = total <= PROBE_BYTES ? total : PROBE_BYTES + 1;
}

/* Handles a coding with an unknown name.  This may be a wrong name for a body
 * without coding, so the bytes are passed on unchanged.  The last decoder
 * refuses bytes that are not text.  The other decoders do not check the bytes,
 * because the following decoders still have to decode them. */
static const char *
fetch_decode_unknown(struct decode_run *run, size_t at, struct slice bytes)
{
	if (at + 1 == run->decode->n &&
	    !fetch_decode_is_text(slice_sub(bytes, 0, TEXT_BYTES))) {
		*run->ret_result = FETCH_PROTOCOL;
		return "the body has a coding that was not asked for";
	}
	return fetch_decode_pass_plain(run, at, bytes);
}

static const char *
fetch_decode_bytes(struct decode_run *run, size_t at, struct slice bytes)
{
	struct decoder *d = &run->decode->decoders[at];
	const char *why;

	if (d->state == DECODE_PLAIN)
		return fetch_decode_pass(run, at + 1, bytes);
	if (d->coding == NULL)
		return fetch_decode_unknown(run, at, bytes);
	why = fetch_decode_members(run, at, bytes);
	if (why && fetch_decode_is_plain(d, bytes))
		return fetch_decode_pass_plain(run, at, bytes);
	fetch_decode_keep_probe(d, bytes);
	return why;
}

/* Passes bytes to the decoder with index `at`.  If there is no such decoder,
 * they are appended to the body. */
static const char *
fetch_decode_pass(struct decode_run *run, size_t at, struct slice bytes)
{
	struct fetch_decode *decode = run->decode;

	if (at == decode->n)
		return fetch_body_take(
		    run->body, bytes, run->wire_bytes, run->ret_result);
	/* the input is limited, too, because a decoder may return no bytes */
	decode->in_bytes[at] += (int64_t)bytes.len;
	if (decode->in_bytes[at] > run->body->max_bytes + LIMIT_CODED_FREE) {
		*run->ret_result = FETCH_TOO_LARGE;
		return "the body is larger than its limit before decoding";
	}
	return fetch_decode_bytes(run, at, bytes);
}

/* ---- the public part ---- */

const char *
fetch_decode_begin(
    struct fetch_decode *decode, const struct fetch_headers *headers)
{
	struct slice names[LIMIT_ENCODINGS];
	size_t n = fetch_headers_encodings(headers, names, LIMIT_ENCODINGS);

	fetch_decode_release(decode);
	if (n > LIMIT_ENCODINGS)
		return "the body has too many content codings";
	if (n == 0)
		return NULL;
	decode->decoders = calloc(n, sizeof(*decode->decoders));
	if (decode->decoders == NULL)
		return "no memory to decode the body";
	decode->n = n;
	for (size_t i = 0; i < n; i++) /* in reverse order, because the last
					  coding was applied last */
		decode->decoders[i].coding =
		    fetch_decode_find(names[n - 1 - i]);
	return NULL;
}

const char *
fetch_decode_take(struct fetch_decode *decode, struct slice coded,
    int64_t wire_bytes, struct fetch_body *body, enum fetch_result *ret_result)
{
	struct decode_run run = { decode, body, wire_bytes, ret_result };

	return fetch_decode_pass(&run, 0, coded);
}

bool
fetch_decode_is_whole(const struct fetch_decode *decode)
{
	for (size_t i = 0; i < decode->n; i++) {
		const struct decoder *d = &decode->decoders[i];

		/* a member has not ended, or the body ends within the head of
		 * the first member */
		if (d->state == DECODE_WITHIN ||
		    (!d->has_member && d->head_bytes > 0))
			return false;
	}
	return true;
}

void
fetch_decode_release(struct fetch_decode *decode)
{
	for (size_t i = 0; i < decode->n; i++)
		if (decode->decoders[i].is_open)
			decode->decoders[i].coding->close(&decode->decoders[i]);
	free(decode->decoders);
	*decode = (struct fetch_decode){ .n = 0 };
}
