/*
 * inflate.c -- decompresses a document that is a gzip file, with zlib.
 *
 * Servers send sitemap.xml.gz as a file; some compress a feed twice or do not
 * declare the compression.  Decompression bombs are recognised by their ratio:
 * text stays far below LIMIT_INFLATE_RATIO.
 */
#include "crawler/feed/decode/inflate.h"

#include <zlib.h>

#include "base/limits.h"

#define WINDOW_BITS (15 + 16) /* gzip header only */
#define PIECE_BYTES (64 * KIB)

static bool
inflate_is_gzip(struct slice bytes)
{
	/* RFC 1952, section 2.3.1: two identification bytes; deflate is the
	 * only method */
	return slice_starts(bytes, SLICE("\x1f\x8b\x08"));
}

static bool
inflate_is_too_large(size_t in, size_t out)
{
	return out > LIMIT_INFLATE_FREE && out / LIMIT_INFLATE_RATIO > in;
}

/* RFC 1952, section 2.2: a file can have several members. */
static bool
inflate_begin_member(z_stream *z)
{
	struct slice rest = { (const char *)z->next_in, z->avail_in };

	return inflate_is_gzip(rest) && inflateReset(z) == Z_OK;
}

/* Decompresses into *out until the stream ends, fails or reaches a limit. */
static enum inflated
inflate_stream(z_stream *z, size_t in_bytes, struct buf *out)
{
	int rc;

	do {
		size_t before = out->len;

		if (inflate_is_too_large(in_bytes, out->len) ||
		    !buf_reserve(out, PIECE_BYTES))
			return INFLATE_LARGE;
		z->next_out = (Bytef *)out->p + out->len;
		z->avail_out = PIECE_BYTES;
		rc = inflate(z, Z_NO_FLUSH);
		out->len += PIECE_BYTES - z->avail_out;
		if (rc == Z_OK && out->len == before && z->avail_in == 0)
			return INFLATE_CUT;
		if (rc == Z_STREAM_END && inflate_begin_member(z))
			rc = Z_OK;
	} while (rc == Z_OK);
	if (rc == Z_MEM_ERROR)
		out->failed = out->no_memory = true;
	return rc == Z_STREAM_END ? INFLATE_WHOLE : INFLATE_CUT;
}

static enum inflated
inflate_one(struct slice bytes, struct buf *out)
{
	z_stream z = { 0 };
	enum inflated result;

	buf_clear(out);
	if (bytes.len > UINT32_MAX)
		return INFLATE_LARGE;
	if (inflateInit2(&z, WINDOW_BITS) != Z_OK) {
		out->failed = out->no_memory = true;
		return INFLATE_LARGE;
	}
	z.next_in = (Bytef *)(uintptr_t)bytes.p;
	z.avail_in = (uInt)bytes.len;
	result = inflate_stream(&z, bytes.len, out);
	inflateEnd(&z);
	return result;
}

enum inflated
feed_inflate(struct slice bytes, struct buf *out, struct slice *ret)
{
	enum inflated result = INFLATE_PLAIN;
	struct buf inner;

	*ret = bytes;
	for (int layer = 0; layer < LIMIT_ENCODINGS && inflate_is_gzip(*ret);
	     layer++) {
		buf_init(&inner, out->max_bytes);
		result = inflate_one(*ret, &inner);
		buf_release(out);
		*out = inner;
		*ret = buf_slice(out);
		if (result == INFLATE_LARGE)
			*ret = SLICE_NONE;
		if (result != INFLATE_WHOLE)
			break;
	}
	return result;
}
