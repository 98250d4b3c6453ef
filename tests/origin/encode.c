/*
 * encode.c -- content codings with zlib: gzip (RFC 1952), standard deflate (RFC
 * 1950), and deflate as some servers send it (RFC 1951, without a header).
 */
#include <zlib.h>

#include "tests/origin/origin.h"

#define MEMORY_LEVEL 8 /* zlib's own default */

void
encode(struct slice bytes, enum coding coding, struct buf *ret)
{
	static const int window_bits[] = {
		[CODING_GZIP] = MAX_WBITS + 16,
		[CODING_DEFLATE] = MAX_WBITS,
		[CODING_DEFLATE_RAW] = -MAX_WBITS,
	};
	unsigned char part[65536];
	z_stream z = { 0 };
	int rc;

	if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
		window_bits[coding], MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
		origin_die("no memory");
	/* zlib's next_in is not const, for compatibility. */
	z.next_in = (z_const Bytef *)(uintptr_t)bytes.p;
	z.avail_in = (uInt)bytes.len; /* the length is below
					 ORIGIN_MAX_BODY_BYTES */
	do {
		z.next_out = part;
		z.avail_out = sizeof(part);
		rc = deflate(&z, Z_FINISH);
		buf_append(ret, part, sizeof(part) - z.avail_out);
	} while (rc == Z_OK);
	deflateEnd(&z);
	if (rc != Z_STREAM_END)
		origin_die("deflate failed: %d", rc);
}
