/*
 * cut_unpack.c -- unpacks pages that were stored as gzip files.
 *
 * As in gunzip, concatenated members become one text, and bytes after the last
 * member that are not gzip are ignored. Input that is not gzip is returned
 * unchanged.
 *
 * libdeflate decodes a whole member into memory, in less than half of zlib's
 * time. If libdeflate reports that a member is damaged, zlib decodes the member
 * again, because zlib returns the bytes before the damage.
 */
#include <libdeflate.h>
#include <zlib.h>

#include "base/limits.h"
#include "cli/cut/cut.h"

#define WINDOW_BITS (15 + 16) /* only gzip headers, RFC 1952 */
#define PIECE_BYTES (64 * KIB)
#define MOST_RATIO  1032 /* of deflate, RFC 1951 */

static bool
cut_unpack_is_gzip(const z_stream *z)
{
	/* RFC 1952, section 2.3.1 */
	return z->avail_in >= 2 && z->next_in[0] == 0x1f &&
	       z->next_in[1] == 0x8b;
}

/* Unpacks one member. Returns Z_STREAM_END if it is complete, Z_BUF_ERROR if
 * the input is truncated, Z_OK if the limit is reached, else zlib's error
 * code. */
static int
cut_unpack_member(z_stream *z, struct buf *unpacked)
{
	int rc = inflateReset(z);

	while (rc == Z_OK && buf_reserve(unpacked, PIECE_BYTES)) {
		z->next_out = (Bytef *)unpacked->p + unpacked->len;
		z->avail_out = PIECE_BYTES;
		rc = inflate(z, Z_NO_FLUSH);
		unpacked->len += PIECE_BYTES - z->avail_out;
	}
	return rc;
}

/* Returns the expected size of the unpacked text: the size stated in the last
 * four bytes of the file (RFC 1952, section 2.3.1: ISIZE). If one member cannot
 * have this size, returns an estimate. */
static size_t
cut_unpack_size(const z_stream *z)
{
	const unsigned char *p = z->next_in + z->avail_in;
	size_t stated;

	if (z->avail_in < 18)
		return PIECE_BYTES;
	stated = (size_t)p[-4] | (size_t)p[-3] << 8 | (size_t)p[-2] << 16 |
		 (size_t)p[-1] << 24;
	if (stated / MOST_RATIO > z->avail_in)
		stated = (size_t)z->avail_in * 4;
	return stated > PIECE_BYTES ? stated : PIECE_BYTES;
}

/* Unpacks one member at once. Returns false if the member is damaged or too
 * long; in this case only the capacity of `unpacked` may have changed. */
static bool
cut_unpack_whole(struct libdeflate_decompressor *decompressor, z_stream *z,
    struct buf *unpacked)
{
	enum libdeflate_result result = LIBDEFLATE_INSUFFICIENT_SPACE;
	size_t size = cut_unpack_size(z), taken, made;

	while (result == LIBDEFLATE_INSUFFICIENT_SPACE) {
		size_t most = unpacked->max_bytes - unpacked->len;

		if (most <= PIECE_BYTES)
			return false;
		most -= PIECE_BYTES;
		if (!buf_reserve(unpacked, size < most ? size : most))
			return false;
		result = libdeflate_gzip_decompress_ex(decompressor, z->next_in,
		    z->avail_in, unpacked->p + unpacked->len,
		    size < most ? size : most, &taken, &made);
		if (size >= most)
			break;
		size = size * 2 + PIECE_BYTES;
	}
	if (result != LIBDEFLATE_SUCCESS)
		return false;
	unpacked->len += made;
	z->next_in += taken;
	z->avail_in -= (uInt)taken;
	return true;
}

int
cut_unpack(
    struct slice bytes, struct buf *unpacked, struct slice *ret, struct err *e)
{
	z_stream z = { .next_in = (Bytef *)(uintptr_t)bytes.p,
		.avail_in = (uInt)bytes.len };
	struct libdeflate_decompressor *decompressor;
	int rc = Z_STREAM_END;

	*ret = bytes;
	if (!cut_unpack_is_gzip(&z))
		return 0;
	buf_clear(unpacked);
	decompressor = libdeflate_alloc_decompressor();
	if (decompressor == NULL || inflateInit2(&z, WINDOW_BITS) != Z_OK) {
		libdeflate_free_decompressor(decompressor);
		return err_set(e, ERR_MEMORY, "out of memory");
	}
	while (rc == Z_STREAM_END && cut_unpack_is_gzip(&z))
		if (!cut_unpack_whole(decompressor, &z, unpacked))
			rc = cut_unpack_member(&z, unpacked);
	inflateEnd(&z);
	libdeflate_free_decompressor(decompressor);
	if (buf_failed(unpacked))
		return err_set(e, ERR_LIMIT, "unpacks to more than %lld MiB",
		    (long long)unpacked->max_bytes / MIB);
	/* If there are bytes before the damage, they are returned. */
	if (rc != Z_STREAM_END && unpacked->len == 0)
		return err_set(e, ERR_IO, "%s",
		    z.msg != NULL ? z.msg : "unexpected end of file");
	unpacked->p[unpacked->len] = '\0';
	*ret = buf_slice(unpacked);
	return 0;
}
