/*
 * cut_unpack.c -- unpacks pages that were stored as gzip files, with zlib.
 *
 * It behaves like gunzip: concatenated members become one text, and bytes after
 * them that are not gzip are ignored. Input that is not gzip is returned
 * unchanged.
 */
#include <zlib.h>

#include "base/limits.h"
#include "cli/cut/cut.h"

#define WINDOW_BITS (15 + 16) /* only gzip headers, RFC 1952 */
#define PIECE_BYTES (64 * KIB)

static bool
cut_unpack_is_gzip(const z_stream *z)
{
	/* RFC 1952, section 2.3.1 */
	return z->avail_in >= 2 && z->next_in[0] == 0x1f &&
	       z->next_in[1] == 0x8b;
}

/* Unpacks one member. Z_STREAM_END: complete; Z_BUF_ERROR: the input is
 * truncated, or the limit is reached. */
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

int
cut_unpack(
    struct slice bytes, struct buf *unpacked, struct slice *ret, struct err *e)
{
	z_stream z = { .next_in = (Bytef *)(uintptr_t)bytes.p,
		.avail_in = (uInt)bytes.len };
	int rc = Z_STREAM_END;

	*ret = bytes;
	if (!cut_unpack_is_gzip(&z))
		return 0;
	buf_clear(unpacked);
	if (inflateInit2(&z, WINDOW_BITS) != Z_OK)
		return err_set(e, ERR_MEMORY, "out of memory");
	while (rc == Z_STREAM_END && cut_unpack_is_gzip(&z))
		rc = cut_unpack_member(&z, unpacked);
	inflateEnd(&z);
	if (buf_failed(unpacked))
		return err_set(e, ERR_LIMIT, "more than %lld MiB",
		    (long long)unpacked->max_bytes / MIB);
	/* The bytes before the damage are returned. */
	if (rc != Z_STREAM_END && unpacked->len == 0)
		return err_set(e, ERR_IO, "%s",
		    z.msg != NULL ? z.msg : "unexpected end of file");
	unpacked->p[unpacked->len] = '\0';
	*ret = buf_slice(unpacked);
	return 0;
}
